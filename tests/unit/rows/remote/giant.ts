import { Builder } from 'flatbuffers';

const [columns, rows] = [1280, 784];
const pitchBytes = 10_000;
const nodeSize = 16;

/**
 * A FlatGeobuf file of a million points and 10 GB that nobody has to store: its features lie 10 kB apart, and any part of it is made
 * when it is asked for. Points lie on a grid of hundredths of a degree, in squares of 16, 256 and so on, as a writer sorts them.
 */
export function giantFile() {
  const head = header();
  const count = columns * rows;
  const counts = [count];
  do counts.push(Math.ceil(counts.at(-1)! / nodeSize));
  while (counts.at(-1)! > 1);
  const tree = treeOf(counts);
  const feature = featureBytes();
  const featuresStart = head.length + tree.length;
  const sizeBytes = featuresStart + count * pitchBytes;
  const read = (offset: number, length: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length);
    const put = (part: Uint8Array, at: number) => {
      const from = Math.max(0, offset - at);
      const piece = part.subarray(from, Math.max(from, Math.min(part.length, offset + length - at)));
      if (piece.length > 0) bytes.set(piece, at + from - offset);
    };
    put(head, 0);
    put(tree, head.length);
    const first = Math.max(0, Math.floor((offset - featuresStart) / pitchBytes));
    const last = Math.min(count - 1, Math.floor((offset + length - featuresStart) / pitchBytes));
    for (let row = first; row <= last; row++) {
      const [x, y] = pointOf(row);
      const one = feature.bytes.slice();
      new DataView(one.buffer).setFloat64(feature.xAt, x, true);
      new DataView(one.buffer).setFloat64(feature.xAt + 8, y, true);
      put(one, featuresStart + row * pitchBytes);
    }
    return bytes;
  };
  return { sizeBytes, count, read };
}

/** Where a point lies: squares of 4 x 4 points make one of 16 x 16, and these follow each other in rows. */
export function pointOf(row: number): [x: number, y: number] {
  const [block, square, inSquare] = [row >> 8, (row >> 4) & 15, row & 15];
  const across = columns / 16;
  const [blockX, blockY] = [block % across, Math.floor(block / across)];
  const at = (block: number, square: number, point: number) => (16 * block + 4 * square + point) / 100;
  return [at(blockX, square & 3, inSquare & 3), at(blockY, square >> 2, inSquare >> 2)];
}

function treeOf(counts: readonly number[]): Uint8Array {
  const tree = new DataView(new ArrayBuffer(40 * counts.reduce((sum, count) => sum + count, 0)));
  let end = tree.byteLength;
  let below: Float64Array = new Float64Array(0);
  counts.forEach((count, level) => {
    const boxes = new Float64Array(4 * count);
    for (let node = 0; node < count; node++) {
      const own = level === 0 ? [...pointOf(node), ...pointOf(node)] : union(below, node, counts[level - 1]!);
      boxes.set(own, 4 * node);
      const at = end - 40 * (count - node);
      for (const [k, value] of own.entries()) tree.setFloat64(at + 8 * k, value, true);
      tree.setBigUint64(at + 32, BigInt(level === 0 ? node * pitchBytes : 0), true);
    }
    end -= 40 * count;
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

function header(): Uint8Array {
  const builder = new Builder();
  const name = builder.createString('giant');
  builder.startObject(11);
  builder.addFieldOffset(0, name, 0);
  builder.addFieldInt8(2, 1, 0);
  builder.addFieldInt64(8, BigInt(columns * rows), 0n);
  builder.addFieldInt16(9, nodeSize, 0);
  builder.finishSizePrefixed(builder.endObject());
  return Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0, ...builder.asUint8Array());
}

/** A feature with a point, and where its coordinates are. */
function featureBytes(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly xAt: number } {
  const builder = new Builder();
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
  builder.finishSizePrefixed(builder.endObject());
  const bytes = Uint8Array.from(builder.asUint8Array());
  const view = new DataView(bytes.buffer);
  let xAt = 0;
  while (view.getFloat64(xAt, true) !== -7777) xAt++;
  return { bytes, xAt };
}
