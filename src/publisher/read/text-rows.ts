import type { Value } from '../../../sw/contract/index.ts';
import { type Diagnostic, diagnostic } from '../diagnostic.ts';
import type { SourceColumn, SourceTable } from '../source-table.ts';
import { collectFeatures, type LooseGeometry } from './collect-features.ts';
import { type CoordinateColumns, findCoordinates } from './coordinate-columns.ts';
import { fieldName } from './field-names.ts';
import { inferTextColumn, parseDecimal } from './infer-column.ts';
import { isLikelyGeographic, wgs84 } from './spatial-reference.ts';
import { parseWktGeometry } from './wkt-geometry.ts';

/** So many bad rows are named one by one. */
export const mostNamed = 5;

/** A table as delimited text and spreadsheets have it: every cell a text, numbers with a point, dates as in ISO 8601. */
export interface TextRows {
  readonly header: readonly string[];
  /** The lowest lines of a header of several, where coordinates are found if the whole names say nothing. */
  readonly lowestNames?: readonly string[];
  /** One list of cells for each column; an empty text for an empty cell. */
  readonly cells: readonly (readonly string[])[];
  readonly rowCount: number;
  /** How notes name a row. */
  readonly locationOf: (row: number) => Diagnostic;
  /** True when a comma may be the decimal mark. */
  readonly comma: boolean;
  readonly notes: readonly Diagnostic[];
}

/**
 * Make tables of rows of text. Longitude and latitude, x and y, easting and northing or a column of well-known text become the
 * geometry, found by name; without them the result is a plain table. A row whose coordinates cannot be read is kept without
 * geometry and named in the notes.
 *
 * @returns one table for each kind of geometry
 */
export function tablesOfRows(name: string, rows: TextRows): SourceTable[] {
  const taken = new Set<string>();
  const columns = rows.header.map((alias, i) =>
    inferTextColumn(fieldName(alias, taken), alias, rows.cells[i]!, rows.comma),
  );
  const coordinates = findCoordinates(rows.header) ?? findCoordinates(rows.lowestNames ?? []);
  const plain = { name, rowCount: rows.rowCount, columns };
  if (!coordinates) return [{ ...plain, notes: rows.notes }];
  const placed = located(name, rows, columns, coordinates);
  return 'tables' in placed ? placed.tables : [{ ...plain, notes: [...rows.notes, ...placed.complaints] }];
}

function located(
  name: string,
  rows: TextRows,
  columns: readonly SourceColumn[],
  found: CoordinateColumns,
): { readonly tables: SourceTable[] } | { readonly complaints: readonly Diagnostic[] } {
  const collector = collectFeatures();
  const bad: Diagnostic[] = [];
  let badCount = 0;
  let placed = 0;
  for (let row = 0; row < rows.rowCount; row++) {
    const location = rows.locationOf(row);
    const geometry =
      'wkt' in found
        ? wktAt(rows.cells[found.wkt]![row]!, location)
        : pointAt(rows.cells[found.x]![row]!, rows.cells[found.y]![row]!, rows.comma, location);
    const isBad = geometry !== undefined && 'key' in geometry;
    if (isBad) {
      if (badCount++ < mostNamed) bad.push(geometry);
    } else if (geometry) placed++;
    collector.add([['row', row]], isBad ? null : (geometry ?? null), location);
  }
  if (placed === 0) return { complaints: [diagnostic('noCoordinates'), ...bad] };
  const tables = collector.finish(name).map((table) => {
    const source = table.columns[0]!.values as readonly number[];
    const same = source.length === rows.rowCount;
    const geographic = table.geometry !== undefined && isLikelyGeographic(table.geometry) && !('projected' in found);
    const reference: { spatialReference?: Value<'SpatialReference'> } = geographic ? { spatialReference: wgs84 } : {};
    return {
      ...table,
      columns: same
        ? columns
        : columns.map((column) => ({ ...column, values: source.map((row) => column.values[row]!) })),
      notes: [...rows.notes, ...table.notes, ...named(bad, badCount)],
      ...reference,
    };
  });
  return { tables };
}

/** The first bad rows, and how many more there are. */
export function named(bad: readonly Diagnostic[], count: number): Diagnostic[] {
  return count > bad.length ? [...bad, diagnostic('moreRows', count - bad.length)] : [...bad];
}

/** A complaint, a geometry, or undefined for an empty cell. */
function wktAt(text: string, location: Diagnostic): LooseGeometry | Diagnostic | undefined {
  if (text.trim() === '') return undefined;
  return parseWktGeometry(text) ?? diagnostic('wktExpected', location, text.slice(0, 40));
}

function pointAt(
  xText: string,
  yText: string,
  comma: boolean,
  location: Diagnostic,
): LooseGeometry | Diagnostic | undefined {
  if (xText.trim() === '' && yText.trim() === '') return undefined;
  const x = parseDecimal(xText.trim(), comma);
  const y = parseDecimal(yText.trim(), comma);
  if (x !== undefined && y !== undefined) return { type: 'Point', coordinates: [x, y] };
  return diagnostic('coordinateExpected', location, (x === undefined ? xText : yText).slice(0, 40));
}
