import { toBase64, toBase64Bytes } from '../contract/base64.ts';
import { wrongValue } from '../contract/fault.ts';
import type { Steps } from '../scheduler.ts';

/** Long value that the encoder defers. */
interface Deferred {
  readonly length: number;
  /**
   * Write from an index until the step's budget is used up.
   *
   * @returns the text or its UTF-8 bytes, and the next index
   */
  readonly write: (from: number) => readonly [written: string | Uint8Array<ArrayBuffer>, next: number];
}

/** Marks the place of a deferred value. This character is illegal in XML. */
const gap = '\0';
/** Number of list items encoded between two yields. */
const itemsAtOnce = 1024;
/** Lists up to this length are normally encoded immediately, because deferring them rarely pays off. */
const shortList = 16;
const maximumDebt = 8 * itemsAtOnce;
/** Maximum length of a response, which is in memory three times: as text, as bytes, and in its reader. */
const maximumAnswerLength = 128 * 1024 ** 2;
const pieceLength = 1024 ** 2;
/** Number of bytes encoded as base64 between two yields. Divisible by three, so that the pieces can be joined. */
const bytesAtOnce = 3 * 2 ** 17;
/** Shorter bytes are encoded immediately. */
const shortBytes = 4096;

/** Deferred values of the current encoding; undefined if values aren't deferred. */
let deferred: Deferred[] | undefined;
let itemsLeft = 0;

/** Count the items of a list and return whether the list must be deferred. */
export function isTooLong({ length }: { readonly length: number }): boolean {
  if (!deferred) return false;
  if (length > itemsLeft && (length > shortList || itemsLeft < -maximumDebt)) return true;
  itemsLeft -= length;
  return false;
}

/** Defer a list and return its placeholder. */
export function deferList(length: number, writeItem: (index: number) => string): string {
  const write = (from: number) => {
    let text = '';
    let index = from;
    for (; index < length && itemsLeft > 0; index++, itemsLeft--) text += writeItem(index);
    return [text, index] as const;
  };
  deferred!.push({ length, write });
  return gap;
}

/** Write bytes as base64, or return a placeholder if they are deferred. */
export function writeBytes(bytes: Uint8Array): string {
  if (!deferred || bytes.length < shortBytes) return toBase64(bytes);
  deferred.push({
    length: bytes.length,
    write: (from) => [toBase64Bytes(bytes.subarray(from, from + bytesAtOnce)), from + bytesAtOnce],
  });
  return gap;
}

/**
 * Encode a response. Yields every few milliseconds, because long lists would block the worker.
 *
 * @param encode writes everything except deferred values
 * @param name of the response, for the fault
 * @returns the text, or pieces of UTF-8 if the response is long or contains many bytes
 * @throws {Fault} `too-large` above 128 MB; any error of `encode`
 */
export function* encodeInSteps(encode: () => string, name: string): Steps<string | Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const encoder = new TextEncoder();
  let text = '';
  let length = 0;
  const endPiece = () => {
    if (text !== '') pieces.push(encoder.encode(text));
    text = '';
  };
  for (const part of generateParts(encode)) {
    if (part === undefined) {
      yield;
      continue;
    }
    length += part.length;
    if (length > maximumAnswerLength)
      throw wrongValue('too-large', name, 'a response of at most 128 MB', 'more. Request a smaller area or fewer rows');
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

/** Yield the parts of a text in order, and undefined between two steps. */
function* generateParts(
  encode: () => string,
): Generator<string | Uint8Array<ArrayBuffer> | undefined, void, undefined> {
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
    for (let itemIndex = 0; value && itemIndex < value.length; ) {
      yield undefined;
      let bytes: Uint8Array<ArrayBuffer> | undefined;
      yield* generateParts(() => {
        const [written, next] = value.write(itemIndex);
        itemIndex = next;
        if (typeof written === 'string') return written;
        bytes = written;
        return '';
      });
      if (bytes) yield bytes;
    }
  }
}
