import type { DecodePicture } from '../../service/raster-source.ts';
import type { SourceRaster } from '../reading/source-raster.ts';
import type { Progress, SourceTable } from '../reading/source-table.ts';

/** What a file of tiles holds: pictures make a raster, features make tables. */
export interface TileContents {
  readonly tables: readonly SourceTable[];
  readonly rasters: readonly SourceRaster[];
}

export interface TileOptions {
  readonly onProgress: Progress | undefined;
  readonly signal: AbortSignal | undefined;
  readonly decode: DecodePicture | undefined;
}
