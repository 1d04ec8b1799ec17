import { newPixelPaths, type PixelPaths, pixelPathsOf } from './pixel-paths.ts';
import type { Marker, Paint, Stroke } from './surface.ts';

/** A part of a marker as paths. */
interface MarkerShape {
  readonly paths: PixelPaths;
  readonly fill?: Paint;
  readonly stroke?: Stroke;
}

/** Make the paths of a marker around a point, turned by `angleDeg` anticlockwise. */
export function markerShapes(marker: Marker, xPx: number, yPx: number, angleDeg: number): MarkerShape[] {
  const turn = (-angleDeg * Math.PI) / 180;
  // Engines differ in the last digits of sines, and must not in pixels.
  const [cos, sin] = [rounded(Math.cos(turn)), rounded(Math.sin(turn))];
  return marker.parts.map(({ shape, fill, stroke }) => {
    const source = shape.kind === 'circle' ? pixelPathsOf([circle(shape.radiusPx)], true) : shape.paths;
    const xy = new Float32Array(2 * source.vertexCount);
    for (let i = 0; i < xy.length; i += 2) {
      const x = source.xy[i]!;
      const y = source.xy[i + 1]!;
      xy[i] = xPx + x * cos - y * sin;
      xy[i + 1] = yPx + x * sin + y * cos;
    }
    return { paths: { ...newPixelPaths(source.closed), ...source, xy }, fill, stroke };
  });
}

const rounded = (value: number): number => Math.round(value * 2 ** 30) / 2 ** 30;

const circles = new Map<number, readonly number[]>();
const mostCircles = 200;

/** Corners of a polygon that leaves its circle by less than 1/50 pixel. Pictures of a pan draw the same few circles. */
function circle(radiusPx: number): readonly number[] {
  const known = circles.get(radiusPx);
  if (known) return known;
  if (circles.size >= mostCircles) circles.clear();
  const corners = cornersOf(radiusPx);
  circles.set(radiusPx, corners);
  return corners;
}

/** The corners of a circle, by halving angles: roots are the same everywhere. */
function cornersOf(radiusPx: number): number[] {
  let corners: (readonly [number, number])[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  for (let cos = Math.SQRT1_2; radiusPx * (1 - cos) > 0.02 && corners.length < 1024; cos = Math.sqrt((1 + cos) / 2))
    corners = corners.flatMap((corner, i) => {
      const [x, y] = [0, 1].map((k) => corner[k]! + corners[(i + 1) % corners.length]![k]!) as [number, number];
      const length = Math.sqrt(x * x + y * y);
      return [corner, [x / length, y / length] as const];
    });
  return corners.flatMap(([x, y]) => [x * radiusPx, y * radiusPx]);
}
