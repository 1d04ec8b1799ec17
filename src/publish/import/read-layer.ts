import type { Value } from '../../../sw/contract/index.ts';
import type { FileFormat } from '../../../sw/formats/read-file.ts';
import type { Diagnostic } from '../../../sw/formats/reading/read-fault.ts';
import type { SourceRaster } from '../../../sw/formats/reading/source-raster.ts';
import type { SourceFile, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import type { AttachedSummary } from './attachments/match-files.ts';
import type { PossibleReading } from './columns/retype-column.ts';
import type { FoundLocation } from './locate/table-location.ts';

/**
 * A layer of a file, small enough to show and to send to the page. Its rows and pixels remain in the worker
 * (`LayerInWorker`).
 */
export interface ReadLayer {
  readonly name: string;
  readonly format: FileFormat | 'Raster';
  /** Absent for a raster. */
  readonly fileName?: string;
  readonly geometry: LayerShape;
  /** For a raster, the number of pixels. */
  readonly rowCount: number;
  readonly columns: readonly ReadColumn[];
  /** Changes and omissions by the reader, with their places in the file. */
  readonly notes: readonly Diagnostic[];
  readonly description?: string;
  /** Absent if the file doesn't name one. */
  readonly spatialReference?: Value<'SpatialReference'>;
  /** The format implies the spatial reference; the file doesn't name it. */
  readonly isReferenceByFormat?: boolean;
  /** For a table without geometry: its location, and its file and table, which don't change when files are added. */
  readonly located?: FoundLocation & { readonly origin: string };
  /** For an unknown coordinate system: a geographic system on the same datum; null for an unknown datum. */
  readonly datumSystem?: number | null;
  /** All coordinates could be degrees. */
  readonly isGeographic: boolean;
  readonly extent?: Extent;
  /** A sample of the geometries with few vertices: paths of flat coordinates. */
  readonly sketch: readonly Float64Array[];
  readonly color: string;
  readonly sizePt: number;
  readonly displayField?: string;
  /** Left out unless the user includes it. */
  readonly isExtra: boolean;
  /** Number of colors in the file. They are used unless the user chooses one. */
  readonly colorCount: number;
}

export interface ReadColumn {
  readonly name: string;
  readonly alias: string;
  /** The current type first. */
  readonly readings: readonly PossibleReading[];
  /** The first values that aren't empty. */
  readonly samples: readonly (string | number)[];
  readonly emptyCount: number;
  /** No two rows have the same value. */
  readonly isUnique: boolean;
}

/** A layer with its rows, or its pixels. */
export interface LayerInWorker extends ReadLayer {
  readonly table?: SourceTable;
  readonly raster?: SourceRaster;
  /** The table as read, before its rows were located. */
  readonly plain?: SourceTable;
}

/** The geometry of a layer, for display. */
export type LayerShape = 'points' | 'lines' | 'polygons' | 'none' | 'raster';

export const shapeOfKind: Readonly<Record<GeometryKind, LayerShape>> = {
  point: 'points',
  multipoint: 'points',
  polyline: 'lines',
  polygon: 'polygons',
};

/** A file that couldn't be read, and the reason. */
export interface UnreadFile {
  readonly name: string;
  readonly reason: Diagnostic;
}

/** The content of the user's files: tables in the order of the files, then rasters. */
export interface ReadFiles {
  readonly layers: readonly LayerInWorker[];
  /** Files without data, which may be attached to rows. */
  readonly beside: readonly SourceFile[];
  readonly unread: readonly UnreadFile[];
}

/** Return the tables in order. */
export const sourceTables = ({ layers }: Pick<ReadFiles, 'layers'>): SourceTable[] =>
  layers.flatMap(({ table }) => table ?? []);

/** A possible join of a table to a layer by columns with equal values. Indices are those of the tables. */
export interface PossibleJoin {
  readonly layer: number;
  readonly layerKey: string;
  readonly table: number;
  readonly tableKey: string;
  /** Number of features that have a row in the table. */
  readonly matched: number;
  readonly featureCount: number;
  /** Number of rows in the table that match no feature. */
  readonly unused: number;
}

/** The result of reading files: layers, or a whole service that was exported. */
export type ReadOutcome =
  | {
      readonly type: 'layers';
      readonly layers: readonly ReadLayer[];
      /** Absent if all files have data. */
      readonly attached?: AttachedSummary;
      readonly unread: readonly UnreadFile[];
      readonly joins: readonly PossibleJoin[];
    }
  | {
      readonly type: 'package';
      readonly name: string;
      readonly folder?: string;
      readonly title: string;
      readonly layerNames: readonly string[];
      /** Names of layers and tables whose filter clients may replace. */
      readonly replaceableFilters: readonly string[];
      /** Null if unknown. */
      readonly rowCount: number | null;
    };
