import type { Value } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';

/** How rows are shown to users. Domains of single fields are in the fields themselves. */
export interface PresentationDefinition {
  /** Fields that responses never include. */
  readonly hiddenFields?: readonly string[];
  /** Field whose value is a link. */
  readonly hyperlinkField?: string;
  /** In the template, `{FIELD}` is replaced by the field's value: escaped in a text, percent-encoded in a URL. */
  readonly popup?: { readonly kind: 'url' | 'text'; readonly template: string };
  /** Field with the subtype code of a row, and the subtypes with the domains of their fields. */
  readonly subtypes?: {
    readonly field: string;
    readonly kinds: readonly {
      readonly code: number;
      readonly name: string;
      /** By field name; replaces the field's own domain. null allows any value, even if the field has a domain. */
      readonly domains: Readonly<Record<string, Value<'Domain'> | null>>;
    }[];
  };
  /** By field name: number format. Dates use `dateFormats`. */
  readonly numberFormats?: Readonly<Record<string, Value<'NumericFormat'>>>;
  /** By field name: date pattern such as `yyyy-MM-dd HH:mm`. */
  readonly dateFormats?: Readonly<Record<string, string>>;
}

export interface TimeDefinition {
  readonly StartTimeFieldName: string;
  readonly EndTimeFieldName?: string;
  /** Pattern such as yyyyMMdd if the fields are strings or numbers. */
  readonly TimeValueFormat?: string;
  readonly TrackIDFieldName?: string;
  /** Epoch milliseconds. */
  readonly fullTimeExtent?: readonly [number, number];
  readonly TimeInterval?: number;
  readonly TimeIntervalUnits?: Value<'gisTimeUnits'>;
}

export type GeometryKind = 'point' | 'multipoint' | 'polyline' | 'polygon';

/** The files of one stored table, with metadata available without reading them. */
export interface TableManifest {
  /** All fields in the order of responses: the OID field first, the shape field (if any) second. */
  readonly fields: readonly Value<'Field'>[];
  readonly idField: string;
  readonly shapeField?: string;
  readonly geometry?: GeometryKind;
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Extent of all features, in the table's spatial reference; absent if there are none. */
  readonly extent?: Extent;
  readonly rowCount: number;
  /** Rows are in Hilbert order of their centers. Every file below has the same batches of rows. */
  readonly batches: readonly BatchManifest[];
  /** Arrow IPC file with the attribute columns, the OID column first. */
  readonly attributes: ArrowFileManifest;
  /**
   * Arrow IPC files with the geometry column, ascending by resolution. [0] is the published data (resolution 0), the
   * rest are overviews made for that many map units per pixel. A feature below the resolution keeps one vertex.
   */
  readonly levels: readonly GeometryLevelManifest[];
  /** File with the flatbush index of the feature extents, in row order; absent for tables and empty layers. */
  readonly index?: string;
  /** Files attached to rows; their IDs are unique in the table. */
  readonly attachments?: AttachmentsManifest;
  /** Images in raster fields, by field name; a row has at most one in each. */
  readonly rasterFields?: Readonly<Record<string, RowFilesManifest>>;
  /**
   * The remote file that contains the rows. The package then has no files for the table, and the manifest no batches.
   */
  readonly remote?: RemoteFile;
}

/** A file on another server that is read in parts. */
export interface RemoteFile extends RemoteSource {
  readonly format: 'flatgeobuf' | 'geoparquet' | 'pmtiles' | 'geotiff';
  /** A separate file with the overviews of a GeoTIFF. */
  readonly overviews?: RemoteSource;
  /** Layer name, in a table that earlier versions read from vector tiles. No longer read. */
  readonly tiles?: { readonly layer: string };
}

/** A version of a remote file. */
export interface RemoteSource {
  /** URL without its signature; `local:…` for a file on this computer, which earlier versions read in place. */
  readonly address: string;
  readonly sizeBytes: number;
  /** Version from the server's headers: `etag:…` or `modified:…`; empty if it sends neither. */
  readonly version: string;
}

/** Many small files in one: `file` contains the bytes one after the other, `entries` their ranges. */
export interface RowFilesManifest {
  readonly file: string;
  readonly entries: readonly RowFileEntry[];
}

export interface RowFileEntry {
  readonly id: number;
  /** Object ID of the row. */
  readonly parentId: number;
  readonly name: string;
  /** MIME type. */
  readonly contentType: string;
  readonly range: ByteRange;
}

/** Like `RowFilesManifest`, but attachments added later have their own files. `file` is absent if all do. */
export interface AttachmentsManifest {
  readonly file?: string;
  readonly entries: readonly AttachmentEntry[];
}

export interface AttachmentEntry extends RowFileEntry {
  /** The attachment's own file; if absent, `range` refers to the shared file. */
  readonly file?: string;
}

export interface BatchManifest {
  readonly firstRow: number;
  readonly rowCount: number;
  /** Absent for tables and for batches without geometry. */
  readonly extent?: Extent;
  /** Any row of the batch may lack geometry. In stored tables, such rows come last. */
  readonly mayLackShapes?: true;
  readonly statistics: Readonly<Record<string, ColumnStatistics>>;
}

/** Statistics of a column. min and max are absent if every value is null; dates are epoch milliseconds. */
export interface ColumnStatistics {
  readonly min?: number | string;
  readonly max?: number | string;
  readonly nullCount: number;
}

/** Byte ranges in one Arrow IPC file: a batch can be read by slice without the footer. */
export interface ArrowFileManifest {
  /** Name of the file in the package, e.g. `countries.attributes.arrow`. */
  readonly file: string;
  /** The schema message, without the magic. */
  readonly schema: ByteRange;
  readonly batches: readonly ByteRange[];
}
export type ByteRange = readonly [offset: number, length: number];

export interface GeometryLevelManifest extends ArrowFileManifest {
  /** Map units per pixel that this level was made for; 0 for the published data. */
  readonly resolution: number;
  readonly vertexCount: number;
}
