import { Fault } from '../contract/index.ts';

/**
 * Geodetic datum: code, a geographic CRS on it, ellipsoid, names in lower case without punctuation, and Esri's names of
 * the datum and the ellipsoid.
 */
export type DatumRow = readonly [
  datum: number,
  geographic: number,
  semiMajorM: number,
  inverseFlattening: number,
  names: readonly string[],
  esriName: string,
  esriEllipsoid: string,
];

/** Grid file, and whether it contains the shift (1) or its inverse (-1). */
export type GridFile = readonly [file: string, direction: 1 | -1];

/**
 * Steps of an operation. One of: 3, 7 or 10 parameters (position vector convention); an offset [longitude, latitude] in
 * degrees; alternative grid files; other operations in order (negative for the inverse).
 */
type OperationSteps = readonly number[] | readonly GridFile[] | { readonly pipe: readonly number[] };

/** Operation between two datums; accuracy in meters, -1 if unknown. */
export type OperationRow = readonly [code: number, from: number, to: number, accuracyM: number, steps: OperationSteps];

interface Datums {
  readonly datums: ReadonlyMap<number, DatumRow>;
  /** All datums with a name, which may use several ellipsoids. */
  readonly byName: ReadonlyMap<string, readonly DatumRow[]>;
  /** [first WKID, last WKID, datum, ...], ascending. */
  readonly systems: readonly number[];
  readonly operations: ReadonlyMap<number, OperationRow>;
}

let table: Datums | undefined;

/** Return the table of datums; undefined until `readDatums` has been called. */
export const getDatumTable = (): Datums | undefined => table;

/**
 * Read the table of datums, CRSs and operations (`datums.json`, described in the script that creates it).
 *
 * @throws {Fault} `internal` when the text isn't such a table
 */
export function readDatums(json: string): void {
  try {
    const { datums, systems, operations } = JSON.parse(json) as {
      datums: DatumRow[];
      systems: number[];
      operations: OperationRow[];
    };
    const byName = new Map<string, DatumRow[]>();
    for (const row of datums) for (const name of row[4]) byName.set(name, [...(byName.get(name) ?? []), row]);
    table = {
      datums: new Map(datums.map((row) => [row[0], row])),
      byName,
      systems,
      operations: new Map(operations.map((row) => [row[0], row])),
    };
  } catch (error) {
    throw new Fault('internal', `Datum table can't be read: ${String(error)}.`);
  }
}

/** Return the datum of a CRS by its WKID; undefined if the table isn't loaded or doesn't have it. */
export function findSystemDatum(wkid: number): number | undefined {
  const { systems } = table ?? { systems: [] };
  let [low, high] = [0, systems.length / 3 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, datum] = systems.slice(middle * 3, middle * 3 + 3) as [number, number, number];
    if (wkid < first) high = middle - 1;
    else if (wkid > last) low = middle + 1;
    else return datum;
  }
  return undefined;
}

/** Return the WKIDs of all CRSs on a datum, ascending. */
export function listSystems(datum: number): number[] {
  const { systems } = table ?? { systems: [] };
  const codes: number[] = [];
  for (let i = 0; i < systems.length; i += 3)
    if (systems[i + 2] === datum) for (let code = systems[i]!; code <= systems[i + 1]!; code++) codes.push(code);
  return codes;
}
