import { Fault } from '../contract/index.ts';
import { type DatumRow, type GridFile, knownDatums, type OperationRow } from './datums.ts';
import { type DatumGrid, readNtv2 } from './ntv2.ts';

let grids: ReadonlyMap<string, DatumGrid> = new Map();
let revision = 0;

const plain = (file: string): string => file.toLowerCase();

/** Replace all grids by those of these files; transformations made before are no longer used. @throws {Fault} as `readNtv2` */
export function setGrids(files: readonly { readonly name: string; readonly bytes: ArrayBuffer }[]): void {
  grids = new Map(files.map(({ name, bytes }) => [plain(name), readNtv2(bytes, name)]));
  revision++;
}

/**
 * Check that a file is a grid, and that a transformation of EPSG or Esri uses one of its name: another would never be used.
 *
 * @throws {Fault} `bad-value`
 */
export function checkGrid(bytes: ArrayBuffer, name: string): void {
  readNtv2(bytes, name);
  const { operations } = knownDatums() ?? {};
  if (
    operations &&
    ![...operations.values()].some(([, , , , steps]) => filesOf(steps).some(([file]) => plain(file) === plain(name)))
  )
    throw new Fault(
      'bad-value',
      `Grid ${name}: the name of a grid of EPSG or Esri expected, such as BETA2007.gsb, ${JSON.stringify(name)} found.`,
    );
}

const filesOf = (steps: OperationRow[4]): readonly GridFile[] =>
  Array.isArray(steps) && Array.isArray(steps[0]) ? (steps as readonly GridFile[]) : [];

/** Grows whenever grids come or go. */
export const gridRevision = (): number => revision;

/** Find a grid by the name of its file, whatever its case. */
export const gridNamed = (file: string): DatumGrid | undefined => grids.get(plain(file));

/** A grid between a datum and WGS 84 (or what is counted as the same). */
export interface WorldGrid {
  readonly grid: DatumGrid;
  /** The way from the datum to WGS 84 is the inverse of what the file holds. */
  readonly isInverse: boolean;
}

/** List the grids that are here for a datum, the most accurate first. */
export function gridsFor(datum: number | undefined): WorldGrid[] {
  const found: (WorldGrid & { accuracyM: number })[] = [];
  if (datum === undefined || grids.size === 0) return found;
  for (const [files, isInverse, accuracyM] of gridFilesFor(datum)) {
    for (const [file, direction] of files) {
      const grid = gridNamed(file);
      if (grid) found.push({ grid, isInverse: isInverse !== direction < 0, accuracyM });
    }
  }
  return found.sort((a, b) => a.accuracyM - b.accuracyM);
}

/** WGS 84 and ETRS89: grids lead to them, and never away. */
const worldDatums: ReadonlySet<number> = new Set([6326, 6258]);

/** List the grid files that lead from a datum to one that is counted as WGS 84: files, whether backwards, metres. */
export function gridFilesFor(datum: number): [files: readonly GridFile[], isInverse: boolean, accuracyM: number][] {
  const { operations, datums } = knownDatums() ?? {};
  const found: [readonly GridFile[], boolean, number][] = [];
  if (worldDatums.has(datum)) return found;
  for (const [, from, to, accuracyM, steps] of operations?.values() ?? []) {
    const other = from === datum ? to : to === datum ? from : undefined;
    const files = filesOf(steps);
    if (other === undefined || files.length === 0) continue;
    // Of two modern datums (GDA94, GDA2020) the newer one is counted as WGS 84.
    if (!isModern(datums!.get(other)!) || (other === from && isModern(datums!.get(datum)!))) continue;
    found.push([files, to === datum, accuracyM < 0 ? Infinity : accuracyM]);
  }
  return found;
}

/** Esri's own datums (from 100,000) include those of single railways, which need not be close to WGS 84. */
const isModern = ([datum, , semiMajorM]: DatumRow): boolean => datum < 100_000 && Math.abs(semiMajorM - 6378137) < 0.5;
