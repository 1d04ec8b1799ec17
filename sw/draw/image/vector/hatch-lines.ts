import type { PixelPaths } from '../../surface/pixel-paths.ts';
import type { Paint } from '../../surface/surface.ts';
import { forEachPart } from './features.ts';

type Hatch = Extract<Paint, { kind: 'hatch' }>;

interface HatchLines {
  /** Coefficients [ax, ay] of the distance across the lines: across = ax x + ay y. */
  readonly across: readonly [number, number];
  readonly step: number;
  readonly offset: number;
}

/** Return the same hatch lines as the canvas draws. @see hatchTile */
export function hatchLines(paint: Hatch): { readonly lines: readonly HatchLines[]; readonly widthPx: number } {
  const isDiagonal = paint.anglesDeg.some((angle) => angle % 90 !== 0);
  const step = Math.max(2, Math.round(paint.spacingPx * (isDiagonal ? Math.SQRT2 : 1)));
  const widthPx = isDiagonal ? paint.widthPx : Math.max(1, Math.round(paint.widthPx));
  const middle = Math.floor(step / 2) + (widthPx % 2 === 1 ? 0.5 : 0);
  const lines = paint.anglesDeg.map((angle): HatchLines => {
    const turn = ((angle % 180) + 180) % 180;
    if (turn === 0) return { across: [0, 1], step, offset: middle };
    if (turn === 90) return { across: [1, 0], step, offset: middle };
    return { across: turn < 90 ? [1, 1] : [-1, 1], step, offset: 0 };
  });
  return { lines, widthPx };
}

/**
 * Clip hatch lines to an area by the nonzero rule, for formats without patterns.
 *
 * @returns [x0, y0, x1, y1] of each piece, concatenated
 */
export function hatchPieces(paths: PixelPaths, feature: number, { across, step, offset }: HatchLines): number[] {
  const [ax, ay] = across;
  const { xy } = paths;
  /** Edge crossings by line number, with their direction. */
  const crossings = new Map<number, { along: number; turn: number }[]>();
  const addEdge = (i: number, j: number) => {
    const x0 = xy[2 * i]!;
    const y0 = xy[2 * i + 1]!;
    const x1 = xy[2 * j]!;
    const y1 = xy[2 * j + 1]!;
    const t0 = (ax * x0 + ay * y0 - offset) / step;
    const t1 = (ax * x1 + ay * y1 - offset) / step;
    const low = Math.ceil(Math.min(t0, t1));
    const high = Math.ceil(Math.max(t0, t1));
    for (let line = low; line < high; line++) {
      const share = (line - t0) / (t1 - t0);
      const x = x0 + share * (x1 - x0);
      const y = y0 + share * (y1 - y0);
      const lineCrossings = crossings.get(line);
      const crossing = { along: ay * x - ax * y, turn: t1 > t0 ? 1 : -1 };
      if (lineCrossings) lineCrossings.push(crossing);
      else crossings.set(line, [crossing]);
    }
  };
  forEachPart(paths, feature, (from, to) => {
    for (let i = from; i < to; i++) addEdge(i, i + 1 === to ? from : i + 1);
  });
  const pieces: number[] = [];
  const square = ax * ax + ay * ay;
  for (const [line, lineCrossings] of crossings) {
    lineCrossings.sort((a, b) => a.along - b.along);
    const t = offset + line * step;
    let winding = 0;
    for (let i = 0; i + 1 < lineCrossings.length; i++) {
      winding += lineCrossings[i]!.turn;
      const start = lineCrossings[i]!.along;
      const end = lineCrossings[i + 1]!.along;
      if (winding === 0 || end - start < 0.01) continue;
      for (const along of [start, end]) pieces.push((ax * t + ay * along) / square, (ay * t - ax * along) / square);
    }
  }
  return pieces;
}
