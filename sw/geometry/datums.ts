import { Fault } from '../contract/index.ts';

/**
 * A geodetic datum: code, a geographic system on it, its ellipsoid, names in lower case without signs, and how Esri names datum
 * and ellipsoid.
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

/** A grid file and whether it holds the shift (1) or its inverse (-1). */
export type GridFile = readonly [file: string, direction: 1 | -1];

/**
 * What an operation does: 3, 7 or 10 parameters in position vector signs, an offset [longitude, latitude] in degrees, grid files
 * that say the same, or other operations in order (negative: backwards).
 */
type OperationSteps = readonly number[] | readonly GridFile[] | { readonly pipe: readonly number[] };

/** An operation between two datums; accuracy in metres, -1 when unknown. */
export type OperationRow = readonly [code: number, from: number, to: number, accuracyM: number, steps: OperationSteps];

interface Datums {
  readonly datums: ReadonlyMap<number, DatumRow>;
  /** Of one name on several ellipsoids all. */
  readonly byName: ReadonlyMap<string, readonly DatumRow[]>;
  /** [first code, last code, datum, ...], ascending. */
  readonly systems: readonly number[];
  readonly operations: ReadonlyMap<number, OperationRow>;
}

let table: Datums | undefined;

/** Give the table of datums; undefined until `readDatums` has been called. */
export const knownDatums = (): Datums | undefined => table;

/**
 * Read the table of datums, systems and operations (`datums.json`; its maker describes it).
 *
 * @throws {Fault} `internal` when the text is not such a table
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
    throw new Fault('internal', `Table of datums: datums, systems and operations expected, ${String(error)}`);
  }
}

/** Find the datum of a coordinate system by its number; undefined when the table is not there or does not have it. */
export function datumOfSystem(wkid: number): number | undefined {
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

/** List the numbers of all systems on a datum, ascending. */
export function systemsOn(datum: number): number[] {
  const { systems } = table ?? { systems: [] };
  const found: number[] = [];
  for (let at = 0; at < systems.length; at += 3)
    if (systems[at + 2] === datum) for (let code = systems[at]!; code <= systems[at + 1]!; code++) found.push(code);
  return found;
}
