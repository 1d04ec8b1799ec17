import type { Value } from '../../../../sw/contract/index.ts';
import type { RemoteDescription } from '../../../../sw/extensions/remote/remote-manifest.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import type { RemoteFile } from '../../../../sw/rows/manifest.ts';
import type { RasterManifest } from '../../../../sw/service/definition.ts';
import type { TileScheme } from '../../../../sw/tiles/tile-scheme.ts';

/** The description of a remote file whose pixels become a layer. */
export interface RasterDescription {
  readonly kind: 'raster';
  readonly remote: RemoteFile;
  readonly name: string;
  readonly extent: Extent;
  readonly crs?: RemoteDescription['crs'];
  /** Names of bands that aren't read. */
  readonly leftOut: readonly string[];
  /** Includes the file; its levels list no tiles. */
  readonly manifest: RasterManifest;
  /**
   * Width, in units of the file, of an image of the default size within the read limit; absent if there is no limit.
   */
  readonly maxWidth?: number;
  /** Center of the initial image; by default the center of the extent. */
  readonly center?: readonly [x: number, y: number];
  /** Drawing set by the author; by default derived from the bands. */
  readonly drawing?: Value<'RasterLayerDrawingDescription'>;
  /** Sources and licenses named by the file. */
  readonly credits?: readonly string[];
  /** Scheme of tiles in the file, for the map cache. */
  readonly scheme?: TileScheme;
}

/** The description of a remote file before it becomes a layer. */
export type RemoteLayerDescription = RemoteDescription | RasterDescription;
