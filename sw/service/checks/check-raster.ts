import type { ByteRange } from '../../rows/manifest.ts';
import type { RasterManifest } from '../definition.ts';
import {
  asObject,
  type Check,
  isAnyOf,
  isInteger,
  isListOf,
  isNotBelow,
  isNumber,
  isShape,
  isString,
  refuse,
} from './check.ts';
import { isExtent, isFileName, isRange, isRemote } from './check-table.ts';
import { isContract } from './check-value.ts';

/** Maximum side of a tile. It limits the canvas that decodes an image tile. */
const maxTilePx = 2048;
/** Check a side in pixels. It is limited because pixel positions are 32-bit integers. */
const isSide = isInteger(1, 2 ** 30);

const isManifest = isShape({
  widthPx: isSide,
  heightPx: isSide,
  extent: isExtent,
  'spatialReference?': isContract('SpatialReference'),
  bandNames: isListOf(isString),
  sampleType: isAnyOf('u8', 'u16', 'i16', 'i32', 'f32', 'f64'),
  encoding: isAnyOf('png', 'jpeg', 'raw', 'raw-deflate'),
  tileSizePx: isInteger(16, maxTilePx),
  'noData?': isNumber,
  statistics: isListOf(isShape({ min: isNumber, max: isNumber, mean: isNumber, stdDev: isNumber })),
  'histograms?': isListOf(
    isShape({ band: isInteger(0), low: isNumber, high: isNumber, counts: isListOf(isNotBelow(0)) }),
  ),
  'remote?': isRemote('pmtiles', 'geotiff'),
  levels: isListOf(isShape({ widthPx: isSide, heightPx: isSide, file: isFileName, tiles: isListOf(isRange) })),
});

/** Check the manifest of a raster: its structure, and that sizes, bands, levels and tiles are consistent. */
export const isRaster: Check = (value, path) => {
  isManifest(asObject(value, path), path);
  const manifest = value as RasterManifest;
  const { bandNames, statistics, histograms = [], encoding, sampleType, extent, levels, remote } = manifest;
  if (bandNames.length < 1 || bandNames.length > 256) refuse(`${path}.bandNames`, '1 to 256 bands', bandNames);
  if (statistics.length !== bandNames.length) refuse(`${path}.statistics`, 'one for each band', statistics);
  histograms.forEach(({ counts }, i) => {
    if (counts.length < 2) refuse(`${path}.histograms[${i}].counts`, 'at least two counts', counts);
  });
  if (extent[0] === extent[2] || extent[1] === extent[3]) refuse(`${path}.extent`, 'an area', `${extent}`);
  const isImage = encoding === 'png' || encoding === 'jpeg';
  if (isImage && sampleType !== 'u8') refuse(`${path}.sampleType`, 'u8 for image tiles', sampleType);
  const maximumBands = encoding === 'jpeg' ? 3 : 4;
  if (isImage && (bandNames.length < 3 || bandNames.length > maximumBands))
    refuse(`${path}.bandNames`, `3 to ${maximumBands} bands for image tiles`, bandNames);
  if (levels.length === 0) refuse(`${path}.levels`, 'at least one level', levels);
  let width = manifest.widthPx;
  let height = manifest.heightPx;
  levels.forEach((level, i) => {
    const levelPath = `${path}.levels[${i}]`;
    if (remote?.format === 'geotiff' && i > 0) {
      // Overviews of remote GeoTIFFs can have any size.
      if (level.widthPx >= width) refuse(`${levelPath}.widthPx`, `less than ${width}`, level.widthPx);
      width = level.widthPx;
      height = level.heightPx;
    }
    if (level.widthPx !== width) refuse(`${levelPath}.widthPx`, String(width), level.widthPx);
    if (level.heightPx !== height) refuse(`${levelPath}.heightPx`, String(height), level.heightPx);
    const across = Math.ceil(width / manifest.tileSizePx);
    const count = remote ? 0 : across * Math.ceil(height / manifest.tileSizePx);
    if (level.tiles.length !== count) refuse(`${levelPath}.tiles`, `a list of ${count}`, level.tiles);
    if (remote?.format === 'geotiff') return;
    width = Math.ceil(width / 2);
    height = Math.ceil(height / 2);
  });
};

/** Return the files a raster refers to, with the minimum size of each in bytes. */
export function* listRasterFiles(manifest: RasterManifest): Generator<readonly [file: string, minimumBytes: number]> {
  if (manifest.remote) return;
  const ends = new Map<string, number>();
  const end = (ranges: readonly ByteRange[]): number =>
    ranges.reduce((max, [offset, length]) => Math.max(max, offset + length), 0);
  for (const { file, tiles } of manifest.levels) ends.set(file, Math.max(ends.get(file) ?? 0, end(tiles)));
  yield* ends;
}
