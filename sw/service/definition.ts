import type { Value } from '../contract/index.ts';
import type { Extent } from '../geometry/extent.ts';
import type { ByteRange, PresentationDefinition, RemoteFile, TableManifest, TimeDefinition } from '../rows/manifest.ts';

/**
 * A service as published: the `service.json` of a package and the record of the catalogue. Uses the contract's names for
 * everything the contract defines.
 */
export interface ServiceDefinition {
  /** Case-sensitive, unique in its folder: 1 to 64 letters, digits, `_` or `-`. */
  readonly name: string;
  /** A single folder; absent for the root. */
  readonly folder?: string;
  readonly document: DocumentInfo;
  readonly limits: ServiceLimits;
  readonly capabilities: readonly Capability[];
  /** Usually one; the first is the default map. */
  readonly maps: readonly MapDefinition[];
  /** The stored tables, by the name that layers and tables refer to. */
  readonly tables: Readonly<Record<string, TableManifest>>;
  /** The stored rasters, by the name that raster layers refer to. */
  readonly rasters?: Readonly<Record<string, RasterManifest>>;
  /** Sources and licenses of the data, one line each. */
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
  /** 0 if the map has none. */
  readonly referenceScale: number;
  readonly bookmarks: readonly { readonly Name: string; readonly extent: Extent }[];
  /** In table-of-contents order, first on top; a group comes before its children. LayerID equals the index. */
  readonly layers: readonly LayerDefinition[];
  /** Standalone tables; their IDs follow those of the layers. */
  readonly standaloneTables: readonly StandaloneTableDefinition[];
  readonly relationships?: readonly RelationshipDefinition[];
}

/** A persistent relationship between two layers or tables of a map, with both directions. */
export interface RelationshipDefinition {
  readonly RelationshipID: number;
  /** Name of the related rows from the origin's side, and from the destination's side. */
  readonly forwardName: string;
  readonly backwardName: string;
  /** IDs of layers or standalone tables. */
  readonly originId: number;
  readonly destinationId: number;
  readonly originKey: string;
  readonly destinationKey: string;
  readonly Cardinality: Value<'gisRelCardinality'>;
  readonly IsComposite: boolean;
  /** For many-to-many: the table of pairs, and its fields with the keys of both sides. */
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
  /** -1 for a root layer. */
  readonly ParentLayerID: number;
  readonly Visible: boolean;
  readonly ShowLabels: boolean;
  /** Scale denominator when zoomed out furthest, 0 = unlimited. */
  readonly MinScale: number;
  /** Scale denominator when zoomed in furthest, 0 = unlimited. */
  readonly MaxScale: number;
  /** Key of `ServiceDefinition.tables`; absent for groups and rasters. */
  readonly table?: string;
  /** Key of `ServiceDefinition.rasters`, for raster layers. */
  readonly raster?: string;
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
  readonly DisplayField?: string;
  /** The author's filter; empty = none. */
  readonly DefinitionExpression: string;
  readonly drawing?: Value<'FeatureLayerDrawingDescription'>;
  /** In a composed map, the drawing that the service's author set. Only this drawing may use hidden fields. */
  readonly authored?: Value<'FeatureLayerDrawingDescription'> | undefined;
  readonly time?: TimeDefinition;
  readonly presentation?: PresentationDefinition;
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

/** An image or grid in tiles with overviews; row 0 is the northern edge. */
export interface RasterManifest {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Outer edges of the pixels. */
  readonly extent: Extent;
  readonly spatialReference?: Value<'SpatialReference'>;
  readonly bandNames: readonly string[];
  /**
   * `u8` tiles of three or four bands are images (PNG or JPEG files); others are raw little-endian samples, band after
   * band.
   */
  readonly sampleType: 'u8' | 'u16' | 'i16' | 'i32' | 'f32' | 'f64';
  readonly encoding: 'png' | 'jpeg' | 'raw' | 'raw-deflate';
  readonly tileSizePx: number;
  readonly noData?: number;
  /** One per band. */
  readonly statistics: readonly {
    readonly min: number;
    readonly max: number;
    readonly mean: number;
    readonly stdDev: number;
  }[];
  /** For a part of a raster: the histograms of the whole. Stretches use them instead of counting pixels. */
  readonly histograms?: readonly RasterHistogram[];
  /** The remote file with the tiles; the levels then list no tiles. */
  readonly remote?: RemoteFile;
  /** [0] is the full resolution; each following level halves both sides (rounded up). */
  readonly levels: readonly RasterLevelManifest[];
}

/** Number of pixels in a band by value: bin i is centered on `low + i * (high - low) / (counts.length - 1)`. */
export interface RasterHistogram {
  readonly band: number;
  readonly low: number;
  readonly high: number;
  readonly counts: readonly number[];
}

export interface RasterLevelManifest {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly file: string;
  /**
   * Row by row from the upper left, empty for a remote file. The last column and row are cut at the edge, not padded.
   */
  readonly tiles: readonly ByteRange[];
}
