import type { Value } from '../../../../sw/contract/index.ts';
import type { RemoteDescription } from '../../../../sw/extensions/remote/remote-manifest.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import type { RemoteFile } from '../../../../sw/rows/manifest.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import type { TileScheme } from '../../../../sw/tiles/tile-scheme.ts';

/** What is known of a file elsewhere whose pixels become a layer. */
export interface RasterDescription {
  readonly kind: 'raster';
  readonly remote: RemoteFile;
  readonly name: string;
  readonly extent: Extent;
  readonly crs?: RemoteDescription['crs'];
  /** Names of bands that are not read. */
  readonly leftOut: readonly string[];
  /** Names the file; levels list no tiles. */
  readonly manifest: RasterManifest;
  /** Width of an image of the default size that reads no more than it may, in units of the file; absent when all of it may be read. */
  readonly mostWidth?: number;
  /** Where such an image is shown first; by default in the middle. */
  readonly center?: readonly [x: number, y: number];
  /** As the author would have it drawn; by default as its bands are. */
  readonly drawing?: Value<'RasterLayerDrawingDescription'>;
  /** Sources and licences, as the file names them. */
  readonly credits?: readonly string[];
  /** Of tiles that the file has already, for the cache of the map. */
  readonly scheme?: TileScheme;
}

/** What is known of a file elsewhere before it is a layer. */
export type RemoteLayerDescription = RemoteDescription | RasterDescription;
