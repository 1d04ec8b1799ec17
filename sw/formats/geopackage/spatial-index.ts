import type { Database } from 'sql.js';
import { type Extent, union } from '../../geometry/extent.ts';
import { growArray } from '../../geometry/grow-array.ts';
import { hilbertOrder } from '../../rows/write/row-order.ts';
import { quoteIdentifier } from './contents.ts';

/** Collects the extents of rows while they are written. */
export interface RowExtents {
  add(id: number, extent: Extent | undefined): void;
  count(): number;
  whole(): Extent | undefined;
  placed(): { readonly ids: Float64Array; readonly extents: Float64Array };
}

export function rowExtents(): RowExtents {
  let ids = new Float64Array(1024);
  let extents = new Float64Array(4096);
  let [placed, all] = [0, 0];
  let whole: Extent | undefined;
  return {
    add(id, extent) {
      all++;
      if (!extent) return;
      if (placed === ids.length) {
        ids = growArray(ids);
        extents = growArray(extents);
      }
      ids[placed] = id;
      extents.set(extent, 4 * placed++);
      whole = whole ? union(whole, extent) : extent;
    },
    count: () => all,
    whole: () => whole,
    placed: () => ({ ids: ids.subarray(0, placed), extents: extents.subarray(0, 4 * placed) }),
  };
}

/** Node layout of SQLite: at most 51 cells of 24 bytes. */
const maxCells = 51;
const cellBytes = 24;
const nodeBytes = 4 + maxCells * cellBytes;

/**
 * Write the spatial index of a layer (extension `gpkg_rtree_index`). This build of SQLite has no R-tree module, so the
 * tables of the R-tree are filled directly, packed along a Hilbert curve.
 *
 * @returns statements to run after all other statements: they create the index, and triggers that keep it current in
 *   other programs
 * @see OGC 12-128r18, annex F.3, and ext/rtree/rtree.c of SQLite
 */
export function indexStatements(
  database: Database,
  table: string,
  column: string,
  idField: string,
  rows: RowExtents,
): string[] {
  const name = `rtree_${table}_${column}`;
  database.run(
    "INSERT INTO gpkg_extensions VALUES (?, ?, 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')",
    [table, column],
  );
  const part = (end: string) => quoteIdentifier(`${name}_${end}`);
  database.run(`CREATE TABLE ${part('rowid')}(rowid INTEGER PRIMARY KEY,nodeno)`);
  database.run(`CREATE TABLE ${part('node')}(nodeno INTEGER PRIMARY KEY,data)`);
  database.run(`CREATE TABLE ${part('parent')}(nodeno INTEGER PRIMARY KEY,parentnode)`);
  const ofRow = database.prepare(`INSERT INTO ${part('rowid')} VALUES (?, ?)`);
  const ofNode = database.prepare(`INSERT INTO ${part('node')} VALUES (?, ?)`);
  const ofParent = database.prepare(`INSERT INTO ${part('parent')} VALUES (?, ?)`);
  const run = (statement: typeof ofRow, values: readonly (number | Uint8Array)[]): void => {
    statement.bind(values);
    statement.step();
    statement.reset();
  };
  const { ids, extents } = rows.placed();
  let cells: Cells = sortCells(ids, extents);
  let next = 2;
  for (let level = 0; ; level++) {
    const nodeCount = Math.max(1, Math.ceil(cells.ids.length / maxCells));
    const parents: Cells = { ids: new Float64Array(nodeCount), boxes: new Float32Array(4 * nodeCount) };
    for (let i = 0; i < nodeCount; i++) {
      const node = nodeCount === 1 ? 1 : next++;
      const [first, end] = [i * maxCells, Math.min((i + 1) * maxCells, cells.ids.length)];
      run(ofNode, [node, encodeNode(cells, first, end, node === 1 ? level : 0)]);
      for (let cell = first; cell < end; cell++) run(level === 0 ? ofRow : ofParent, [cells.ids[cell]!, node]);
      parents.ids[i] = node;
      parents.boxes.set(computeBox(cells.boxes, first, end), 4 * i);
    }
    if (nodeCount === 1) break;
    cells = parents;
  }
  for (const statement of [ofRow, ofNode, ofParent]) statement.free();
  const text = `CREATE VIRTUAL TABLE ${quoteIdentifier(name)} USING rtree(id, minx, maxx, miny, maxy)`;
  return [
    'PRAGMA writable_schema = 1',
    `INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('table', ${literal(name)}, ${literal(name)}, 0, ${literal(text)})`,
    'PRAGMA writable_schema = 0',
    ...triggers(table, column, idField, name),
  ];
}

/** Cells of the R-tree; boxes are [xmin, xmax, ymin, ymax], like in SQLite. */
interface Cells {
  readonly ids: Float64Array;
  readonly boxes: Float32Array;
}

function sortCells(ids: Float64Array, extents: Float64Array): Cells {
  const { order } = hilbertOrder(extents);
  const sorted: Cells = { ids: new Float64Array(ids.length), boxes: new Float32Array(4 * ids.length) };
  order.forEach((row, i) => {
    sorted.ids[i] = ids[row]!;
    const [xmin, ymin, xmax, ymax] = extents.subarray(4 * row, 4 * row + 4);
    sorted.boxes.set([roundDown(xmin!), roundUp(xmax!), roundDown(ymin!), roundUp(ymax!)], 4 * i);
  });
  return sorted;
}

/** Round down to 32 bits. Boxes must not shrink, so minima round down and maxima round up. */
function roundDown(value: number): number {
  const near = Math.fround(value);
  return near > value ? Math.fround(near - Math.abs(near) * 2 ** -23 - 2 ** -149) : near;
}
const roundUp = (value: number): number => -roundDown(-value);

function computeBox(boxes: Float32Array, first: number, end: number): number[] {
  const box = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let cell = first; cell < end; cell++)
    for (let side = 0; side < 4; side++)
      box[side] =
        side % 2 === 0 ? Math.min(box[side]!, boxes[4 * cell + side]!) : Math.max(box[side]!, boxes[4 * cell + side]!);
  return box;
}

function encodeNode({ ids, boxes }: Cells, first: number, end: number, depth: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(nodeBytes));
  view.setUint16(0, depth);
  view.setUint16(2, end - first);
  for (let cell = first; cell < end; cell++) {
    const offset = 4 + (cell - first) * cellBytes;
    view.setBigInt64(offset, BigInt(ids[cell]!));
    for (let side = 0; side < 4; side++) view.setFloat32(offset + 8 + 4 * side, boxes[4 * cell + side]!);
  }
  return new Uint8Array(view.buffer);
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Return the triggers that the extension requires, as in GeoPackage 1.3. */
function triggers(table: string, column: string, idField: string, index: string): string[] {
  const [t, c, i, r] = [
    quoteIdentifier(table),
    quoteIdentifier(column),
    quoteIdentifier(idField),
    quoteIdentifier(index),
  ];
  const box = `NEW.${i}, ST_MinX(NEW.${c}), ST_MaxX(NEW.${c}), ST_MinY(NEW.${c}), ST_MaxY(NEW.${c})`;
  const isPresent = `(NEW.${c} NOT NULL AND NOT ST_IsEmpty(NEW.${c}))`;
  const isAbsent = `(NEW.${c} ISNULL OR ST_IsEmpty(NEW.${c}))`;
  const put = `INSERT OR REPLACE INTO ${r} VALUES (${box});`;
  const same = `OLD.${i} = NEW.${i}`;
  const other = `OLD.${i} != NEW.${i}`;
  const drop = `DELETE FROM ${r} WHERE id = OLD.${i};`;
  const make = (end: string, when: string, body: string) =>
    `CREATE TRIGGER ${quoteIdentifier(`${index}_${end}`)} ${when} BEGIN ${body} END`;
  return [
    make('insert', `AFTER INSERT ON ${t} WHEN ${isPresent}`, put),
    make('update1', `AFTER UPDATE OF ${c} ON ${t} WHEN ${same} AND ${isPresent}`, put),
    make('update2', `AFTER UPDATE OF ${c} ON ${t} WHEN ${same} AND ${isAbsent}`, drop),
    make('update3', `AFTER UPDATE ON ${t} WHEN ${other} AND ${isPresent}`, `${drop} ${put}`),
    make(
      'update4',
      `AFTER UPDATE ON ${t} WHEN ${other} AND ${isAbsent}`,
      `DELETE FROM ${r} WHERE id IN (OLD.${i}, NEW.${i});`,
    ),
    make('delete', `AFTER DELETE ON ${t} WHEN OLD.${c} NOT NULL`, drop),
  ];
}
