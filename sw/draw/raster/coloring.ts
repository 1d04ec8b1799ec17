import { badValue, type Value, wrongValue } from '../../contract/index.ts';
import { colorToRgba } from '../../contract/rgba.ts';
import type { RasterManifest } from '../../service/definition.ts';
import { blackToWhite, findAlphaBand } from '../../service/raster-drawing.ts';
import { rampColors } from '../renderer/color-ramp.ts';
import type { Rgba } from '../surface/surface.ts';
import { adjustColor } from '../symbol/color.ts';
import { type RasterClasses, rasterClasses } from './classes.ts';
import { type Relief, readRelief } from './relief.ts';
import { parseResampling, type Resampling } from './resample.ts';
import {
  defaultStretch,
  makeStretch,
  needsHistogram,
  type ReadHistogram,
  type Stretch,
  stretchKind,
} from './stretch.ts';

type RgbRenderer = Value<'RasterRGBRenderer'>;
type StretchRenderer = Value<'RasterStretchRenderer'>;

/** Converts samples to colors, packed as RGBA bytes in memory order. */
export interface Coloring {
  /** Bands to read: the color bands first, the opacity band last. */
  readonly bands: readonly number[];
  readonly hasAlphaBand: boolean;
  readonly resampling: Resampling;
  /** Pixels whose bands all have one of these values are NoData. */
  readonly noDataValues: readonly number[];
  /** Pixels with these band values are background; undefined for no background. */
  readonly background?: readonly number[];
  readonly noDataColor: number;
  readonly backgroundColor: number;
  /** Hillshade settings if the first band has heights; undefined for flat colors. */
  readonly relief?: Relief | undefined;
  /** Write the colors of `count` positions, given one list of values per band in `bands`. */
  paint(values: readonly Float64Array[], count: number, colors: Uint32Array): void;
}

/**
 * Prepare a raster renderer and check all of it.
 *
 * @param drawing drawing description; its Brightness and Contrast are added to those of the renderer
 * @throws {Fault} `missing-element` without a renderer; `bad-value` for missing bands, classes without colors and
 *   unknown names; `not-supported` for renderers that can't be drawn
 */
export async function prepareColoring(
  drawing: Value<'RasterLayerDrawingDescription'>,
  manifest: RasterManifest,
  readHistogram: ReadHistogram,
  path: string,
): Promise<Coloring> {
  const renderer = drawing.RasterRenderer;
  if (!renderer) throw wrongValue('missing-element', path, 'a RasterRenderer', 'nothing');
  const rendererPath = `${path}: ${renderer.type}`;
  const adjust = makeAdjustment(drawing, renderer);
  switch (renderer.type) {
    case 'RasterRGBRenderer':
      return rgbColoring(renderer, manifest, readHistogram, adjust, rendererPath);
    case 'RasterStretchRenderer':
      return stretchColoring(renderer, manifest, readHistogram, adjust, rendererPath);
    case 'RasterClassifyRenderer':
    case 'RasterUniqueValueRenderer':
      return classColoring(renderer, rasterClasses(renderer, manifest, rendererPath), manifest, adjust, rendererPath);
    default: {
      const actual = (renderer as { readonly type?: string }).type;
      const expected = 'RasterRGBRenderer, RasterStretchRenderer, RasterClassifyRenderer or RasterUniqueValueRenderer';
      throw badValue(path, expected, actual);
    }
  }
}

type Adjust = (color: Rgba) => Rgba;

function makeAdjustment(drawing: Value<'RasterLayerDrawingDescription'>, renderer: Value<'RasterRenderer'>): Adjust {
  const sum = (a = 0, b = 0): number => Math.max(-100, Math.min(100, a + b));
  const brightness = sum(drawing.Brightness, renderer.Brightness);
  const contrast = sum(drawing.Contrast, renderer.Contrast);
  return (color) => adjustColor(color, brightness, contrast);
}

/** Pack a color in memory order. */
const packColor = ([red, green, blue, alpha]: Rgba): number =>
  (red | (green << 8) | (blue << 16) | (Math.round(alpha * 255) << 24)) >>> 0;

const colorOr = (color: Value<'Color'> | undefined): number => (color ? packColor(colorToRgba(color)) : 0);

/** Read the elements common to all renderers. */
function readCommon(
  renderer: Value<'RasterRenderer'>,
  manifest: RasterManifest,
  colorBands: readonly number[],
  defaultResampling: Resampling,
  path: string,
): Omit<Coloring, 'paint' | 'background' | 'backgroundColor'> {
  const count = manifest.bandNames.length;
  const alphaBand = findAlphaBand(manifest);
  const isUsed = renderer.UseAlphaBand ?? alphaBand !== undefined;
  const alpha = isUsed ? (renderer.AlphaBandIndex ?? alphaBand ?? count - 1) : undefined;
  for (const band of [...colorBands, ...(alpha === undefined ? [] : [alpha])]) {
    if (!(Number.isInteger(band) && band >= 0 && band < count))
      throw wrongValue('bad-value', path, `a band from 0 to ${count - 1}`, `${band}`);
  }
  return {
    bands: alpha === undefined ? colorBands : [...colorBands, alpha],
    hasAlphaBand: alpha !== undefined,
    resampling: parseResampling(renderer.ResamplingType, defaultResampling, path),
    noDataValues: renderer.NoDataValue ?? [],
    noDataColor: colorOr(renderer.NoDataColor),
  };
}

/** Make the function that converts samples of a band to opacity, 0 to 255. */
function makeOpacity({ sampleType, statistics }: RasterManifest, band: number): (value: number) => number {
  const { min, max } = statistics[band]!;
  const scale = sampleType === 'u8' ? 1 : 255 / (max - min || 1);
  const low = sampleType === 'u8' ? 0 : min;
  return (value) => Math.max(0, Math.min(255, Math.round((value - low) * scale)));
}

const indexIn = ({ low, scale, table }: Stretch, value: number): number => {
  const index = ((value - low) * scale + 0.5) | 0;
  return index < 0 ? 0 : index >= table.length ? table.length - 1 : index;
};

async function rgbColoring(
  renderer: RgbRenderer,
  manifest: RasterManifest,
  readHistogram: ReadHistogram,
  adjust: Adjust,
  path: string,
): Promise<Coloring> {
  const usedBands = renderer.UseRGBBand ?? 7;
  const bands = [renderer.LayerIndex1 ?? 0, renderer.LayerIndex2 ?? 1, renderer.LayerIndex3 ?? 2];
  const common = readCommon(renderer, manifest, bands, 'bilinear', path);
  const kind = stretchKind(renderer.StretchType, defaultStretch(manifest), path);
  const stretches = await Promise.all(
    bands.map(async (band, channel) => {
      const stretch = makeStretch(
        { kind, deviations: renderer.StandardDeviations, isInverted: renderer.IsInvert },
        manifest.statistics[band]!,
        needsHistogram(kind) ? await readHistogram(band) : undefined,
      );
      const isUsed = (usedBands & (1 << channel)) !== 0;
      return { ...stretch, table: stretch.table.map((byte) => (isUsed ? adjust([byte, byte, byte, 1])[0] : 0)) };
    }),
  );
  const [red, green, blue] = stretches as [Stretch, Stretch, Stretch];
  const opacity = common.hasAlphaBand ? makeOpacity(manifest, common.bands[3]!) : undefined;
  return {
    ...common,
    background:
      renderer.DisplayBkValue && renderer.BlackValue?.length
        ? bands.map((_, i) => renderer.BlackValue![i] ?? renderer.BlackValue![0]!)
        : undefined,
    backgroundColor: colorOr(renderer.BkColor),
    paint([r, g, b, a], count, colors) {
      for (let i = 0; i < count; i++) {
        const alpha = opacity ? opacity(a![i]!) : 255;
        colors[i] =
          red.table[indexIn(red, r![i]!)]! |
          (green.table[indexIn(green, g![i]!)]! << 8) |
          (blue.table[indexIn(blue, b![i]!)]! << 16) |
          (alpha << 24);
      }
    },
  };
}

async function stretchColoring(
  renderer: StretchRenderer,
  manifest: RasterManifest,
  readHistogram: ReadHistogram,
  adjust: Adjust,
  path: string,
): Promise<Coloring> {
  const band = renderer.LayerIndex1 ?? 0;
  const common = readCommon(renderer, manifest, [band], 'bilinear', path);
  const kind = stretchKind(renderer.StretchType, defaultStretch(manifest), path);
  const range = customRange(renderer, path);
  const relief = readRelief(renderer, path);
  const { StandardDeviations: deviations, IsInvert: isInverted } = renderer;
  const stretch = relief?.isAlone
    ? makeStretch({ kind: 'none', isInverted }, manifest.statistics[band]!, undefined)
    : makeStretch(
        { kind, deviations, isInverted, range },
        manifest.statistics[band]!,
        needsHistogram(kind) && !range ? await readHistogram(band) : undefined,
      );
  const colors256 = rampColors(renderer.ColorRamp ?? blackToWhite, 256).map((color) => adjust(colorToRgba(color)));
  const table = Uint32Array.from(stretch.table, (byte) => packColor(colors256[byte]!));
  const opacity = common.hasAlphaBand ? makeOpacity(manifest, common.bands[1]!) : undefined;
  return {
    ...common,
    relief,
    background: renderer.DisplayBkValue && renderer.BlackValue !== undefined ? [renderer.BlackValue] : undefined,
    backgroundColor: colorOr(renderer.BkColor),
    paint([values, a], count, colors) {
      for (let i = 0; i < count; i++) {
        const color = table[indexIn(stretch, values![i]!)]!;
        colors[i] = opacity ? (color & 0xffffff) | (opacity(a![i]!) << 24) : color;
      }
    },
  };
}

function customRange(renderer: StretchRenderer, path: string): readonly [number, number] | undefined {
  if (!renderer.UseCustomMinMax) return undefined;
  const { CustomMin, CustomMax } = renderer;
  if (CustomMin !== undefined && CustomMax !== undefined && CustomMin < CustomMax) return [CustomMin, CustomMax];
  throw wrongValue(
    'bad-value',
    path,
    'CustomMin < CustomMax',
    `CustomMin ${CustomMin ?? 'nothing'}, CustomMax ${CustomMax ?? 'nothing'}`,
  );
}

function classColoring(
  renderer: Value<'RasterClassifyRenderer'> | Value<'RasterUniqueValueRenderer'>,
  classes: RasterClasses,
  manifest: RasterManifest,
  adjust: Adjust,
  path: string,
): Coloring {
  const { band, normBand, relief } = classes;
  const common = readCommon(renderer, manifest, normBand === undefined ? [band] : [band, normBand], 'nearest', path);
  const { resampling } = common;
  // A mixture of two class values belongs to no class.
  const isMixing = renderer.type === 'RasterUniqueValueRenderer' && resampling !== 'majority';
  const byClass = Uint32Array.from(classes.colors, (color) => packColor(adjust(color)));
  const other = classes.otherColor ? packColor(adjust(classes.otherColor)) : 0;
  const opacity = common.hasAlphaBand ? makeOpacity(manifest, common.bands.at(-1)!) : undefined;
  return {
    ...common,
    relief,
    resampling: isMixing ? 'nearest' : resampling,
    backgroundColor: 0,
    paint(bands, count, colors) {
      const [values, divisors] = bands;
      const opacities = bands.at(-1);
      for (let i = 0; i < count; i++) {
        const index = classes.findClass(normBand === undefined ? values![i]! : values![i]! / divisors![i]!);
        const color = index < 0 ? other : byClass[index]!;
        colors[i] = opacity && color >>> 24 > 0 ? (color & 0xffffff) | (opacity(opacities![i]!) << 24) : color;
      }
    },
  };
}
