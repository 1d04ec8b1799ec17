import Flatbush from 'flatbush';
import { describe, expect, test } from 'vitest';
import { openIndex } from '../../../sw/rows/open-table.ts';
import { random } from '../geometry/random.ts';

const next = random(3);

/** Write an index like the publisher does. */
function written(count: number): Flatbush {
  const index = new Flatbush(count);
  for (let i = 0; i < count; i++) {
    const [x, y] = [Math.round(100 * next()), 100 * next()];
    index.add(x, y, x + 3 * next(), y + 3 * next());
  }
  index.finish();
  return index;
}

const sortRows = (rows: readonly number[]): number[] => [...rows].sort((a, b) => a - b);

// One level, full and overfull nodes, and both two-byte and four-byte numbers.
test.each([1, 15, 16, 17, 256, 257, 5000, 20_000])('of %d extents those are found that flatbush finds', (count) => {
  const theirs = written(count);
  const ours = openIndex(theirs.data as ArrayBuffer, 'index', count);
  for (let i = 0; i < 40; i++) {
    const [x, y, size] = [110 * next() - 5, 110 * next() - 5, (i % 5) * 20 * next()];
    const box = [Math.round(x), y, Math.round(x) + Math.round(size), y + size] as const;
    expect(sortRows(ours.search(box))).toEqual(sortRows(theirs.search(...box)));
  }
  const { NEGATIVE_INFINITY: lowest, POSITIVE_INFINITY: most } = Number;
  expect(ours.search([lowest, lowest, most, most])).toHaveLength(count);
  const extents = new Float64Array(4 * count);
  ours.fill(extents);
  theirs.search(lowest, lowest, most, most, (row, ...box) => {
    expect([...extents.subarray(4 * row, 4 * row + 4)]).toEqual(box);
    return false;
  });
});

describe('a file is refused that', () => {
  const good = (): ArrayBuffer => (written(300).data as ArrayBuffer).slice(0);
  const applyChange = (change: (view: DataView) => void): ArrayBuffer => {
    const buffer = good();
    change(new DataView(buffer));
    return buffer;
  };
  test.each<[string, ArrayBuffer, string]>([
    ['is empty', new ArrayBuffer(0), 'expected a spatial index, found 0 bytes.'],
    ['is another', applyChange((view) => view.setUint8(0, 1)), 'expected a spatial index, found another file type.'],
    [
      'has nodes of one',
      applyChange((view) => view.setUint16(2, 1, true)),
      'expected a spatial index, found another file type.',
    ],
    ['is cut', good().slice(0, 800), 'a.index: expected 10956 bytes, found 800.'],
    [
      'has more rows than the table',
      applyChange((view) => view.setUint32(4, 301, true)),
      'expected 1 to 300 rows, found 301.',
    ],
    [
      'names a row there is not',
      applyChange((view) => view.setUint16(8 + 32 * 322, 300, true)),
      'expected rows below 300, found 300.',
    ],
  ])('%s', (_, buffer, message) => {
    expect(() => openIndex(buffer, 'a.index', 300)).toThrow(message);
  });
});
