import { type ReadTileLayer, readVectorTile } from '../../../sw/formats/read-vector-tile.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { GeometryKind, RemoteFile, RemoteTiles } from '../../../sw/rows/manifest.ts';
import type { RemoteDescription } from '../../../sw/rows/remote/describe-flatgeobuf.ts';
import type { IdentifiedSource } from '../../../sw/rows/remote/identify-source.ts';
import { sourceFault } from '../../../sw/rows/remote/range-reader.ts';
import { idsInTile } from '../../../sw/service/elsewhere/table-of-tiles.ts';
import { openTilesElsewhere, type TilesElsewhere } from '../../../sw/service/elsewhere/tiles-elsewhere.ts';
import { unpackTile } from '../../../sw/service/elsewhere/unpack-tile.ts';
import { meetRanges, type TileRange, tileRange, tilesExtent } from '../../../sw/tiles/tile-scheme.ts';
import { archiveTexts } from '../read/tiles/archive-texts.ts';
import { boundsOf, checkLevels, extentOf, firstView, schemeOf } from './archive-view.ts';
import { layersIn } from './layers-of-tiles.ts';
import { sampleTiles } from './sample-tiles.ts';

/** What is known of an archive of vector tiles before its layers are layers. */
export interface TileFeaturesDescription {
  readonly kind: 'tiles';
  readonly remote: RemoteFile;
  readonly name: string;
  /** In meters, as all tiles are. */
  readonly extent: Extent;
  readonly crs: RemoteDescription['crs'] & object;
  /** Names of columns that are not read. */
  readonly leftOut: readonly string[];
  /** So many tiles were read to find the kinds of features that layers have. */
  readonly sampledTiles: number;
  /** Names of layers without features in these tiles, whose kind nothing else says. */
  readonly unseen: readonly string[];
  /** Points first, then lines, then areas. */
  readonly layers: readonly TileLayerDescription[];
  /** The level whose features they are, and the finest, which images may show. */
  readonly level: number;
  readonly finestLevel: number;
  /** As of a raster. */
  readonly mostWidth?: number;
  readonly center?: readonly [x: number, y: number];
  readonly credits: readonly string[];
}

/** The features of one kind of a layer of tiles. */
interface TileLayerDescription extends Pick<RemoteDescription, 'geometry' | 'columns'> {
  readonly tiles: RemoteTiles;
  /** Whether the layer has features of other kinds as well. */
  readonly isPart: boolean;
}

/** Tiles have up to some thousand features of a layer; where ids do not suffice for them, a coarser level is read. */
const minimumIds = 2000;
const kinds: readonly GeometryKind[] = ['point', 'polyline', 'polygon'];

/**
 * Find out what layers an archive of vector tiles elsewhere has, from its head, its metadata, and one tile of each level.
 *
 * @throws {Fault} `source-failed` when it is damaged, has no features, or has tiles that are packed otherwise than by gzip
 */
export async function describeTileFeatures({ file, reader }: IdentifiedSource): Promise<TileFeaturesDescription> {
  const { address } = file;
  const archive = await openTilesElsewhere(reader);
  const { packing, minimumLevel, maximumLevel } = archive.header;
  checkLevels(archive);
  if (packing === 'other')
    throw sourceFault(address, 'encoding', 'tiles as they are or packed by gzip expected, others found.');
  const scheme = schemeOf(512, archive);
  const at = (level: number) => scheme.levels[level - minimumLevel]!;
  const covered = await extentOf(archive, scheme);
  const finest =
    (await archive.rangeOf(maximumLevel)) ??
    meetRanges(
      tileRange(scheme, at(maximumLevel), covered),
      tileRange(scheme, at(maximumLevel), boundsOf(archive.header)),
    );
  const extent = tilesExtent(scheme, at(maximumLevel), finest);
  const level = levelOfQuestions(archive, finest);
  const range = coarser(finest, maximumLevel - level);
  const metadata = await archive.metadata();
  const { name, attribution } = archiveTexts(metadata);
  const sampled = await sampleTiles(archive, coarser(finest, maximumLevel - minimumLevel));
  const named = layersIn(metadata, await decoded(archive, sampled));
  const layers = named.flatMap(({ name: layer, columns, kinds: own }) =>
    [...own].map((geometry) => ({ geometry, columns, tiles: { layer, level, range }, isPart: own.size > 1 })),
  );
  if (layers.length === 0)
    throw sourceFault(address, 'empty', `points, lines or polygons expected, none found in ${sampled.length} tiles.`);
  return {
    kind: 'tiles',
    remote: { format: 'pmtiles', ...file },
    name,
    extent,
    crs: { code: 3857 },
    leftOut: named.flatMap(({ name: layer, kinds: own, leftOut }) =>
      own.size === 0 ? [] : leftOut.map((column) => `${layer}.${column}`),
    ),
    sampledTiles: sampled.length,
    unseen: named.flatMap(({ name: layer, kinds: own }) => (own.size === 0 ? [layer] : [])),
    layers: kinds.flatMap((kind) => layers.filter(({ geometry }) => geometry === kind)),
    level,
    finestLevel: maximumLevel,
    ...firstView(archive, scheme, extent),
    credits: attribution ? [attribution] : [],
  };
}

/** The finest level for whose tiles ids suffice. */
function levelOfQuestions({ address, header }: TilesElsewhere, finest: TileRange): number {
  for (let level = header.maximumLevel; level >= header.minimumLevel; level--)
    if (idsInTile(coarser(finest, header.maximumLevel - level)) >= minimumIds) return level;
  throw sourceFault(
    address,
    'many-tiles',
    'its coarsest level has more tiles than object ids suffice for. Publish a copy of a part instead.',
  );
}

const coarser = ({ rowMin, rowMax, colMin, colMax }: TileRange, steps: number): TileRange => {
  const [a, b, c, d] = [rowMin, rowMax, colMin, colMax].map((at) => Math.floor(at / 2 ** steps)) as [
    number,
    number,
    number,
    number,
  ];
  return { rowMin: a, rowMax: b, colMin: c, colMax: d };
};

async function decoded(
  archive: TilesElsewhere,
  tiles: Awaited<ReturnType<typeof sampleTiles>>,
): Promise<readonly ReadTileLayer[]> {
  await archive.readAheadFound(tiles);
  const layers: ReadTileLayer[] = [];
  for (const tile of tiles) {
    const name = `${archive.address}, tile ${tile.level}/${tile.col}/${tile.row}`;
    try {
      const bytes = await unpackTile(await archive.bytesOf(tile), archive.header.packing, name);
      for (const layer of readVectorTile(bytes)) layers.push(layer);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw sourceFault(archive.address, 'damaged', `${name} cannot be read: ${error.message}.`, error);
    }
  }
  return layers;
}
