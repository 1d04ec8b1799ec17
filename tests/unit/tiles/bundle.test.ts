import { expect, test } from 'vitest';
import { bundleFileName, bundlePositions, readBundleIndex, sliceTile, writeBundle } from '../../../sw/tiles/bundle.ts';

const tile = (...bytes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

test('a bundle has the published bytes', async () => {
  const blob = writeBundle([
    { row: 129, col: 258, bytes: tile(1, 2, 3) },
    { row: 128, col: 256, bytes: tile(9) },
  ]);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const view = new DataView(bytes.buffer);
  expect(bytes.length).toBe(64 + 131072 + 4 + 3 + 4 + 1);
  const text = Array.from({ length: 16 }, (_, i) => view.getUint32(4 * i, true));
  expect(text).toEqual([3, 16384, 3, 5, 0, 0, bytes.length, 0, 40, 0, 131092, 3, 16, 16384, 5, 131072]);
  // Offset in bits 0 to 39 and size above, at 64 + 8 * (128 * (row % 128) + col % 128).
  const position = 64 + 8 * (128 * 1 + 2);
  expect(view.getBigUint64(position, true)).toBe((3n << 40n) | BigInt(64 + 131072 + 4));
  expect(view.getUint32(64 + 131072, true)).toBe(3);
  expect([...bytes.slice(64 + 131072 + 4, 64 + 131072 + 7)]).toEqual([1, 2, 3]);
  expect(view.getBigUint64(64, true)).toBe((1n << 40n) | BigInt(64 + 131072 + 11));
  expect(view.getBigUint64(64 + 8, true)).toBe(0n);
  expect(bundleFileName(128, 0x1000)).toBe('R0080C1000.bundle');
});

test('what is written is read by slice', async () => {
  const blob = writeBundle([{ row: 127, col: 127, bytes: tile(5, 6) }]);
  const index = await readBundleIndex(blob);
  expect(bundlePositions(index)).toEqual([[127, 127]]);
  expect([...new Uint8Array(await sliceTile(blob, index, 255, 127)!.arrayBuffer())]).toEqual([5, 6]);
  expect(sliceTile(blob, index, 0, 0)).toBeUndefined();
});

test('tiles of megabytes, of memory and of files, are read back', async () => {
  const tiles = Array.from({ length: 9 }, (_, i) => new Uint8Array(100_000 * i + 1).fill(i + 1));
  const blob = writeBundle(
    tiles.map((bytes, i) => ({ row: i, col: 3 * i, bytes: i % 4 === 2 ? new Blob([bytes]) : bytes })),
  );
  const index = await readBundleIndex(blob);
  expect(bundlePositions(index)).toEqual(tiles.map((_, i) => [i, 3 * i]));
  for (const [i, { length }] of tiles.entries()) {
    const bytes = new Uint8Array(await sliceTile(blob, index, i, 3 * i)!.arrayBuffer());
    expect([bytes.length, bytes.findIndex((byte) => byte !== i + 1)]).toEqual([length, -1]);
  }
});

test('what is no bundle is told', async () => {
  await expect(readBundleIndex(new Blob([new Uint8Array(100)]), 'x')).rejects.toThrow(
    'x: expected at least 131136 bytes, found 100.',
  );
  await expect(readBundleIndex(new Blob([new Uint8Array(200_000)]))).rejects.toThrow(
    'expected version 3 with 16384 tiles, found version 0 with 0 tiles',
  );
  const cut = writeBundle([{ row: 0, col: 0, bytes: tile(5, 6) }]);
  await expect(readBundleIndex(cut.slice(0, cut.size - 1))).rejects.toThrow('tile 0 within');
});
