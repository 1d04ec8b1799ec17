import { type Value, wrongValue } from '../../contract/index.ts';
import { clipPaths, clipRings } from '../../geometry/clip.ts';
import { cutLongitude, splitAtCut } from '../../geometry/date-line/split-at-cut.ts';
import { covers, type Extent, meets } from '../../geometry/extent.ts';
import { pathBuffer } from '../../geometry/flat-geometry.ts';
import { polygonArea } from '../../geometry/measure.ts';
import type { Transformation } from '../../geometry/project.ts';
import { getDefinition, isGeographic } from '../../geometry/spatial-reference.ts';
import type { MapView } from '../../geometry/view.ts';
import type { AttributeBatch, GeometryBatch } from '../../rows/batch.ts';
import type { GeometryKind, TableManifest } from '../../rows/manifest.ts';
import type { Scheduler } from '../../scheduler.ts';
import { fieldsFor, type LayerPlan } from '../plan.ts';
import { type ClassifiedRows, noSymbol } from '../renderer/classified-rows.ts';
import { type Classifier, prepareRenderer } from '../renderer/renderer.ts';
import type { Surface } from '../surface/surface.ts';
import { type LayerWindow, layerWindow } from './layer-window.ts';
import { createSymbolGroups, type SymbolGroups } from './symbol-groups.ts';

/** Minimum margin around the image for selecting features. */
const minMarginPx = 16;

/**
 * Draw the features of a layer. Reads the features that intersect the image from the overview for its resolution,
 * converts them to pixels, and draws them in symbol order, areas before their outlines.
 *
 * Features of one symbol are drawn in row order, so that adjacent images match.
 *
 * @throws {Fault} like `prepareRenderer` and the symbol readers, naming the layer; `bad-value` for a layer without
 *   geometry
 */
export async function drawFeatureLayer(
  surface: Surface,
  plan: LayerPlan,
  view: MapView,
  scheduler: Scheduler,
): Promise<void> {
  const { drawing } = plan;
  const path = `Layer ${plan.layerId} "${plan.name}"`;
  const { geometry } = plan.table.manifest;
  if (!geometry) throw wrongValue('bad-value', path, 'a table with geometry', 'a table without geometry');
  if (!drawing.FeatureRenderer) throw wrongValue('missing-element', path, 'a FeatureRenderer', 'nothing');
  const classifier = await makeClassifier(plan, drawing.FeatureRenderer, path);
  if (classifier.needsAreas && geometry !== 'polygon')
    throw wrongValue('bad-value', path, 'polygons', `${geometry}s. The renderer divides values by area`);
  const settings = {
    path,
    pixelsPerPoint: (view.dpi / 72) * plan.symbolScale,
    alpha: 1,
    brightness: drawing.Brightness ?? 0,
    contrast: drawing.Contrast ?? 0,
  };
  const transparency = Math.min(100, Math.max(0, drawing.Transparency ?? 0));
  if (transparency === 100) return;
  const groups = createSymbolGroups(classifier, geometry, settings, plan.table.manifest.rowCount);
  const marginPx = Math.max(minMarginPx, Math.ceil(groups.reachPx) + 2);
  const window = layerWindow(view, plan.projection, marginPx);
  groups.start(view, plan.projection, window.extent, marginPx, surface.snapPx);

  await forEachBatch(plan, window, classifier, (batch) => {
    const classified = classifier.classify(batch.attributes, batch.geometry.rowCount, batch.areas);
    addBatch(groups, batch, classified);
    return scheduler.yieldIfDue();
  });
  surface.beginGroup(1 - transparency / 100);
  try {
    for (const draw of groups.drawings(surface)) {
      draw();
      const waiting = scheduler.yieldIfDue();
      if (waiting) await waiting;
    }
  } finally {
    surface.endGroup();
  }
}

async function makeClassifier(plan: LayerPlan, renderer: Value<'FeatureRenderer'>, path: string): Promise<Classifier> {
  const { VisualVariables } = plan.drawing;
  const plain = prepareRenderer(renderer, fieldsFor(plan, 'FeatureRenderer'), path);
  if (!VisualVariables) return plain;
  const { addSizes: sizedClassifier } = await import('../renderer/sized-classifier.ts');
  return sizedClassifier(plain, VisualVariables, fieldsFor(plan, 'VisualVariables'), path);
}

/** Return the index of the coarsest level that is still finer than a pixel; 0 if no overview is. */
export function levelFor({ levels }: TableManifest, resolution: number): number {
  let level = 0;
  for (let i = 1; i < levels.length; i++) if (levels[i]!.resolution <= resolution) level = i;
  return level;
}

/** Batch with its visible rows. */
interface VisibleBatch {
  readonly geometry: GeometryBatch;
  readonly attributes: AttributeBatch | undefined;
  /** Area of the published geometry of each row; only if needed. */
  readonly areas?: Float64Array;
  /** One byte per row, 0 to skip it; undefined to include all rows. */
  readonly rowMask?: Uint8Array;
  /** True if the whole batch is inside the window. */
  readonly isInside: boolean;
  /** Extent of each row; undefined if `isInside`. */
  readonly extents?: Float64Array;
}

const readAhead = 3;

/**
 * Read the batches that intersect a window in sequence, prefetching the next batches. Geometry is read from the
 * coarsest level that is still finer than a pixel.
 *
 * @param needs names of fields to read in addition to the fields of the filter; if neither has fields, attributes are
 *   undefined
 */
export async function forEachBatch(
  plan: Pick<LayerPlan, 'table' | 'filter' | 'projection'>,
  { extent: window, resolution }: LayerWindow,
  needs: Pick<Classifier, 'fields'> & Partial<Pick<Classifier, 'needsAreas'>>,
  onBatch: (batch: VisibleBatch) => Promise<void> | undefined,
): Promise<void> {
  const { table, filter } = plan;
  const { needsAreas = false } = needs;
  const fields = [...needs.fields, ...(filter?.fields ?? [])];
  const level = levelFor(table.manifest, resolution);
  const projectable = makeProjectable(plan.projection, table.manifest.geometry!);
  const visible = table.manifest.batches
    .map(({ extent }, index) => ({ extent, index }))
    .filter(({ extent }) => extent && meets(extent, window));
  await table.readAhead?.(
    visible.map(({ index }) => index),
    { fields },
  );
  const read = ({ index, extent }: (typeof visible)[number]) =>
    Promise.all([
      table.geometry(level, index),
      fields.length > 0 || filter ? table.attributes(index, fields) : undefined,
      needsAreas ? table.geometry(0, index).then(computeAreas) : undefined,
      covers(window, extent!) ? undefined : table.extents(index),
    ]);
  const ahead: ReturnType<typeof read>[] = [];
  for (let i = 0; i < visible.length; i++) {
    while (ahead.length < readAhead && i + ahead.length < visible.length) {
      const promise = read(visible[i + ahead.length]!);
      // A rejection is handled when the batch is awaited. It is ignored if an earlier rejection ends the drawing.
      promise.catch(() => {});
      ahead.push(promise);
    }
    const [geometry, attributes, areas, extents] = await ahead.shift()!;
    const waiting = onBatch({
      geometry: projectable ? projectable(geometry) : geometry,
      attributes,
      areas,
      rowMask: attributes && filter?.(attributes),
      isInside: extents === undefined,
      extents,
    });
    if (waiting) await waiting;
  }
}

function addBatch(
  groups: SymbolGroups,
  { geometry, rowMask, isInside, extents }: VisibleBatch,
  classified: ClassifiedRows,
): void {
  const { symbols, anglesDeg, alphas } = classified;
  const isPlain = !rowMask && !anglesDeg && !alphas;
  if (isPlain && isOneSymbol(symbols, geometry.rowCount) && groups.addBatch(geometry, symbols[0]!, isInside)) return;
  for (let row = 0; row < geometry.rowCount; row++) {
    const symbol = symbols[row]!;
    if (symbol === noSymbol || (rowMask && rowMask[row] === 0)) continue;
    const rowLocation = isInside ? 'inside' : groups.whereIs(extents!, row);
    if (rowLocation === 'outside') continue;
    groups.add(
      geometry,
      row,
      symbol,
      alphas ? alphas[row]! : 1,
      anglesDeg ? anglesDeg[row]! : 0,
      rowLocation === 'inside',
    );
  }
}

function isOneSymbol(symbols: Uint16Array, rowCount: number): boolean {
  for (let row = 1; row < rowCount; row++) if (symbols[row] !== symbols[0]) return false;
  return rowCount > 0 && symbols[0] !== noSymbol;
}

function computeAreas({ xy, partOffsets, featureOffsets, rowCount }: GeometryBatch): Float64Array {
  const areas = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++)
    areas[row] = polygonArea(xy, partOffsets, featureOffsets[row]!, featureOffsets[row + 1]!);
  return areas;
}

/** Prepares a batch for a projection, so that nothing crosses a cut or extends to infinity. */
type MakeProjectable = (batch: GeometryBatch) => GeometryBatch;

/** Maximum distance from the center of a polar projection, in degrees, that it shows without extending to infinity. */
const maxDegreesFromPole: Readonly<Record<string, number>> = {
  stere: 165,
  sterea: 165,
  ups: 165,
  laea: 179.9,
  aeqd: 179.9,
  ortho: 90,
  gnom: 85,
};

/**
 * Make the function that splits geometry in degrees at the meridian where a projection is cut, and clips the area
 * around the opposite pole. Returns undefined if neither is needed.
 */
function makeProjectable(projection: Transformation | undefined, kind: GeometryKind): MakeProjectable | undefined {
  if (!projection || kind === 'point' || kind === 'multipoint' || !isGeographic(projection.from)) return undefined;
  const cut = cutLongitude(projection.to);
  const domain = projectableDomain(projection);
  if (cut === undefined && !domain) return undefined;
  return (batch) => {
    const parted = cut === undefined ? batch : splitAtCut(batch, kind, cut);
    return domain ? clipToDomain(parted, kind, domain) : parted;
  };
}

function projectableDomain({ to }: Transformation): Extent | undefined {
  const { projName, lat0 = 0 } = getDefinition(to)!.projection;
  const reach = maxDegreesFromPole[projName];
  if (reach === undefined || Math.abs(Math.abs(lat0) - Math.PI / 2) > 1e-6) return undefined;
  return lat0 > 0 ? [-Infinity, 90 - reach, Infinity, 90] : [-Infinity, -90, Infinity, reach - 90];
}

function clipToDomain(batch: GeometryBatch, kind: GeometryKind, domain: Extent): GeometryBatch {
  if (isInside(batch.xy, domain)) return batch;
  const clip = kind === 'polygon' ? clipRings : clipPaths;
  const out = pathBuffer(batch.xy.length, batch.partOffsets.length);
  const featureOffsets = new Int32Array(batch.featureOffsets.length);
  for (let row = 0; row + 1 < featureOffsets.length; row++) {
    clip(batch.xy, batch.partOffsets, batch.featureOffsets[row]!, batch.featureOffsets[row + 1]!, domain, out);
    featureOffsets[row + 1] = out.partCount;
  }
  return {
    ...batch,
    xy: out.xy.slice(0, 2 * out.vertexCount),
    partOffsets: out.partOffsets.slice(0, out.partCount + 1),
    featureOffsets,
  };
}

function isInside(xy: Float64Array, [, ymin, , ymax]: Extent): boolean {
  for (let i = 1; i < xy.length; i += 2) if (!(xy[i]! >= ymin && xy[i]! <= ymax)) return false;
  return true;
}
