import { Fault } from '../contract/index.ts';
import { registerSystemName } from './identify-wkt.ts';
import { defineReference, getDefinitionText } from './reference-definitions.ts';
import { missingReference, type SpatialReference } from './spatial-reference.ts';

/**
 * CRS of the definitions table. The area of use is [west, south, east, north] in degrees, or null. Esri's name is absent
 * if it's the name with _ for punctuation and spaces.
 */
export type ProjectionRow = readonly [
  wkid: number,
  name: string,
  proj4Text: string,
  area: readonly [number, number, number, number] | null,
  esriName?: string | undefined,
];

/** Definitions table by WKID. */
export type ProjectionTable = ReadonlyMap<number, ProjectionRow>;

/** Table as stored. Each row has the index of its ellipsoid and datum shift in `datums`. */
interface PackedTable {
  readonly datums: readonly string[];
  readonly systems: readonly (readonly [number, string, string, ProjectionRow[3], datum: number, esriName?: string])[];
}

/**
 * Read the definitions table (`epsg.json`, created by `makers/systems.py`).
 *
 * @throws {Fault} `internal` when the text isn't such a table
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
    throw new Fault('internal', `Table of coordinate systems can't be read: ${String(error)}.`);
  }
}

/**
 * Define all CRSs of the definitions table that aren't built in, and register all names for recognition.
 *
 * @throws {Fault} `internal` when the text isn't such a table
 */
export function defineTable(json: string): void {
  for (const [wkid, name, text] of readProjectionTable(json).values()) {
    registerSystemName(wkid, name);
    if (getDefinitionText(wkid) === undefined) defineReference(wkid, text);
  }
}

/**
 * Define a reference from the table if it isn't defined yet.
 *
 * @returns false if it isn't defined and the table lacks it
 */
export function defineFromTable(reference: SpatialReference, table: ProjectionTable): boolean {
  const wkid = missingReference(reference);
  if (wkid === undefined) return true;
  const row = table.get(wkid);
  if (row) defineReference(wkid, row[2]);
  return row !== undefined;
}
