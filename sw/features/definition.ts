import type { Value } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';

/**
 * A service as its publisher wrote it: the `service.json` of a package and the record of the catalogue.
 * The contract's own names are used wherever the contract has one.
 */
export interface ServiceDefinition {
  /** Case-sensitive, unique in its folder: letters, digits, `_`, `-`, 1 to 64 characters. */
  readonly name: string;
  /** At most one level; absent for the root. */
  readonly folder?: string;
  readonly document: DocumentInfo;
  readonly limits: ServiceLimits;
  readonly capabilities: readonly Capability[];
  /** Usually one. The first is the default map. */
  readonly maps: readonly MapDefinition[];
  /** The stored tables, by the name that layers and tables refer to. */
  readonly tables: Readonly<Record<string, TableManifest>>;
  /** The stored rasters, by the name that raster layers refer to. */
  readonly rasters?: Readonly<Record<string, RasterManifest>>;
  /** Sources and licences of the data, one line each. */
  readonly credits: readonly string[];
}

export type Capability = 'Map' | 'Query' | 'Data';

interface DocumentInfo {
  readonly Title: string;
  readonly Subject: string;
  readonly Author: string;
  readonly Category: string;
  readonly Keywords: string;
  readonly Comments: string;
}

export interface ServiceLimits {
  readonly MaximumRecordCount: number;
  readonly MaximumImageWidth: number;
  readonly MaximumImageHeight: number;
  readonly MaximumBufferCount: number;
  readonly UseStandardizedQueries: boolean;
}

export const defaultLimits: ServiceLimits = {
  MaximumRecordCount: 1000,
  MaximumImageWidth: 4096,
  MaximumImageHeight: 4096,
  MaximumBufferCount: 100,
  UseStandardizedQueries: true,
};

export interface MapDefinition {
  readonly Name: string;
  readonly Description: string;
  readonly CopyrightText: string;
  readonly SpatialReference: Value<'SpatialReference'>;
  readonly Units: Value<'gisUnits'>;
  /** [xmin, ymin, xmax, ymax] of the first view, in the map's spatial reference. */
  readonly extent: Extent;
  readonly fullExtent: Extent;
  readonly BackgroundSymbol?: Value<'FillSymbol'>;
  /** 0 when the map has none. */
  readonly referenceScale: number;
  readonly bookmarks: readonly { readonly Name: string; readonly extent: Extent }[];
  /** In table-of-contents order, first on top; a group stands before its children. LayerID is the position. */
  readonly layers: readonly LayerDefinition[];
  /** Standalone tables; their ids go on after the layers'. */
  readonly standaloneTables: readonly StandaloneTableDefinition[];
  readonly relationships?: readonly RelationshipDefinition[];
}

/** A lasting relation between two layers or tables of a map, seen from both sides. */
export interface RelationshipDefinition {
  readonly RelationshipID: number;
  /** What the related rows are called when asked from the origin, and from the destination. */
  readonly forwardName: string;
  readonly backwardName: string;
  /** Ids of layers or standalone tables. */
  readonly originId: number;
  readonly destinationId: number;
  readonly originKey: string;
  readonly destinationKey: string;
  readonly Cardinality: Value<'gisRelCardinality'>;
  readonly IsComposite: boolean;
  /** Many-to-many: the table that holds the pairs, and its fields with the keys of both sides. */
  readonly link?: {
    readonly tableId: number;
    readonly originKeyField: string;
    readonly destinationKeyField: string;
  };
}

export interface LayerDefinition {
  readonly LayerID: number;
  readonly Name: string;
  readonly Description: string;
  readonly CopyrightText: string;
  readonly kind: 'feature' | 'group' | 'raster';
  /** -1 at the root. */
  readonly ParentLayerID: number;
  readonly Visible: boolean;
  readonly ShowLabels: boolean;
  /** Most zoomed-out denominator, 0 = unlimited. */
  readonly MinScale: number;
  /** Most zoomed-in denominator, 0 = unlimited. */
  readonly MaxScale: number;
  /** Key of `ServiceDefinition.tables`; absent for groups and rasters. */
  readonly table?: string;
  /** Key of `ServiceDefinition.rasters`, for raster layers. */
  readonly raster?: string;
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
  readonly DisplayField?: string;
  /** The author's own filter; empty = none. */
  readonly DefinitionExpression: string;
  readonly drawing?: Value<'FeatureLayerDrawingDescription'>;
  readonly time?: TimeDefinition;
  readonly presentation?: PresentationDefinition;
}

/** How rows are shown to people; domains of single fields stand in the fields themselves. */
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
      /** By field name; takes the place of the field's own domain. null: any value, whatever the field's own says. */
      readonly domains: Readonly<Record<string, Value<'Domain'> | null>>;
    }[];
  };
  /** By field name: how numbers are written. Dates follow `dateFormat`. */
  readonly numberFormats?: Readonly<Record<string, Value<'NumericFormat'>>>;
  /** By field name: pattern such as `yyyy-MM-dd HH:mm`. */
  readonly dateFormats?: Readonly<Record<string, string>>;
}

export interface StandaloneTableDefinition {
  readonly ID: number;
  readonly Name: string;
  readonly Description: string;
  readonly table: string;
  readonly DisplayField?: string;
  readonly DefinitionExpression: string;
  readonly time?: TimeDefinition;
  readonly presentation?: PresentationDefinition;
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

/** Where the parts of one stored table stand and what is known of them without reading. */
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
  /** Rows stand in Hilbert order of their centres; every file below has the same batches of rows. */
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
}

/** Many small files in one: `file` holds the bytes one after the other, `entries` says what stands where. */
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

/** As `RowFilesManifest`, where one that was added later stands in a file of its own; `file` is absent when all do. */
export interface AttachmentsManifest {
  readonly file?: string;
  readonly entries: readonly AttachmentEntry[];
}

export interface AttachmentEntry extends RowFileEntry {
  /** Its own file; without it `range` is one of the file of all. */
  readonly file?: string;
}

/** A picture or grid in tiles with overviews; row 0 is the northern edge. */
export interface RasterManifest {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Outer edges of the pixels. */
  readonly extent: Extent;
  readonly spatialReference?: Value<'SpatialReference'>;
  readonly bandNames: readonly string[];
  /** `u8` tiles of three or four bands are pictures (PNG or JPEG files); others are raw little-endian samples, band after band. */
  readonly sampleType: 'u8' | 'u16' | 'i16' | 'i32' | 'f32' | 'f64';
  readonly encoding: 'png' | 'jpeg' | 'raw' | 'raw-deflate';
  readonly tileSizePx: number;
  readonly noData?: number;
  /** One for each band. */
  readonly statistics: readonly {
    readonly min: number;
    readonly max: number;
    readonly mean: number;
    readonly stdDev: number;
  }[];
  /** [0] is the full resolution; each next halves both sides (rounded up). */
  readonly levels: readonly RasterLevelManifest[];
}

export interface RasterLevelManifest {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly file: string;
  /** Row by row from the upper left; the last column and row are cut at the edge, not padded. */
  readonly tiles: readonly ByteRange[];
}

export interface BatchManifest {
  readonly firstRow: number;
  readonly rowCount: number;
  /** Absent for tables and for batches without geometry. */
  readonly extent?: Extent;
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
