import { reasonOf } from '../../../../sw/contract/index.ts';
import { describeFlatGeobuf } from '../../../../sw/extensions/remote/describe-flatgeobuf.ts';
import { describeGeoParquet } from '../../../../sw/extensions/remote/describe-geo-parquet.ts';
import { type IdentifiedSource, identifySource } from '../../../../sw/extensions/remote/identify-source.ts';
import { openRemoteTiles, type RemoteTiles } from '../../../../sw/extensions/remote/remote-tiles.ts';
import { sourceFault } from '../../../../sw/formats/reading/range-reader.ts';
import { formatsByHead, getRemoteFormat } from '../../../../sw/formats/rows.ts';
import { archiveTexts } from '../../../../sw/formats/tiles/pmtiles-reader.ts';
import { imageScheme } from '../../../../sw/formats/tiles/tile-pyramid.ts';
import { covers, type Extent } from '../../../../sw/geometry/extent.ts';
import type { RemoteFile } from '../../../../sw/rows/manifest.ts';
import type { DecodeImage } from '../../../../sw/service/raster-source.ts';
import {
  type TileLevel,
  type TileScheme,
  tileRange,
  tilesExtent,
  webMercatorScheme,
} from '../../../../sw/tiles/tile-scheme.ts';
import { decodeImage } from '../../../publish/import/raster/image-codec.ts';
import { describeTiff } from './describe-tiff.ts';
import type { RasterDescription, RemoteLayerDescription } from './raster-description.ts';

type Describe = (source: IdentifiedSource) => Promise<RemoteLayerDescription>;

/** Functions that describe the files of each format. */
const describers: Readonly<Record<RemoteFile['format'], Describe>> = {
  flatgeobuf: describeFlatGeobuf,
  geoparquet: (source) => describeGeoParquet(source),
  pmtiles: (source) => describeImages(source),
  geotiff: (source) => describeTiff(source),
};

/**
 * Detect the format, size, version and content of a remote file.
 *
 * @throws {Fault} `source-failed`; `not-supported` for a file that can only be copied
 */
export async function describeRemote(...where: Parameters<typeof identifySource>): Promise<RemoteLayerDescription> {
  const source = await identifySource(...where);
  const { head, file } = source;
  const start = new TextDecoder('latin1').decode(head.subarray(0, 16));
  const [format] = formatsByHead(start).flatMap((key) => getRemoteFormat(key) ?? []);
  if (!format)
    throw sourceFault(
      file.address,
      'format',
      `expected FlatGeobuf, GeoParquet, GeoTIFF or PMTiles, found a file that begins with ${quoteStart(start)}.`,
    );
  return describers[format](source);
}

/**
 * Describe an archive of image tiles. Its header contains the type of the tiles. @throws {Fault} `source-failed` for
 * vector tiles, with the size, because the file can be copied
 */
async function describeImages(source: IdentifiedSource): Promise<RemoteLayerDescription> {
  const { address, sizeBytes } = source.file;
  if (source.head[99] === 1)
    throw sourceFault(address, 'vector-tiles', 'expected image tiles, found vector tiles.', undefined, {
      bytes: sizeBytes,
    });
  return describeTiles(source);
}

/** Quote the printable part of the first bytes. */
const quoteStart = (start: string): string => JSON.stringify(start.replace(/[^\x20-\x7e].*$/s, '').slice(0, 12));

/** Maximum side of a raster in pixels; finer levels are only in the tile cache. */
const maxSidePx = 2 ** 30;

/**
 * Describe a remote archive of tiles (PMTiles) by its header, its metadata and its first tile.
 *
 * @throws {Fault} `source-failed` if it is invalid or damaged, or has unsupported tiles
 */
export async function describeTiles(
  { file, reader }: IdentifiedSource,
  decode: DecodeImage = decodeImage,
): Promise<RasterDescription> {
  const { address } = file;
  const archive = await openRemoteTiles(reader);
  const { type, packing } = archive.header;
  if (!type.startsWith('image/') || packing !== 'none')
    throw sourceFault(address, 'encoding', `expected PNG, JPEG or WebP tiles, found ${type || 'another type'}.`);
  checkLevels(archive);
  const first = await archive.first();
  if (!first) throw sourceFault(address, 'empty', 'has no tiles.');
  const { widthPx: side, heightPx } = await decode(new Blob([first])).catch((error: unknown) => {
    throw sourceFault(address, 'damaged', `the first tile can't be read as an image: ${reasonOf(error)}.`, error);
  });
  if (side !== heightPx || (side !== 256 && side !== 512))
    throw sourceFault(address, 'encoding', `expected tiles of 256 or 512 pixels, found ${side} x ${heightPx}.`);
  const scheme = makeScheme(side, archive);
  const { name, attribution } = archiveTexts(await archive.metadata());
  const remote = { format: 'pmtiles', ...file } as const;
  const extent = await readExtent(archive, scheme);
  const grid = makeGrid(scheme, extent);
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
    credits: attribution ? [attribution] : undefined,
  };
}

/**
 * Return the raster over the tiles of an extent. Its coarsest level is the finest with two by two tiles; its finest is
 * limited by the raster size.
 */
function makeGrid(scheme: TileScheme, extent: Extent) {
  const { levels, origin, tileCols: side } = scheme;
  const ranges = levels.map((level) => tileRange(scheme, level, extent));
  const top = Math.max(
    0,
    ranges.findLastIndex(({ rowMin, rowMax, colMin, colMax }) => rowMax - rowMin < 2 && colMax - colMin < 2),
  );
  const { rowMin, rowMax, colMin, colMax } = ranges[top]!;
  const [cols, rows] = [colMax - colMin + 1, rowMax - rowMin + 1];
  const count = Math.min(levels.length - top, 1 + Math.floor(Math.log2(maxSidePx / (Math.max(cols, rows) * side))));
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

const worldBounds: Extent = [-180, -85.0511, 180, 85.0511];
const maxTilesAcross = 10;

/** Check the levels of an archive. @throws {Fault} `source-failed` if they are invalid */
function checkLevels({ address, header: { minZoom, maxZoom } }: RemoteTiles): void {
  if (minZoom > maxZoom || maxZoom > 23)
    throw sourceFault(address, 'damaged', `expected levels from 0 to 23, found ${minZoom} to ${maxZoom}.`);
}

/** Return the common tile scheme with only the levels of an archive. */
function makeScheme(side: number, { header: { minZoom, maxZoom } }: RemoteTiles): TileScheme {
  const levels = Array.from({ length: maxZoom - minZoom + 1 }, (_, i) => minZoom + i);
  return imageScheme(side, levels);
}

/**
 * Return the extent of an archive in meters: the extent of its coarsest tiles if it is known, or else the bounds in the
 * header.
 */
async function readExtent({ header, findRange: rangeOf }: RemoteTiles, scheme: TileScheme): Promise<Extent> {
  const range = await rangeOf(header.minZoom);
  const [coarsest] = scheme.levels as [TileLevel];
  return range ? tilesExtent(scheme, coarsest, range) : readBounds(header);
}

/** Return the bounds in the header of an archive, in meters. */
function readBounds({ minLon, minLat, maxLon, maxLat }: RemoteTiles['header']): Extent {
  const bounds = [minLon, minLat, maxLon, maxLat] as const;
  return extentInMeters(isArea(bounds) ? bounds : worldBounds);
}

const isArea = ([west, south, east, north]: Extent): boolean =>
  west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90;

/**
 * Return the members with the initial view: 1024 pixels at half the resolution of the coarsest level. Empty if an image
 * may read all tiles of that level.
 */
function firstView(
  { header: { centerLon, centerLat } }: RemoteTiles,
  scheme: TileScheme,
  extent: Extent,
): { readonly maxWidth?: number; readonly center?: readonly [x: number, y: number] } {
  const middle = extentInMeters([centerLon, centerLat, centerLon, centerLat]);
  const level = scheme.levels[0]!;
  const { rowMin, rowMax, colMin, colMax } = tileRange(scheme, level, extent);
  if (Math.max(rowMax - rowMin, colMax - colMin) < maxTilesAcross) return {};
  const isInside = covers(extent, middle);
  return { maxWidth: 2 * 1024 * level.resolution, center: isInside ? [middle[0], middle[1]] : undefined };
}

/** Convert an extent in degrees to the scheme's coordinates. */
function extentInMeters([west, south, east, north]: Extent): Extent {
  const half = -webMercatorScheme(1).origin[0];
  const x = (longitude: number) => (longitude / 180) * half;
  const y = (latitude: number) =>
    (Math.asinh(Math.tan((Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180)) / Math.PI) * half;
  return [x(west), y(south), x(east), y(north)];
}
