import type { FileFormat } from '../../../sw/formats/read-file.ts';
import type { Diagnostic } from '../../../sw/formats/reading/read-fault.ts';
import type { SourceRaster } from '../../../sw/formats/reading/source-raster.ts';
import type { SourceFile, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import type { FoundLocation, TableLocation } from './locate/table-location.ts';

/** A table that was read, and what it came from. */
export interface ReadTable {
  readonly table: SourceTable;
  readonly format: SourceFormat;
  readonly fileName: string;
  /** Absent where the file has geometry of its own. */
  readonly located?: LocatedTable;
}

/** A file that was not read, and why. */
export interface UnreadFile {
  readonly name: string;
  readonly reason: Diagnostic;
}

export type SourceFormat = FileFormat | 'Raster';

/** Everything that files of the user hold, in the order of the files. */
export interface Sources {
  readonly tables: readonly ReadTable[];
  readonly rasters: readonly SourceRaster[];
  /** Files without data, which may belong to rows. */
  readonly beside: readonly SourceFile[];
  readonly unread: readonly UnreadFile[];
}

/** Locations that a person chose, by the origin of their table. */
export type ChosenLocations = Readonly<Record<string, TableLocation>>;

/** Where the rows of a table lie whose file has no geometry of its own. */
interface LocatedTable {
  /** File and table: what is the same when files are added. */
  readonly origin: string;
  /** As it was read. */
  readonly plain: SourceTable;
  readonly found: FoundLocation;
}
