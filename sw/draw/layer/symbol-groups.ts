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
import { findAnchor } from './anchor.ts';
import type { MixedPoints } from './mixed-points.ts';
import { createPointReader, type PointReader, type PointStore } from './points.ts';
import { createShapeReader, type ShapeReader, type ShapeStore } from './shapes.ts';

/** Features drawn the same way: one symbol, one transparency, one angle. */
interface SymbolGroup {
  readonly key: number;
  readonly drawing: SymbolDrawing;
  readonly angleDeg: number;
  readonly shapes?: ShapeStore;
  readonly points?: PointStore;
  /** Index among the groups whose points are mixed. */
  mixedIndex?: number;
}

/** Features of a layer, grouped by symbol. */
export interface SymbolGroups {
  /** Maximum distance in pixels that the symbols extend beyond their features. */
  readonly reachPx: number;
  /** Set the visible window. Must be called before the first feature is added. */
  start(view: MapView, projection: Transformation | undefined, window: Extent, marginPx: number, snapPx: number): void;
  whereIs(extents: Float64Array, row: number): 'inside' | 'outside' | 'across';
  /** Add row `row` of a batch. */
  add(batch: GeometryBatch, row: number, symbol: number, alpha: number, angleDeg: number, isInside: boolean): void;
  /**
   * Add all rows of a batch with one symbol.
   *
   * @param isInside true if the whole batch is inside the window
   * @returns false if the rows must be added one by one; then nothing is added
   */
  addBatch(batch: GeometryBatch, symbol: number, isInside: boolean): boolean;
  /** Yield drawing steps of a few milliseconds each, in drawing order. */
  drawings(surface: Surface): Generator<() => void>;
}

const featuresPerDrawing = 2000;
/** Surfaces draw many equal markers faster. */
const pointsPerDrawing = 30_000;
const alphaSteps = 100;
/** Minimum rows for mixing symbols. This many points may hide each other, so their symbols are drawn mixed. */
const mixedFromRows = 10_000;

/** Read the symbols of a layer. @throws {Fault} like `symbolDrawing` and `checkFits` */
export function createSymbolGroups(
  classifier: Classifier,
  geometry: GeometryKind,
  settings: SymbolSettings,
  rowCount: number,
): SymbolGroups {
  const isPoint = geometry === 'point' || geometry === 'multipoint';
  const isMixed = isPoint && rowCount >= mixedFromRows && classifier.symbols.length > 1;
  const read = (symbol: Value<'Symbol'>, alpha: number, path: string): SymbolDrawing | undefined => {
    const drawing = symbolDrawing(symbol, { ...settings, path, alpha: settings.alpha * alpha });
    if (drawing) checkFits(drawing, geometry, path);
    return drawing;
  };
  const symbolPath = (symbol: number) => `${settings.path}, symbol ${symbol}`;
  const opaque = classifier.symbols.map((symbol, i) => read(symbol, 1, symbolPath(i)));
  const background =
    classifier.background && geometry === 'polygon'
      ? read(classifier.background, 1, `${settings.path}, background`)
      : undefined;

  const groups = new Map<number, SymbolGroup | undefined>();
  /** Groups of most features by symbol: opaque and not rotated. */
  const plainGroups: (SymbolGroup | undefined)[] = [];
  const anchor = new Float64Array(2);
  let shapeReader: ShapeReader;
  let pointReader: PointReader;
  let below: SymbolGroup | undefined;
  let mixed: MixedPoints | undefined;
  const mixedGroups: SymbolGroup[] = [];
  let window: Extent;

  const newGroup = (key: number, drawing: SymbolDrawing, angleDeg: number): SymbolGroup =>
    drawing.kind === 'marker'
      ? {
          key,
          drawing,
          angleDeg: drawing.marker.angleDeg + angleDeg,
          points: mixed ? undefined : pointReader.newStore(),
        }
      : { key, drawing, angleDeg, shapes: shapeReader.newStore() };

  const getGroup = (symbol: number, alpha: number, angleDeg: number): SymbolGroup | undefined => {
    const alphaStep = Math.round(alpha * alphaSteps);
    const turn = isPoint ? ((Math.round(angleDeg) % 360) + 360) % 360 : 0;
    const key = (symbol * (alphaSteps + 1) + alphaStep) * 360 + turn;
    const existing = groups.get(key);
    if (existing || groups.has(key)) return existing;
    const drawing =
      alphaStep === alphaSteps
        ? opaque[symbol]
        : read(classifier.symbols[symbol]!, alphaStep / alphaSteps, symbolPath(symbol));
    const group = drawing && newGroup(key, drawing, turn);
    groups.set(key, group);
    return group;
  };

  const getPlainGroup = (symbol: number): SymbolGroup | undefined => {
    plainGroups[symbol] ??= getGroup(symbol, 1, 0);
    return plainGroups[symbol];
  };

  const getMixedIndex = (group: SymbolGroup): number => {
    group.mixedIndex ??= mixedGroups.push(group) - 1;
    return group.mixedIndex;
  };

  return {
    reachPx: Math.max(0, ...opaque.map((drawing) => (drawing ? reachPx(drawing) : 0))),

    start(view, projection, seen, marginPx, snapPx) {
      window = seen;
      shapeReader = createShapeReader(geometry === 'polygon', view, projection, seen, marginPx, snapPx);
      pointReader = createPointReader(view, projection, seen, marginPx, snapPx);
      mixed = isMixed ? pointReader.newMixed() : undefined;
      below = background && newGroup(-1, background, 0);
    },

    whereIs(extents, row) {
      const xmin = extents[4 * row]!;
      const ymin = extents[4 * row + 1]!;
      const xmax = extents[4 * row + 2]!;
      const ymax = extents[4 * row + 3]!;
      if (!(xmin <= window[2] && xmax >= window[0] && ymin <= window[3] && ymax >= window[1])) return 'outside';
      return xmin >= window[0] && xmax <= window[2] && ymin >= window[1] && ymax <= window[3] ? 'inside' : 'across';
    },

    addBatch(batch, symbol, isInside) {
      if (mixed) return false;
      const group = getPlainGroup(symbol);
      if (group?.shapes) return isInside && shapeReader.addBatch(group.shapes, batch);
      if (!isPoint || group?.drawing.kind !== 'marker') return false;
      const { dxPx, dyPx } = group.drawing.marker;
      pointReader.addBatch(group.points!, batch, dxPx, dyPx);
      return true;
    },

    add(batch, row, symbol, alpha, angleDeg, isInside) {
      const group = alpha === 1 && angleDeg === 0 ? getPlainGroup(symbol) : getGroup(symbol, alpha, angleDeg);
      if (group?.shapes) shapeReader.add(group.shapes, batch, row, isInside);
      else if (group?.drawing.kind === 'marker') {
        const { dxPx, dyPx } = group.drawing.marker;
        if (mixed) pointReader.mixRow(mixed, batch, row, getMixedIndex(group), dxPx, dyPx);
        else if (isPoint) pointReader.addRow(group.points!, batch, row, dxPx, dyPx);
        else if (findAnchor(batch, row, anchor)) pointReader.add(group.points!, anchor[0]!, anchor[1]!, dxPx, dyPx);
        if (below?.shapes) shapeReader.add(below.shapes, batch, row, isInside);
      }
    },

    *drawings(surface) {
      shapeReader.finish();
      const sortedGroups = [...groups.values()].filter((group) => group !== undefined).sort((a, b) => a.key - b.key);
      const all = below ? [below, ...sortedGroups] : sortedGroups;
      for (const group of all) yield* listFills(surface, group);
      for (const group of all) yield* listStrokes(surface, group);
      for (const group of all) yield* listStamps(surface, group);
      if (mixed) yield* stampMixed(surface, mixed, mixedGroups);
    },
  };
}

function* listFills(surface: Surface, { drawing, shapes }: SymbolGroup): Generator<() => void> {
  if (drawing.kind !== 'fill' || !shapes || !drawing.fill.paint) return;
  const { paint, outline } = drawing.fill;
  for (const [from, to] of runs(shapes.paths.featureCount))
    yield () => surface.fillPaths(shapes.paths, from, to, paint);
  if (!outline) yield () => surface.fillDots(shapes.dots, shapes.dotCount, surface.snapPx, paint.color);
}

function* listStrokes(surface: Surface, { drawing, shapes }: SymbolGroup): Generator<() => void> {
  const stroke = drawing.kind === 'line' ? drawing.stroke : drawing.kind === 'fill' ? drawing.fill.outline : undefined;
  if (!stroke || !shapes) return;
  for (const [from, to] of runs(shapes.paths.featureCount))
    yield () => surface.strokePaths(shapes.paths, from, to, stroke);
  yield () =>
    surface.fillDots(shapes.dots, shapes.dotCount, Math.max(surface.snapPx, Math.floor(stroke.widthPx)), stroke.color);
}

function* listStamps(surface: Surface, { drawing, points, angleDeg }: SymbolGroup): Generator<() => void> {
  if (drawing.kind !== 'marker' || !points) return;
  for (const [from, to] of runs(
    points.count,
    drawing.marker.image || drawing.marker.letter ? featuresPerDrawing : pointsPerDrawing,
  ))
    yield () => stampMarkers(surface, drawing.marker, points.xy.subarray(2 * from, 2 * to), to - from, angleDeg);
}

function* stampMixed(surface: Surface, mixed: MixedPoints, groups: readonly SymbolGroup[]): Generator<() => void> {
  const sorted = groups.toSorted((a, b) => a.key - b.key);
  const ranks = groups.map((group) => sorted.indexOf(group));
  // Most runs are short, so checking after each run whether to yield would take as long as drawing it.
  let waiting: (() => void)[] = [];
  let points = 0;
  const drawWaiting = () => {
    for (const draw of waiting) draw();
    waiting = [];
    points = 0;
  };
  for (const { symbol, xy, count } of mixed.runs(ranks)) {
    const { drawing, angleDeg } = groups[symbol]!;
    if (drawing.kind !== 'marker') continue;
    const size = drawing.marker.image || drawing.marker.letter ? featuresPerDrawing : pointsPerDrawing;
    for (const [from, to] of runs(count, size)) {
      waiting.push(() => stampMarkers(surface, drawing.marker, xy.subarray(2 * from, 2 * to), to - from, angleDeg));
      points += to - from;
      if (points >= featuresPerDrawing) yield drawWaiting;
    }
  }
  yield drawWaiting;
}

function* runs(count: number, size = featuresPerDrawing): Generator<readonly [number, number]> {
  for (let from = 0; from < count; from += size) yield [from, Math.min(count, from + size)];
}
