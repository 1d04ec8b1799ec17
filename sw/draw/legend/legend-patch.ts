import { type Value, wrongValue } from '../../contract/index.ts';
import { minMax } from '../../geometry/min-max.ts';
import { makePixelPaths } from '../surface/pixel-paths.ts';
import type { Rgba, Surface } from '../surface/surface.ts';
import { stampMarkers } from '../symbol/marker.ts';
import { symbolDrawing } from '../symbol/symbol-drawing.ts';
import { plainSettings } from '../symbol/symbol-settings.ts';

/** Custom patch geometries of a swatch. The defaults are a rectangle and a zigzag. */
interface PatchShapes {
  readonly line?: Value<'Patch'> | undefined;
  readonly area?: Value<'Patch'> | undefined;
}

/**
 * Refuse a patch that has only a name, because named patches don't exist.
 *
 * @throws {Fault} `not-supported` for a patch with a name or a geometry, unless its geometry has at least two points
 */
export function checkPatch(patch: Value<'Patch'> | undefined, path: string): void {
  const { Name: name, Geometry: geometry } = patch ?? {};
  if ((!name && !geometry) || patchVertices(geometry).flat().length >= 4) return;
  const actual = geometry?.type ?? `the name "${name!.slice(0, 60)}"`;
  throw wrongValue(
    'not-supported',
    `${path}.Geometry`,
    'PolygonN, PolylineN or EnvelopeN with at least two points',
    actual,
  );
}

/** Return a swatch size that shows the whole marker. Other symbols fit any size. */
export function swatchSizePx(
  symbol: Value<'Symbol'>,
  widthPx: number,
  heightPx: number,
  dpi: number,
): { widthPx: number; heightPx: number } {
  const drawing = symbolDrawing(symbol, plainSettings('legend', dpi));
  if (drawing?.kind !== 'marker') return { widthPx, heightPx };
  const sidePx = Math.ceil(2 * drawing.marker.marker.reachPx) + 2;
  return { widthPx: Math.max(widthPx, sidePx), heightPx: Math.max(heightPx, sidePx) };
}

/** Draw a symbol as a swatch that fills the surface, with a one-pixel margin around polygons and lines. */
export function drawSwatch(
  surface: Surface,
  symbol: Value<'Symbol'>,
  dpi: number,
  shapes: PatchShapes,
  path: string,
): void {
  const drawing = symbolDrawing(symbol, plainSettings(path, dpi));
  if (!drawing) return;
  const { widthPx, heightPx } = surface;
  if (drawing.kind === 'marker') {
    const { dxPx, dyPx, angleDeg } = drawing.marker;
    const center = Float32Array.of(widthPx / 2 + dxPx, heightPx / 2 + dyPx);
    stampMarkers(surface, drawing.marker, center, 1, angleDeg);
  } else if (drawing.kind === 'line') {
    const paths = makePixelPaths(patchParts(shapes.line, surface) ?? [zigzag(widthPx, heightPx)], false);
    surface.strokePaths(paths, 0, paths.featureCount, drawing.stroke);
  } else {
    const marginPx = Math.max(1, Math.ceil((drawing.fill.outline?.widthPx ?? 0) / 2));
    const paths = makePixelPaths(patchParts(shapes.area, surface) ?? [box(marginPx, widthPx, heightPx)], true);
    if (drawing.fill.paint) surface.fillPaths(paths, 0, paths.featureCount, drawing.fill.paint);
    if (drawing.fill.outline) surface.strokePaths(paths, 0, paths.featureCount, drawing.fill.outline);
  }
}

/** Fill a swatch with colors from top to bottom, without a margin, so that the slices of a ramp join. */
export function drawRamp(surface: Surface, colors: readonly Rgba[]): void {
  const { widthPx, heightPx } = surface;
  for (let yPx = 0; yPx < heightPx; yPx++) {
    const color = colors[Math.floor(((yPx + 0.5) * colors.length) / heightPx)]!;
    surface.fillBox({ xPx: 0, yPx, widthPx, heightPx: 1 }, { kind: 'solid', color });
  }
}

const box = (marginPx: number, widthPx: number, heightPx: number): number[] => [
  marginPx,
  marginPx,
  widthPx - marginPx,
  marginPx,
  widthPx - marginPx,
  heightPx - marginPx,
  marginPx,
  heightPx - marginPx,
];

/** Bends show joins and dashes better than a straight line. */
const zigzag = (widthPx: number, heightPx: number): number[] => [
  1,
  heightPx - 2,
  widthPx * 0.35,
  heightPx * 0.25,
  widthPx * 0.65,
  heightPx * 0.75,
  widthPx - 1,
  2,
];

/** Scale a patch's geometry to the swatch, keeping its proportions if requested; undefined for no geometry. */
function patchParts(patch: Value<'Patch'> | undefined, surface: Surface): number[][] | undefined {
  const parts = patchVertices(patch?.Geometry);
  const flat = parts.flat();
  if (flat.length === 0) return undefined;
  const xs = flat.filter((_, index) => index % 2 === 0);
  const ys = flat.filter((_, index) => index % 2 === 1);
  const [left, right] = minMax(xs);
  const [bottom, top] = minMax(ys);
  let scaleX = (surface.widthPx - 2) / (right - left || 1);
  let scaleY = (surface.heightPx - 2) / (top - bottom || 1);
  if (patch?.PreserveAspectRatio) scaleX = scaleY = Math.min(scaleX, scaleY);
  const centerX = (left + right) / 2;
  const centerY = (bottom + top) / 2;
  return parts.map((part) =>
    part.map((value, index) =>
      index % 2 === 0
        ? surface.widthPx / 2 + (value - centerX) * scaleX
        : surface.heightPx / 2 - (value - centerY) * scaleY,
    ),
  );
}

function patchVertices(geometry: Value<'Geometry'> | undefined): number[][] {
  const flat = (points: Value<'ArrayOfPoint'> | undefined): number[] =>
    (points ?? []).flatMap((point) => (point.type === 'PointN' ? [point.X, point.Y] : []));
  switch (geometry?.type) {
    case 'PolygonN':
      return geometry.RingArray.map((ring) => flat(ring.PointArray));
    case 'PolylineN':
      return geometry.PathArray.map((path) => flat(path.PointArray));
    case 'EnvelopeN': {
      const { XMin, YMin, XMax, YMax } = geometry;
      return [[XMin, YMin, XMin, YMax, XMax, YMax, XMax, YMin]];
    }
    default:
      return [];
  }
}
