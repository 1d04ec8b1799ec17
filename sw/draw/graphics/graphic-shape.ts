import type { Value } from '../../contract/index.ts';
import type { DatumShift } from '../../geometry/datum-shift.ts';
import { transformation } from '../../geometry/project.ts';
import { extentOfVertices, type SingleGeometry, singleGeometry } from '../../geometry/single-geometry.ts';
import { type MapView, mapToScreen } from '../../geometry/view.ts';
import { geometryFromValue } from '../../rows/geometry/geometry-from-value.ts';
import type { Steps } from '../../scheduler.ts';
import { plainSettings, type SymbolSettings } from '../symbol/symbol-settings.ts';

/**
 * Read the geometry of an element and return it in pixels. A geometry with its own spatial reference is projected.
 * Yields regularly.
 *
 * @throws {Fault} like `geometryFromValue` and `transformation`
 */
export function* graphicShape(value: Value<'Geometry'>, view: GraphicsView, path: string): Steps<SingleGeometry> {
  const { kind, xy, partOffsets, spatialReference } = yield* geometryFromValue(value, path);
  const inMap = xy.slice();
  projectionToMap(spatialReference, view)?.forward(inMap);
  return { kind, xy: mapToScreen(view.view, inMap), partOffsets };
}

const projectionToMap = (elementReference: Value<'SpatialReference'> | undefined, { reference, shift }: GraphicsView) =>
  elementReference && transformation(elementReference, reference, shift);

/**
 * Read the rectangle of an element as a closed ring of its four corners, [x0, y0, ...] in pixels. On a rotated map the
 * ring is rotated.
 *
 * @throws {Fault} like `graphicShape`
 */
export function* rectangleRing(value: Value<'Geometry'>, view: GraphicsView, path: string): Steps<Float64Array> {
  const { xy, spatialReference } = yield* geometryFromValue(value, path);
  const inMap = xy.slice();
  projectionToMap(spatialReference, view)?.forward(inMap);
  const [xmin, ymin, xmax, ymax] = extentOfVertices(inMap) ?? [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  return mapToScreen(view.view, [xmin, ymin, xmin, ymax, xmax, ymax, xmax, ymin, xmin, ymin]);
}

/** Vertices of an ellipse. Chords deviate by less than a tenth of a pixel up to a radius of some hundred pixels. */
const ellipseSteps = 120;

/**
 * Return the ellipse inscribed in a rectangle, or the largest circle at its center that fits.
 *
 * @param ring ring from `rectangleRing`
 */
export function ellipseIn(ring: Float64Array, isCircle: boolean): SingleGeometry {
  const x = (ring[0]! + ring[4]!) / 2;
  const y = (ring[1]! + ring[5]!) / 2;
  // Vectors of the semi-axes along width and height.
  let [ax, ay] = [(ring[6]! - ring[0]!) / 2, (ring[7]! - ring[1]!) / 2];
  let [bx, by] = [(ring[2]! - ring[0]!) / 2, (ring[3]! - ring[1]!) / 2];
  const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)];
  if (isCircle && a > 0 && b > 0) {
    const radius = Math.min(a, b);
    [ax, ay, bx, by] = [(ax * radius) / a, (ay * radius) / a, (bx * radius) / b, (by * radius) / b];
  }
  const points: number[] = [];
  for (let i = 0; i <= ellipseSteps; i++) {
    const turn = (2 * Math.PI * (i % ellipseSteps)) / ellipseSteps;
    points.push(x + ax * Math.cos(turn) + bx * Math.sin(turn), y + ay * Math.cos(turn) + by * Math.sin(turn));
  }
  return singleGeometry('polygon', [points]);
}

/** Map that graphics are drawn on. */
export interface GraphicsView {
  readonly view: MapView;
  /** Spatial reference of elements without one. */
  readonly reference: Value<'SpatialReference'>;
  /** Datum shift for elements with another spatial reference. */
  readonly shift?: DatumShift;
  /** Reference scale of the map; 0 if it has none. */
  readonly referenceScale: number;
}

interface Scaled {
  readonly AutoTransform?: boolean;
  readonly ReferenceScale?: number;
}

/** Make the settings of an element's symbol. The symbol scales with the map if it has a reference scale. */
export function elementSettings(
  { AutoTransform, ReferenceScale = 0 }: Scaled,
  { view }: GraphicsView,
  path: string,
): SymbolSettings {
  const settings = plainSettings(path, view.dpi);
  const isScaled = AutoTransform && ReferenceScale > 0 && view.scale > 0;
  return isScaled ? { ...settings, pixelsPerPoint: (settings.pixelsPerPoint * ReferenceScale) / view.scale } : settings;
}
