import type { Value } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';

/** How rows are shown to people; domains of single fields are in the fields themselves. */
export interface PresentationDefinition {
  /** Fields that no answer lists. */
  readonly hiddenFields?: readonly string[];
  /** Field whose value is a link. */
  readonly hyperlinkField?: string;
  /** `{FIELD}` in the template is replaced by the value: escaped in a text, percent-encoded in an address. */
  readonly popup?: { readonly kind: 'url' | 'text'; readonly template: string };
  /** Field that tells which of the kinds a row is, and how its fields are then read. */
  readonly subtypes?: {
    readonly field: string;
    readonly kinds: readonly {
      readonly code: number;
      readonly name: string;
      /** By field name; replaces the field's own domain. null: any value, whatever the field's own says. */
      readonly domains: Readonly<Record<string, Value<'Domain'> | null>>;
    }[];
  };
  /** By field name: how numbers are written. Dates follow `dateFormat`. */
  readonly numberFormats?: Readonly<Record<string, Value<'NumericFormat'>>>;
  /** By field name: pattern such as `yyyy-MM-dd HH:mm`. */
  readonly dateFormats?: Readonly<Record<string, string>>;
}

export interface TimeDefinition {
  readonly StartTimeFieldName: string;
  readonly EndTimeFieldName?: string;
  /** Pattern such as yyyyMMdd when the fields are strings or numbers. */
  readonly TimeValueFormat?: string;
  readonly TrackIDFieldName?: string;
  /** Epoch milliseconds. */
  readonly fullTimeExtent?: readonly [number, number];
  readonly TimeInterval?: number;
  readonly TimeIntervalUnits?: Value<'gisTimeUnits'>;
}

export type GeometryKind = 'point' | 'multipoint' | 'polyline' | 'polygon';

/** The files of one stored table and what is known of them without reading. */
export interface TableManifest {
  /** All fields in answer order: the OID field first, the shape field (if any) second. */
  readonly fields: readonly Value<'Field'>[];
  readonly idField: string;
  readonly shapeField?: string;
  readonly geometry?: GeometryKind;
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Of all features, in the table's spatial reference; absent when there are none. */
  readonly extent?: Extent;
  readonly rowCount: number;
  /** Rows are in Hilbert order of their centres; every file below has the same batches of rows. */
  readonly batches: readonly BatchManifest[];
  /** Arrow IPC file with the attribute columns, the OID column first. */
  readonly attributes: ArrowFileManifest;
  /**
   * Arrow IPC files with the geometry column, ascending by resolution: [0] is the data as published (resolution 0),
   * the rest are overviews made for that many map units a pixel. A feature below the resolution keeps one vertex.
   */
  readonly levels: readonly GeometryLevelManifest[];
  /** File with the flatbush index over the feature extents, in row order; absent for tables and empty layers. */
  readonly index?: string;
  /** Files that belong to rows; their ids are unique in the table. */
  readonly attachments?: AttachmentsManifest;
  /** Pictures in raster fields, by field name; a row has at most one in each. */
  readonly rasterFields?: Readonly<Record<string, RowFilesManifest>>;
  /** The file elsewhere that has the rows; there are no files in the package then, and the batches are its own. */
  readonly remote?: RemoteFile;
}

/** A file on another server that is read in parts. */
export interface RemoteFile extends RemoteSource {
  readonly format: 'flatgeobuf' | 'geoparquet' | 'pmtiles' | 'geotiff';
  /** A file beside a GeoTIFF that has its overviews. */
  readonly overviews?: RemoteSource;
  /** Of a table that earlier versions read from vector tiles: the name of their layer. It is read no longer. */
  readonly tiles?: { readonly layer: string };
}

/** One content of a file elsewhere. */
export interface RemoteSource {
  /** Without what signs it; `local:…` for a file on this computer, which earlier versions read in place. */
  readonly address: string;
  readonly sizeBytes: number;
  /** Tells one content from another, as the server says: `etag:…` or `modified:…`; empty when it says neither. */
  readonly version: string;
}

/** Many small files in one: `file` has the bytes one after the other, `entries` their ranges. */
export interface RowFilesManifest {
  readonly file: string;
  readonly entries: readonly RowFileEntry[];
}

export interface RowFileEntry {
  readonly id: number;
  /** Object id of the row. */
  readonly parentId: number;
  readonly name: string;
  /** MIME type. */
  readonly contentType: string;
  readonly range: ByteRange;
}

/** As `RowFilesManifest`, where one that was added later has a file of its own; `file` is absent when all do. */
export interface AttachmentsManifest {
  readonly file?: string;
  readonly entries: readonly AttachmentEntry[];
}

export interface AttachmentEntry extends RowFileEntry {
  /** Its own file; without it `range` is one of the file of all. */
  readonly file?: string;
}

export interface BatchManifest {
  readonly firstRow: number;
  readonly rowCount: number;
  /** Absent for tables and for batches without geometry. */
  readonly extent?: Extent;
  /** Rows without geometry may be anywhere in it; where stored they come last in the table. */
  readonly mayLackShapes?: true;
  readonly statistics: Readonly<Record<string, ColumnStatistics>>;
}

/** min and max are absent when every value is null; dates are epoch milliseconds. */
export interface ColumnStatistics {
  readonly min?: number | string;
  readonly max?: number | string;
  readonly nullCount: number;
}

/** Byte ranges inside one Arrow IPC file, so that a batch is read by slice without the footer. */
export interface ArrowFileManifest {
  /** Name of the file in the package, e.g. `countries.attributes.arrow`. */
  readonly file: string;
  /** The schema message, magic excluded. */
  readonly schema: ByteRange;
  readonly batches: readonly ByteRange[];
}
export type ByteRange = readonly [offset: number, length: number];

export interface GeometryLevelManifest extends ArrowFileManifest {
  /** Map units a pixel this level was made for; 0 for the data as published. */
  readonly resolution: number;
  readonly vertexCount: number;
}
