import { Fault } from '../contract/index.ts';
import { nameSystem } from './recognise.ts';
import { defineReference, textOf } from './reference-definitions.ts';
import { missingReference, type SpatialReference } from './spatial-reference.ts';

/**
 * One coordinate system of the definitions table: number, name, proj4 text, area of use [west, south, east, north] in degrees
 * or null, and Esri's name where that is not the name with signs and blanks as _.
 */
export type ProjectionRow = readonly [
  wkid: number,
  name: string,
  proj4Text: string,
  area: readonly [number, number, number, number] | null,
  esriName?: string | undefined,
];

/** The definitions table by number. */
export type ProjectionTable = ReadonlyMap<number, ProjectionRow>;

/** The table as stored: a row has the index of its ellipsoid and datum shift in the list of those. */
interface PackedTable {
  readonly datums: readonly string[];
  readonly systems: readonly (readonly [number, string, string, ProjectionRow[3], datum: number, esriName?: string])[];
}

/**
 * Read the definitions table (`epsg.json`, made by `makers/systems.py`).
 *
 * @throws {Fault} `internal` when the text is not such a table
 */
export function readProjectionTable(json: string): ProjectionTable {
  try {
    const { datums, systems } = JSON.parse(json) as PackedTable;
    return new Map(
      systems.map(([wkid, name, text, area, datum, esriName]) => [
        wkid,
        [wkid, name, `${text} ${datums[datum]!}`, area, esriName],
      ]),
    );
  } catch (error) {
    throw new Fault('internal', `Definitions table: coordinate systems expected, ${String(error)}`);
  }
}

/**
 * Define every system of the definitions table that is not built in, and name them all for recognition.
 *
 * @throws {Fault} as `readProjectionTable`
 */
export function defineTable(json: string): void {
  for (const [wkid, name, text] of readProjectionTable(json).values()) {
    nameSystem(wkid, name);
    if (textOf(wkid) === undefined) defineReference(wkid, text);
  }
}

/**
 * Define a reference that is not known yet from the table, so that it can be used from now on.
 *
 * @returns false when it is wanting and the table does not have it
 */
export function defineFromTable(reference: SpatialReference, table: ProjectionTable): boolean {
  const wkid = missingReference(reference);
  if (wkid === undefined) return true;
  const row = table.get(wkid);
  if (row) defineReference(wkid, row[2]);
  return row !== undefined;
}
