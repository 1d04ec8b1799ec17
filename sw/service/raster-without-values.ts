import { wrongValue } from '../contract/fault.ts';
import { emptySamples } from './no-data.ts';
import { findAlphaBand } from './raster-drawing.ts';
import type { DecodeImage, Raster, RasterTile, Samples } from './raster-source.ts';

/** Maximum number of full-resolution tiles. For more, computing new overviews would take too long. */
const maxTiles = 1024;
/** Maximum number of cached overview tiles. */
const rememberedTiles = 96;

const openedRasters = new WeakMap<Raster, Map<string, Raster>>();

/**
 * Open a raster with overviews that ignore additional values. Stored overviews average all values except the manifest's
 * no-data value. Further no-data values of a renderer would bleed into neighboring pixels.
 *
 * @param values numbers that mean no data, in addition to the manifest's
 * @returns the raster itself if that changes nothing, or if it has an alpha band
 * @throws {Fault} `too-large` on reading an overview of a remote raster, or of a raster with more than 1,024 tiles
 */
export function withoutValues(raster: Raster, values: readonly number[]): Raster {
  const { manifest } = raster;
  const noDataValues = emptySamples(manifest);
  const others = [...emptySamples(manifest, values)].filter((value) => !noDataValues.has(value));
  const isPlain = others.length === 0 || manifest.levels.length === 1 || manifest.tileSizePx % 2 === 1;
  const hasOpacity = findAlphaBand(manifest) !== undefined;
  if (isPlain || hasOpacity) return raster;
  if (!takesValues(manifest)) return inFullOnly(raster);
  const cachedRasters = openedRasters.get(raster) ?? new Map<string, Raster>();
  openedRasters.set(raster, cachedRasters);
  const key = others.join();
  const opened = cachedRasters.get(key) ?? rasterWithout(raster, others);
  // Users try values one after the other, so only the last ones are cached.
  cachedRasters.clear();
  cachedRasters.set(key, opened);
  return opened;
}

/** Check whether the overviews of a raster can ignore values in addition to the file's no-data value. */
export const takesValues = ({ levels, widthPx, heightPx, tileSizePx, remote }: Raster['manifest']): boolean =>
  levels.length === 1 || (!remote && Math.ceil(widthPx / tileSizePx) * Math.ceil(heightPx / tileSizePx) <= maxTiles);

const inFullOnly = ({ manifest, tile, ...rest }: Raster): Raster => ({
  ...rest,
  manifest,
  tile(level, column, row, decode) {
    if (level === 0) return tile(level, column, row, decode);
    const advice = `Zoom in, or publish a copy of at most ${maxTiles} tiles`;
    throw wrongValue(
      'too-large',
      'RasterRenderer.NoDataValue',
      "only the file's own values",
      `values that its overviews include. ${advice}`,
    );
  },
});

function rasterWithout(raster: Raster, others: readonly number[]): Raster {
  const { manifest } = raster;
  const empty = emptySamples(manifest, others);
  const tiles = new Map<string, Promise<RasterTile>>();
  const tile: Raster['tile'] = (level, column, row, decode) => {
    if (level === 0) return raster.tile(0, column, row, decode);
    const key = `${level}.${column}.${row}`;
    const cachedTile =
      tiles.get(key) ?? halveTile(tile, raster, { level, column, row, empty, noData: others[0]! }, decode);
    tiles.delete(key);
    tiles.set(key, cachedTile);
    cachedTile.catch(() => tiles.delete(key));
    if (tiles.size > rememberedTiles) tiles.delete(tiles.keys().next().value!);
    return cachedTile;
  };
  return { manifest, tile };
}

interface Halving {
  readonly level: number;
  readonly column: number;
  readonly row: number;
  readonly empty: ReadonlySet<number>;
  /** Value for a pixel whose four source pixels have no data. */
  readonly noData: number;
}

/** Return a tile of averages from the four tiles of the next finer level. */
async function halveTile(
  tileBelow: Raster['tile'],
  { manifest }: Raster,
  { level, column, row, empty, noData }: Halving,
  decode: DecodeImage | undefined,
): Promise<RasterTile> {
  const { tileSizePx: side, levels, bandNames, sampleType } = manifest;
  const [below, current] = [levels[level - 1]!, levels[level]!];
  const widthPx = Math.min(side, current.widthPx - column * side);
  const heightPx = Math.min(side, current.heightPx - row * side);
  const isWhole = sampleType !== 'f32' && sampleType !== 'f64';
  let out: Samples | undefined;
  for (let part = 0; part < 4; part++) {
    const [partColumn, partRow] = [2 * column + (part % 2), 2 * row + (part >> 1)];
    if (partColumn * side >= below.widthPx || partRow * side >= below.heightPx) continue;
    const source = await tileBelow(level - 1, partColumn, partRow, decode);
    const { samples, pixelStride, bandStride } = source;
    out ??= new (samples.constructor as new (length: number) => Samples)(widthPx * heightPx * bandNames.length);
    const [left, top] = [((part % 2) * side) / 2, ((part >> 1) * side) / 2];
    for (let band = 0; band < bandNames.length; band++) {
      for (let y = 0; 2 * y < source.heightPx; y++) {
        for (let x = 0; 2 * x < source.widthPx; x++) {
          let [sum, count] = [0, 0];
          for (let corner = 0; corner < 4; corner++) {
            const [cx, cy] = [2 * x + (corner % 2), 2 * y + (corner >> 1)];
            const pixel = Math.min(cy, source.heightPx - 1) * source.widthPx + Math.min(cx, source.widthPx - 1);
            const value = samples[band * bandStride + pixel * pixelStride]!;
            if (empty.has(value) || !Number.isFinite(value)) continue;
            sum += value;
            count++;
          }
          const mean = count > 0 ? sum / count : noData;
          out[band * widthPx * heightPx + (top + y) * widthPx + left + x] = isWhole ? Math.round(mean) : mean;
        }
      }
    }
  }
  return { widthPx, heightPx, samples: out!, bandStride: widthPx * heightPx, pixelStride: 1 };
}
