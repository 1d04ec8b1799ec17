import type { CanvasSurface } from './canvas.ts';

/**
 * Make a surface that draws each feature separately, so that a feature looks the same in every image.
 *
 * Features drawn as one path blend differently along common edges, and the rest of the image determines which are
 * combined.
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
