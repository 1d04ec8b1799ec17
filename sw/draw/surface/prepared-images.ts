import { minMax } from '../../geometry/min-max.ts';
import type { KernelMemory } from '../kernel/kernel-memory.ts';
import { hatchLines, isPlainHairline } from './canvas-paint.ts';
import { forEachPiece, setStrokePen, toPremultipliedPixel } from './pass-paths.ts';
import { makePixelPaths, newPixelPaths, type PixelPaths } from './pixel-paths.ts';
import type { Marker, Paint, Stroke } from './surface.ts';

/** Square image in the kernel's memory. */
export interface PreparedImage {
  readonly address: number;
  readonly sizePx: number;
}

/** Image of a marker in the kernel's memory, without transparent edges. */
interface Stamp {
  readonly address: number;
  /** Number of columns, a multiple of four. */
  readonly columns: number;
  readonly lines: number;
  /** Pixel of the image that is placed on a point. */
  readonly centerX: number;
  readonly centerY: number;
}

/** Images that are drawn once per surface. */
interface PreparedImages {
  /** Return the image of a marker rotated by `angleDeg`. */
  getStamp(marker: Marker, angleDeg: number): Stamp;
  /** Return the tile of a hatch. */
  getHatch(paint: Extract<Paint, { kind: 'hatch' }>): PreparedImage;
}

/** Return the side of a marker's image, which is odd. */
export const stampSizePx = ({ reachPx }: Marker): number => 2 * Math.ceil(reachPx + 1) + 1;

/**
 * Make a cache that draws images into the kernel's memory on first use.
 *
 * @param restore makes the surface the kernel's target again
 */
export function createPreparedImages(memory: KernelMemory, restore: () => void): PreparedImages {
  const { kernel } = memory;
  const stamps = new Map<Marker, Map<number, Stamp>>();
  const hatches = new Map<Paint, PreparedImage>();

  const prepareImage = (sizePx: number, draw: () => void): PreparedImage => {
    const address = memory.take(4 * sizePx * sizePx + 16);
    kernel.setTarget(address, sizePx, 0, 0, sizePx, sizePx);
    draw();
    restore();
    return { address, sizePx };
  };

  return {
    getStamp(marker, angleDeg) {
      const turned = stamps.get(marker) ?? new Map<number, Stamp>();
      stamps.set(marker, turned);
      let stamp = turned.get(angleDeg);
      if (!stamp) {
        const sizePx = stampSizePx(marker);
        const image = prepareImage(sizePx, () => drawMarkerAt(memory, marker, sizePx / 2, sizePx / 2, angleDeg));
        stamp = stampFrom(memory, image);
        turned.set(angleDeg, stamp);
      }
      return stamp;
    },

    getHatch(paint) {
      let image = hatches.get(paint);
      if (!image) {
        const { sizePx, widthPx, lines } = hatchLines(paint);
        const paths = makePixelPaths(lines, false);
        const stroke = { color: paint.color, widthPx, dashesPx: [], cap: 'butt', join: 'miter' } as const;
        image = prepareImage(sizePx, () => {
          kernel.setColor(toPremultipliedPixel(paint.color));
          const add = isPlainHairline(stroke) ? kernel.lineFeatures : setStrokePen(memory, stroke);
          forEachPiece(memory, paths, 0, 1, (xy, parts, features, count) =>
            add(xy, parts, features, count, false, true),
          );
        });
        hatches.set(paint, image);
      }
      return image;
    },
  };
}

/** Crop the transparent edges of an image whose center is in its middle, because the result is drawn at many points. */
function stampFrom(memory: KernelMemory, { address: imageAddress, sizePx }: PreparedImage): Stamp {
  const pixels = new Uint32Array(memory.kernel.memory.buffer, imageAddress, sizePx * sizePx).slice();
  const seen = Array.from(pixels.keys()).filter((i) => pixels[i] !== 0);
  const [left, right] = minMax(seen.map((i) => i % sizePx));
  const top = Math.floor((seen[0] ?? 0) / sizePx);
  const bottom = Math.floor((seen.at(-1) ?? -sizePx) / sizePx);
  const lines = bottom - top + 1;
  const columns = seen.length === 0 ? 0 : 4 * Math.ceil((right - left + 1) / 4);
  const to = memory.take(4 * columns * lines + 16);
  const cut = new Uint32Array(memory.kernel.memory.buffer, to, columns * lines);
  for (let line = 0; line < lines; line++)
    cut.set(pixels.subarray((top + line) * sizePx + left, (top + line) * sizePx + right + 1), line * columns);
  const middle = sizePx >> 1;
  return { address: to, columns, lines, centerX: middle - left, centerY: middle - top };
}

/** Draw a marker at a point, part by part. */
export function drawMarkerAt(memory: KernelMemory, marker: Marker, x: number, y: number, angleDeg: number): void {
  const { kernel } = memory;
  for (const { paths, fill, stroke } of markerShapes(marker, x, y, angleDeg)) {
    if (fill?.kind === 'solid') {
      kernel.setColor(toPremultipliedPixel(fill.color));
      forEachPiece(memory, paths, 0, paths.featureCount, (xy, parts, features, count) =>
        kernel.fillFeatures(xy, parts, features, count, true),
      );
    }
    if (!stroke) continue;
    kernel.setColor(toPremultipliedPixel(stroke.color));
    const add = setStrokePen(memory, stroke);
    forEachPiece(memory, paths, 0, paths.featureCount, (xy, parts, features, count) =>
      add(xy, parts, features, count, paths.closed, true),
    );
  }
}

/** Part of a marker as paths. */
interface MarkerShape {
  readonly paths: PixelPaths;
  readonly fill?: Paint;
  readonly stroke?: Stroke;
}

/** Make the paths of a marker at a point, rotated by `angleDeg` counterclockwise. */
function markerShapes(marker: Marker, xPx: number, yPx: number, angleDeg: number): MarkerShape[] {
  const turn = (-angleDeg * Math.PI) / 180;
  // JavaScript engines differ in the last digits of sines. Pixels must not.
  const [cos, sin] = [roundToBits(Math.cos(turn)), roundToBits(Math.sin(turn))];
  return marker.parts.map(({ shape, fill, stroke }) => {
    const source = shape.kind === 'circle' ? makePixelPaths([circle(shape.radiusPx)], true) : shape.paths;
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

const roundToBits = (value: number): number => Math.round(value * 2 ** 30) / 2 ** 30;

const circles = new Map<number, readonly number[]>();
const maxCircles = 200;

/**
 * Return the corners of a polygon that deviates from its circle by less than 1/50 pixel. The corners are cached,
 * because panning draws the same few circles.
 */
function circle(radiusPx: number): readonly number[] {
  const cached = circles.get(radiusPx);
  if (cached) return cached;
  if (circles.size >= maxCircles) circles.clear();
  const corners = computeCircleCorners(radiusPx);
  circles.set(radiusPx, corners);
  return corners;
}

/** Compute the corners of a circle by halving angles, because square roots are the same in every engine. */
function computeCircleCorners(radiusPx: number): number[] {
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
