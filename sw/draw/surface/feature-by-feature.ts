import type { CanvasSurface } from './canvas.ts';

/**
 * Make a surface draw each feature on its own.
 *
 * Features drawn as one path blend differently along common edges, and which are joined depends on the rest of the
 * image. On this surface a feature looks the same in every image.
 */
export function featureByFeature(surface: CanvasSurface): CanvasSurface {
  return {
    ...surface,
    fillPaths(paths, from, to, paint) {
      for (let feature = from; feature < to; feature++) surface.fillPaths(paths, feature, feature + 1, paint);
    },
    strokePaths(paths, from, to, stroke) {
      for (let feature = from; feature < to; feature++) surface.strokePaths(paths, feature, feature + 1, stroke);
    },
  };
}
