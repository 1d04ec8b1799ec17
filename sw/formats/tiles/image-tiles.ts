import { Fault } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { mercatorLimitDeg, toMercator } from '../../geometry/web-mercator.ts';
import type { DecodeImage } from '../../service/raster-source.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { SourceRaster } from '../reading/source-raster.ts';
import { type SourceFile, stem } from '../reading/source-table.ts';
import { fromWkid } from '../reading/spatial-reference.ts';
import type { PmtilesTile } from './pmtiles.ts';
import { imageScheme, pyramidLevels } from './tile-pyramid.ts';

/** Maximum bytes that one import into a tile cache accepts. */
const maxArchiveBytes = 2 ** 30;

interface ImageTiles {
  readonly tiles: readonly (PmtilesTile & { readonly bytes: Blob })[];
  /** All tiles as PMTiles. */
  readonly archive: Blob;
  /** From the metadata; empty if the file has none. */
  readonly title: string;
  readonly description: string;
  /** West, south, east and north of the content in degrees, unchecked. */
  readonly bounds?: readonly number[];
}

/**
 * Make a raster of image tiles in the Web Mercator scheme. The tile cache of its service gets all tiles unchanged.
 *
 * @throws {Fault} `bad-package` when there is no tile or the first can't be decoded; `not-supported` when tiles aren't
 *   squares of 256 or 512 pixels, or can't be decoded here; `too-large` above 1 GiB
 */
export async function imageRaster(
  file: SourceFile,
  { tiles, archive, title, description, bounds }: ImageTiles,
  decode: DecodeImage | undefined,
): Promise<SourceRaster> {
  const [first] = tiles;
  if (!first) throw readFault('bad-package', 'tilesExpected', file.name);
  if (archive.size > maxArchiveBytes)
    throw readFault('too-large', 'mostBytes', file.name, maxArchiveBytes / 2 ** 20, Math.ceil(archive.size / 2 ** 20));
  const side = await readTileSize(file, first.bytes, decode);
  const { levels, corner } = pyramidLevels(tiles);
  const ids = [...new Set(tiles.map(({ level }) => level))].sort((a, b) => a - b);
  const scheme = imageScheme(side, ids);
  const [finest] = levels as [(typeof levels)[number]];
  const coarsest = levels.at(-1)!;
  const width = side * scheme.levels[ids.indexOf(corner.level)]!.resolution;
  const [x, y] = [scheme.origin[0] + corner.col * width, scheme.origin[1] - corner.row * width];
  const notes: Diagnostic[] = [diagnostic('imageTiles', tiles.length, ids[0]!, ids.at(-1)!)];
  if (finest.level < ids.at(-1)!) notes.push(diagnostic('tilesAreFiner', finest.level));
  const extent: Extent = [x, y - coarsest.rows * width, x + coarsest.cols * width, y];
  const shown = bounds && clipToBounds(bounds, extent);
  return {
    name: title || stem(file.name),
    description: description.slice(0, 500) || undefined,
    widthPx: finest.cols * side,
    heightPx: finest.rows * side,
    extent,
    shown,
    spatialReference: fromWkid(3857),
    sampleType: 'u8',
    bands: ['Red', 'Green', 'Blue', 'Alpha'].map((name) => ({ name, samples: new Uint8Array() })),
    isCategorical: false,
    pyramid: { scheme, archive, levels },
    notes,
  };
}

/** Return the part of `extent` inside bounds in degrees; undefined if the bounds are invalid, such as four zeros. */
function clipToBounds([west, south, east, north]: readonly number[], extent: Extent): Extent | undefined {
  if (!(west! < east! && south! < north! && west! >= -180 && east! <= 180 && south! >= -90 && north! <= 90))
    return undefined;
  const box = Float64Array.of(west!, Math.max(south!, -mercatorLimitDeg), east!, Math.min(north!, mercatorLimitDeg));
  toMercator(box, 0, 4);
  const shown: Extent = [
    Math.max(box[0]!, extent[0]),
    Math.max(box[1]!, extent[1]),
    Math.min(box[2]!, extent[2]),
    Math.min(box[3]!, extent[3]),
  ];
  return shown[0] < shown[2] && shown[1] < shown[3] ? shown : undefined;
}

/** Return the pixels along a side of a tile. */
async function readTileSize(file: SourceFile, tile: Blob, decode: DecodeImage | undefined): Promise<number> {
  if (!decode) throw readFault('not-supported', 'imagesUndecoded', file.name);
  const { widthPx, heightPx } = await decode(tile, { path: file.name }).catch((error: Error) => {
    if (error instanceof Fault && error.code === 'too-large') throw error;
    throw readFault('bad-package', 'wholeImageExpected', file.name, 'PNG/JPEG/WebP', error.message);
  });
  if (widthPx !== heightPx || (widthPx !== 256 && widthPx !== 512))
    throw readFault('not-supported', 'tileSizeExpected', file.name, widthPx, heightPx);
  return widthPx;
}
