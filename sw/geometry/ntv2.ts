import { Fault } from '../contract/index.ts';

/** A datum grid (NTv2) in memory. */
export interface DatumGrid {
  /**
   * Move a point [longitude, latitude] in degrees of the source datum in place; `isInverse` takes one of the target datum back.
   * False and unchanged when it lies outside.
   */
  readonly move: (xy: Float64Array, at: number, isInverse: boolean) => boolean;
}

/** A part of the file; seconds, longitudes positive to the west as they are stored. */
interface SubGrid {
  readonly name: string;
  readonly parent: string;
  readonly south: number;
  readonly north: number;
  readonly east: number;
  readonly west: number;
  readonly stepY: number;
  readonly stepX: number;
  readonly columns: number;
  /** Offset of the first node in the file. */
  readonly nodes: number;
  readonly children: SubGrid[];
}

const recordBytes = 16;
/** Each point looks through them; the largest grid that is known has 114. */
const mostParts = 1000;
/** Rounds of the way back; each gains at least three digits. */
const maximumRounds = 10;
const solvedDeg = 1e-12;

/**
 * Read a file of the format NTv2 (`.gsb`), of either byte order.
 *
 * @param name for messages
 * @throws {Fault} `bad-value` when it is no such file, damaged or cut off
 */
export function readNtv2(bytes: ArrayBuffer, name: string): DatumGrid {
  const view = new DataView(bytes);
  const bad = (at: number, expected: string, found: string | number): Fault =>
    new Fault('bad-value', `Grid ${name}, byte ${at}: ${expected} expected, ${found} found.`);
  if (bytes.byteLength < 11 * recordBytes) throw bad(0, 'a header of 176 bytes', bytes.byteLength);
  const text = (at: number) => String.fromCharCode(...new Uint8Array(bytes, at, 8)).replace(/[\0 ]+$/, '');
  if (text(0) !== 'NUM_OREC') throw bad(0, '"NUM_OREC" (NTv2)', JSON.stringify(text(0)));
  const isLittle = view.getInt32(8, true) === 11;
  if (!isLittle && view.getInt32(8) !== 11) throw bad(8, '11 records', view.getInt32(8, true));
  const count = view.getInt32(2 * recordBytes + 8, isLittle);
  const unit = text(3 * recordBytes + 8).toUpperCase();
  if (unit !== 'SECONDS') throw bad(3 * recordBytes + 8, '"SECONDS"', JSON.stringify(unit));
  if (count < 1 || count > mostParts) throw bad(2 * recordBytes + 8, `1 to ${mostParts} parts`, count);
  const parts: SubGrid[] = [];
  let at = 11 * recordBytes;
  for (let index = 0; index < count; index++) {
    if (at + 11 * recordBytes > bytes.byteLength || text(at) !== 'SUB_NAME')
      throw bad(at, `part ${index + 1} of ${count}`, at >= bytes.byteLength ? 'the end' : 'something else');
    const number = (record: number) => view.getFloat64(at + record * recordBytes + 8, isLittle);
    const [south, north, east, west, stepY, stepX] = [4, 5, 6, 7, 8, 9].map(number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const nodeCount = view.getInt32(at + 10 * recordBytes + 8, isLittle);
    const columns = Math.round((west - east) / stepX) + 1;
    const rows = Math.round((north - south) / stepY) + 1;
    if (!(stepX > 0 && stepY > 0 && columns > 1 && rows > 1 && columns * rows === nodeCount))
      throw bad(at + 10 * recordBytes + 8, `${columns} x ${rows} nodes`, nodeCount);
    const nodes = at + 11 * recordBytes;
    at = nodes + nodeCount * recordBytes;
    if (at > bytes.byteLength) throw bad(nodes, `${nodeCount * recordBytes} bytes of nodes`, bytes.byteLength - nodes);
    const [own, parent] = [text(nodes - 11 * recordBytes + 8), text(nodes - 10 * recordBytes + 8)];
    parts.push({ name: own, parent, south, north, east, west, stepY, stepX, columns, nodes, children: [] });
  }
  const top = parts.filter((part) => {
    const parent = parts.find((other) => other !== part && other.name === part.parent);
    parent?.children.push(part);
    return !parent;
  });
  if (top.length === 0) throw bad(11 * recordBytes, 'a part without a parent', 'none');
  return { move: (xy, index, isInverse) => move(view, isLittle, top, xy, index, isInverse) };
}

function move(
  view: DataView,
  isLittle: boolean,
  top: readonly SubGrid[],
  xy: Float64Array,
  at: number,
  isInverse: boolean,
): boolean {
  const [longitude, latitude] = [xy[at]!, xy[at + 1]!];
  const first = shiftAt(view, isLittle, top, longitude, latitude);
  if (!first) return false;
  if (!isInverse) {
    xy[at] = longitude + first[0];
    xy[at + 1] = latitude + first[1];
    return true;
  }
  let [x, y] = [longitude - first[0], latitude - first[1]];
  for (let round = 0; round < maximumRounds; round++) {
    const shift = shiftAt(view, isLittle, top, x, y);
    // Near the edge the point itself may lie outside of what its image lies in.
    if (!shift) break;
    const [offX, offY] = [x + shift[0] - longitude, y + shift[1] - latitude];
    x -= offX;
    y -= offY;
    if (Math.abs(offX) < solvedDeg && Math.abs(offY) < solvedDeg) break;
  }
  xy[at] = x;
  xy[at + 1] = y;
  return true;
}

/** The shift [longitude, latitude] in degrees at a point, between the four nodes around it in the finest part that has it. */
function shiftAt(
  view: DataView,
  isLittle: boolean,
  top: readonly SubGrid[],
  longitude: number,
  latitude: number,
): readonly [number, number] | undefined {
  const [west, north] = [-longitude * 3600, latitude * 3600];
  let part: SubGrid | undefined;
  for (let some = top; ; some = part.children) {
    const inside = some.find((one) => west >= one.east && west <= one.west && north >= one.south && north <= one.north);
    if (!inside) break;
    part = inside;
    if (part.children.length === 0) break;
  }
  if (!part) return undefined;
  const { columns, nodes, stepX, stepY, east, south } = part;
  const rows = Math.round((part.north - south) / stepY) + 1;
  const column = Math.min(columns - 2, Math.floor((west - east) / stepX));
  const row = Math.min(rows - 2, Math.floor((north - south) / stepY));
  const right = (west - east) / stepX - column;
  const up = (north - south) / stepY - row;
  const value = (dx: number, dy: number, offset: number) =>
    view.getFloat32(nodes + ((row + dy) * columns + column + dx) * recordBytes + offset, isLittle);
  const between = (offset: number) =>
    (value(0, 0, offset) * (1 - right) + value(1, 0, offset) * right) * (1 - up) +
    (value(0, 1, offset) * (1 - right) + value(1, 1, offset) * right) * up;
  return [-between(4) / 3600, between(0) / 3600];
}
