import type { Database, SqlValue } from 'sql.js';
import type { Value } from '../../contract/index.ts';
import { readFault } from '../reading/diagnostic.ts';
import { fromWkid, fromWkt } from '../reading/spatial-reference.ts';

/** What a GeoPackage says of one of its tables. */
export interface TableEntry {
  readonly table: string;
  /** `features`, `attributes`, `tiles` or of an extension. */
  readonly dataType: string;
  /** What people call it; the table's own name where the file has none. */
  readonly title: string;
  readonly description: string;
  /** Absent for tables without shapes. */
  readonly geometry?: { readonly column: string; readonly kind: string; readonly srsId: number };
}

export interface ColumnEntry {
  readonly name: string;
  /** As declared, in capitals: `TEXT(20)`. */
  readonly declared: string;
  readonly isKey: boolean;
}

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** Put a name into a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The names of all tables and views, sorted. */
export function tableNames(database: Database): string[] {
  const [found] = database.exec("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name");
  return (found?.values ?? []).map(([name]) => String(name));
}

/** Of a table that says what is in the file. */
const mostRows = 100_000;

/**
 * The rows of a table by the lower-case names of its columns, in its own order; empty when there is no such table. A view is
 * none: what it says would be for the file to compute.
 *
 * @throws {Fault} `too-large` above 100,000 rows
 */
export function rowsOf(database: Database, table: string): ReadonlyMap<string, SqlValue>[] {
  const [listed] = database.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND lower(name) = ?", [table]);
  if (!listed) return [];
  const [found] = database.exec(`SELECT * FROM ${quoted(table)} LIMIT ${mostRows + 1}`);
  if (!found) return [];
  if (found.values.length > mostRows)
    throw readFault('too-large', 'mostRows', `"${table}"`, mostRows, found.values.length);
  const names = found.columns.map((name) => name.toLowerCase());
  return found.values.map((values) => new Map(values.map((value, i) => [names[i]!, value])));
}

/** The tables that a GeoPackage lists (OGC 12-128r18, 1.1.3 and 2.1.5), in its order. */
export function tableEntries(database: Database): TableEntry[] {
  const shapes = new Map(
    rowsOf(database, 'gpkg_geometry_columns').map((row) => [
      text(row.get('table_name')).toLowerCase(),
      {
        column: text(row.get('column_name')),
        kind: text(row.get('geometry_type_name')).toUpperCase(),
        srsId: Number(row.get('srs_id') ?? 0),
      },
    ]),
  );
  return rowsOf(database, 'gpkg_contents').map((row) => {
    const table = text(row.get('table_name'));
    const geometry = shapes.get(table.toLowerCase());
    return {
      table,
      dataType: text(row.get('data_type')).toLowerCase(),
      title: text(row.get('identifier')) || table,
      description: text(row.get('description')).slice(0, 500),
      ...(geometry ? { geometry } : {}),
    };
  });
}

/** The columns of a table in their order; empty when there is no such table. */
export function columnEntries(database: Database, table: string): ColumnEntry[] {
  const [found] = database.exec(`PRAGMA table_info(${quoted(table)})`);
  if (!found) return [];
  const at = (name: string): number => found.columns.indexOf(name);
  const [name, type, key] = [at('name'), at('type'), at('pk')];
  return found.values.map((row) => ({
    name: String(row[name]),
    declared: text(row[type]).toUpperCase(),
    isKey: Number(row[key]) === 1,
  }));
}

/**
 * The coordinate system that a GeoPackage has under a number of its own.
 *
 * @returns undefined for what is not known (-1 and 0), and what cannot be read
 */
export function referenceOf(database: Database, srsId: number): Value<'SpatialReference'> | undefined {
  if (srsId === -1 || srsId === 0) return undefined;
  const row = rowsOf(database, 'gpkg_spatial_ref_sys').find((found) => Number(found.get('srs_id')) === srsId);
  if (!row) return undefined;
  const code = Number(row.get('organization_coordsys_id'));
  if (/^(?:EPSG|ESRI)$/i.test(text(row.get('organization'))) && code > 0) return fromWkid(code);
  return fromWkt(text(row.get('definition'))) ?? fromWkt(text(row.get('definition_12_063')));
}
