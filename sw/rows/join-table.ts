import { quoteValue, unsupported, wrongValue } from '../contract/index.ts';
import type { AttributeBatch, Column } from './batch.ts';
import { columnKind } from './column-kind.ts';
import { findField } from './field-list.ts';
import type { Table } from './table.ts';
import { type Bound, type Condition, columnsIn } from './where/bound.ts';
import { truthLoop } from './where/evaluate.ts';
import { truths } from './where/truth.ts';

/** One side of a join: a table, its name in field names, and the conditions on its rows. */
interface JoinSide {
  readonly name: string;
  readonly table: Table;
  readonly where: readonly Condition[];
  /** Field to join by. */
  readonly key: string;
}

/** A joined table and the conditions on its rows. */
interface JoinedTable {
  readonly table: Table;
  readonly where: readonly Condition[];
}

/**
 * Join two tables. Each row of the left table gets the values of the first row of the right table with an equal key, or
 * nulls. Geometry, IDs and row numbers come from the left table. Fields are named `table.field`.
 *
 * The key and the condition fields of the right table are read for all of its rows. Its other fields are read when a
 * request needs them, each only once.
 *
 * @param keepsAll false adds a condition that drops rows without a match
 * @throws {Fault} `unknown-field` for a key that isn't a field, `bad-value` for keys of different kinds,
 *   `not-supported` for rounded keys, and faults of reading the right table
 */
export async function joinTable(
  left: JoinSide,
  right: JoinSide,
  keepsAll: boolean,
  path: string,
): Promise<JoinedTable> {
  const leftKey = resolveKey(left, `${path}.LeftTableKey`);
  const rightKey = resolveKey(right, `${path}.RightTableKey`);
  if (leftKey.isText !== rightKey.isText)
    throw wrongValue(
      'bad-value',
      path,
      'keys of one type',
      `a ${leftKey.isText ? 'text' : 'number'} "${leftKey.name}" and a ${rightKey.isText ? 'text' : 'number'} "${rightKey.name}"`,
    );
  const { matches, columnsOf } = await readRight(right, rightKey.name, `${path}.RightTableKey`);
  const { table } = left;
  const { manifest } = table;
  const leftName: Rename = (name) => qualifyField(left.name, name);
  const taken = manifest.fields.map(({ Name }) => leftName(Name).toLowerCase());
  // Joining the same table twice must not produce duplicate field names.
  let count = 0;
  const rightName: Rename = (name) => qualifyField(right.name, name).replace('.', count === 0 ? '.' : `_${count}.`);
  while (right.table.manifest.fields.some(({ Name }) => taken.includes(rightName(Name).toLowerCase()))) count++;
  const rightFields = right.table.manifest.fields.filter((field) => columnKind(field) !== undefined);
  // Rows of the right side are looked up by the left key, so it is always read.
  const ofLeft = (names: readonly string[]): string[] => [
    leftKey.name,
    ...manifest.fields.flatMap(({ Name }) => (names.includes(leftName(Name)) ? [Name] : [])),
  ];
  const ofRight = (names: readonly string[] | undefined): string[] => [
    rightKey.name,
    ...rightFields.flatMap(({ Name }) => (!names || names.includes(rightName(Name)) ? [Name] : [])),
  ];
  const joined: Table = {
    ...table,
    manifest: {
      ...manifest,
      idField: leftName(manifest.idField),
      rasterFields:
        manifest.rasterFields &&
        Object.fromEntries(Object.entries(manifest.rasterFields).map(([name, files]) => [leftName(name), files])),
      shapeField: manifest.shapeField && leftName(manifest.shapeField),
      fields: [
        ...manifest.fields.map((field) => ({ ...field, Name: leftName(field.Name) })),
        // IDs of the right table become ordinary integers.
        ...rightFields.map((field) => ({
          ...field,
          Name: rightName(field.Name),
          IsNullable: true,
          Type: field.Type === 'gisFieldTypeOID' ? ('gisFieldTypeInteger' as const) : field.Type,
        })),
      ],
      batches: manifest.batches.map((batch) => ({
        ...batch,
        statistics: Object.fromEntries(
          Object.entries(batch.statistics).map(([name, statistics]) => [leftName(name), statistics]),
        ),
      })),
    },
    readAhead:
      table.readAhead || right.table.readAhead
        ? async (indices, { fields, shapes = true } = {}) => {
            await table.readAhead?.(indices, { fields: fields && ofLeft(fields), shapes });
            await columnsOf(ofRight(fields));
          }
        : undefined,
    async attributes(index, fields) {
      const batch = await table.attributes(index, fields && ofLeft(fields));
      const key = keyColumn(batch, leftKey.name, `${path}.LeftTableKey`);
      const rows = new Int32Array(batch.rowCount);
      for (let row = 0; row < rows.length; row++)
        rows[row] = key.nulls?.[row] ? -1 : (matches.get(key.values[row]!) ?? -1);
      const all = new Map<string, Column>();
      for (const [name, column] of batch.columns) all.set(leftName(name), column);
      for (const [name, column] of await columnsOf(ofRight(fields))) all.set(rightName(name), pickRows(column, rows));
      return { ...batch, columns: all };
    },
  };
  const where = left.where.map((condition) => renameColumns(condition, leftName) as Condition);
  if (keepsAll) return { table: joined, where };
  const type = rightKey.isText ? 'string' : 'number';
  const hasMatch: Condition = {
    kind: 'not',
    type: 'boolean',
    value: { kind: 'isNull', type: 'boolean', value: { kind: 'column', type, name: rightName(rightKey.name) } },
  };
  return { table: joined, where: [...where, hasMatch] };
}

/** Return the field's name in a join; a field of a join is already qualified. */
export const qualifyField = (table: string, field: string): string =>
  field.includes('.') ? field : `${table}.${field}`;

function resolveKey({ name, table, key }: JoinSide, path: string): { name: string; isText: boolean } {
  const { fields } = table.manifest;
  const localName = key.toLowerCase().startsWith(`${name.toLowerCase()}.`) ? key.slice(name.length + 1) : key;
  const field = findField(fields, key) ?? findField(fields, localName);
  const kind = field && columnKind(field);
  if (field && kind) return { name: field.Name, isText: kind === 'string' };
  const names = fields.map((candidate) => candidate.Name).join(', ');
  throw wrongValue('unknown-field', path, `one of ${names}`, quoteValue(key));
}

/** Return the key column. @throws {Fault} `not-supported` for rounded keys, because different keys would match */
function keyColumn({ columns }: AttributeBatch, name: string, path: string): Column {
  const column = columns.get(name)!;
  if (column.kind === 'double' && column.isRounded)
    throw unsupported(`${path}: key "${name}"`, `it has numbers beyond ${Number.MAX_SAFE_INTEGER}`);
  return column;
}

/** Match the keys of a table with its rows. Return the matches and a reader of its columns. */
async function readRight({ table, where }: JoinSide, key: string, path: string) {
  const loops = where.map(truthLoop);
  const matches = new Map<number | string, number>();
  const batches = [...table.manifest.batches.keys()];
  const read = new Map<string, Promise<Column>>();
  const readCachedColumns = async (names: readonly string[]): Promise<ReadonlyMap<string, Column>> => {
    const missing = [...new Set(names)].filter((name) => !read.has(name));
    if (missing.length > 0) {
      const reading = readColumns(table, batches, missing);
      for (const name of missing) {
        const column = reading.then((columns) => columns.get(name)!);
        read.set(name, column);
        // The next request reads the column again; the current request fails.
        column.catch(() => read.delete(name));
      }
    }
    return new Map(await Promise.all(names.map(async (name) => [name, await read.get(name)!] as const)));
  };
  const fields = [key, ...columnsIn(where)];
  await table.readAhead?.(batches, { fields, shapes: false });
  for (const index of batches) {
    const batch = await table.attributes(index, fields);
    const { values, nulls } = keyColumn(batch, key, path);
    const mask = new Uint8Array(batch.rowCount).fill(1);
    const truth = new Uint8Array(batch.rowCount);
    for (const loop of loops) {
      loop(batch, truth);
      for (let row = 0; row < mask.length; row++) if (truth[row] !== truths.yes) mask[row] = 0;
    }
    for (let row = 0; row < batch.rowCount; row++)
      if (mask[row] && !nulls?.[row] && !matches.has(values[row]!)) matches.set(values[row]!, batch.firstRow + row);
  }
  return { matches, columnsOf: readCachedColumns };
}

async function readColumns(
  table: Table,
  batches: readonly number[],
  names: readonly string[],
): Promise<ReadonlyMap<string, Column>> {
  const parts = new Map(names.map((name) => [name, [] as Column[]]));
  await table.readAhead?.(batches, { fields: names, shapes: false });
  for (const index of batches) {
    const { columns } = await table.attributes(index, names);
    for (const [name, part] of parts) part.push(columns.get(name)!);
  }
  const { fields } = table.manifest;
  return new Map([...parts].map(([name, part]) => [name, concatColumns(columnKind(findField(fields, name)!)!, part)]));
}

/** Concatenate the columns of all batches. */
function concatColumns(kind: Column['kind'], columns: readonly Column[]): Column {
  const count = columns.reduce((sum, { values }) => sum + values.length, 0);
  const nulls = new Uint8Array(count);
  const values: unknown[] | Int32Array | Float64Array =
    kind === 'string' ? new Array(count) : kind === 'int' ? new Int32Array(count) : new Float64Array(count);
  let index = 0;
  for (const column of columns)
    for (let row = 0; row < column.values.length; row++, index++) {
      values[index] = column.values[row]!;
      nulls[index] = column.nulls?.[row] ?? 0;
    }
  return { kind, values, nulls, ...roundedProperty(columns) } as Column;
}

const roundedProperty = (columns: readonly Column[]) =>
  columns.some((column) => column.kind === 'double' && column.isRounded) && { isRounded: true };

/** Return the values of some rows, null for row -1. */
function pickRows(column: Column, rows: Int32Array): Column {
  const { kind, values, nulls } = column;
  const missing = new Uint8Array(rows.length);
  const result: unknown[] | Int32Array | Float64Array =
    kind === 'string'
      ? new Array(rows.length)
      : kind === 'int'
        ? new Int32Array(rows.length)
        : new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    missing[i] = row < 0 || nulls?.[row] ? 1 : 0;
    result[i] = row < 0 ? (kind === 'string' ? '' : 0) : values[row]!;
  }
  return { kind, values: result, nulls: missing, ...roundedProperty([column]) } as Column;
}

type Rename = (name: string) => string;

/** Return the expression with its columns renamed. */
function renameColumns(bound: Bound, rename: Rename): Bound {
  if (bound.kind === 'column') return { ...bound, name: rename(bound.name) };
  return renameInObject(bound, rename) as Bound;
}

/** Expressions occur in members, lists and CASE branches, so search all of them. */
function renameInObject(part: object, rename: Rename): object {
  if (Array.isArray(part)) return part.map((item) => renameInValue(item, rename));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, renameInValue(value, rename)]));
}

function renameInValue(value: unknown, rename: Rename): unknown {
  if (value === null || typeof value !== 'object') return value;
  return (value as { kind?: string }).kind === 'column'
    ? renameColumns(value as Bound, rename)
    : renameInObject(value, rename);
}
