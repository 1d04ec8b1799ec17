import { type Fault, wrongValue } from '../contract/index.ts';
import { type DatumRow, type GridFile, getDatumTable, type OperationRow } from './datums.ts';

/** Datum grid (NTv2) in memory. */
interface DatumGrid {
  /**
   * Move a point [longitude, latitude] from the source to the target datum, in degrees and in place; `isInverse` moves
   * it back.
   *
   * @returns false, with the point unchanged, if it's outside the grid
   */
  readonly move: (xy: Float64Array, at: number, isInverse: boolean) => boolean;
}

/** Part of the file, in arc seconds with longitudes positive to the west, as stored. */
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
/** Maximum number of parts, because each point searches them. The largest known grid has 114. */
const maxParts = 1000;
/** Maximum iterations of the inverse; each gains at least three digits. */
const maxRounds = 10;
const solvedDeg = 1e-12;

/**
 * Read an NTv2 file (`.gsb`) of either byte order.
 *
 * @param name for messages
 * @throws {Fault} `bad-value` when it isn't NTv2, is damaged or cut off
 */
export function readNtv2(bytes: ArrayBuffer, name: string): DatumGrid {
  const view = new DataView(bytes);
  const badValue = (byteOffset: number, expected: string, actual: string | number): Fault =>
    wrongValue('bad-value', `Grid ${name}, byte ${byteOffset}`, expected, String(actual));
  if (bytes.byteLength < 11 * recordBytes) throw badValue(0, 'a header of 176 bytes', bytes.byteLength);
  const text = (start: number) => String.fromCharCode(...new Uint8Array(bytes, start, 8)).replace(/[\0 ]+$/, '');
  if (text(0) !== 'NUM_OREC') throw badValue(0, '"NUM_OREC" (NTv2)', JSON.stringify(text(0)));
  const isLittle = view.getInt32(8, true) === 11;
  if (!isLittle && view.getInt32(8) !== 11) throw badValue(8, '11 records', view.getInt32(8, true));
  const count = view.getInt32(2 * recordBytes + 8, isLittle);
  const unit = text(3 * recordBytes + 8).toUpperCase();
  if (unit !== 'SECONDS') throw badValue(3 * recordBytes + 8, '"SECONDS"', JSON.stringify(unit));
  if (count < 1 || count > maxParts) throw badValue(2 * recordBytes + 8, `1 to ${maxParts} parts`, count);
  const parts: SubGrid[] = [];
  let offset = 11 * recordBytes;
  for (let index = 0; index < count; index++) {
    if (offset + 11 * recordBytes > bytes.byteLength || text(offset) !== 'SUB_NAME')
      throw badValue(
        offset,
        `part ${index + 1} of ${count}`,
        offset + 11 * recordBytes > bytes.byteLength ? 'the end' : JSON.stringify(text(offset)),
      );
    const number = (record: number) => view.getFloat64(offset + record * recordBytes + 8, isLittle);
    const [south, north, east, west, stepY, stepX] = [4, 5, 6, 7, 8, 9].map(number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const nodeCount = view.getInt32(offset + 10 * recordBytes + 8, isLittle);
    const columns = Math.round((west - east) / stepX) + 1;
    const rows = Math.round((north - south) / stepY) + 1;
    if (!(stepX > 0 && stepY > 0 && columns > 1 && rows > 1 && columns * rows === nodeCount))
      throw badValue(offset + 10 * recordBytes + 8, `${columns} x ${rows} nodes`, nodeCount);
    const nodes = offset + 11 * recordBytes;
    offset = nodes + nodeCount * recordBytes;
    if (offset > bytes.byteLength)
      throw badValue(nodes, `${nodeCount * recordBytes} bytes of nodes`, bytes.byteLength - nodes);
    const [subGridName, parent] = [text(nodes - 11 * recordBytes + 8), text(nodes - 10 * recordBytes + 8)];
    parts.push({ name: subGridName, parent, south, north, east, west, stepY, stepX, columns, nodes, children: [] });
  }
  const top = parts.filter((part) => {
    const parent = parts.find((other) => other !== part && other.name === part.parent);
    parent?.children.push(part);
    return !parent;
  });
  if (top.length === 0) throw badValue(11 * recordBytes, 'a part without a parent', 'nothing');
  return { move: (xy, index, isInverse) => move(view, isLittle, top, xy, index, isInverse) };
}

function move(
  view: DataView,
  isLittle: boolean,
  top: readonly SubGrid[],
  xy: Float64Array,
  index: number,
  isInverse: boolean,
): boolean {
  const [longitude, latitude] = [xy[index]!, xy[index + 1]!];
  const first = interpolateShift(view, isLittle, top, longitude, latitude);
  if (!first) return false;
  if (!isInverse) {
    xy[index] = longitude + first[0];
    xy[index + 1] = latitude + first[1];
    return true;
  }
  let [x, y] = [longitude - first[0], latitude - first[1]];
  for (let round = 0; round < maxRounds; round++) {
    const shift = interpolateShift(view, isLittle, top, x, y);
    // Near the edge, the source point may be outside the part that contains its target.
    if (!shift) break;
    const [offX, offY] = [x + shift[0] - longitude, y + shift[1] - latitude];
    x -= offX;
    y -= offY;
    if (Math.abs(offX) < solvedDeg && Math.abs(offY) < solvedDeg) break;
  }
  xy[index] = x;
  xy[index + 1] = y;
  return true;
}

/**
 * Return the shift [longitude, latitude] in degrees at a point, interpolated from four nodes of the finest part that
 * contains it.
 */
function interpolateShift(
  view: DataView,
  isLittle: boolean,
  top: readonly SubGrid[],
  longitude: number,
  latitude: number,
): readonly [number, number] | undefined {
  const [west, north] = [-longitude * 3600, latitude * 3600];
  let part: SubGrid | undefined;
  for (let candidates = top; ; candidates = part.children) {
    const inside = candidates.find(
      (grid) => west >= grid.east && west <= grid.west && north >= grid.south && north <= grid.north,
    );
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
  const interpolate = (offset: number) =>
    (value(0, 0, offset) * (1 - right) + value(1, 0, offset) * right) * (1 - up) +
    (value(0, 1, offset) * (1 - right) + value(1, 1, offset) * right) * up;
  return [-interpolate(4) / 3600, interpolate(0) / 3600];
}

let grids: ReadonlyMap<string, DatumGrid> = new Map();
let revision = 0;

const normalizeFileName = (file: string): string => file.toLowerCase();

/**
 * Replace all grids by these files; transformations created earlier are no longer used.
 *
 * @throws {Fault} `bad-value` when a file isn't NTv2, is damaged or cut off
 */
export function setGrids(files: readonly { readonly name: string; readonly bytes: ArrayBuffer }[]): void {
  grids = new Map(files.map(({ name, bytes }) => [normalizeFileName(name), readNtv2(bytes, name)]));
  revision++;
}

/**
 * Check that a file is a grid, and that an EPSG or Esri transformation uses its name; otherwise it would never be used.
 *
 * @throws {Fault} `bad-value` if the file isn't a grid, or no transformation uses its name
 */
export function checkGrid(bytes: ArrayBuffer, name: string): void {
  readNtv2(bytes, name);
  const { operations } = getDatumTable() ?? {};
  if (
    operations &&
    ![...operations.values()].some(([, , , , steps]) =>
      listGridFiles(steps).some(([file]) => normalizeFileName(file) === normalizeFileName(name)),
    )
  )
    throw wrongValue(
      'bad-value',
      `Grid ${name}`,
      'a grid name of EPSG or Esri, such as BETA2007.gsb',
      JSON.stringify(name),
    );
}

const listGridFiles = (steps: OperationRow[4]): readonly GridFile[] =>
  Array.isArray(steps) && Array.isArray(steps[0]) ? (steps as readonly GridFile[]) : [];

/** Return a number that grows when grids are added or removed. */
export const gridRevision = (): number => revision;

/** Return a grid by its file name, ignoring case; undefined if it isn't loaded. */
export const findGrid = (file: string): DatumGrid | undefined => grids.get(normalizeFileName(file));

/** Grid between a datum and WGS 84, or a datum that counts as WGS 84. */
export interface WorldGrid {
  readonly grid: DatumGrid;
  /** Whether the file contains the shift from WGS 84 to the datum. */
  readonly isInverse: boolean;
}

/** Return the loaded grids for a datum, the most accurate first. */
export function findWorldGrids(datum: number | undefined): WorldGrid[] {
  const worldGrids: (WorldGrid & { accuracyM: number })[] = [];
  if (datum === undefined || grids.size === 0) return worldGrids;
  for (const [files, isInverse, accuracyM] of findGridFiles(datum)) {
    for (const [file, direction] of files) {
      const grid = findGrid(file);
      if (grid) worldGrids.push({ grid, isInverse: isInverse !== direction < 0, accuracyM });
    }
  }
  return worldGrids.sort((a, b) => a.accuracyM - b.accuracyM);
}

/** WGS 84 and ETRS89: grids lead to them, not from them. */
const worldDatums: ReadonlySet<number> = new Set([6326, 6258]);

/** Return the grid files from a datum to a datum that counts as WGS 84: files, whether inverse, accuracy in meters. */
export function findGridFiles(datum: number): [files: readonly GridFile[], isInverse: boolean, accuracyM: number][] {
  const { operations, datums } = getDatumTable() ?? {};
  const gridFiles: [readonly GridFile[], boolean, number][] = [];
  if (worldDatums.has(datum)) return gridFiles;
  for (const [, from, to, accuracyM, steps] of operations?.values() ?? []) {
    const other = from === datum ? to : to === datum ? from : undefined;
    const files = listGridFiles(steps);
    if (other === undefined || files.length === 0) continue;
    // Between two modern datums (GDA94, GDA2020), the newer datum counts as WGS 84.
    if (!isModern(datums!.get(other)!) || (other === from && isModern(datums!.get(datum)!))) continue;
    gridFiles.push([files, to === datum, accuracyM < 0 ? Infinity : accuracyM]);
  }
  return gridFiles;
}

/** Esri's own datums (from 100,000) include datums of single railways, which may be far from WGS 84. */
const isModern = ([datum, , semiMajorM]: DatumRow): boolean => datum < 100_000 && Math.abs(semiMajorM - 6378137) < 0.5;
