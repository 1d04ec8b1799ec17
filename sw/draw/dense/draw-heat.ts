import type { MapView } from '../../geometry/view.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { ColorStop, HeatMap } from '../../service/feature-reduction.ts';
import type { Rgba, Surface } from '../surface/surface.ts';
import { between } from './bin-classes.ts';
import type { DenseLayer } from './dense-layer.ts';
import { type DensityGrid, densityGrid } from './density-grid.ts';
import { maximumDensity } from './maximum-density.ts';

const colorSteps = 512;
const rowsAtOnce = 16;

/**
 * Draw the density of points as a surface of colours, the same for a place in every picture of its resolution.
 *
 * @param toColor changes each colour as the drawing description says
 * @throws {Fault} as `readPoints`
 */
export async function drawHeat(
  surface: Surface,
  layer: DenseLayer,
  heat: HeatMap,
  view: MapView,
  toColor: (color: Rgba) => Rgba,
  scheduler: Scheduler,
): Promise<void> {
  const max = await maximumDensity(layer, heat, scheduler);
  const grid = await densityGrid(layer, heat, view, scheduler);
  const colors = Uint32Array.from({ length: colorSteps }, (_, i) => {
    const [red, green, blue, alpha] = toColor(colorAt(heat.stops, i / (colorSteps - 1)));
    return (red | (green << 8) | (blue << 16) | (Math.round(alpha * 255) << 24)) >>> 0;
  });
  const { widthPx, heightPx } = view;
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx);
  const pixels = new Uint32Array(rgba.buffer);
  const range = max - heat.minDensity;
  const steps = range > 0 ? colorSteps / range : 0;
  const scan = scanner(grid, view);
  const line = new Float64Array(widthPx);
  for (let y = 0; y < heightPx; y++) {
    scan(y, line);
    for (let x = 0; x < widthPx; x++) {
      const density = line[x]!;
      if (!(density > 0)) continue;
      const step = Math.floor((density - heat.minDensity) * steps);
      pixels[y * widthPx + x] = colors[Math.min(colorSteps - 1, Math.max(0, step))]!;
    }
    const waiting = y % rowsAtOnce === 0 ? scheduler.yieldIfDue() : undefined;
    if (waiting) await waiting;
  }
  surface.drawPicture({ rgba, columns: widthPx, lines: heightPx }, { xPx: 0, yPx: 0, widthPx, heightPx }, 0);
}

/** Make the function that reads the densities at the middles of a line of pixels. */
function scanner(grid: DensityGrid, view: MapView): (y: number, line: Float64Array) => void {
  const { spacing, columns, rows, densities } = grid;
  const [xmin, ymin, xmax, ymax] = view.extent;
  const turn = (view.rotationDeg * Math.PI) / 180;
  const step = view.resolution / spacing;
  const [cos, sin] = [Math.cos(turn) * step, Math.sin(turn) * step];
  const middleX = (xmin + xmax) / 2 / spacing - grid.columnFrom;
  const middleY = (ymin + ymax) / 2 / spacing - grid.rowFrom;
  return (y, line) => {
    const down = y + 0.5 - view.heightPx / 2;
    for (let x = 0; x < line.length; x++) {
      const right = x + 0.5 - view.widthPx / 2;
      const across = middleX + right * cos - down * sin;
      const up = middleY - right * sin - down * cos;
      const column = Math.floor(across);
      const row = Math.floor(up);
      if (column < 0 || row < 0 || column + 1 >= columns || row + 1 >= rows) {
        line[x] = 0;
        continue;
      }
      const at = row * columns + column;
      const share = across - column;
      const below = densities[at]! + (densities[at + 1]! - densities[at]!) * share;
      const above = densities[at + columns]! + (densities[at + columns + 1]! - densities[at + columns]!) * share;
      line[x] = below + (above - below) * (up - row);
    }
  };
}

/** The colour at a share of the range of densities. */
export function colorAt(stops: readonly ColorStop[], share: number): Rgba {
  let next = 0;
  while (next < stops.length && stops[next]!.ratio < share) next++;
  const [a, b] = [stops[next - 1], stops[next]];
  if (!a || !b) return (a ?? b)?.color ?? [0, 0, 0, 0];
  return between(a.color, b.color, (share - a.ratio) / (b.ratio - a.ratio));
}
