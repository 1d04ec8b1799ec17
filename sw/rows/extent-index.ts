import { Fault } from '../contract/index.ts';

type Box = readonly [xmin: number, ymin: number, xmax: number, ymax: number];

/** The extents of the rows of a table that have geometry, in a tree. */
export interface ExtentIndex {
  /** Rows whose extent meets a box, in no order. */
  search(box: Box): number[];
  /** Write the extents of all rows, four numbers each, to where the row is. */
  fill(extents: Float64Array): void;
}

/** Version 3, coordinates as doubles. */
const header = 0x38fb;
const headerBytes = 8;

/**
 * Open an index that flatbush wrote. Which nodes are in which follows from their number, so nothing is trusted but the
 * rows: a file made to run in circles does not.
 *
 * @throws {Fault} `bad-package` when the file is no index, or names rows that the table does not have
 */
export function openIndex(buffer: ArrayBuffer, file: string, rowCount: number): ExtentIndex {
  const refuse = (expected: string, found: unknown): never => {
    throw new Fault('bad-package', `${file}: ${expected} expected, ${found} found.`);
  };
  if (buffer.byteLength < headerBytes) refuse('a spatial index', `${buffer.byteLength} bytes`);
  const view = new DataView(buffer);
  const nodeSize = view.getUint16(2, true);
  const itemCount = view.getUint32(4, true);
  if (view.getUint16(0, true) !== header || nodeSize < 2) refuse('a spatial index', 'another file');
  if (itemCount === 0 || itemCount > rowCount) refuse(`1 to ${rowCount} rows`, itemCount);
  /** How many nodes there are on each level, and how many below it. */
  const counts = [itemCount];
  const starts = [0];
  let total = itemCount;
  do {
    starts.push(total);
    counts.push(Math.ceil(counts.at(-1)! / nodeSize));
    total += counts.at(-1)!;
  } while (counts.at(-1)! > 1);
  const Numbers = total < 16_384 ? Uint16Array : Uint32Array;
  const numbersFrom = headerBytes + 32 * total;
  const bytes = numbersFrom + total * Numbers.BYTES_PER_ELEMENT;
  if (buffer.byteLength !== bytes) refuse(`${bytes} bytes`, buffer.byteLength);
  const boxes = new Float64Array(buffer, headerBytes, 4 * total);
  const rows = new Numbers(buffer, numbersFrom, itemCount);
  for (const row of rows) if (row >= itemCount) refuse(`rows below ${itemCount}`, row);

  return {
    search([xmin, ymin, xmax, ymax]) {
      const found: number[] = [];
      const searchNodes = (level: number, first: number, end: number): void => {
        const start = starts[level]!;
        for (let node = first; node < end; node++) {
          const i = 4 * (start + node);
          const x1 = boxes[i]!;
          if (xmax < x1) continue;
          const y1 = boxes[i + 1]!;
          if (ymax < y1) continue;
          const x2 = boxes[i + 2]!;
          if (xmin > x2) continue;
          const y2 = boxes[i + 3]!;
          if (ymin > y2) continue;
          if (level === 0) found.push(rows[node]!);
          else if (xmin <= x1 && ymin <= y1 && xmax >= x2 && ymax >= y2) {
            // What is inside as a whole has all its rows in one run.
            const size = nodeSize ** level;
            const stop = Math.min((node + 1) * size, itemCount);
            for (let item = node * size; item < stop; item++) found.push(rows[item]!);
          } else searchNodes(level - 1, node * nodeSize, Math.min((node + 1) * nodeSize, counts[level - 1]!));
        }
      };
      searchNodes(counts.length - 1, 0, 1);
      return found;
    },
    fill(extents) {
      for (let item = 0; item < itemCount; item++) {
        for (let k = 0; k < 4; k++) extents[4 * rows[item]! + k] = boxes[4 * item + k]!;
      }
    },
  };
}
