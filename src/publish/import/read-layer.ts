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
 * What was read: one layer of a file, short enough to be shown and to be sent to the page. Its rows and pixels stay in the worker
 * (`LayerInWorker`).
 */
export interface ReadLayer {
  readonly name: string;
  readonly format: FileFormat | 'Raster';
  /** Absent for a raster. */
  readonly fileName?: string;
  readonly geometry: LayerShape;
  /** Of a raster its pixels. */
  readonly rowCount: number;
  readonly columns: readonly ReadColumn[];
  /** What was changed or left out and where. */
  readonly notes: readonly Diagnostic[];
  readonly description?: string;
  /** Absent when the file does not say. */
  readonly spatialReference?: Value<'SpatialReference'>;
  /** The reference is that of every file of its format, and not said in the file. */
  readonly isReferenceByFormat?: boolean;
  /** Of a table whose file has no geometry: what its rows are located by, and the file and table, which stay the same when files are added. */
  readonly located?: FoundLocation & { readonly origin: string };
  /** Of a text that is no known system: a geographic system on its datum, null for a datum that is not known. */
  readonly datumSystem?: number | null;
  /** All coordinates could be degrees. */
  readonly isGeographic: boolean;
  readonly extent?: Extent;
  /** Some of the shapes with few of their vertices: paths in flat coordinates. */
  readonly sketch: readonly Float64Array[];
  readonly color: string;
  readonly sizePt: number;
  readonly displayField?: string;
  /** Left out until somebody asks for it. */
  readonly isExtra: boolean;
  /** The file has several colours, which are kept unless somebody chooses one. */
  readonly colorCount: number;
}

export interface ReadColumn {
  readonly name: string;
  readonly alias: string;
  /** Its own type first. */
  readonly readings: readonly PossibleReading[];
  /** The first values that are not empty. */
  readonly samples: readonly (string | number)[];
  readonly emptyCount: number;
  /** No two rows have the same value. */
  readonly isUnique: boolean;
}

/** A layer with its rows, or its pixels. */
export interface LayerInWorker extends ReadLayer {
  readonly table?: SourceTable;
  readonly raster?: SourceRaster;
  /** The table as it was read, before its rows were located. */
  readonly plain?: SourceTable;
}

/** The geometry of a layer, as people call it. */
export type LayerShape = 'points' | 'lines' | 'polygons' | 'none' | 'raster';

/** The shape of layers by the kind of their geometry. */
export const shapeOfKind: Readonly<Record<GeometryKind, LayerShape>> = {
  point: 'points',
  multipoint: 'points',
  polyline: 'lines',
  polygon: 'polygons',
};

/** A file that was not read, and why. */
export interface UnreadFile {
  readonly name: string;
  readonly reason: Diagnostic;
}

/** Everything that files of the user hold: tables in the order of the files, then rasters. */
export interface ReadFiles {
  readonly layers: readonly LayerInWorker[];
  /** Files without data, which may belong to rows. */
  readonly beside: readonly SourceFile[];
  readonly unread: readonly UnreadFile[];
}

/** The tables among what was read, in its order. */
export const tablesOf = ({ layers }: Pick<ReadFiles, 'layers'>): SourceTable[] =>
  layers.flatMap(({ table }) => table ?? []);

/** A table whose values may be added to the features of a layer, by columns with the same values. Places are those of the tables. */
export interface PossibleJoin {
  readonly layer: number;
  readonly layerKey: string;
  readonly table: number;
  readonly tableKey: string;
  /** Features that have a row in the table. */
  readonly matched: number;
  readonly featureCount: number;
  /** Rows of the table that no feature has. */
  readonly unused: number;
}

/** What files turned out to be: layers to be, or a whole service that was exported before. */
export type ReadOutcome =
  | {
      readonly type: 'layers';
      readonly layers: readonly ReadLayer[];
      /** Absent when there are only files with data. */
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
      /** Names of layers and tables with a filter that clients may replace. */
      readonly replaceableFilters: readonly string[];
      /** Null where nobody has counted them. */
      readonly rowCount: number | null;
    };
