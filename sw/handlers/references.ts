import type { Context } from '../context.ts';
import type { Value } from '../contract/index.ts';
import { type DatumShift, shiftedTransformation } from '../geometry/datum-shift.ts';
import type { Transformation } from '../geometry/project.ts';
import { defineReference } from '../geometry/reference-definitions.ts';
import { missingReference, unitsOf } from '../geometry/spatial-reference.ts';
import type { Units } from '../geometry/units.ts';
import type { Call } from './call.ts';

/** A row of `epsg.json`: code, name, proj4 text, [xmin, ymin, xmax, ymax] in degrees. */
type DefinitionRow = readonly [code: number, name: string, proj4: string, ...unknown[]];

const tables = new WeakMap<Context, Promise<void>>();

/**
 * Make the definitions of these references known, reading the table of definitions only when one is not built in.
 *
 * A table that cannot be read is no error here: using the reference then names it as unknown.
 */
export async function loadReferences(
  context: Context,
  ...references: readonly (Value<'SpatialReference'> | undefined)[]
): Promise<void> {
  if (references.every((reference) => missingReference(reference) === undefined)) return;
  let table = tables.get(context);
  if (!table) {
    table = readTable(context).catch(() => {
      tables.delete(context);
    });
    tables.set(context, table);
  }
  await table;
}

async function readTable(context: Context): Promise<void> {
  const response = await context.fetch(`${context.base}epsg.json`);
  if (!response.ok) throw new Error(`the table of coordinate systems answered ${response.status}`);
  for (const [code, , proj4] of (await response.json()) as DefinitionRow[]) {
    if (missingReference({ type: 'ProjectedCoordinateSystem', WKID: code }) !== undefined) defineReference(code, proj4);
  }
}

/**
 * As `transformation`, with definitions loaded, and by the datum shift that the request names.
 *
 * @throws {Fault} `bad-spatial-reference`
 */
export async function transformationBetween(
  { context }: Call,
  from: Value<'SpatialReference'> | undefined,
  to: Value<'SpatialReference'> | undefined,
  shift?: DatumShift,
): Promise<Transformation | undefined> {
  await loadReferences(context, from, to);
  return shiftedTransformation(from, to, shift);
}

/** Units of the coordinates, `gisUnknownUnits` when the reference is unknown. @throws {Fault} `bad-spatial-reference` */
export async function mapUnitsOf({ context }: Call, reference: Value<'SpatialReference'>): Promise<Units> {
  await loadReferences(context, reference);
  return unitsOf(reference);
}
