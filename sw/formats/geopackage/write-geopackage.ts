import type { Database, Statement } from 'sql.js';
import { Fault } from '../../contract/index.ts';
import { formatAuthorityCode, lastEpsg } from '../../geometry/reference-definitions.ts';
import { getWkid, type SpatialReference } from '../../geometry/spatial-reference.ts';
import {
  type Cell,
  type Field,
  freeName,
  getValueKind,
  type RowsToWrite,
  type ValueKind,
} from '../writing/rows-to-write.ts';
import { computeRowExtent, typeNames, wellKnownBinary } from '../writing/shapes.ts';
import { type AttachedFile, writeAttachments } from './attached-files.ts';
import { quoteIdentifier } from './contents.ts';
import { indexStatements, type RowExtents, rowExtents } from './spatial-index.ts';
import { newDatabase } from './sqlite.ts';
import { writeRules } from './write-rules.ts';

/** Table to write to a GeoPackage. */
export interface PackagedTable extends RowsToWrite {
  readonly description?: string;
  /** Style that QGIS reads. */
  readonly style?: { readonly qml: string };
  readonly attachments?: AsyncIterable<AttachedFile>;
}

/** Maximum bytes, because SQLite builds the file in memory and returns a copy. */
const maxBytes = 512 * 2 ** 20;
const applicationId = 0x47504b47;
const version = 10300;
const undefinedGeographic = 0;
const undefinedProjected = -1;

const columnTypes: Record<ValueKind, string> = {
  short: 'SMALLINT',
  int: 'MEDIUMINT',
  double: 'DOUBLE',
  date: 'DATETIME',
  text: 'TEXT',
};

/**
 * Write tables as a GeoPackage 1.3. It has spatial indexes, aliases, domains and QGIS styles. Attachments become
 * related tables of media.
 *
 * @returns the file and the names of its tables, in order
 * @throws {Fault} `too-large` above 512 MB; errors of `batches` are passed on
 * @see OGC 12-128r18, OGC 18-000
 */
export async function writeGeoPackage(
  tables: readonly PackagedTable[],
): Promise<{ readonly file: Blob; readonly names: readonly string[] }> {
  const database = await newDatabase();
  try {
    database.run(`PRAGMA application_id = ${applicationId}`);
    database.run(`PRAGMA user_version = ${version}`);
    database.run('BEGIN');
    database.run(base);
    const used = new Set<string>();
    const names = tables.map(({ name }) => freeName(tableName(name), used));
    const indexes: string[] = [];
    for (const [i, table] of tables.entries()) {
      const extents = await writeTable(database, names[i]!, table);
      if (extents)
        for (const statement of indexStatements(database, names[i]!, geometryColumn, table.idField, extents))
          indexes.push(statement);
    }
    writeRules(
      database,
      tables.map(({ fields }, i) => ({ name: names[i]!, fields })),
    );
    writeStyles(
      database,
      tables.flatMap(({ style, geometry }, i) =>
        style && geometry ? [{ table: names[i]!, column: geometryColumn, ...style }] : [],
      ),
    );
    for (const [i, { attachments, idField }] of tables.entries())
      if (attachments)
        await writeAttachments(database, { table: names[i]!, idField }, attachments, () => checkSize(database));
    // Must come last, because this build of SQLite has no R-tree module.
    for (const statement of indexes) database.run(statement);
    database.run('COMMIT');
    return {
      file: new Blob([database.export() as Uint8Array<ArrayBuffer>], { type: 'application/geopackage+sqlite3' }),
      names,
    };
  } finally {
    database.close();
  }
}

const geometryColumn = 'geom';

/**
 * Reduce a table name to letters of any script, digits and underscores, because some programs fail on other characters.
 */
const tableName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replace(/^(?:gpkg|sqlite|rtree)_/i, 't_$&') || 'layer';

const base = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system');
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
`;

/** Create and fill a table. @returns the extents of its rows; undefined for a plain table */
async function writeTable(database: Database, name: string, table: PackagedTable): Promise<RowExtents | undefined> {
  const { fields, idField, geometry: kind } = table;
  const hasId = fields.some(({ Name }) => Name === idField);
  const key = hasId ? idField : freeName('fid', new Set(fields.map(({ Name }) => Name.toLowerCase())));
  const srsId = kind ? referenceId(database, table.reference) : undefined;
  const columns = [
    ...(hasId ? [] : [`${quoteIdentifier(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`]),
    ...fields.map((field) => columnText(field, field.Name === idField)),
    ...(kind ? [`${quoteIdentifier(geometryColumn)} ${typeNames[kind].toUpperCase()}`] : []),
  ];
  database.run(`CREATE TABLE ${quoteIdentifier(name)} (${columns.join(', ')})`);
  const columnNames = [...fields.map(({ Name }) => Name), ...(kind ? [geometryColumn] : [])];
  const insert = database.prepare(
    `INSERT INTO ${quoteIdentifier(name)} (${columnNames.map(quoteIdentifier).join(', ')}) VALUES (${columnNames.map(() => '?').join(', ')})`,
  );
  const extents = rowExtents();
  try {
    for await (const batch of table.batches) {
      insertBatch(insert, table, srsId ?? 0, batch, extents);
      checkSize(database);
    }
  } finally {
    insert.free();
  }
  const whole = extents.whole();
  database.run(
    'INSERT INTO gpkg_contents (table_name, data_type, identifier, description, min_x, min_y, max_x, max_y, srs_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    [
      name,
      kind ? 'features' : 'attributes',
      makeIdentifier(database, table.name, name),
      table.description ?? '',
      ...(whole ?? [null, null, null, null]),
      srsId ?? null,
    ],
  );
  if (!kind) return undefined;
  database.run('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)', [
    name,
    geometryColumn,
    typeNames[kind].toUpperCase(),
    srsId!,
  ]);
  return extents;
}

/** Return a unique identifier: the title, or the table name if the title is taken. */
function makeIdentifier(database: Database, title: string, name: string): string {
  const isTaken = database.exec('SELECT 1 FROM gpkg_contents WHERE identifier = ?', [title]).length > 0;
  return isTaken ? name : title;
}

function columnText(field: Field, isKey: boolean): string {
  if (isKey) return `${quoteIdentifier(field.Name)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL`;
  const kind = getValueKind(field)!;
  const length = kind === 'text' && field.Length > 0 && field.Type === 'gisFieldTypeString' ? `(${field.Length})` : '';
  return `${quoteIdentifier(field.Name)} ${columnTypes[kind]}${length}`;
}

function insertBatch(
  insert: Statement,
  { fields, idField, geometry: kind }: PackagedTable,
  srsId: number,
  {
    rowCount,
    columns,
    geometry,
  }: { rowCount: number; columns: readonly (readonly Cell[])[]; geometry?: Parameters<typeof computeRowExtent>[0] },
  extents: RowExtents,
): void {
  const idAt = fields.findIndex(({ Name }) => Name === idField);
  const isDate = fields.map((field) => getValueKind(field) === 'date');
  for (let row = 0; row < rowCount; row++) {
    const values: (Cell | Uint8Array)[] = columns.map((column, i) => {
      const value = column[row] ?? null;
      return isDate[i] && value !== null ? new Date(value).toISOString() : value;
    });
    const id = idAt < 0 ? extents.count() + 1 : Number(values[idAt]);
    const extent = geometry && computeRowExtent(geometry, row);
    extents.add(id, extent);
    if (kind) values.push((geometry && encodeGeometry(kind, geometry, row, srsId, extent)) ?? null);
    insert.bind(values);
    insert.step();
    insert.reset();
  }
}

/** Return a geometry with its GeoPackage header. Points have no envelope, because it would repeat their coordinates. */
function encodeGeometry(
  kind: NonNullable<PackagedTable['geometry']>,
  geometry: Parameters<typeof computeRowExtent>[0],
  row: number,
  srsId: number,
  extent: readonly number[] | undefined,
): Uint8Array | undefined {
  const hasBox = kind !== 'point';
  const bytes = wellKnownBinary(kind, geometry, row, hasBox ? 40 : 8);
  if (!bytes || !extent) return undefined;
  const view = new DataView(bytes.buffer);
  bytes.set([0x47, 0x50, 0, hasBox ? 3 : 1]);
  view.setInt32(4, srsId, true);
  if (hasBox)
    [extent[0], extent[2], extent[1], extent[3]].forEach((value, i) => {
      view.setFloat64(8 + 8 * i, value!, true);
    });
  return bytes;
}

/** Return the `srs_id` of a CRS and add the CRS to the file if it's new. */
function referenceId(database: Database, reference: SpatialReference | undefined): number {
  const wkid = getWkid(reference);
  const text = reference?.WKT;
  if (wkid === undefined && text === undefined)
    return reference?.type === 'GeographicCoordinateSystem' ? undefinedGeographic : undefinedProjected;
  // A CRS without a WKID gets a number that no authority uses.
  const id = wkid ?? 900_000 + findOrAssignSrsNumber(database, text!);
  database.run('INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)', [
    wkid === undefined ? readWktName(text!) : formatAuthorityCode(wkid),
    id,
    wkid === undefined ? 'NONE' : wkid > lastEpsg ? 'ESRI' : 'EPSG',
    id,
    text ?? 'undefined',
  ]);
  return id;
}

function findOrAssignSrsNumber(database: Database, text: string): number {
  const existing = database.exec('SELECT srs_id - 900000 FROM gpkg_spatial_ref_sys WHERE definition = ?', [text])[0];
  const count = database.exec('SELECT count(*) FROM gpkg_spatial_ref_sys WHERE srs_id > 900000')[0]!;
  return Number(existing ? existing.values[0]![0] : Number(count.values[0]![0]) + 1);
}

const readWktName = (text: string): string => /"([^"]+)"/.exec(text)?.[1] ?? 'unnamed';

/** Check the size of the database. @throws {Fault} `too-large` above 512 MB */
function checkSize(database: Database): void {
  const pages = Number(database.exec('PRAGMA page_count')[0]!.values[0]![0]);
  if (pages * 4096 > maxBytes)
    throw new Fault(
      'too-large',
      `GeoPackage: expected at most ${maxBytes / 2 ** 20} MB, found more. Choose FlatGeobuf or GeoParquet, which have no such limit.`,
    );
}

interface StoredStyle {
  readonly table: string;
  readonly column: string;
  readonly qml: string;
}

/** Table with the columns that QGIS creates. */
const table = `
CREATE TABLE layer_styles (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256), f_table_schema TEXT(256), f_table_name TEXT(256),
  f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30),
  update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')));
INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('layer_styles', 'attributes', 'layer_styles');
`;

/** Write styles to the table from which QGIS loads them. */
function writeStyles(database: Database, styles: readonly StoredStyle[]): void {
  if (styles.length === 0) return;
  database.run(table);
  for (const { table: name, column, qml } of styles)
    database.run(
      "INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, useAsDefault, description, owner) VALUES ('', '', ?, ?, ?, ?, 1, '', '')",
      [name, column, name.slice(0, 30), qml],
    );
}
