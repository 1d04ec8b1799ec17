import { type DatumRow, type GridFile, knownDatums } from './datums.ts';
import { type DatumGrid, readNtv2 } from './ntv2.ts';

let grids: ReadonlyMap<string, DatumGrid> = new Map();
let revision = 0;

const plain = (file: string): string => file.toLowerCase();

/** Replace all grids by those of these files; transformations made before are no longer used. @throws {Fault} as `readNtv2` */
export function setGrids(files: readonly { readonly name: string; readonly bytes: ArrayBuffer }[]): void {
  grids = new Map(files.map(({ name, bytes }) => [plain(name), readNtv2(bytes, name)]));
  revision++;
}

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

/** List the grid files that lead from a datum to one that is counted as WGS 84: files, whether backwards, metres. */
function gridFilesFor(datum: number): [files: readonly GridFile[], isInverse: boolean, accuracyM: number][] {
  const { operations, datums } = knownDatums() ?? {};
  const found: [readonly GridFile[], boolean, number][] = [];
  for (const [, from, to, accuracyM, steps] of operations?.values() ?? []) {
    const other = from === datum ? to : to === datum ? from : undefined;
    if (other === undefined || !Array.isArray(steps) || !Array.isArray(steps[0])) continue;
    // Of two modern datums (GDA94, GDA2020) the newer one is counted as WGS 84.
    if (!isModern(datums!.get(other)!) || (other === from && isModern(datums!.get(datum)!))) continue;
    found.push([steps as readonly GridFile[], to === datum, accuracyM < 0 ? Infinity : accuracyM]);
  }
  return found;
}

const isModern = ([, , semiMajorM]: DatumRow): boolean => Math.abs(semiMajorM - 6378137) < 0.5;
