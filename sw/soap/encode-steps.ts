import { toBase64, toBase64Bytes } from '../contract/base64.ts';
import { Fault } from '../contract/fault.ts';
import type { Steps } from '../scheduler.ts';

/** A long value that an encoder leaves out for later. */
interface Deferred {
  readonly length: number;
  /** Writes from an index on, as much as there is time for. @returns the text, or what it is in UTF-8, and the next index */
  readonly write: (from: number) => readonly [written: string | Uint8Array<ArrayBuffer>, next: number];
}

/** Marks where a deferred value belongs: a character that no XML has. */
const gap = '\0';
/** List items that are encoded between two yields. */
const itemsAtOnce = 1024;
/** Shorter lists are rarely worth a step of their own. */
const shortList = 16;
const maximumDebt = 8 * itemsAtOnce;
/** An answer is in memory as text and as bytes, and once more in its reader. */
const maximumAnswerLength = 128 * 1024 ** 2;
const pieceLength = 1024 ** 2;
/** Bytes that become base64 between two yields. Divisible by three, so that the pieces join. */
const bytesAtOnce = 3 * 2 ** 17;
/** Fewer bytes are as quickly written as text. */
const shortBytes = 4096;

/** Of the encoding that runs; undefined where nothing is deferred. */
let deferred: Deferred[] | undefined;
let itemsLeft = 0;

/** Take a list into account. @returns whether it is to be deferred */
export function isTooLong({ length }: { readonly length: number }): boolean {
  if (!deferred) return false;
  if (length > itemsLeft && (length > shortList || itemsLeft < -maximumDebt)) return true;
  itemsLeft -= length;
  return false;
}

/** Leave a list out for now. @returns its placeholder in the text */
export function deferList(length: number, writeItem: (index: number) => string): string {
  const write = (from: number) => {
    let text = '';
    let at = from;
    for (; at < length && itemsLeft > 0; at++, itemsLeft--) text += writeItem(at);
    return [text, at] as const;
  };
  deferred!.push({ length, write });
  return gap;
}

/** Write bytes as base64: as text, or as a placeholder of their letters. */
export function writeBytes(bytes: Uint8Array): string {
  if (!deferred || bytes.length < shortBytes) return toBase64(bytes);
  deferred.push({
    length: bytes.length,
    write: (from) => [toBase64Bytes(bytes.subarray(from, from + bytesAtOnce)), from + bytesAtOnce],
  });
  return gap;
}

/**
 * Encode an answer in steps, as an encoder with lists of any length would block the worker.
 *
 * @param encode writes all of it but what it defers
 * @param name   of the answer, for the fault
 * @returns the text as it is, or in UTF-8 by piece where it is long or has many bytes in it
 * @throws {Fault} `too-large` above 128 MB; whatever `encode` throws
 */
export function* encodedInSteps(encode: () => string, name: string): Steps<string | Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const encoder = new TextEncoder();
  let text = '';
  let length = 0;
  const endPiece = () => {
    if (text !== '') pieces.push(encoder.encode(text));
    text = '';
  };
  for (const part of partsOf(encode)) {
    if (part === undefined) {
      yield;
      continue;
    }
    length += part.length;
    if (length > maximumAnswerLength)
      throw new Fault('too-large', `${name}: an answer of at most 128 MB expected, more found. Ask for less at once.`);
    if (typeof part !== 'string') {
      endPiece();
      pieces.push(part);
      continue;
    }
    text += part;
    if (text.length < pieceLength) continue;
    endPiece();
    yield;
  }
  if (pieces.length === 0) return text;
  endPiece();
  return pieces;
}

/** The parts of a text in order; undefined between two steps. */
function* partsOf(encode: () => string): Generator<string | Uint8Array<ArrayBuffer> | undefined, void, undefined> {
  const later: Deferred[] = [];
  deferred = later;
  itemsLeft = itemsAtOnce;
  let text: string;
  try {
    text = encode();
  } finally {
    deferred = undefined;
  }
  const parts = later.length === 0 ? [text] : text.split(gap);
  for (const [index, part] of parts.entries()) {
    yield part;
    const value = later[index];
    for (let at = 0; value && at < value.length; ) {
      yield undefined;
      let bytes: Uint8Array<ArrayBuffer> | undefined;
      yield* partsOf(() => {
        const [written, next] = value.write(at);
        at = next;
        if (typeof written === 'string') return written;
        bytes = written;
        return '';
      });
      if (bytes) yield bytes;
    }
  }
}
