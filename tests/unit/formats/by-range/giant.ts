import { Builder } from 'flatbuffers';
import type { MadeFile } from '../../../range-server.ts';

const [columns, rows] = [1280, 784];
const nodeSize = 16;

export const pointCount = columns * rows;

const kinds = ['fern', 'lime', 'moss', 'pine', 'rush'] as const;

/** The values of a point in the columns ID, KIND and SHARE. */
export const giantRowValues = (row: number) =>
  ({ ID: row, KIND: kinds[(7 * row) % 5]!, SHARE: ((row * 7919) % pointCount) / 8 }) as const;

/**
 * Make a FlatGeobuf file of a million points, by default of 10 GB. It isn't stored: any part of it is generated when it
 * is read. The points are on a grid of 0.01°, sorted by nested squares of 16 and 256 points, like a writer sorts them.
 *
 * @param pitchBytes length of a feature, a multiple of 8
 * @param count number of points in the file, from the first one
 */
export function giantFile(pitchBytes = 10_000, count = pointCount): MadeFile & { readonly count: number } {
  const head = header(count);
  const counts = [count];
  do counts.push(Math.ceil(counts.at(-1)! / nodeSize));
  while (counts.at(-1)! > 1);
  const tree = buildTree(counts, pitchBytes);
  const feature = featureBytes(pitchBytes);
  const featuresStart = head.length + tree.length;
  const sizeBytes = featuresStart + count * pitchBytes;
  const read = (offset: number, length: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length);
    const put = (part: Uint8Array, index: number) => {
      const from = Math.max(0, offset - index);
      const piece = part.subarray(from, Math.max(from, Math.min(part.length, offset + length - index)));
      if (piece.length > 0) bytes.set(piece, index + from - offset);
    };
    put(head, 0);
    put(tree, head.length);
    const first = Math.max(0, Math.floor((offset - featuresStart) / pitchBytes));
    const last = Math.min(count - 1, Math.floor((offset + length - featuresStart) / pitchBytes));
    for (let row = first; row <= last; row++) put(feature(row), featuresStart + row * pitchBytes);
    return bytes;
  };
  return { sizeBytes, count, read };
}

/** Return the location of a point: squares of 4 x 4 points form one of 16 x 16, and these follow each other in rows. */
export function giantPoint(row: number): [x: number, y: number] {
  const [block, square, inSquare] = [row >> 8, (row >> 4) & 15, row & 15];
  const across = columns / 16;
  const [blockX, blockY] = [block % across, Math.floor(block / across)];
  const computeIndex = (block: number, square: number, point: number) => (16 * block + 4 * square + point) / 100;
  return [computeIndex(blockX, square & 3, inSquare & 3), computeIndex(blockY, square >> 2, inSquare >> 2)];
}

/** Return the row of the point at a grid column and line. */
export function rowAt(column: number, line: number): number {
  const block = (line >> 4) * (columns / 16) + (column >> 4);
  const square = ((line >> 2) & 3) * 4 + ((column >> 2) & 3);
  return (block << 8) + (square << 4) + (line & 3) * 4 + (column & 3);
}

/**
 * Build the index from the root down. A leaf stores the offset of its feature, any other node the index of its first
 * child.
 */
function buildTree(counts: readonly number[], pitchBytes: number): Uint8Array {
  let first = counts.reduce((sum, count) => sum + count, 0);
  const tree = new DataView(new ArrayBuffer(40 * first));
  let below: Float64Array = new Float64Array(0);
  counts.forEach((count, level) => {
    const boxes = new Float64Array(4 * count);
    const firstBelow = first;
    first -= count;
    for (let node = 0; node < count; node++) {
      const nodeBox = level === 0 ? [...giantPoint(node), ...giantPoint(node)] : union(below, node, counts[level - 1]!);
      boxes.set(nodeBox, 4 * node);
      const position = 40 * (first + node);
      for (const [k, value] of nodeBox.entries()) tree.setFloat64(position + 8 * k, value, true);
      tree.setBigUint64(position + 32, BigInt(level === 0 ? node * pitchBytes : firstBelow + node * nodeSize), true);
    }
    below = boxes;
  });
  return new Uint8Array(tree.buffer);
}

function union(boxes: Float64Array, node: number, count: number): number[] {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let child = node * nodeSize; child < Math.min((node + 1) * nodeSize, count); child++)
    for (let k = 0; k < 4; k++) box[k] = (k < 2 ? Math.min : Math.max)(box[k]!, boxes[4 * child + k]!);
  return box;
}

function header(count: number): Uint8Array {
  const builder = new Builder();
  const name = builder.createString('giant');
  // Types: 5 int, 11 text, 10 double
  const columnsAt = [['ID', 5] as const, ['KIND', 11] as const, ['SHARE', 10] as const].map(([column, type]) => {
    const columnName = builder.createString(column);
    builder.startObject(2);
    builder.addFieldOffset(0, columnName, 0);
    builder.addFieldInt8(1, type, 0);
    return builder.endObject();
  });
  builder.startVector(4, columnsAt.length, 4);
  for (const column of columnsAt.toReversed()) builder.addOffset(column);
  const columnList = builder.endVector();
  builder.startObject(2);
  builder.addFieldInt32(1, 4326, 0);
  const crs = builder.endObject();
  builder.startObject(11);
  builder.addFieldOffset(0, name, 0);
  builder.addFieldInt8(2, 1, 0);
  builder.addFieldOffset(7, columnList, 0);
  builder.addFieldInt64(8, BigInt(count), 0n);
  builder.addFieldInt16(9, nodeSize, 0);
  builder.addFieldOffset(10, crs, 0);
  builder.finishSizePrefixed(builder.endObject());
  return Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0, ...builder.asUint8Array());
}

/** Return the bytes of any feature: a template with the feature's values, padded with zeros. */
function featureBytes(pitchBytes: number): (row: number) => Uint8Array {
  const builder = new Builder();
  // Column and value alternate; text is prefixed with its length.
  const properties = new DataView(new ArrayBuffer(6 + 10 + 10));
  for (const [column, index] of [0, 6, 16].entries()) properties.setUint16(index, column, true);
  properties.setUint32(8, 4, true);
  properties.setFloat64(18, -8888, true);
  const values = builder.createByteVector(new Uint8Array(properties.buffer));
  builder.startVector(8, 2, 8);
  builder.addFloat64(-7777);
  builder.addFloat64(-7777);
  const xy = builder.endVector();
  builder.startObject(8);
  builder.addFieldOffset(1, xy, 0);
  builder.addFieldInt8(6, 1, 0);
  const geometry = builder.endObject();
  builder.startObject(3);
  builder.addFieldOffset(0, geometry, 0);
  builder.addFieldOffset(1, values, 0);
  builder.finishSizePrefixed(builder.endObject());
  const bytes = Uint8Array.from(builder.asUint8Array());
  const view = new DataView(bytes.buffer);
  view.setUint32(0, pitchBytes - 4, true);
  const find = (value: number) => [...bytes.keys()].find((offset) => view.getFloat64(offset, true) === value)!;
  const [xAt, shareAt] = [find(-7777), find(-8888)];
  return (row) => {
    const [x, y] = giantPoint(row);
    const { ID, KIND, SHARE } = giantRowValues(row);
    view.setFloat64(xAt, x, true);
    view.setFloat64(xAt + 8, y, true);
    view.setInt32(shareAt - 16, ID, true);
    for (let i = 0; i < 4; i++) bytes[shareAt - 6 + i] = KIND.charCodeAt(i);
    view.setFloat64(shareAt, SHARE, true);
    return bytes;
  };
}
