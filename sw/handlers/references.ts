import type { Context } from '../context.ts';
import type { Value } from '../contract/index.ts';
import { type DatumShift, datumShift } from '../geometry/datum-shift.ts';
import { readDatums } from '../geometry/datums.ts';
import { checkGrid, setGrids } from '../geometry/grids.ts';
import { identifyWkt } from '../geometry/identify-wkt.ts';
import { type Transformation, transformation } from '../geometry/project.ts';
import { defineTable } from '../geometry/projection-table.ts';
import { getUnits, getWkid, missingReference } from '../geometry/spatial-reference.ts';
import type { Units } from '../geometry/units.ts';
import { changeGrid, readGrids } from '../store/datum-grids.ts';
import type { Call } from './call.ts';

/** Data read once, on first use: CRS definitions, datums, and the grids stored in this browser. */
type Part = 'definitions' | 'datums' | 'grids';

/** Reads in progress or done, by request context, or for grids by the contents of the store. */
const parts = new WeakMap<object, Map<Part, Promise<void>>>();

/**
 * Load the definitions of spatial references.
 *
 * The definition tables are read only if a reference isn't built in or is WKT without a code. A failed read isn't an
 * error here: the code that uses the reference then reports it as unknown.
 */
export async function loadReferences(
  context: Context,
  ...references: readonly (Value<'SpatialReference'> | undefined)[]
): Promise<void> {
  await load(context, 'grids');
  const unnamed = references.flatMap((reference) =>
    reference?.WKT && getWkid(reference) === undefined ? [reference.WKT] : [],
  );
  if (unnamed.length > 0) await load(context, 'datums');
  if (unnamed.length > 0 || references.some((reference) => missingReference(reference) !== undefined))
    await load(context, 'definitions');
  for (const text of unnamed) identifyWkt(text);
}

/**
 * Find the datum shift that a request names, and load its tables and grids.
 *
 * @throws {Fault} `bad-spatial-reference` as `datumShift`
 */
export async function readRequestedShift(
  { context }: Call,
  requested: Value<'GeoTransformation'> | undefined,
  path: string,
): Promise<DatumShift | undefined> {
  if (!requested) return undefined;
  await Promise.all([load(context, 'datums'), load(context, 'definitions'), load(context, 'grids')]);
  return datumShift(requested, path);
}

/**
 * Store a datum grid and use it from now on. Without a file, delete the grid. Safe to run twice.
 *
 * @throws {Fault} `bad-value` when the file isn't a grid or no known transformation uses a grid of that name,
 *   `no-space` when the storage is full
 */
export async function changeGrids(context: Context, name: string, file?: Blob): Promise<void> {
  await load(context, 'datums');
  if (file) checkGrid(await file.arrayBuffer(), name);
  await changeGrid(context.store, name, file);
  // Wait for a read in progress, so that the latest change is read last.
  await load(context, 'grids', load(context, 'grids'));
}

function load(context: Context, part: Part, after?: Promise<void>): Promise<void> {
  const holder = part === 'grids' ? context.store.contents() : context.store;
  const loading = parts.get(holder) ?? new Map<Part, Promise<void>>();
  parts.set(holder, loading);
  let reading = after ? undefined : loading.get(part);
  if (!reading) {
    reading = (after ?? Promise.resolve())
      .then(() => read[part](context))
      .catch((error: unknown) => {
        // Most requests don't need the data. A request that does fails and names the missing data. The next request
        // retries.
        console.warn(`Reading ${part} failed.`, error);
        loading.delete(part);
      });
    loading.set(part, reading);
  }
  return reading;
}

const read: Readonly<Record<Part, (context: Context) => Promise<void>>> = {
  async definitions(context) {
    defineTable(await fetchText(context, 'epsg.json'));
  },
  async datums(context) {
    readDatums(await fetchText(context, 'datums.json'));
  },
  async grids(context) {
    const files = await readGrids(context.store);
    if (files.length > 0) await load(context, 'datums');
    setGrids(await Promise.all(files.map(async ({ name, file }) => ({ name, bytes: await file.arrayBuffer() }))));
  },
};

async function fetchText(context: Context, file: string): Promise<string> {
  const response = await context.fetch(context.base + file);
  if (!response.ok) throw new Error(`${file} answered ${response.status}`);
  return response.text();
}

/**
 * Load the definitions of two spatial references, and return the transformation between them; undefined if coordinates
 * don't change.
 *
 * @throws {Fault} `bad-spatial-reference` for an unknown WKID or invalid WKT
 */
export async function transformationBetween(
  { context }: Call,
  from: Value<'SpatialReference'> | undefined,
  to: Value<'SpatialReference'> | undefined,
  shift?: DatumShift,
): Promise<Transformation | undefined> {
  await loadReferences(context, from, to);
  return transformation(from, to, shift);
}

/**
 * Return the units of coordinates in a spatial reference; `gisUnknownUnits` if it isn't known.
 *
 * @throws {Fault} `bad-spatial-reference` for an unknown WKID or invalid WKT
 */
export async function readMapUnits({ context }: Call, reference: Value<'SpatialReference'>): Promise<Units> {
  await loadReferences(context, reference);
  return getUnits(reference);
}
