import type { FileFormat } from '../../../../sw/formats/read-file.ts';
import { badRows } from '../../../../sw/formats/reading/bad-rows.ts';
import { collectFeatures, type LooseGeometry } from '../../../../sw/formats/reading/collect-features.ts';
import { diagnostic } from '../../../../sw/formats/reading/diagnostic.ts';
import type { Diagnostic } from '../../../../sw/formats/reading/read-fault.ts';
import type { PartTexts, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { fromWkid, wgs84 } from '../../../../sw/formats/reading/spatial-reference.ts';
import { describeTable } from '../describe-sources.ts';
import type { LayerInWorker } from '../read-layer.ts';
import { numberStyle, readCoordinate } from './angle.ts';
import { recognizeLocation } from './recognize-location.ts';
import { parseSrid, readGeohash, readGeometryText, readGrid, readPair } from './single-column.ts';
import { type ChosenLocations, locationColumns, noLocation, type TableLocation } from './table-location.ts';

/**
 * Convert a table to layers. If it has no geometry, columns may hold the location of its rows, as chosen or as
 * detected.
 *
 * @param locations chosen locations by file and table
 * @returns one layer for each kind of geometry
 */
export function readTables(
  plain: SourceTable,
  format: FileFormat,
  {
    fileName,
    locations,
    partTexts,
  }: { fileName: string | undefined; locations: ChosenLocations; partTexts: PartTexts },
): LayerInWorker[] {
  const describeLayer = (table: SourceTable): LayerInWorker =>
    describeTable(table.part ? { ...table, name: `${table.name} ${partTexts[table.part]}` } : table, {
      format,
      fileName,
    });
  if (plain.geometry || plain.columns.length === 0) return [describeLayer(plain)];
  const origin = `${fileName}/${plain.name}`;
  const chosen = locations[origin];
  const recognized = chosen ? { location: chosen } : recognizeLocation(plain);
  const tables = locateTable(plain, recognized.location);
  const isLocated = tables.some(({ geometry }) => geometry);
  // If a detected location has no readable values, the result is a plain table.
  const located = { origin, ...recognized, location: isLocated || chosen ? recognized.location : noLocation };
  return tables.map((table) => ({ ...describeLayer(table), plain, located }));
}

/**
 * Locate the rows of one table again.
 *
 * @param origin origin of the table; without a table of this origin nothing changes
 */
export function relocate(
  layers: readonly LayerInWorker[],
  origin: string,
  { locations, partTexts }: { locations: ChosenLocations; partTexts: PartTexts },
): readonly LayerInWorker[] {
  const index = layers.findIndex(({ located }) => located?.origin === origin);
  const { plain, format, fileName } = layers[index] ?? {};
  if (!plain) return layers;
  const count = layers.filter(({ located }) => located?.origin === origin).length;
  return layers.toSpliced(index, count, ...readTables(plain, format as FileFormat, { fileName, locations, partTexts }));
}

type Cell = string | number | null;
/** Returns a geometry, a diagnostic, or undefined for an empty cell. */
type RowReader = (row: number, where: Diagnostic) => LooseGeometry | Diagnostic | undefined;

/**
 * Read the geometry of a table's rows from its columns. The columns remain. Rows with unreadable coordinates get no
 * geometry and are listed in the notes.
 *
 * @returns one table for each kind of geometry; the table itself, with a note, if no row can be located
 */
export function locateTable(table: SourceTable, location: TableLocation): SourceTable[] {
  const columns = locationColumns(location).map((name) => table.columns.find((column) => column.name === name));
  if (columns.length === 0 || columns.includes(undefined)) return [table];
  const cells = columns.map((column) => column!.values);
  const { read, notes } = makeReader(location, cells, columns.map((column) => column!.alias).join(' '));
  const collector = collectFeatures();
  const bad = badRows();
  let located = 0;
  for (let row = 0; row < table.rowCount; row++) {
    const where = table.locateRow?.(row) ?? diagnostic('rowAt', row + 1);
    const geometry = read(row, where);
    const isBad = geometry !== undefined && 'key' in geometry;
    if (isBad) bad.add(() => geometry);
    else if (geometry) located++;
    collector.add([['row', row]], isBad ? null : (geometry ?? null), where);
  }
  if (located === 0) return [{ ...table, notes: [...table.notes, diagnostic('noCoordinates'), ...bad.notes()] }];
  const reference = chooseReference(location, cells[0]!);
  return collector.finish(table.name).map((part) => {
    const rows = part.columns[0]!.values as readonly number[];
    const isWhole = rows.length === table.rowCount;
    return {
      ...table,
      ...part,
      columns: isWhole
        ? table.columns
        : table.columns.map((column) => ({ ...column, values: rows.map((row) => column.values[row]!) })),
      notes: [...table.notes, ...part.notes, ...notes, ...bad.notes()],
      ...reference,
    };
  });
}

function makeReader(
  location: TableLocation,
  [first = [], second = []]: readonly (readonly Cell[])[],
  names: string,
): { read: RowReader; notes: Diagnostic[] } {
  const style = numberStyle([...first, ...second], names);
  const notes = style.isUnclear ? [diagnostic('letterO')] : [];
  const point = (x: number, y: number): LooseGeometry => ({ type: 'Point', coordinates: [x, y] });
  if (location.form === 'xy')
    return {
      notes,
      read: (row, where) => {
        const [xCell, yCell] = [first[row]!, second[row]!];
        if (isEmpty(xCell) && isEmpty(yCell)) return undefined;
        const [x, y] = [xCell, yCell].map((cell) => (isEmpty(cell) ? undefined : readCoordinate(cell!, style)));
        // A direction in the text is more reliable than the column name.
        if (x && y) return x.axis === 'y' && y.axis === 'x' ? point(y.value, x.value) : point(x.value, y.value);
        return diagnostic('coordinateExpected', where, shown(x ? yCell : xCell));
      },
    };
  const { form } = location;
  const position =
    form === 'grid'
      ? readGrid
      : form === 'geohash'
        ? readGeohash
        : (text: string) => readPair(text, pairForm(form), style);
  const key = ({ grid: 'gridExpected', geohash: 'geohashExpected', text: 'wktExpected' } as const)[form as 'grid'];
  return {
    notes,
    read: (row, where) => {
      const cell = first[row]!;
      if (isEmpty(cell)) return undefined;
      const text = String(cell);
      if (form === 'text') return readGeometryText(text) ?? diagnostic('wktExpected', where, shown(cell));
      const parsed = position(text);
      return parsed ? point(...(parsed as [number, number])) : diagnostic(key ?? 'pairExpected', where, shown(cell));
    },
  };
}

const pairForm = (form: string): 'lat-lon' | 'lon-lat' => (form === 'lon-lat' ? 'lon-lat' : 'lat-lon');

const isEmpty = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');
const shown = (cell: Cell): string => String(cell ?? '').slice(0, 40);

/** Return the spatial reference that a form implies: WGS 84 for grids and geohashes, the SRID of well-known text. */
function chooseReference(
  { form }: TableLocation,
  cells: readonly Cell[],
): Pick<SourceTable, 'spatialReference' | 'isReferenceByFormat'> {
  if (form === 'grid' || form === 'geohash') return { spatialReference: wgs84, isReferenceByFormat: true };
  if (form !== 'text') return {};
  const wkids = new Set(cells.flatMap((cell) => (isEmpty(cell) ? [] : [parseSrid(String(cell))])));
  const [wkid] = wkids;
  return wkids.size === 1 && wkid !== undefined ? { spatialReference: fromWkid(wkid) } : {};
}
