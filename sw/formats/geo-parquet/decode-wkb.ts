import { closeRing, turnRing } from '../../geometry/rings.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import { kindOfCode } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryKind } from '../../rows/manifest.ts';

const [point, line, polygon, multiPoint, multiPolygon] = [1, 2, 3, 4, 6];

/** Flags of the extended form, and what follows the code of ISO 13249-3. */
const [zFlag, mFlag, sridFlag] = [0x8000_0000, 0x4000_0000, 0x2000_0000];

/** The kind of a shape in well-known binary; undefined for one that is not read in place. */
export function wkbKind(bytes: Uint8Array): GeometryKind | undefined {
  if (bytes.length < 5) return undefined;
  const code = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, bytes[0] === 1);
  return kindOfCode((code & 0xfff_ffff) % 1000);
}

/**
 * Decode shapes in well-known binary, that of ISO or the extended one. Heights and measures are left out; rings are closed and turned
 * as batches have them.
 *
 * @param cells one a row; anything but bytes for a row without a shape
 * @throws {RangeError} for what is no such binary, or of another kind
 */
export function decodeWkb(cells: ArrayLike<unknown>, kind: GeometryKind, firstRow: number): GeometryBatch {
  const rowCount = cells.length;
  let bytes = 0;
  for (let row = 0; row < rowCount; row++) {
    const cell = cells[row];
    if (cell instanceof Uint8Array) bytes += cell.length;
  }
  // Two numbers a vertex; a ring that is not closed, which nobody should write, gets one vertex more.
  let xy = new Float64Array(2 * Math.ceil(bytes / 16) + 2);
  const featureOffsets = new Int32Array(rowCount + 1);
  const partOffsets: number[] = [0];
  let vertices = 0;
  let view: DataView = new DataView(new ArrayBuffer(0));
  let at = 0;
  let [isLittle, pitch] = [true, 16];

  const readVertices = (count: number): void => {
    if (count * pitch > view.byteLength - at) throw new RangeError('a shape ends early');
    if (2 * (vertices + count) + 2 > xy.length) {
      const more = new Float64Array(2 * xy.length + 2 * count);
      more.set(xy);
      xy = more;
    }
    for (let i = 0; i < count; i++, at += pitch) {
      const [x, y] = [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)];
      if (!Number.isFinite(x) || !Number.isFinite(y)) {
        // An empty point is one of NaN.
        if (count === 1 && Number.isNaN(x)) continue;
        throw new RangeError('a coordinate is no number');
      }
      xy[2 * vertices] = x;
      xy[2 * vertices + 1] = y;
      vertices++;
    }
  };
  const endPart = (): void => {
    if (vertices > partOffsets.at(-1)!) partOffsets.push(vertices);
  };
  const readRing = (isHole: boolean): void => {
    const from = vertices;
    readVertices(readCount());
    if (vertices === from) return;
    vertices = closeRing(xy, from, vertices);
    turnRing(xy, from, vertices, isHole);
    endPart();
  };
  const readCount = (): number => {
    const count = view.getUint32(at, isLittle);
    at += 4;
    return count;
  };
  const readShape = (depth: number): void => {
    isLittle = view.getUint8(at) === 1;
    const code = view.getUint32(at + 1, isLittle);
    at += code & sridFlag ? 9 : 5;
    const plain = code & 0xfff_ffff;
    const thousands = Math.floor(plain / 1000);
    const more = Number((code & zFlag) !== 0 || thousands === 1 || thousands === 3);
    const measured = Number((code & mFlag) !== 0 || thousands === 2 || thousands === 3);
    pitch = 16 + 8 * (more + measured);
    const type = plain % 1000;
    const own = kindOfCode(type);
    if (own !== kind && !(own === 'point' && kind === 'multipoint'))
      throw new RangeError(`${kind} expected, ${own ?? `type ${type}`} found`);
    if (type === point) {
      readVertices(1);
      endPart();
    } else if (type === line) {
      readVertices(readCount());
      endPart();
    } else if (type === polygon) {
      const count = readCount();
      for (let ring = 0; ring < count; ring++) readRing(ring > 0);
    } else if (type >= multiPoint && type <= multiPolygon && depth === 0) {
      const count = readCount();
      for (let part = 0; part < count; part++) readShape(depth + 1);
    } else throw new RangeError(`type ${type} inside another`);
  };

  for (let row = 0; row < rowCount; row++) {
    const cell = cells[row];
    if (cell instanceof Uint8Array && cell.length > 0) {
      view = new DataView(cell.buffer, cell.byteOffset, cell.byteLength);
      at = 0;
      try {
        readShape(0);
      } catch (error) {
        throw new RangeError(`row ${firstRow + row + 1}: ${error instanceof Error ? error.message : error}`);
      }
    }
    featureOffsets[row + 1] = partOffsets.length - 1;
  }
  return {
    kind,
    firstRow,
    rowCount,
    xy: xy.slice(0, 2 * vertices),
    partOffsets: Int32Array.from(partOffsets),
    featureOffsets,
  };
}
