import type { DecodePicture } from '../../../../sw/service/raster-source.ts';
import type { SourceRaster } from '../../raster/source-raster.ts';
import type { Progress, SourceTable } from '../../source-table.ts';

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
