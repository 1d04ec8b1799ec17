import { pointsToMapUnits } from '../../geometry/bin-grid.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { MapView } from '../../geometry/view.ts';
import type { AttributeBatch } from '../../rows/batch.ts';
import type { Table } from '../../rows/table.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Clusters } from '../../service/feature-reduction.ts';
import type { Box } from '../label/collision.ts';
import { drawFeatureLayer } from '../layer/draw-layer.ts';
import { pixelMatrix } from '../layer/layer-window.ts';
import type { LayerPlan } from '../plan.ts';
import type { Marker, MarkerPart, Rgba, Surface } from '../surface/surface.ts';
import { chooseFontFamily } from '../text/font.ts';
import { type Cluster, joinCells, marginCells } from './cluster-cells.ts';
import type { DenseLayer } from './dense-layer.ts';
import { levelValues } from './level-values.ts';
import { imageWindow, readPoints } from './read-points.ts';

/** Width of a circle's halo as a share of its radius. */
const haloShare = 0.16;
const haloAlpha = 0.3;
const minTextPx = 10;
/** Width of the margin around an image in which labels are placed, too. */
const labelMarginPx = 192;
const clustersAtOnce = 16;

/**
 * Draw clusters as circles with their counts, and single points with their own symbols. A location has the same
 * clusters in all images of the same resolution.
 *
 * @param toColor applies the transparency, brightness and contrast of the drawing description
 * @returns boxes of the circles, including circles around the image
 * @throws {Fault} like `readPoints` and `drawFeatureLayer`
 */
export async function drawClusters(
  surface: Surface,
  layer: DenseLayer,
  style: Clusters,
  view: MapView,
  toColor: (color: Rgba) => Rgba,
  scheduler: Scheduler,
): Promise<readonly Box[]> {
  const occupied: Box[] = [];
  const { clusters } = await findClusters(layer, style, view, scheduler);
  const maxCount = await findMaxCount(layer, style, scheduler);
  const hasSymbols = layer.plan.drawing.FeatureRenderer !== undefined;
  if (hasSymbols) await drawSingles(surface, layer.plan, clusters, view, scheduler);
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const { snapPx } = surface;
  const snapToPixel = (value: number) => Math.floor(value / snapPx) * snapPx + snapPx / 2;
  const markers = new Map<number, Marker>();
  const textColor = contrastColor(toColor(style.color));
  // The largest circles are on top. The order of equal circles must not depend on the image.
  const sorted = clusters.toSorted(lowestFirst);
  for (const [i, { x, y, count }] of sorted.entries()) {
    if (count === 1 && hasSymbols) continue;
    const radiusPx = clusterRadiusPx(layer, style, count, maxCount);
    let marker = markers.get(radiusPx);
    if (!marker) {
      marker = circle(style, radiusPx, toColor, layer.pixelsPerPoint);
      markers.set(radiusPx, marker);
    }
    const [px, py] = [snapToPixel(a * x + c * y + e), snapToPixel(b * x + d * y + f)];
    surface.stampMarker(marker, Float32Array.of(px, py), 1, 0);
    occupied.push([px - radiusPx, py - radiusPx, px + radiusPx, py + radiusPx]);
    if (style.showLabels && count > 1) drawCount(surface, groupDigits(count), radiusPx, px, py, textColor);
    const waiting = i % clustersAtOnce === 0 ? scheduler.yieldIfDue() : undefined;
    if (waiting) await waiting;
  }
  return occupied;
}

/** Clusters, and the grid of cells they consist of. */
interface ViewClusters {
  readonly clusters: readonly Cluster[];
  /** Return the cell of a map point; -1 outside the grid. */
  readonly cellAt: (x: number, y: number) => number;
  /** Extent of the cells in layer units. */
  readonly extent: Extent;
}

/** Find the clusters in an image and in a margin around it. @throws {Fault} like `readPoints` */
export async function findClusters(
  layer: DenseLayer,
  { radiusPt, maxSizePt }: Clusters,
  view: MapView,
  scheduler: Scheduler,
): Promise<ViewClusters> {
  const side = pointsToMapUnits(radiusPt, layer.steppedResolution);
  const reach = Math.max(pointsToMapUnits(maxSizePt, layer.resolution), labelMarginPx * view.resolution);
  const window = imageWindow(view, layer.plan, reach + (marginCells + 1) * side);
  const [xmin, ymin, xmax, ymax] = window.map;
  const columnFrom = Math.floor(xmin / side);
  const rowFrom = Math.floor(ymin / side);
  const columns = Math.floor(xmax / side) + 1 - columnFrom;
  const rows = Math.floor(ymax / side) + 1 - rowFrom;
  const counts = new Float64Array(columns * rows);
  const sumX = new Float64Array(columns * rows);
  const sumY = new Float64Array(columns * rows);
  const tableRows = new Uint32Array(columns * rows);
  const cellAt = (x: number, y: number): number =>
    x >= xmin && x <= xmax && y >= ymin && y <= ymax
      ? (Math.floor(y / side) - rowFrom) * columns + Math.floor(x / side) - columnFrom
      : -1;
  await readPoints(layer.plan, window.layer, undefined, layer.path, scheduler, ({ xy, count, rows: ofTable }) => {
    for (let i = 0; i < count; i++) {
      const x = xy[2 * i]!;
      const y = xy[2 * i + 1]!;
      const cell = cellAt(x, y);
      if (cell < 0) continue;
      counts[cell]!++;
      sumX[cell]! += x;
      sumY[cell]! += y;
      tableRows[cell] = ofTable[i]!;
    }
  });
  const clusters = joinCells({ columns, rows, counts, sumX, sumY, tableRows }, side);
  return { clusters, cellAt, extent: window.layer };
}

/**
 * Return the count that is drawn with the largest circle: the highest cell count in the whole layer; 1 if there are no
 * cells.
 *
 * @throws {Fault} like `levelValues`
 */
export async function findMaxCount(layer: DenseLayer, { radiusPt }: Clusters, scheduler: Scheduler): Promise<number> {
  const width = pointsToMapUnits(radiusPt, layer.steppedResolution);
  const cells = { shape: 'square', width, statistic: 'count', field: undefined } as const;
  return (await levelValues(layer, cells, scheduler)).at(-1) ?? 1;
}

/** Compare clusters in drawing order, the bottom one first. */
export const lowestFirst = (a: Cluster, b: Cluster): number => a.count - b.count || b.y - a.y || a.x - b.x;

/** Return the radius of a circle without its outline. @param maxCount see `findMaxCount` */
export const clusterRadiusPx = (layer: DenseLayer, style: Clusters, count: number, maxCount: number): number =>
  Math.round((diameterPt(style, count, maxCount) / 2) * layer.pixelsPerPoint * 2) / 2;

/**
 * Return the diameter in points of the circle for a count. It grows with the fourth root, because counts vary more than
 * circles can.
 */
export function diameterPt({ minSizePt, maxSizePt }: Clusters, count: number, maxCount: number): number {
  const root = (value: number) => Math.sqrt(Math.sqrt(value)) - Math.sqrt(Math.SQRT2);
  const share = maxCount <= 2 ? 0 : Math.min(1, Math.max(0, root(count) / root(maxCount)));
  return minSizePt + (maxSizePt - minSizePt) * share;
}

function circle(style: Clusters, radiusPx: number, toColor: (color: Rgba) => Rgba, pixelsPerPoint: number): Marker {
  const color = toColor(style.color);
  const haloPx = Math.max(1, radiusPx * haloShare);
  const outlinePx = style.outlinePt * pixelsPerPoint;
  const disc = (px: number, part: Rgba): MarkerPart => ({
    shape: { kind: 'circle', radiusPx: px },
    fill: { kind: 'solid', color: part },
  });
  const outline = { color: toColor(style.outlineColor), widthPx: outlinePx, dashesPx: [], cap: 'butt', join: 'round' };
  return {
    parts: [
      disc(radiusPx, [color[0], color[1], color[2], color[3] * haloAlpha]),
      { ...disc(radiusPx - haloPx, color), stroke: outlinePx > 0 ? (outline as MarkerPart['stroke']) : undefined },
    ],
    reachPx: radiusPx + outlinePx,
  };
}

function drawCount(surface: Surface, text: string, radiusPx: number, xPx: number, yPx: number, color: Rgba): void {
  const innerPx = radiusPx * (1 - haloShare);
  // Digits are about half as wide as high.
  const fitTextPx = (px: number) => (2 * px) / (text.length / 2);
  const large = Math.min(innerPx * 0.75, fitTextPx(innerPx * 0.82));
  const sizePx = Math.round(2 * Math.max(large, Math.min(minTextPx, fitTextPx(innerPx)))) / 2;
  const font = {
    family: chooseFontFamily(undefined),
    sizePx,
    weight: 700,
    isItalic: false,
    decoration: 'none',
  } as const;
  const { widthPx, ascentPx, descentPx } = surface.measureText(text, font);
  const placement = { xPx, yPx, dxPx: -widthPx / 2, dyPx: (ascentPx - descentPx) / 2, angleDeg: 0 };
  surface.drawText({ text, font, color, ...placement, isRightToLeft: false });
}

/** Return black or white, whichever has more contrast with the color. */
export function contrastColor([red, green, blue]: Rgba): Rgba {
  const linear = (value: number) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return luminance > 0.179 ? [0, 0, 0, 1] : [255, 255, 255, 1];
}

/** Draw the clusters of one point with the layer's own symbols. */
async function drawSingles(
  surface: Surface,
  plan: LayerPlan,
  clusters: readonly Cluster[],
  view: MapView,
  scheduler: Scheduler,
): Promise<void> {
  const rows = new Set(clusters.flatMap(({ count, row }) => (count === 1 ? [row] : [])));
  if (rows.size === 0) return;
  const { FeatureReduction: _, Transparency: __, ...drawing } = plan.drawing;
  const maskRows = ({ firstRow, rowCount }: AttributeBatch): Uint8Array =>
    Uint8Array.from({ length: rowCount }, (_, i) => (rows.has(firstRow + i) ? 1 : 0));
  const filter = Object.assign(maskRows, { fields: [] });
  await drawFeatureLayer(
    surface,
    { ...plan, drawing, filter, table: keepBatchesWithRows(plan.table, rows) },
    view,
    scheduler,
  );
}

/** Limit a table to the batches that contain at least one of the rows. */
function keepBatchesWithRows(table: Table, rows: ReadonlySet<number>): Table {
  const { batches } = table.manifest;
  const chosen = [...batches.keys()].filter((index) => {
    const { firstRow, rowCount } = batches[index]!;
    for (let row = firstRow; row < firstRow + rowCount; row++) if (rows.has(row)) return true;
    return false;
  });
  return {
    ...table,
    manifest: { ...table.manifest, batches: chosen.map((index) => batches[index]!) },
    attributes: (index, names) => table.attributes(chosen[index]!, names),
    geometry: (level, index) => table.geometry(level, chosen[index]!),
    extents: (index) => table.extents(chosen[index]!),
    readAhead:
      table.readAhead &&
      ((indices, needs) =>
        table.readAhead!(
          indices.map((index) => chosen[index]!),
          needs,
        )),
  };
}

/**
 * Format a number with narrow no-break spaces between thousands if it has more than four integer digits. No language
 * reads this space as a decimal separator.
 */
export function groupDigits(value: number): string {
  const [whole, part] = String(value).split('.') as [string, string | undefined];
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  return part === undefined ? spaced : `${spaced}.${part}`;
}
