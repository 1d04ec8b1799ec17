import initSqlJs, { type Database, type SqlValue } from 'sql.js';

/** A number in well-known binary: `u32` for counts and types, `byte` for the byte order, otherwise a Float64. */
export type WkbToken = number | { readonly u32: number } | { readonly byte: number };
const u32 = (value: number): WkbToken => ({ u32: value });

/** Write a geometry as well-known binary: the byte order, the type `code` and the `tokens`. */
export function wkb(code: number, tokens: readonly WkbToken[], isLittle = true): Uint8Array {
  const all: WkbToken[] = [{ byte: isLittle ? 1 : 0 }, u32(code), ...tokens];
  const size = (token: WkbToken) => (typeof token === 'number' ? 8 : 'u32' in token ? 4 : 1);
  const bytes = new Uint8Array(all.reduce<number>((sum, token) => sum + size(token), 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const token of all) {
    if (typeof token === 'number') view.setFloat64(offset, token, isLittle);
    else if ('u32' in token) view.setUint32(offset, token.u32, isLittle);
    else view.setUint8(offset, token.byte);
    offset += size(token);
  }
  return bytes;
}

type Path = readonly (readonly number[])[];
const path = (points: Path): WkbToken[] => [u32(points.length), ...points.flat()];

/** Write simple geometries as WKB; `more` is added to the type code for Z and M. */
export const point = (position: readonly number[], more = 0) => wkb(1 + more, position);
export const line = (points: Path, more = 0) => wkb(2 + more, path(points));
export const polygon = (rings: readonly Path[], more = 0, isLittle = true) =>
  wkb(3 + more, [u32(rings.length), ...rings.flatMap(path)], isLittle);

/** Write a multi-part geometry or a collection as WKB; `code` is 4 to 7, 11 or 12. */
export function collection(code: number, members: readonly Uint8Array[]): Uint8Array {
  return join([wkb(code, [u32(members.length)]), ...members]);
}

/** Add the header of a GeoPackage geometry (OGC 12-128r18, 2.1.3). */
export function geometry(body: Uint8Array, { srs = 4326, envelope = 0, isEmpty = false, isLittle = true } = {}) {
  const head = new Uint8Array(8 + ([0, 32, 48, 48, 64][envelope] ?? 0));
  head.set([0x47, 0x50, 0, (isEmpty ? 16 : 0) | (envelope << 1) | (isLittle ? 1 : 0)]);
  new DataView(head.buffer).setInt32(4, srs, isLittle);
  return join([head, body]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

export interface MadeTable {
  readonly name: string;
  /** Column definitions as in `CREATE TABLE`. */
  readonly columns: string;
  readonly rows: readonly (readonly SqlValue[])[];
  readonly dataType?: string;
  readonly title?: string;
  readonly description?: string;
  /** The table's geometry type; absent for tables without geometry. The column is `geom`. */
  readonly kind?: string;
  readonly srs?: number;
}

/** Make a GeoPackage of tables; `more` may change it before it is written. */
export async function makeGeoPackage(
  tables: readonly MadeTable[],
  more: (database: Database) => void = () => {},
): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run('PRAGMA application_id = 0x47504B47');
  database.run(`CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY,
    organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT)`);
  database.run(`INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined cartesian', -1, 'NONE', -1, 'undefined', NULL),
    ('Undefined geographic', 0, 'NONE', 0, 'undefined', NULL), ('WGS 84', 4326, 'EPSG', 4326, 'undefined', NULL),
    ('ETRS89 / UTM zone 32N', 100032, 'epsg', 25832, 'undefined', NULL)`);
  database.run(`CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
    identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER)`);
  database.run(`CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL PRIMARY KEY, column_name TEXT NOT NULL,
    geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL)`);
  for (const { name, columns, rows, kind, dataType, title = name, description = '', srs = 4326 } of tables) {
    const id = `"${name.replaceAll('"', '""')}"`;
    database.run(`CREATE TABLE ${id} (${columns})`);
    database.run(
      'INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id) VALUES (?, ?, ?, ?, ?)',
      [name, dataType ?? (kind ? 'features' : 'attributes'), title, description, srs],
    );
    if (kind) database.run('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 2, 2)', [name, 'geom', kind, srs]);
    for (const row of rows) database.run(`INSERT INTO ${id} VALUES (${row.map(() => '?').join()})`, row);
  }
  more(database);
  const bytes = database.export();
  database.close();
  return bytes;
}
