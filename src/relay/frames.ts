import { relaySegment } from '../../sw/contract/relayed.ts';

/**
 * What goes through the socket between the program and the page: binary messages, each one frame of the stream with its number
 * (`id u32`, little-endian), its kind (`u8`) and bytes. Stream 0 is the connection itself.
 *
 * - `hello` the page is there, or its owner has changed who may ask; JSON (`Hello`)
 * - `message` a request (`RequestHead`) or an answer (`AnswerHead`) as a whole: length of the head as `u32`, the head as JSON, the body
 * - `large`, `data`, `end` head of a larger answer, pieces of its body, and that they were all
 * - `credit` the receiver takes that many bytes more of it; `u32`
 * - `abort` nobody waits for the answer, or there is none; a sentence
 * - `ping`, `pong` whether the page runs
 *
 * The page fetches large bodies of requests (`bodyPath`), several times as fast as a web socket brings them. Posting those of answers
 * is slower than a web socket.
 */
const kinds = ['hello', 'message', 'large', 'data', 'end', 'credit', 'abort', 'ping', 'pong'] as const;

export type FrameKind = (typeof kinds)[number];

export interface Frame {
  readonly id: number;
  readonly kind: FrameKind;
  readonly bytes: Uint8Array;
}

/** Which programs may ask. */
export interface RelayAccess {
  /** False: none. */
  readonly isOpen: boolean;
  /** Programs of this computer have to show the token as well; those of others always have to. */
  readonly needsToken: boolean;
  readonly token: string;
}

export interface Hello {
  readonly access: RelayAccess;
}

export interface RequestHead {
  readonly method: string;
  /** From the root, with the query. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  /** More than `smallBytes` are fetched. */
  readonly bodyBytes: number;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
}

/** What the program says to a page of its own that asks at `relayPath`. */
export interface RelayOffer {
  /** Second sub-protocol of the socket, new with every start of the program. */
  readonly secret: string;
  /** Address for programs, with a slash at its end. */
  readonly address: string;
  /** A page answers now; the one that asks would take its place. */
  readonly isTaken: boolean;
  /** The page is driven by the program, and nobody sees it. */
  readonly isDriven: boolean;
}

/** Address of the offer, and of the socket. */
export const relayPath = `/${relaySegment}`;
/** Where the page fetches the body of a request, by the number of the stream. */
export const bodyPath = (id: number): string => `${relayPath}/${id}`;
/** Header in which the page shows the secret there. */
export const secretHeader = 'x-relay-secret';
/** First sub-protocol of the socket. */
export const relayProtocol = 'soapstone.1';
/** Name of the `meta` element that the program writes into the page. */
export const relayMark = 'soapstone-relay';
/** The program closes an older socket with this code when another tab says hello. */
export const replacedCode = 4001;

const headerBytes = 5;
/** Bodies up to this size are one message; answers take turns on the socket after that many bytes. */
export const smallBytes = 256 * 1024;
/** What an answer may send before its receiver has taken anything. */
export const firstCredit = 4 * 1024 * 1024;
/** Largest body of a request, as the backend takes it. */
export const mostBodyBytes = 64 * 1024 * 1024;

const empty = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encodeFrame(id: number, kind: FrameKind, bytes: Uint8Array = empty): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(headerBytes + bytes.length);
  new DataView(message.buffer).setUint32(0, id, true);
  message[4] = kinds.indexOf(kind);
  message.set(bytes, headerBytes);
  return message;
}

/** The bytes are those of the message, not a copy. @throws {Error} when it is no frame */
export function decodeFrame(message: Uint8Array): Frame {
  const kind = kinds[message[4] ?? -1];
  if (!kind) throw new Error(`expected a frame of a known kind, found ${message.length} bytes`);
  const id = new DataView(message.buffer, message.byteOffset).getUint32(0, true);
  return { id, kind, bytes: message.subarray(headerBytes) };
}

/** A head and a body as the bytes of one frame. */
export function encodeMessage(head: RequestHead | AnswerHead, body: Uint8Array = empty): Uint8Array {
  const json = jsonBytes(head);
  const bytes = new Uint8Array(4 + json.length + body.length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  bytes.set(body, 4 + json.length);
  return bytes;
}

/** The body is not a copy. */
export function decodeMessage<Head extends RequestHead | AnswerHead>(
  bytes: Uint8Array,
): { head: Head; body: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  return { head: jsonOf<Head>(bytes.subarray(4, 4 + length)), body: bytes.subarray(4 + length) };
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const jsonBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));
export const jsonOf = <T>(bytes: Uint8Array): T => JSON.parse(decoder.decode(bytes)) as T;
export const textBytes = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

export function creditBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, count, true);
  return bytes;
}
export const creditOf = (bytes: Uint8Array): number => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
