import type { Value } from '../../contract/index.ts';
import { firstFrom } from '../../geometry/first-from.ts';
import type { Transformation } from '../../geometry/project.ts';
import { type MapView, type ViewMatrix, viewMatrix } from '../../geometry/view.ts';
import type { AttributeBatch, GeometryBatch } from '../../rows/batch.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { BufferPlan, LayerPlan, RowFilter, SelectionPlan } from '../plan.ts';
import { maskContour } from '../surface/mask-contour.ts';
import type { Surface } from '../surface/surface.ts';
import { symbolDrawing } from '../symbol/symbol-drawing.ts';
import { plainSettings } from '../symbol/symbol-settings.ts';
import { forEachBatch } from './draw-layer.ts';
import { layerWindow } from './layer-window.ts';

/** Outline width of a selected area in points. */
const outlineWidth = 2;

/**
 * Make the layer that draws selected features on top. It uses the selection's symbol. Without one, it uses the layer's
 * own symbols in the selection color, with areas as outlines. Features excluded by the filter aren't drawn.
 */
export function selectionLayer(layer: LayerPlan, selection: SelectionPlan): LayerPlan {
  const selected = rowFilter(selection.rows);
  const { filter, drawing, selection: _, ...rest } = layer;
  const renderer = drawing.FeatureRenderer;
  return {
    ...rest,
    showLabels: false,
    filter: filter
      ? Object.assign((attributes: AttributeBatch) => both(selected(attributes), filter(attributes)), {
          fields: filter.fields,
        })
      : selected,
    drawing: {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: renderer && makeSelectionRenderer(renderer, selection),
      VisualVariables: selection.symbol ? undefined : drawing.VisualVariables,
    },
  };
}

/** Make a filter for the rows of an ascending list. */
function rowFilter(rows: Uint32Array): RowFilter {
  const maskRows = ({ firstRow, rowCount }: AttributeBatch): Uint8Array => {
    const rowMask = new Uint8Array(rowCount);
    const end = firstRow + rowCount;
    for (let i = firstFrom(rows, firstRow); i < rows.length && rows[i]! < end; i++) rowMask[rows[i]! - firstRow] = 1;
    return rowMask;
  };
  return Object.assign(maskRows, { fields: [] });
}

function both(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((rowMask, row) => rowMask & b[row]!);
}

function makeSelectionRenderer(
  renderer: Value<'FeatureRenderer'>,
  { symbol, color }: SelectionPlan,
): Value<'FeatureRenderer'> {
  if (symbol) return { type: 'SimpleRenderer', Symbol: symbol };
  switch (renderer.type) {
    case 'SimpleRenderer':
      return { ...renderer, Symbol: makeSelectionSymbol(renderer.Symbol, color) };
    case 'ClassBreaksRenderer': {
      const { BackgroundSymbol: _, ...rest } = renderer;
      return {
        ...rest,
        DefaultSymbol: renderer.DefaultSymbol && makeSelectionSymbol(renderer.DefaultSymbol, color),
        ClassBreakInfos: renderer.ClassBreakInfos.map((info) => ({
          ...info,
          Symbol: makeSelectionSymbol(info.Symbol, color),
        })),
      };
    }
    case 'UniqueValueRenderer':
      return {
        ...renderer,
        DefaultSymbol: renderer.DefaultSymbol && makeSelectionSymbol(renderer.DefaultSymbol, color),
        UniqueValueInfos: (renderer.UniqueValueInfos ?? []).map((info) =>
          info.Symbol ? { ...info, Symbol: makeSelectionSymbol(info.Symbol, color) } : info,
        ),
      };
  }
}

function makeSelectionSymbol(symbol: Value<'Symbol'>, color: Value<'Color'>): Value<'Symbol'> {
  switch (symbol.type) {
    case 'SimpleFillSymbol':
    case 'PictureFillSymbol':
    case 'XMLBinaryFillSymbol':
      return {
        type: 'SimpleFillSymbol',
        Color: color,
        Style: 'gisSFSNull',
        Outline: { type: 'SimpleLineSymbol', Color: color, Width: outlineWidth, Style: 'gisSLSSolid' },
      };
    case 'SimpleMarkerSymbol':
    case 'CharacterMarkerSymbol':
    case 'SimpleLineSymbol':
      return { ...symbol, Color: color };
    default:
      return symbol;
  }
}

/** Margin around the image, so that a buffer's cut edges are outside it. */
const marginPx = 16;
/** Maximum side of the mask. Larger images use a coarser mask, and are traced between its pixels. */
const maxSidePx = 2048;
/** Length of the line that represents a point. */
const dotPx = 0.01;
/** Maximum distance. A larger buffer covers any image anyway. */
const maxDistancePx = 1e5;

/**
 * Draw one area around all features that pass the layer's filter, at the planned distance in map units.
 *
 * The area is painted with round strokes as a mask, and the mask's edge is traced. This is exact to a fraction of a
 * pixel, and gives the same path on every surface.
 *
 * @throws {Fault} `bad-value` for a symbol that isn't a fill
 */
export async function drawBuffer(
  surface: Surface,
  layer: LayerPlan,
  { distance, symbol, createCanvas }: BufferPlan,
  view: MapView,
  scheduler: Scheduler,
): Promise<void> {
  const settings = plainSettings(`Layer ${layer.layerId} "${layer.name}", SelectionBufferSymbol`, view.dpi);
  const drawing = symbolDrawing(symbol, settings);
  if (drawing?.kind !== 'fill') return;
  const reachPx = Math.min(distance / view.resolution, maxDistancePx);
  const [widthPx, heightPx] = [view.widthPx + 2 * marginPx, view.heightPx + 2 * marginPx];
  const scale = Math.min(1, maxSidePx / Math.max(widthPx, heightPx));
  const canvas = createCanvas(Math.ceil(widthPx * scale), Math.ceil(heightPx * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.setTransform(scale, 0, 0, scale, marginPx * scale, marginPx * scale);
  context.lineWidth = 2 * reachPx;
  context.lineCap = context.lineJoin = 'round';

  const window = layerWindow(view, layer.projection, Math.ceil(reachPx) + marginPx);
  const matrix = viewMatrix(view);
  let isPainted = false;
  await forEachBatch(layer, window, { fields: [] }, ({ geometry, rowMask }) => {
    for (let row = 0; row < geometry.rowCount; row++) {
      if (rowMask && rowMask[row] !== 1) continue;
      isPainted = paintFeature(context, geometry, row, layer.projection, matrix) || isPainted;
    }
    return scheduler.yieldIfDue();
  });
  if (!isPainted) return;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const paths = maskContour(data, canvas.width, canvas.height);
  for (let i = 0; i < 2 * paths.vertexCount; i++) paths.xy[i] = paths.xy[i]! / scale - marginPx;
  const { paint, outline } = drawing.fill;
  if (paint) surface.fillPaths(paths, 0, paths.featureCount, paint);
  if (outline) surface.strokePaths(paths, 0, paths.featureCount, outline);
}

/**
 * Paint a feature and its surroundings. Return false if no vertex can be projected. A part that an overview has reduced
 * to a dot counts as a point.
 */
function paintFeature(
  context: OffscreenCanvasRenderingContext2D,
  { kind, xy, partOffsets, featureOffsets }: GeometryBatch,
  row: number,
  projection: Transformation | undefined,
  { a, b, c, d, e, f }: ViewMatrix,
): boolean {
  let isPainted = false;
  context.beginPath();
  for (let part = featureOffsets[row]!; part < featureOffsets[row + 1]!; part++) {
    const points = xy.slice(2 * partOffsets[part]!, 2 * partOffsets[part + 1]!);
    projection?.forward(points);
    let isFirst = true;
    for (let i = 0; i < points.length; i += 2) {
      const x = a * points[i]! + c * points[i + 1]! + e;
      const y = b * points[i]! + d * points[i + 1]! + f;
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      if (isFirst) context.moveTo(x, y);
      // Round caps turn a tiny line into a dot. A line of length 0 wouldn't be drawn.
      context.lineTo(isFirst ? x + dotPx : x, y);
      isFirst = false;
      isPainted = true;
    }
    if (kind === 'polygon') context.closePath();
  }
  if (!isPainted) return false;
  context.stroke();
  if (kind === 'polygon') context.fill();
  return true;
}
