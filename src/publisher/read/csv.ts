import Papa from 'papaparse';
import type { Value } from '../../../sw/contract/index.ts';
import { type Diagnostic, diagnostic, readFault } from '../diagnostic.ts';
import { type Reader, type SourceColumn, type SourceTable, stem } from '../source-table.ts';
import { collectFeatures, type LooseGeometry } from './collect-features.ts';
import { type CoordinateColumns, findCoordinates } from './coordinate-columns.ts';
import { fieldName } from './field-names.ts';
import { inferTextColumn, parseDecimal } from './infer-column.ts';
import { readText } from './read-text.ts';
import { isLikelyGeographic, wgs84 } from './spatial-reference.ts';
import { parseWktGeometry } from './wkt-geometry.ts';

/** So many bad rows are named one by one. */
const mostNamed = 5;

interface Rows {
  readonly header: readonly string[];
  /** One list of cells for each column. */
  readonly cells: string[][];
  readonly rowCount: number;
  /** Line of each row; a cell may hold line breaks. */
  readonly lines: Int32Array;
  readonly delimiter: string;
  readonly notes: Diagnostic[];
}

/**
 * Read delimited text with one line of names. Longitude and latitude, x and y, easting and northing or a column of
 * well-known text become the geometry, found by name; without them the result is a plain table. A row whose coordinates
 * cannot be read is kept without geometry and named in the notes.
 *
 * @throws {Fault} `bad-package` when there is no line of names or no row, or a quote is never closed
 */
export const readCsv: Reader = async (file, onProgress, signal) => {
  const { text, encoding } = await readText(file);
  signal?.throwIfAborted();
  onProgress?.(0.2);
  const rows = parseRows(file.name, text);
  signal?.throwIfAborted();
  onProgress?.(0.6);
  const comma = rows.delimiter !== ',';
  if (encoding === 'windows-1252') rows.notes.push(diagnostic('windows1252'));
  const coordinates = findCoordinates(rows.header);
  const taken = new Set<string>();
  const columns = rows.header.map((alias, i) => inferTextColumn(fieldName(alias, taken), alias, rows.cells[i]!, comma));
  const tables = coordinates ? located(stem(file.name), rows, columns, coordinates, comma) : undefined;
  onProgress?.(1);
  if (tables) return tables;
  return [{ name: stem(file.name), rowCount: rows.rowCount, columns, notes: rows.notes }];
};

function parseRows(fileName: string, text: string): Rows {
  if (text.trim() === '') throw readFault('bad-package', 'emptyCsv', fileName);
  const cells: string[][] = [];
  let header: string[] | undefined;
  const lines: number[] = [];
  const notes: Diagnostic[] = [];
  let line = 1;
  let delimiter = ',';
  const ragged: Diagnostic[] = [];
  let raggedCount = 0;
  const firstLine = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || undefined);
  Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    // The guess needs a second column to go by.
    ...(/[,;\t|]/.test(firstLine) ? {} : { delimiter: ',' }),
    skipEmptyLines: false,
    step: ({ data, errors, meta }) => {
      delimiter = meta.delimiter;
      const fault = errors.find((error) => error.type === 'Quotes');
      if (fault) {
        const location = diagnostic('inFile', fileName, diagnostic('line', line));
        throw readFault('bad-package', 'badQuotes', location, fault.code === 'MissingQuotes' ? 1 : 0);
      }
      const here = line;
      line++;
      for (const cell of data) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) line++;
      if (data.length === 1 && data[0]!.trim() === '') return;
      if (!header) {
        header = data.map((name, i) => name.trim() || `column ${i + 1}`);
        for (const _ of header) cells.push([]);
        return;
      }
      if (data.length !== header.length && raggedCount++ < mostNamed)
        ragged.push(diagnostic('cellsExpected', diagnostic('line', here), header.length, data.length));
      for (let i = 0; i < header.length; i++) cells[i]!.push(data[i] ?? '');
      lines.push(here);
    },
  });
  if (!header || lines.length === 0) throw readFault('bad-package', 'noRows', fileName);
  for (const note of named(ragged, raggedCount)) notes.push(note);
  return { header, cells, rowCount: lines.length, lines: Int32Array.from(lines), delimiter, notes };
}

function located(
  name: string,
  rows: Rows,
  columns: readonly SourceColumn[],
  found: CoordinateColumns,
  comma: boolean,
): SourceTable[] | undefined {
  const collector = collectFeatures();
  const bad: Diagnostic[] = [];
  let badCount = 0;
  let placed = 0;
  for (let row = 0; row < rows.rowCount; row++) {
    const location = diagnostic('line', rows.lines[row]!);
    const geometry =
      'wkt' in found
        ? wktAt(rows.cells[found.wkt]![row]!, location)
        : pointAt(rows.cells[found.x]![row]!, rows.cells[found.y]![row]!, comma, location);
    const isBad = geometry !== undefined && 'key' in geometry;
    if (isBad) {
      if (badCount++ < mostNamed) bad.push(geometry);
    } else if (geometry) placed++;
    collector.add([['row', row]], isBad ? null : (geometry ?? null), location);
  }
  if (placed === 0) {
    rows.notes.push(diagnostic('noCoordinates'), ...bad);
    return undefined;
  }
  return collector.finish(name).map((table) => {
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
}

function named(bad: readonly Diagnostic[], count: number): Diagnostic[] {
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
