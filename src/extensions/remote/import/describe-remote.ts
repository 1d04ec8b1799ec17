import { describeFlatGeobuf } from '../../../../sw/extensions/remote/describe-flatgeobuf.ts';
import { describeGeoParquet } from '../../../../sw/extensions/remote/describe-geo-parquet.ts';
import { type IdentifiedSource, identifySource } from '../../../../sw/extensions/remote/identify-source.ts';
import { sourceFault } from '../../../../sw/formats/reading/range-reader.ts';
import { formatsByHead, remoteFormatOf } from '../../../../sw/formats/rows.ts';
import type { RemoteFile } from '../../../../sw/rows/manifest.ts';
import { describeTiff } from './describe-tiff.ts';
import { describeTiles } from './describe-tiles.ts';
import type { RemoteLayerDescription } from './raster-description.ts';

type Describe = (source: IdentifiedSource) => Promise<RemoteLayerDescription>;

/** What finds out what files of each format have. */
const describers: Readonly<Record<RemoteFile['format'], Describe>> = {
  flatgeobuf: describeFlatGeobuf,
  geoparquet: (source) => describeGeoParquet(source),
  pmtiles: (source) => describeImages(source),
  geotiff: (source) => describeTiff(source),
};

/**
 * Find out what file is elsewhere, how large it is, which version, and what it has.
 *
 * @throws {Fault} `source-failed`; `not-supported` for what cannot be read there but can be copied
 */
export async function describeRemote(...where: Parameters<typeof identifySource>): Promise<RemoteLayerDescription> {
  const source = await identifySource(...where);
  const { head, file } = source;
  const start = new TextDecoder('latin1').decode(head.subarray(0, 16));
  const [format] = formatsByHead(start).flatMap((key) => remoteFormatOf(key) ?? []);
  if (!format)
    throw sourceFault(
      file.address,
      'format',
      `FlatGeobuf, GeoParquet, GeoTIFF or PMTiles expected, a file that begins with ${quoted(start)} found.`,
    );
  return describers[format](source);
}

/** An archive of vector tiles says so in its head. @throws {Fault} `source-failed` for one, with its size: it can be copied */
async function describeImages(source: IdentifiedSource): Promise<RemoteLayerDescription> {
  const { address, sizeBytes } = source.file;
  if (source.head[99] === 1)
    throw sourceFault(address, 'vector-tiles', 'tiles of pictures expected, vector tiles found.', undefined, {
      bytes: sizeBytes,
    });
  return describeTiles(source);
}

/** What of the first bytes can be shown. */
const quoted = (start: string): string => JSON.stringify(start.replace(/[^\x20-\x7e].*$/s, '').slice(0, 12));
