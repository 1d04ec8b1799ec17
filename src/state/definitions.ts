import type { EsriNames } from '../../sw/formats/writing/reference-text.ts';
import { findSystemDatum, getDatumTable, readDatums } from '../../sw/geometry/datums.ts';
import { findGridFiles } from '../../sw/geometry/grids.ts';
import {
  defineFromTable,
  type ProjectionRow,
  type ProjectionTable,
  readProjectionTable,
} from '../../sw/geometry/projection-table.ts';
import { missingReference, type SpatialReference } from '../../sw/geometry/spatial-reference.ts';
import { base, send } from '../connection/call.ts';

let table: Promise<ProjectionTable> | undefined;

/**
 * Make coordinate systems usable on this page. The table of all coordinate systems is read only if one of them isn't
 * built in. If reading fails, the server still draws the map; only reprojection on the page is missing.
 */
export async function defineReferences(...references: readonly (SpatialReference | undefined)[]): Promise<void> {
  const wanting = references.filter((reference) => missingReference(reference) !== undefined);
  if (wanting.length === 0) return;
  try {
    table ??= readTable();
    const loadedTable = await table;
    for (const reference of wanting) if (reference) defineFromTable(reference, loadedTable);
  } catch (error) {
    console.warn('The table of coordinate systems could not be read.', error);
    table = undefined;
  }
}

/** Return the table row of a WKID; undefined if the table has none. @throws if the table can't be read */
export async function findKnownReference(wkid: number): Promise<ProjectionRow | undefined> {
  table ??= readTable();
  try {
    return (await table).get(wkid);
  } catch (error) {
    table = undefined;
    throw error;
  }
}

/**
 * List the coordinate systems whose names contain all words of a text: "UTM 32N" finds "ETRS89 / UTM zone 32N".
 * Systems based on WGS 84 or ETRS89 come first, then short names. An empty text has no matches.
 *
 * @throws if the table can't be read
 */
export async function referencesNamed(text: string): Promise<readonly ProjectionRow[]> {
  const parts = text.toLowerCase().match(/[^\s/,()]+/g) ?? [];
  if (parts.length === 0) return [];
  table ??= readTable();
  const rank = (name: string) => (/^(WGS 84|ETRS89) /.test(name) ? 0 : 1000) + name.length;
  return [...(await table).values()]
    .filter(([, name]) => parts.every((part) => name.toLowerCase().includes(part)))
    .sort(([, a], [, b]) => rank(a) - rank(b));
}

/**
 * List the grid files that convert the datum of a system to WGS 84, with their accuracy in meters. The most accurate
 * file comes first; the list is empty if there are none.
 *
 * @throws if the table of datums can't be read
 */
export async function listGridFiles(wkid: number): Promise<readonly (readonly [file: string, accuracyM: number])[]> {
  if (!getDatumTable()) readDatums(await fileText('datums.json'));
  const datum = findSystemDatum(wkid);
  return (datum === undefined ? [] : findGridFiles(datum))
    .flatMap(([files, , accuracyM]) => files.map(([file]) => [file, accuracyM] as const))
    .sort(([, a], [, b]) => a - b);
}

/**
 * Look up Esri's names of a system in the tables.
 *
 * @throws if a table can't be read
 */
export async function findEsriNames(reference: SpatialReference): Promise<EsriNames> {
  table ??= readTable();
  if (!getDatumTable()) readDatums(await fileText('datums.json'));
  const { findEsriNames: esriNamesIn } = await import('../../sw/formats/writing/reference-text.ts');
  return esriNamesIn(await table, reference);
}

const readTable = async (): Promise<ProjectionTable> => readProjectionTable(await fileText('epsg.json'));

/** Read a file of the app as text. @throws if it doesn't exist */
export async function fileText(file: string): Promise<string> {
  const response = await send('definitions', base + file, {}, null);
  if (!response.ok) throw new Error(`${file} answered ${response.status}`);
  return response.text();
}
