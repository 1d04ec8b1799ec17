import { endFeature, endPart, newPixelPaths, type PixelPaths, reserveVertices } from './pixel-paths.ts';

/** Half coverage, which defines the edge of a painted area. */
const half = 127.5;

/**
 * Trace the edge of a painted mask as rings. Antialiasing gives the position to a fraction of a pixel. On the screen,
 * painted areas are on the right of a ring, and holes run the other way.
 *
 * @param rgba pixels of the mask. Only their alpha is used, and pixels outside count as unpainted.
 * @returns one feature with all rings; no feature if nothing is painted
 * @see marching squares; saddles are resolved by the mean of their corners
 */
export function maskContour(rgba: Uint8ClampedArray, widthPx: number, heightPx: number): PixelPaths {
  const paths = newPixelPaths(true);
  const edges = linkEdges(rgba, widthPx, heightPx);
  const columns = widthPx + 1;
  for (let start = 0; start < edges.next.length; start++) {
    if (edges.next[start]! < 0) continue;
    let edge = start;
    do {
      const cell = edge >> 1;
      const x = (cell % columns) - 0.5;
      const y = Math.floor(cell / columns) - 0.5;
      const share = edges.share[edge]!;
      reserveVertices(paths, 1);
      paths.xy[2 * paths.vertexCount] = edge & 1 ? x : x + share;
      paths.xy[2 * paths.vertexCount + 1] = edge & 1 ? y + share : y;
      paths.vertexCount++;
      const following = edges.next[edge]!;
      edges.next[edge] = -1;
      edge = following;
    } while (edge !== start);
    endPart(paths);
  }
  endFeature(paths);
  return paths;
}

interface Edges {
  /** Next edge of the ring; -1 if no ring crosses. Edge 2c goes right from corner c, and 2c + 1 goes down. */
  readonly next: Int32Array;
  /** Fraction of the edge at which the ring crosses. */
  readonly share: Float32Array;
}

/**
 * Find the edges that rings cross and link them. Corners are pixel centers, with a margin of one unpainted row and
 * column.
 */
function linkEdges(rgba: Uint8ClampedArray, widthPx: number, heightPx: number): Edges {
  const columns = widthPx + 1;
  const corners = (widthPx + 2) * (heightPx + 2);
  const next = new Int32Array(2 * corners).fill(-1);
  const share = new Float32Array(2 * corners);
  const cover = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? 0 : rgba[4 * (y * widthPx + x) + 3]!;
  for (let y = -1; y < heightPx; y++) {
    for (let x = -1; x < widthPx; x++) {
      const a = cover(x, y);
      const b = cover(x + 1, y);
      const c = cover(x + 1, y + 1);
      const d = cover(x, y + 1);
      const kind = (a > half ? 8 : 0) | (b > half ? 4 : 0) | (c > half ? 2 : 0) | (d > half ? 1 : 0);
      if (kind === 0 || kind === 15) continue;
      const corner = (y + 1) * columns + (x + 1);
      const top = 2 * corner;
      const left = top + 1;
      const right = 2 * (corner + 1) + 1;
      const bottom = 2 * (corner + columns);
      if (a > half !== b > half) share[top] = (half - a) / (b - a);
      if (a > half !== d > half) share[left] = (half - a) / (d - a);
      if (b > half !== c > half) share[right] = (half - b) / (c - b);
      if (d > half !== c > half) share[bottom] = (half - d) / (c - d);
      for (const [from, to] of crossings(kind, (a + b + c + d) / 4 > half)) {
        next[[top, right, bottom, left][from]!] = [top, right, bottom, left][to]!;
      }
    }
  }
  return { next, share };
}

type Crossing = readonly [from: number, to: number];
const [top, right, bottom, left] = [0, 1, 2, 3] as const;

/**
 * Edges at which rings enter and leave a cell, indexed by the sum of its painted corners: 8, 4, 2, 1 clockwise from the
 * upper left.
 */
const single: readonly (readonly Crossing[])[] = [
  [],
  [[bottom, left]],
  [[right, bottom]],
  [[right, left]],
  [[top, right]],
  [],
  [[top, bottom]],
  [[top, left]],
  [[left, top]],
  [[bottom, top]],
  [],
  [[right, top]],
  [[left, right]],
  [[bottom, right]],
  [[left, bottom]],
  [],
];

function crossings(kind: number, isJoined: boolean): readonly Crossing[] {
  // Opposite corners are one area through the center, or two areas that nearly touch.
  if (kind === 5)
    return isJoined
      ? [
          [top, left],
          [bottom, right],
        ]
      : [
          [top, right],
          [bottom, left],
        ];
  if (kind === 10)
    return isJoined
      ? [
          [right, top],
          [left, bottom],
        ]
      : [
          [left, top],
          [right, bottom],
        ];
  return single[kind]!;
}
