import { reasonOf } from '../../../../sw/contract/index.ts';
import type { IdentifiedSource } from '../../../../sw/extensions/remote/identify-source.ts';
import { openTilesElsewhere } from '../../../../sw/extensions/remote/remote-tiles.ts';
import { sourceFault } from '../../../../sw/formats/reading/range-reader.ts';
import { archiveTexts } from '../../../../sw/formats/tiles/pmtiles-reader.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import type { DecodePicture } from '../../../../sw/service/raster-source.ts';
import { type TileScheme, tileRange } from '../../../../sw/tiles/tile-scheme.ts';
import { decodePicture } from '../../../publish/import/raster/image-codec.ts';
import { checkLevels, extentOf, firstView, schemeOf } from './archive-view.ts';
import type { RasterDescription } from './raster-description.ts';

/** Pixels along a side that a raster may have; finer levels are in the cache alone. */
const largestSidePx = 2 ** 30;

/**
 * Find out what an archive of tiles (PMTiles) elsewhere has, from its head, its metadata and its first tile.
 *
 * @throws {Fault} `source-failed` when it is none, is damaged, or has tiles that are not drawn
 */
export async function describeTiles(
  { file, reader }: IdentifiedSource,
  decode: DecodePicture = decodePicture,
): Promise<RasterDescription> {
  const { address } = file;
  const archive = await openTilesElsewhere(reader);
  const { type, packing } = archive.header;
  if (!type.startsWith('image/') || packing !== 'none')
    throw sourceFault(address, 'encoding', `tiles of PNG, JPEG or WebP expected, ${type || 'another type'} found.`);
  checkLevels(archive);
  const first = await archive.first();
  if (!first) throw sourceFault(address, 'empty', 'it has no tiles.');
  const { widthPx: side, heightPx } = await decode(new Blob([first])).catch((error: unknown) => {
    throw sourceFault(address, 'damaged', `its first tile is no picture: ${reasonOf(error)}.`, error);
  });
  if (side !== heightPx || (side !== 256 && side !== 512))
    throw sourceFault(address, 'encoding', `tiles of 256 or 512 pixels expected, ${side} x ${heightPx} found.`);
  const scheme = schemeOf(side, archive);
  const { name, attribution } = archiveTexts(await archive.metadata());
  const remote = { format: 'pmtiles', ...file } as const;
  const extent = await extentOf(archive, scheme);
  const grid = gridOf(scheme, extent);
  return {
    kind: 'raster',
    remote,
    name,
    extent: grid.extent,
    crs: { code: 3857 },
    leftOut: [],
    manifest: {
      ...grid,
      bandNames: ['Red', 'Green', 'Blue', 'Alpha'],
      sampleType: 'u8',
      encoding: 'png',
      tileSizePx: side,
      statistics: Array.from({ length: 4 }, () => ({ min: 0, max: 255, mean: 127.5, stdDev: 64 })),
      remote,
    },
    scheme,
    ...firstView(archive, scheme, extent),
    ...(attribution ? { credits: [attribution] } : {}),
  };
}

/**
 * The raster over the tiles that meet an extent: from the finest level that fits in two by two tiles to the finest that a raster can
 * have.
 */
function gridOf(scheme: TileScheme, extent: Extent) {
  const { levels, origin, tileCols: side } = scheme;
  const ranges = levels.map((level) => tileRange(scheme, level, extent));
  const top = Math.max(
    0,
    ranges.findLastIndex(({ rowMin, rowMax, colMin, colMax }) => rowMax - rowMin < 2 && colMax - colMin < 2),
  );
  const { rowMin, rowMax, colMin, colMax } = ranges[top]!;
  const [cols, rows] = [colMax - colMin + 1, rowMax - rowMin + 1];
  const count = Math.min(levels.length - top, 1 + Math.floor(Math.log2(largestSidePx / (Math.max(cols, rows) * side))));
  const { resolution } = levels[top]!;
  const width = side * resolution;
  const [x, y] = [origin[0] + colMin * width, origin[1] - rowMin * width];
  const sizes = Array.from({ length: count }, (_, i) => ({
    widthPx: cols * side * 2 ** (count - 1 - i),
    heightPx: rows * side * 2 ** (count - 1 - i),
    file: 'elsewhere',
    tiles: [],
  }));
  return {
    widthPx: sizes[0]!.widthPx,
    heightPx: sizes[0]!.heightPx,
    extent: [x, y - rows * width, x + cols * width, y] as const,
    levels: sizes,
  };
}
