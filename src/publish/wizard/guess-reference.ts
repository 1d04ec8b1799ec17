import type { Extent } from '../../../sw/geometry/extent.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';
import { defineReferences, findKnownReference, referencesNamed } from '../../state/definitions.ts';
import { worldReference } from '../../state/references.ts';

/** A coordinate system that fits the data. */
export interface Guess {
  readonly wkid: number;
  readonly name: string;
}

/**
 * Common coordinate systems of files that don't name theirs. Systems for small areas come first, because a match with
 * them is less likely by chance.
 */
const common = [
  28992, 31370, 27700, 29903, 2056, 21781, 31287, 5514, 2180, 2154, 3006, 25832, 25833, 31467, 31468, 31466, 31469,
  32632, 32633, 25831, 32631, 25830, 32630, 3035, 2193, 5070, 3347, 3857,
];
const maxGuesses = 5;

/** List the coordinate systems whose area of use contains the center of an extent, likely ones first. */
export async function guessReferences(extent: Extent, isGeographic: boolean): Promise<Guess[]> {
  const guesses: Guess[] = [];
  for (const wkid of isGeographic ? [4326] : common) {
    const row = await findKnownReference(wkid);
    if (!row) continue;
    if (isGeographic || (await fitsArea(extent, wkid, row[3]))) guesses.push({ wkid, name: row[1] });
    if (guesses.length >= maxGuesses) break;
  }
  return guesses;
}

const maxTried = 80;

/**
 * List the coordinate systems that match a name. If there is an extent, those whose area of use contains it come first.
 */
export async function findReferences(text: string, extent: Extent | undefined): Promise<Guess[]> {
  const named = (await referencesNamed(text)).slice(0, maxTried);
  const fits = await Promise.all(named.map(([wkid, , , area]) => extent && fitsArea(extent, wkid, area)));
  const sorted = [...named.filter((_, index) => fits[index]), ...named.filter((_, index) => !fits[index])];
  return sorted.map(([wkid, name]) => ({ wkid, name }));
}

async function fitsArea(extent: Extent, wkid: number, area: readonly number[] | null): Promise<boolean> {
  const corners = await toWorld(wkid, [
    (extent[0] + extent[2]) / 2,
    (extent[1] + extent[3]) / 2,
    extent[0],
    extent[1],
    extent[2],
    extent[3],
  ]);
  if (!corners) return false;
  const [west, south, east, north] = (area ?? [-180, -90, 180, 90]) as [number, number, number, number];
  for (let offset = 0; offset < corners.length; offset += 2) {
    const [x, y] = [corners[offset]!, corners[offset + 1]!];
    if (!(x >= west - 0.5 && x <= east + 0.5 && y >= south - 0.5 && y <= north + 0.5)) return false;
  }
  return true;
}

/** Convert positions to degrees; undefined if the system is unknown or a position is invalid. */
async function toWorld(wkid: number, xy: readonly number[]): Promise<Float64Array | undefined> {
  const reference = referenceFromWkid(wkid);
  await defineReferences(reference);
  const flat = Float64Array.from(xy);
  try {
    transformation(reference, worldReference)?.forward(flat);
  } catch {
    // Outside the domain of the projection, so this isn't the system.
    return undefined;
  }
  return flat.every(Number.isFinite) ? flat : undefined;
}
