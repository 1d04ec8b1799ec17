import { expect, test } from 'vitest';
import { toBase64, toBase64Bytes } from '../../../sw/contract/base64.ts';

test.each([0, 1, 2, 3, 4, 5, 255, 256, 257, 100_000])('%i bytes become base64, as text and as bytes', (length) => {
  // A view at offset 1, because images are encoded in pieces.
  const bytes = Uint8Array.from({ length: length + 1 }, (_, i) => Math.imul(i, 2654435761) >>> 24).subarray(1);
  const expected = Buffer.from(bytes).toString('base64');
  expect(toBase64(bytes)).toBe(expected);
  expect(new TextDecoder().decode(toBase64Bytes(bytes))).toBe(expected);
});
