import { wrongValue } from '../../contract/index.ts';
import { type BinGrid, binGrid, pointsToMapUnits } from '../../geometry/bin-grid.ts';
import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Bins } from '../../service/feature-reduction.ts';
import { pixelMatrix } from '../layer/layer-window.ts';
import { endFeature, endPart, newPixelPaths, type PixelPaths, reserveVertices } from '../surface/pixel-paths.ts';
import type { Rgba, Surface } from '../surface/surface.ts';
import { type BinClasses, binClasses, findBinClass } from './bin-classes.ts';
import type { DenseLayer } from './dense-layer.ts';
import { computeStatistic, levelValues } from './level-values.ts';
import { imageWindow, readPoints } from './read-points.ts';

/** Bins in an image, with the count and sum of their points. */
interface FilledBins {
  readonly grid: BinGrid;
  readonly columnFrom: number;
  readonly rowFrom: number;
  readonly columns: number;
  /** Row by row. */
  readonly counts: Float64Array;
  readonly sums: Float64Array;
}

/** Maximum bins in an image. With more, bins would be too small to show more than single points. */
const maxBins = 1 << 23;
/**
 * Bin rows painted in one pass. How two bins blend in a shared pixel depends on whether one pass paints both, so passes
 * are aligned to the origin of the map's coordinates.
 */
const rowsAtOnce = 16;
/** Factor that keeps rounding from losing points at the far corner of a bin. */
const marginFactor = 1.001;
/** Minimum bin width that leaves a gap between bins. */
const minGapWidthPx = 8;

const binsGrid = (layer: DenseLayer, { shape, sizePt }: Bins): BinGrid =>
  binGrid(shape, pointsToMapUnits(sizePt, layer.steppedResolution));

/** Make the classes of a layer's bins. @throws {Fault} like `levelValues` */
export async function layerBinClasses(layer: DenseLayer, bins: Bins, scheduler: Scheduler): Promise<BinClasses> {
  const { shape, statistic, field } = bins;
  if (bins.values) return binClasses(bins, Float64Array.of());
  const { width } = binsGrid(layer, bins);
  return binClasses(bins, await levelValues(layer, { shape, width, statistic, field }, scheduler));
}

/**
 * Draw the points of a layer as bins. A bin has the same points and color in all images of the same resolution.
 *
 * @param toColor applies the transparency, brightness and contrast of the drawing description
 * @throws {Fault} like `readPoints`; `too-large` for an image of more than eight million bins
 */
export async function drawBins(
  surface: Surface,
  layer: DenseLayer,
  bins: Bins,
  view: MapView,
  toColor: (color: Rgba) => Rgba,
  scheduler: Scheduler,
): Promise<void> {
  const filled = await fillBins(layer, bins, view, scheduler);
  const classes = await layerBinClasses(layer, bins, scheduler);
  const paints = classes.colors.map((color) => ({ kind: 'solid', color: toColor(color) }) as const);
  const addBin = makeBinAdder(filled.grid, view);
  const { columns, columnFrom, rowFrom, counts, sums } = filled;
  const rowTo = rowFrom + counts.length / columns;
  for (let first = rowFrom - positiveModulo(rowFrom, rowsAtOnce); first < rowTo; first += rowsAtOnce) {
    const paths = new Map<number, PixelPaths>();
    const end = columns * (Math.min(rowTo, first + rowsAtOnce) - rowFrom);
    for (let bin = columns * Math.max(0, first - rowFrom); bin < end; bin++) {
      if (counts[bin] === 0) continue;
      const kind = findBinClass(classes.maxima, computeStatistic(bins.statistic, counts[bin]!, sums[bin]!));
      if (kind < 0) continue;
      const ofClass = paths.get(kind) ?? newPixelPaths(true);
      paths.set(kind, ofClass);
      addBin(ofClass, columnFrom + (bin % columns), rowFrom + Math.floor(bin / columns));
    }
    for (const [kind, paint] of paints.entries()) {
      const ofClass = paths.get(kind);
      if (ofClass) surface.fillPaths(ofClass, 0, ofClass.featureCount, paint);
    }
    const waiting = scheduler.yieldIfDue();
    if (waiting) await waiting;
  }
}

const positiveModulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;

/**
 * Count the points and sum the field's values in each bin of an image. Points without a value are skipped.
 *
 * @throws {Fault} `too-large` for more than eight million bins; like `readPoints`
 */
export async function fillBins(
  layer: DenseLayer,
  bins: Bins,
  view: MapView,
  scheduler: Scheduler,
): Promise<FilledBins> {
  const grid = binsGrid(layer, bins);
  // A bin that only touches the image counts all its points. Hexagons are higher than wide.
  const window = imageWindow(view, layer.plan, 2 * grid.corners.reduce((a, b) => Math.max(a, b)) * marginFactor);
  const [xmin, ymin, xmax, ymax] = window.map;
  const columnFrom = Math.floor(xmin / grid.width) - 1;
  const rowFrom = Math.floor(ymin / grid.rowHeight) - 1;
  const columns = Math.ceil(xmax / grid.width) + 2 - columnFrom;
  const rows = Math.ceil(ymax / grid.rowHeight) + 2 - rowFrom;
  if (!(columns * rows <= maxBins))
    throw wrongValue('too-large', layer.path, `at most ${maxBins} bins`, `${columns} x ${rows}`);
  const counts = new Float64Array(columns * rows);
  const sums = new Float64Array(columns * rows);
  const cell = new Int32Array(2);
  await readPoints(layer.plan, window.layer, bins.field, layer.path, scheduler, ({ xy, count, values }) => {
    for (let i = 0; i < count; i++) {
      const x = xy[2 * i]!;
      const y = xy[2 * i + 1]!;
      const value = values ? values[i]! : 1;
      if (!(x >= xmin && x <= xmax && y >= ymin && y <= ymax) || Number.isNaN(value)) continue;
      grid.find(x, y, cell);
      const bin = (cell[1]! - rowFrom) * columns + cell[0]! - columnFrom;
      counts[bin]!++;
      sums[bin]! += value;
    }
  });
  return { grid, columnFrom, rowFrom, columns, counts, sums };
}

/** Round to the middle of a sixteenth of a pixel, which paths store exactly wherever the bin is in the image. */
const snapToSubpixel = (px: number): number => Math.floor(16 * px) / 16 + 1 / 32;

/** Make the function that adds a bin's outline to paths. */
function makeBinAdder(grid: BinGrid, view: MapView): (paths: PixelPaths, column: number, row: number) => void {
  const [a, b, c, d, e, f] = pixelMatrix(view);
  const widthPx = grid.width / view.resolution;
  const gapPx = view.dpi / 96;
  const share = widthPx < minGapWidthPx * gapPx ? 1 : 1 - gapPx / widthPx;
  const corners = grid.corners.map((part) => part * share);
  return (paths, column, row) => {
    const [x, y] = [grid.centerX(column, row), grid.centerY(row)];
    reserveVertices(paths, corners.length / 2);
    for (let i = 0; i < corners.length; i += 2) {
      const [mapX, mapY] = [x + corners[i]!, y + corners[i + 1]!];
      paths.xy[2 * paths.vertexCount] = snapToSubpixel(a * mapX + c * mapY + e);
      paths.xy[2 * paths.vertexCount + 1] = snapToSubpixel(b * mapX + d * mapY + f);
      paths.vertexCount++;
    }
    endPart(paths);
    endFeature(paths);
  };
}
