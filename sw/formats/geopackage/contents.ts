import type { Database, SqlValue } from 'sql.js';
import type { Value } from '../../contract/index.ts';
import { readFault } from '../reading/diagnostic.ts';
import { fromWkid, fromWkt } from '../reading/spatial-reference.ts';

/** Table as `gpkg_contents` describes it. */
export interface TableEntry {
  readonly table: string;
  /** `features`, `attributes`, `tiles`, or a type of an extension. */
  readonly dataType: string;
  /** The table name if the file has no title. */
  readonly title: string;
  readonly description: string;
  /** Absent for tables without geometry. */
  readonly geometry?: { readonly column: string; readonly kind: string; readonly srsId: number };
}

export interface ColumnEntry {
  readonly name: string;
  /** In upper case, like `TEXT(20)`. */
  readonly declared: string;
  readonly isKey: boolean;
}

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** Quote an identifier for a statement. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Return the names of all tables and views, sorted. */
export function tableNames(database: Database): string[] {
  const [result] = database.exec("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name");
  return (result?.values ?? []).map(([name]) => String(name));
}

/** Maximum rows of a metadata table. */
const maxRows = 100_000;

/**
 * Read the rows of a table by lower-case column name, in table order. Empty if there is no such table. Views are
 * ignored, because they would run a query that the file defines.
 *
 * @throws {Fault} `too-large` above 100,000 rows
 */
export function readMetadataRows(database: Database, table: string): ReadonlyMap<string, SqlValue>[] {
  const [listed] = database.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND lower(name) = ?", [table]);
  if (!listed) return [];
  const [result] = database.exec(`SELECT * FROM ${quoteIdentifier(table)} LIMIT ${maxRows + 1}`);
  if (!result) return [];
  if (result.values.length > maxRows)
    throw readFault('too-large', 'mostRows', `"${table}"`, maxRows, result.values.length);
  const names = result.columns.map((name) => name.toLowerCase());
  return result.values.map((values) => new Map(values.map((value, i) => [names[i]!, value])));
}

/** Return the tables listed in a GeoPackage (OGC 12-128r18, 1.1.3 and 2.1.5), in its order. */
export function tableEntries(database: Database): TableEntry[] {
  const shapes = new Map(
    readMetadataRows(database, 'gpkg_geometry_columns').map((row) => [
      text(row.get('table_name')).toLowerCase(),
      {
        column: text(row.get('column_name')),
        kind: text(row.get('geometry_type_name')).toUpperCase(),
        srsId: Number(row.get('srs_id') ?? 0),
      },
    ]),
  );
  return readMetadataRows(database, 'gpkg_contents').map((row) => {
    const table = text(row.get('table_name'));
    const geometry = shapes.get(table.toLowerCase());
    return {
      table,
      dataType: text(row.get('data_type')).toLowerCase(),
      title: text(row.get('identifier')) || table,
      description: text(row.get('description')).slice(0, 500),
      geometry,
    };
  });
}

/** Return the columns of a table in order; empty if there is no such table. */
export function columnEntries(database: Database, table: string): ColumnEntry[] {
  const [result] = database.exec(`PRAGMA table_info(${quoteIdentifier(table)})`);
  if (!result) return [];
  const findColumn = (name: string): number => result.columns.indexOf(name);
  const [name, type, key] = [findColumn('name'), findColumn('type'), findColumn('pk')];
  return result.values.map((row) => ({
    name: String(row[name]),
    declared: text(row[type]).toUpperCase(),
    isKey: Number(row[key]) === 1,
  }));
}

/**
 * Return the CRS for a `srs_id` of a GeoPackage.
 *
 * @returns undefined for an undefined CRS (-1 and 0) and for a definition that can't be read
 */
export function readGeoPackageReference(database: Database, srsId: number): Value<'SpatialReference'> | undefined {
  if (srsId === -1 || srsId === 0) return undefined;
  const row = readMetadataRows(database, 'gpkg_spatial_ref_sys').find(
    (candidate) => Number(candidate.get('srs_id')) === srsId,
  );
  if (!row) return undefined;
  const code = Number(row.get('organization_coordsys_id'));
  if (/^(?:EPSG|ESRI)$/i.test(text(row.get('organization'))) && code > 0) return fromWkid(code);
  return fromWkt(text(row.get('definition'))) ?? fromWkt(text(row.get('definition_12_063')));
}
