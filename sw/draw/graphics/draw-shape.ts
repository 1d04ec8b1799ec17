import type { SingleGeometry } from '../../geometry/single-geometry.ts';
import { cutLine, cutRing, type PixelWindow } from '../layer/cut-pixels.ts';
import { endFeature, endPart, newPixelPaths, type PixelPaths, reserveVertices } from '../surface/pixel-paths.ts';
import type { Surface } from '../surface/surface.ts';
import { stampMarkers } from '../symbol/marker.ts';
import { reachPx, type SymbolDrawing } from '../symbol/symbol-drawing.ts';

/**
 * Draw a geometry given in pixels: polygons by fills (or their outline by a line), lines by lines, and the first point
 * of each part by a marker.
 */
export function drawShape(surface: Surface, shape: SingleGeometry, drawing: SymbolDrawing): void {
  if (drawing.kind === 'marker') {
    const { dxPx, dyPx, angleDeg } = drawing.marker;
    const parts = shape.partOffsets.length - 1;
    const xy = new Float32Array(2 * parts);
    for (let part = 0; part < parts; part++) {
      // Center markers on pixels.
      xy[2 * part] = Math.floor(shape.xy[2 * shape.partOffsets[part]!]! + dxPx) + 0.5;
      xy[2 * part + 1] = Math.floor(shape.xy[2 * shape.partOffsets[part]! + 1]! + dyPx) + 0.5;
    }
    stampMarkers(surface, drawing.marker, xy, parts, angleDeg);
    return;
  }
  const paths = cutToPaths(shape, surface, Math.ceil(reachPx(drawing)) + 16);
  const { paint, outline } = drawing.kind === 'line' ? { paint: undefined, outline: drawing.stroke } : drawing.fill;
  if (paint) surface.fillPaths(paths, 0, paths.featureCount, paint);
  if (outline) surface.strokePaths(paths, 0, paths.featureCount, outline);
}

/** Clip a feature to the image and a margin, because drawing far outside only costs time. */
function cutToPaths({ kind, xy, partOffsets }: SingleGeometry, surface: Surface, marginPx: number): PixelPaths {
  const isClosed = kind === 'polygon';
  const paths = newPixelPaths(isClosed);
  const limits: PixelWindow = [-marginPx, -marginPx, surface.widthPx + marginPx, surface.heightPx + marginPx];
  const addPart = (part: ArrayLike<number>) => {
    reserveVertices(paths, part.length / 2);
    paths.xy.set(part, 2 * paths.vertexCount);
    paths.vertexCount += part.length / 2;
    endPart(paths);
  };
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    const points = xy.slice(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!).filter(Number.isFinite);
    // The surface closes rings, so the last vertex isn't needed.
    const count = points.length / 2 - (isClosed ? 1 : 0);
    if (isClosed) {
      const ring = cutRing(points, count, limits);
      if (ring.length > 4) addPart(ring);
    } else if (count > 1) cutLine(points, count, limits, addPart);
  }
  endFeature(paths);
  return paths;
}
