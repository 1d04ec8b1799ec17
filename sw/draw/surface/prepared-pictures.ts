import type { KernelMemory } from '../kernel/kernel-memory.ts';
import { hatchLines, isPlainHairline } from './canvas-paint.ts';
import { markerShapes } from './marker-shapes.ts';
import { forEachPiece, penFeatures, premultiplied } from './pass-paths.ts';
import { pixelPathsOf } from './pixel-paths.ts';
import type { Marker, Paint } from './surface.ts';

/** A square picture in the memory of the kernel. */
export interface PreparedPicture {
  readonly at: number;
  readonly sizePx: number;
}

/** Pictures that are drawn once for a surface. */
interface PreparedPictures {
  /** The picture of a marker that is turned by `angleDeg`; its centre is in its middle. */
  stampOf(marker: Marker, angleDeg: number): PreparedPicture;
  /** The tile of a hatch. */
  hatchOf(paint: Extract<Paint, { kind: 'hatch' }>): PreparedPicture;
}

/** Side of the picture of a marker, which is odd. */
export const stampSizePx = ({ reachPx }: Marker): number => 2 * Math.ceil(reachPx + 1) + 1;

/** Prepare pictures in a kernel's memory when they are first needed. @param restore aims the kernel at the surface again */
export function createPreparedPictures(memory: KernelMemory, restore: () => void): PreparedPictures {
  const { kernel } = memory;
  const stamps = new Map<Marker, Map<number, PreparedPicture>>();
  const hatches = new Map<Paint, PreparedPicture>();

  const prepared = (sizePx: number, draw: () => void): PreparedPicture => {
    const at = memory.take(4 * sizePx * sizePx + 16);
    kernel.setTarget(at, sizePx, 0, 0, sizePx, sizePx);
    draw();
    restore();
    return { at, sizePx };
  };

  return {
    stampOf(marker, angleDeg) {
      const turned = stamps.get(marker) ?? new Map<number, PreparedPicture>();
      stamps.set(marker, turned);
      let picture = turned.get(angleDeg);
      if (!picture) {
        const sizePx = stampSizePx(marker);
        picture = prepared(sizePx, () => drawMarkerAt(memory, marker, sizePx / 2, sizePx / 2, angleDeg));
        turned.set(angleDeg, picture);
      }
      return picture;
    },

    hatchOf(paint) {
      let picture = hatches.get(paint);
      if (!picture) {
        const { sizePx, widthPx, lines } = hatchLines(paint);
        const paths = pixelPathsOf(lines, false);
        const stroke = { color: paint.color, widthPx, dashesPx: [], cap: 'butt', join: 'miter' } as const;
        picture = prepared(sizePx, () => {
          kernel.setColor(premultiplied(paint.color));
          const add = isPlainHairline(stroke) ? kernel.lineFeatures : penFeatures(memory, stroke);
          forEachPiece(memory, paths, 0, 1, (xy, parts, features, count) =>
            add(xy, parts, features, count, false, true),
          );
        });
        hatches.set(paint, picture);
      }
      return picture;
    },
  };
}

/** Draw a marker around a point, each part at once. */
export function drawMarkerAt(memory: KernelMemory, marker: Marker, x: number, y: number, angleDeg: number): void {
  const { kernel } = memory;
  for (const { paths, fill, stroke } of markerShapes(marker, x, y, angleDeg)) {
    if (fill?.kind === 'solid') {
      kernel.setColor(premultiplied(fill.color));
      forEachPiece(memory, paths, 0, paths.featureCount, (xy, parts, features, count) =>
        kernel.fillFeatures(xy, parts, features, count, true),
      );
    }
    if (!stroke) continue;
    kernel.setColor(premultiplied(stroke.color));
    const add = penFeatures(memory, stroke);
    forEachPiece(memory, paths, 0, paths.featureCount, (xy, parts, features, count) =>
      add(xy, parts, features, count, paths.closed, true),
    );
  }
}
