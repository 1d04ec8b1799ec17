import type { CanvasSurface } from './canvas.ts';

/**
 * Make a surface draw each feature on its own.
 *
 * Neighbours that are drawn as one path blend otherwise along their common edge than neighbours that are not, and which go
 * together depends on what else is in the picture. On this surface a feature looks the same in every picture.
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
