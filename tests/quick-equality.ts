import { expect } from 'vitest';

/*
 * Compare equal long lists quickly, like the pixels of a map or the IDs of its rows. Vitest's own comparison takes a
 * second for the pixels of a map, because it also finds the differences. It still compares lists that differ.
 */

type Tester = Parameters<typeof expect.addEqualityTesters>[0][number];

const hasSameBytes: Tester = (a, b) => {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) return undefined;
  if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return undefined;
  const [left, right] = [a, b].map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  for (let i = 0; i < left!.length; i++) if (left![i] !== right![i]) return undefined;
  return true;
};

const hasSameValues: Tester = (a, b) => {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length || a.length < 16) return undefined;
  for (let i = 0; i < a.length; i++)
    if (!Object.is(a[i], b[i]) || (typeof a[i] !== 'number' && typeof a[i] !== 'string')) return undefined;
  return true;
};

const globals = globalThis as { hasQuickEquality?: true };
// Each test file runs this module, and files can share a process.
if (!globals.hasQuickEquality) {
  globals.hasQuickEquality = true;
  expect.addEqualityTesters([hasSameBytes, hasSameValues]);
}
