import { Fault } from '../contract/fault.ts';
import { emptySamples } from './no-data.ts';
import { alphaBandOf } from './raster-drawing.ts';
import type { DecodeImage, Raster, RasterTile, Samples } from './raster-source.ts';

/** Tiles of the full resolution at most: of more, making other overviews would take too long. */
const mostTiles = 1024;
/** Tiles of made overviews that are remembered. */
const rememberedTiles = 96;

const made = new WeakMap<Raster, Map<string, Raster>>();

/**
 * Open a raster whose overviews leave out some values as well. Stored overviews have means of all values but that of the manifest;
 * where a renderer says that others stand for no data, they would bleed into what lies beside them.
 *
 * @param values numbers that stand for no data beside that of the manifest
 * @returns the raster itself where that changes nothing, and where values have an opacity
 * @throws {Fault} `too-large` on reading an overview of a raster of more than 1,024 tiles, or of one elsewhere
 */
export function withoutValues(raster: Raster, values: readonly number[]): Raster {
  const { manifest } = raster;
  const own = emptySamples(manifest);
  const others = [...emptySamples(manifest, values)].filter((value) => !own.has(value));
  const isPlain = others.length === 0 || manifest.levels.length === 1 || manifest.tileSizePx % 2 === 1;
  const hasOpacity = alphaBandOf(manifest) !== undefined;
  if (isPlain || hasOpacity) return raster;
  if (!takesValues(manifest)) return inFullOnly(raster);
  const known = made.get(raster) ?? new Map<string, Raster>();
  made.set(raster, known);
  const key = others.join();
  const opened = known.get(key) ?? rasterWithout(raster, others);
  // Values are tried one after the other: the last ones count.
  known.clear();
  known.set(key, opened);
  return opened;
}

/** Whether values of a raster can stand for no data in its overviews beside the value that the file names. */
export const takesValues = ({ levels, widthPx, heightPx, tileSizePx, remote }: Raster['manifest']): boolean =>
  levels.length === 1 || (!remote && Math.ceil(widthPx / tileSizePx) * Math.ceil(heightPx / tileSizePx) <= mostTiles);

const inFullOnly = ({ manifest, tile, ...rest }: Raster): Raster => ({
  ...rest,
  manifest,
  tile(level, column, row, decode) {
    if (level === 0) return tile(level, column, row, decode);
    const { widthPx, heightPx } = manifest;
    throw new Fault(
      'too-large',
      `RasterRenderer.NoDataValue: values that the file itself names expected for a raster of more than ${mostTiles} tiles or elsewhere, others for ${widthPx} x ${heightPx} pixels found. Their overviews are mixed with them.`,
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
    const known = tiles.get(key) ?? halvedTile(tile, raster, { level, column, row, empty, noData: others[0]! }, decode);
    tiles.delete(key);
    tiles.set(key, known);
    known.catch(() => tiles.delete(key));
    if (tiles.size > rememberedTiles) tiles.delete(tiles.keys().next().value!);
    return known;
  };
  return { manifest, tile };
}

interface Halving {
  readonly level: number;
  readonly column: number;
  readonly row: number;
  readonly empty: ReadonlySet<number>;
  /** Where four pixels have no data. */
  readonly noData: number;
}

/** Make a tile of means from the four tiles of the level below. */
async function halvedTile(
  tileBelow: Raster['tile'],
  { manifest }: Raster,
  { level, column, row, empty, noData }: Halving,
  decode: DecodeImage | undefined,
): Promise<RasterTile> {
  const { tileSizePx: side, levels, bandNames, sampleType } = manifest;
  const [below, at] = [levels[level - 1]!, levels[level]!];
  const widthPx = Math.min(side, at.widthPx - column * side);
  const heightPx = Math.min(side, at.heightPx - row * side);
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
