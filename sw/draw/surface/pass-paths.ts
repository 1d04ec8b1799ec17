import type { Kernel } from '../kernel/kernel.ts';
import type { KernelMemory } from '../kernel/kernel-memory.ts';
import type { PixelPaths } from './pixel-paths.ts';
import type { Rgba, Stroke } from './surface.ts';

/** Vertices and points passed to the kernel per call. */
const verticesAtOnce = 1 << 15;

const caps = { butt: 0, round: 1, square: 2 } as const;
const joins = { miter: 0, round: 1, bevel: 2 } as const;

/** Set the pen of a stroke. @returns the kernel function that adds features drawn with it */
export function setStrokePen(memory: KernelMemory, stroke: Stroke): Kernel['strokeFeatures'] {
  const { dashesPx } = stroke;
  const dashes = Float64Array.from(dashesPx.length % 2 === 0 ? dashesPx : [...dashesPx, ...dashesPx]);
  const dashesAddress = memory.passDashes(dashes);
  memory.kernel.setPen(stroke.widthPx, caps[stroke.cap], joins[stroke.join], dashesAddress, dashes.length);
  return memory.kernel.strokeFeatures;
}

/** Pass features to the kernel in pieces. */
export function forEachPiece(
  memory: KernelMemory,
  { xy, partEnds, featureEnds }: PixelPaths,
  from: number,
  to: number,
  pass: (xy: number, partEnds: number, featureEnds: number, features: number) => void,
): void {
  let first = from;
  while (first < to) {
    const firstPart = first === 0 ? 0 : featureEnds[first - 1]!;
    const firstVertex = firstPart === 0 ? 0 : partEnds[firstPart - 1]!;
    let end = first + 1;
    while (end < to && partEnds[featureEnds[end]! - 1]! - firstVertex <= verticesAtOnce) end++;
    const lastPart = featureEnds[end - 1]!;
    const lastVertex = partEnds[lastPart - 1]!;
    const parts = partEnds.slice(firstPart, lastPart);
    for (let i = 0; i < parts.length; i++) parts[i]! -= firstVertex;
    const features = featureEnds.slice(first, end);
    for (let i = 0; i < features.length; i++) features[i]! -= firstPart;
    const [xyAt, partsAt, featuresAt] = memory.pass(xy.subarray(2 * firstVertex, 2 * lastVertex), parts, features);
    pass(xyAt!, partsAt!, featuresAt!, end - first);
    first = end;
  }
}

/** Pass points to the kernel in pieces. */
export function forEachPoints(
  memory: KernelMemory,
  xy: Float32Array,
  count: number,
  pass: (at: number, count: number) => void,
): void {
  for (let from = 0; from < count; from += verticesAtOnce) {
    const to = Math.min(count, from + verticesAtOnce);
    const [address] = memory.pass(xy.subarray(2 * from, 2 * to));
    pass(address!, to - from);
  }
}

/** Return a color as a pixel, multiplied by its alpha. */
export function toPremultipliedPixel([red, green, blue, share]: Rgba): number {
  const alpha = Math.round(Math.max(0, Math.min(1, share)) * 255);
  const part = (channel: number) => {
    const product = Math.round(Math.max(0, Math.min(255, channel))) * alpha + 128;
    return (product + (product >> 8)) >> 8;
  };
  return ((alpha << 24) | (part(blue) << 16) | (part(green) << 8) | part(red)) >>> 0;
}
