import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { Transformation } from '../../geometry/project.ts';
import type { MapView } from '../../geometry/view.ts';
import type { GeometryBatch } from '../../rows/batch.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import type { Classifier } from '../renderer/renderer.ts';
import type { Surface } from '../surface/surface.ts';
import { stampMarkers } from '../symbol/marker.ts';
import { checkFits, reachPx, type SymbolDrawing, symbolDrawing } from '../symbol/symbol-drawing.ts';
import type { SymbolSettings } from '../symbol/symbol-settings.ts';
import { anchorOf } from './anchor.ts';
import { createPointReader, type PointReader, type PointStore } from './points.ts';
import { createShapeReader, type ShapeReader, type ShapeStore } from './shapes.ts';

/** Everything that is drawn alike: one symbol, one transparency, one angle. */
interface Look {
  readonly key: number;
  readonly drawing: SymbolDrawing;
  readonly angleDeg: number;
  readonly shapes?: ShapeStore;
  readonly points?: PointStore;
}

/** The features of a layer sorted by what they look like. */
export interface Looks {
  /** How far the symbols reach beyond their features. */
  readonly reachPx: number;
  /** Say what is seen, before the first feature. */
  start(view: MapView, projection: Transformation | undefined, window: Extent, marginPx: number, snapPx: number): void;
  whereIs(extents: Float64Array, row: number): 'inside' | 'outside' | 'across';
  /** Add row `row` of a batch. */
  add(batch: GeometryBatch, row: number, symbol: number, alpha: number, angleDeg: number, isInside: boolean): void;
  /** The pieces of work that draw it all, each of some milliseconds at most, in drawing order. */
  drawings(surface: Surface): Generator<() => void>;
}

/** Features that are drawn in one piece of work. */
const featuresPerDrawing = 2000;
/** A surface does many equal markers at once faster. */
const pointsPerDrawing = 30_000;
const alphaSteps = 100;

/** Read the symbols of a layer. @throws {Fault} as the readers of symbols and `checkFits` */
export function createLooks(classifier: Classifier, geometry: GeometryKind, settings: SymbolSettings): Looks {
  const isPoint = geometry === 'point' || geometry === 'multipoint';
  const read = (symbol: Value<'Symbol'>, alpha: number, place: string): SymbolDrawing | undefined => {
    const drawing = symbolDrawing(symbol, { ...settings, place, alpha: settings.alpha * alpha });
    if (drawing) checkFits(drawing, geometry, place);
    return drawing;
  };
  const placeOf = (symbol: number) => `${settings.place}, symbol ${symbol}`;
  const opaque = classifier.symbols.map((symbol, i) => read(symbol, 1, placeOf(i)));
  const background =
    classifier.background && geometry === 'polygon'
      ? read(classifier.background, 1, `${settings.place}, background`)
      : undefined;

  const looks = new Map<number, Look | undefined>();
  const anchor = new Float64Array(2);
  let shapeReader: ShapeReader;
  let pointReader: PointReader;
  let below: Look | undefined;
  let window: Extent;

  const newLook = (key: number, drawing: SymbolDrawing, angleDeg: number): Look =>
    drawing.kind === 'marker'
      ? { key, drawing, angleDeg: drawing.marker.angleDeg + angleDeg, points: pointReader.newStore() }
      : { key, drawing, angleDeg, shapes: shapeReader.newStore() };

  const lookOf = (symbol: number, alpha: number, angleDeg: number): Look | undefined => {
    const alphaStep = Math.round(alpha * alphaSteps);
    const turn = isPoint ? ((Math.round(angleDeg) % 360) + 360) % 360 : 0;
    const key = (symbol * (alphaSteps + 1) + alphaStep) * 360 + turn;
    if (looks.has(key)) return looks.get(key);
    const drawing =
      alphaStep === alphaSteps
        ? opaque[symbol]
        : read(classifier.symbols[symbol]!, alphaStep / alphaSteps, placeOf(symbol));
    const look = drawing && newLook(key, drawing, turn);
    looks.set(key, look);
    return look;
  };

  return {
    reachPx: Math.max(0, ...opaque.map((drawing) => (drawing ? reachPx(drawing) : 0))),

    start(view, projection, seen, marginPx, snapPx) {
      window = seen;
      shapeReader = createShapeReader(geometry === 'polygon', view, projection, seen, marginPx, snapPx);
      pointReader = createPointReader(view, projection, seen, marginPx, snapPx);
      below = background && newLook(-1, background, 0);
    },

    whereIs(extents, row) {
      const xmin = extents[4 * row]!;
      const ymin = extents[4 * row + 1]!;
      const xmax = extents[4 * row + 2]!;
      const ymax = extents[4 * row + 3]!;
      if (!(xmin <= window[2] && xmax >= window[0] && ymin <= window[3] && ymax >= window[1])) return 'outside';
      return xmin >= window[0] && xmax <= window[2] && ymin >= window[1] && ymax <= window[3] ? 'inside' : 'across';
    },

    add(batch, row, symbol, alpha, angleDeg, isInside) {
      const look = lookOf(symbol, alpha, angleDeg);
      if (look?.shapes) shapeReader.add(look.shapes, batch, row, isInside);
      else if (look?.points && look.drawing.kind === 'marker') {
        const { dxPx, dyPx } = look.drawing.marker;
        if (isPoint) pointReader.addRow(look.points, batch, row, dxPx, dyPx);
        else if (anchorOf(batch, row, anchor)) pointReader.add(look.points, anchor[0]!, anchor[1]!, dxPx, dyPx);
        if (below?.shapes) shapeReader.add(below.shapes, batch, row, isInside);
      }
    },

    *drawings(surface) {
      const inOrder = [...looks.values()].filter((look) => look !== undefined).sort((a, b) => a.key - b.key);
      const all = below ? [below, ...inOrder] : inOrder;
      for (const look of all) yield* fillings(surface, look);
      for (const look of all) yield* strokings(surface, look);
      for (const look of all) yield* stampings(surface, look);
    },
  };
}

function* fillings(surface: Surface, { drawing, shapes }: Look): Generator<() => void> {
  if (drawing.kind !== 'fill' || !shapes || !drawing.fill.paint) return;
  const { paint, outline } = drawing.fill;
  for (const [from, to] of runs(shapes.paths.featureCount))
    yield () => surface.fillPaths(shapes.paths, from, to, paint);
  if (!outline) yield () => surface.fillDots(shapes.dots, shapes.dotCount, surface.snapPx, paint.color);
}

function* strokings(surface: Surface, { drawing, shapes }: Look): Generator<() => void> {
  const stroke = drawing.kind === 'line' ? drawing.stroke : drawing.kind === 'fill' ? drawing.fill.outline : undefined;
  if (!stroke || !shapes) return;
  for (const [from, to] of runs(shapes.paths.featureCount))
    yield () => surface.strokePaths(shapes.paths, from, to, stroke);
  yield () =>
    surface.fillDots(shapes.dots, shapes.dotCount, Math.max(surface.snapPx, Math.floor(stroke.widthPx)), stroke.color);
}

function* stampings(surface: Surface, { drawing, points, angleDeg }: Look): Generator<() => void> {
  if (drawing.kind !== 'marker' || !points) return;
  for (const [from, to] of runs(
    points.count,
    drawing.marker.picture || drawing.marker.letter ? featuresPerDrawing : pointsPerDrawing,
  ))
    yield () => stampMarkers(surface, drawing.marker, points.xy.subarray(2 * from, 2 * to), to - from, angleDeg);
}

function* runs(count: number, size = featuresPerDrawing): Generator<readonly [number, number]> {
  for (let from = 0; from < count; from += size) yield [from, Math.min(count, from + size)];
}
