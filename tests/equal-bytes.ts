import { expect } from 'vitest';

/* Large typed arrays, like the pixels of a map, are compared by their bytes: element by element takes a second for each. */

function hasSameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
  if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return false;
  const [left, right] = [a, b].map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  for (let i = 0; i < left!.length; i++) if (left![i] !== right![i]) return false;
  return true;
}

const known = globalThis as { hasByteEquality?: true };
// Files share their modules, and each runs this one.
if (!known.hasByteEquality) {
  known.hasByteEquality = true;
  // What differs is left to the comparison that finds and shows where.
  expect.addEqualityTesters([
    (a, b) => (ArrayBuffer.isView(a) && ArrayBuffer.isView(b) && hasSameBytes(a, b) ? true : undefined),
  ]);
}
