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
 * Make references usable on this page. The table of all coordinate systems is read only when one of them is not built in;
 * where it cannot be read, the map is still drawn by the server, and only what the page itself would reproject is missing.
 */
export async function defineReferences(...references: readonly (SpatialReference | undefined)[]): Promise<void> {
  const wanting = references.filter((reference) => missingReference(reference) !== undefined);
  if (wanting.length === 0) return;
  try {
    table ??= readTable();
    const known = await table;
    for (const reference of wanting) if (reference) defineFromTable(reference, known);
  } catch (error) {
    console.warn('The table of coordinate systems could not be read.', error);
    table = undefined;
  }
}

/** Everything the table says of a number; undefined when it has none. @throws when the table cannot be read */
export async function knownReference(wkid: number): Promise<ProjectionRow | undefined> {
  table ??= readTable();
  try {
    return (await table).get(wkid);
  } catch (error) {
    table = undefined;
    throw error;
  }
}

async function readTable(): Promise<ProjectionTable> {
  const response = await send('definitions', `${base}epsg.json`, {}, null);
  if (!response.ok) throw new Error(`the table of coordinate systems answered ${response.status}`);
  return readProjectionTable(await response.text());
}
