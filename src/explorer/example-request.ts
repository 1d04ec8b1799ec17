import type { OperationName, RequestOf, Value } from '../../sw/contract/index.ts';
import { extentToEnvelope } from '../state/references.ts';
import type { RequestFacts } from './request-facts.ts';

export function exampleRequest<O extends OperationName>(operation: O, facts: RequestFacts): RequestOf<O> {
  return makers[operation](facts) as RequestOf<O>;
}

const display: Value<'ImageDisplay'> = { ImageHeight: 300, ImageWidth: 400, ImageDPI: 96 };
const png: Value<'ImageType'> = { ImageFormat: 'gisImagePNG', ImageReturnType: 'gisImageReturnMimeData' };
const patch: Value<'MapServerLegendPatch'> = { Width: 0, Height: 0, ImageDPI: 96 };
const records: Value<'QueryResultOptions'> = { Format: 'gisQueryResultRecordSetAsObject' };
const firstRows = [1, 2, 3];

const map = ({ info, extent, reference }: RequestFacts): Value<'MapDescription'> =>
  info.DefaultMapDescription ?? {
    Name: info.Name,
    MapArea: { type: 'MapExtent', Extent: extentToEnvelope(extent, reference) },
    Rotation: 0,
  };

const withMapName = ({ info }: RequestFacts) => ({ MapName: info.Name });
const layerIn = (facts: RequestFacts) => ({ ...withMapName(facts), LayerID: facts.layerId });

function describeLayer(facts: RequestFacts, id = facts.layerId): Value<'LayerDescription'> {
  const published = facts.info.DefaultMapDescription?.LayerDescriptions?.find(({ LayerID }) => LayerID === id);
  return (
    published ?? {
      type: 'LayerDescription',
      LayerID: id,
      Visible: true,
      ShowLabels: false,
      ScaleSymbols: false,
      SetSelectionSymbol: false,
      SelectionBufferDistance: 0,
      ShowSelectionBuffer: false,
      DefinitionExpression: '',
    }
  );
}

function table(facts: RequestFacts, id: number): Value<'MapTableDescription'> {
  const standalone = facts.info.StandaloneTableDescriptions?.find(({ ID }) => ID === id);
  return standalone ?? describeLayer(facts, id);
}

const tableIn = (facts: RequestFacts, id = facts.layerId) => ({
  ...withMapName(facts),
  MapTableDescription: table(facts, id),
});

/** Make a filter for a few rows of any layer: names beginning with A, or the first object IDs. */
const filter = ({ textField, idField }: RequestFacts): Value<'QueryFilter'> => ({
  type: 'QueryFilter',
  SubFields: '*',
  WhereClause: textField ? `${textField} LIKE 'A%'` : `${idField} <= 100`,
  Resolution: 0,
});

const point = ({ reference }: RequestFacts, x: number, y: number): Value<'PointN'> => ({
  type: 'PointN',
  X: x,
  Y: y,
  SpatialReference: reference,
});

/** Return a position at a quarter of the width from the center, which is inside every map. */
const beside = ({ extent, center }: RequestFacts): readonly [number, number] => [
  center[0] + (extent[2] - extent[0]) / 4,
  center[1],
];

const firstTile = { Level: 0, Row: 0, Column: 0 };
const relate = (facts: RequestFacts): Value<'RelateDescription'> => ({
  RelationshipID: facts.relationId,
  RelatedTableFields: '*',
  IncludeGeometry: false,
  ResultFormat: 'gisRelateResultRelatedRecordSetAsObject',
});

const makers: { readonly [O in OperationName]: (facts: RequestFacts) => RequestOf<O> } = {
  GetDocumentInfo: () => ({}),
  GetMapCount: () => ({}),
  GetMapName: () => ({ Index: 0 }),
  GetDefaultMapName: () => ({}),
  GetServerInfo: withMapName,
  GetServiceConfigurationInfo: () => ({}),
  GetSupportedImageReturnTypes: () => ({}),
  IsFixedScaleMap: withMapName,
  GetSQLSyntaxInfo: layerIn,
  GetMapTableSubtypeInfos: (facts) => ({ ...withMapName(facts), TableIDs: [] }),
  GetMapTableSubtypeInfos2: (facts) => ({ ...withMapName(facts), LayerDescriptions: [describeLayer(facts)] }),

  ExportMapImage: (facts) => ({
    MapDescription: map(facts),
    ImageDescription: { ImageType: { ...png, ImageFormat: 'gisImagePNG32' }, ImageDisplay: display },
  }),
  ExportScaleBar: (facts) => ({
    MapDescription: map(facts),
    MapDisplay: display,
    BackGroundColor: { type: 'RgbColor', AlphaValue: 255, Red: 255, Green: 255, Blue: 255 },
    ImageDescription: { ImageType: png, ImageDisplay: { ImageHeight: 60, ImageWidth: 300, ImageDPI: 96 } },
  }),
  ComputeScale: (facts) => ({ MapDescription: map(facts), MapImageDisplay: display }),
  ComputeDistance: (facts) => ({
    ...withMapName(facts),
    FromPoint: point(facts, ...facts.center),
    ToPoint: point(facts, ...beside(facts)),
    Units: 'gisKilometers',
  }),
  ToMapPoints: (facts) => ({
    MapDescription: map(facts),
    MapImageDisplay: display,
    ScreenXValues: [0, 200],
    ScreenYValues: [0, 150],
  }),
  FromMapPoints: (facts) => ({
    MapDescription: map(facts),
    MapImageDisplay: display,
    MapPoints: {
      type: 'MultipointN',
      HasID: false,
      HasZ: false,
      HasM: false,
      PointArray: [point(facts, ...facts.center), point(facts, ...beside(facts))],
    },
  }),

  Find: (facts) => ({
    MapDescription: map(facts),
    MapImageDisplay: display,
    SearchString: facts.searchText,
    Contains: true,
    SearchFields: facts.textField,
    FindOption: 'gisFindAllLayers',
    LayerIDs: [facts.layerId],
  }),
  Identify: (facts) => ({
    MapDescription: map(facts),
    MapImageDisplay: display,
    SearchShape: point(facts, ...facts.center),
    Tolerance: 5,
    IdentifyOption: 'gisIdentifyVisibleLayers',
    LayerIDs: [],
  }),
  QueryHyperlinks: (facts) => ({ MapDescription: map(facts), MapImageDisplay: display, LayerIDs: [] }),

  QueryFeatureCount: (facts) => ({ ...layerIn(facts), QueryFilter: filter(facts) }),
  QueryFeatureIDs: (facts) => ({ ...layerIn(facts), QueryFilter: filter(facts) }),
  QueryFeatureData: (facts) => ({ ...layerIn(facts), QueryFilter: filter(facts) }),
  QueryFeatureCount2: (facts) => ({
    ...withMapName(facts),
    LayerDescription: describeLayer(facts),
    QueryFilter: filter(facts),
  }),
  QueryFeatureIDs2: (facts) => ({
    ...withMapName(facts),
    LayerDescription: describeLayer(facts),
    QueryFilter: filter(facts),
  }),
  QueryFeatureData2: (facts) => ({
    ...withMapName(facts),
    LayerDescription: describeLayer(facts),
    QueryFilter: filter(facts),
    QueryResultOptions: records,
  }),
  QueryRowCount: (facts) => ({ ...tableIn(facts), QueryFilter: filter(facts) }),
  QueryRowIDs: (facts) => ({
    ...tableIn(facts),
    QueryFilter: { ...filter(facts), PostfixClause: `ORDER BY ${facts.textField || facts.idField}` },
  }),
  QueryData: (facts) => ({ ...tableIn(facts), QueryFilter: filter(facts), QueryResultOptions: records }),
  QueryRelatedRecords: (facts) => ({
    ...withMapName(facts),
    SourceTableID: facts.relatedId,
    SourceFIDSet: { FIDArray: firstRows },
    RelateDescription: relate(facts),
  }),
  QueryRelatedRecords2: (facts) => ({
    ...tableIn(facts, facts.relatedId),
    SourceFIDSet: { FIDArray: firstRows },
    RelateDescription: relate(facts),
  }),
  QueryDataStatistics: (facts) => ({
    ...tableIn(facts),
    StatisticsRequest: {
      StatisticDescriptions: [
        { StatisticFieldName: facts.numberField, StatisticType: 'gisDataStatTypeCount', ResultFieldName: 'ROW_COUNT' },
        { StatisticFieldName: facts.numberField, StatisticType: 'gisDataStatTypeMax', ResultFieldName: 'GREATEST' },
      ],
      GroupByFields: facts.groupField || undefined,
      OrderByFields: facts.groupField || undefined,
    },
    QueryFilter: filter(facts),
  }),
  QueryRasterValue: (facts) => ({
    ...withMapName(facts),
    SourceTableID: facts.rasterId,
    RowIDs: firstRows,
    FieldName: facts.rasterField,
    ImageType: png,
  }),
  QueryRasterValue2: (facts) => ({
    ...tableIn(facts, facts.rasterId),
    RowIDs: firstRows,
    FieldName: facts.rasterField,
    ImageType: png,
  }),
  QueryAttachmentInfos: (facts) => ({ ...withMapName(facts), TableID: facts.attachedId, RowIDs: firstRows }),
  QueryAttachmentInfos2: (facts) => ({ ...tableIn(facts, facts.attachedId), RowIDs: firstRows }),
  QueryAttachmentData: (facts) => ({
    ...withMapName(facts),
    TableID: facts.attachedId,
    AttachmentIDs: [1],
    TransportType: 'gisTransportTypeEmbedded',
  }),
  QueryAttachmentData2: (facts) => ({
    ...tableIn(facts, facts.attachedId),
    AttachmentIDs: [1],
    TransportType: 'gisTransportTypeEmbedded',
  }),
  QueryHTMLPopups: (facts) => ({ ...withMapName(facts), TableID: facts.layerId, RowIDs: firstRows }),
  QueryHTMLPopups2: (facts) => ({ ...tableIn(facts), RowIDs: firstRows }),

  GetLegendInfo: (facts) => ({ ...withMapName(facts), LayerIDs: [], LegendPatch: patch, ImageType: png }),
  GetLegendInfo2: (facts) => ({
    MapDescription: map(facts),
    MapImageDisplay: display,
    LayerIDs: [],
    LegendPatch: patch,
    ImageType: png,
  }),
  GetDefaultLayerDrawingDescriptions: (facts) => ({
    ...withMapName(facts),
    LayerIDs: [facts.layerId],
    SymbolOutputOptions: { PictureOutputType: 'gisServerPictureOutputAsPNGInMime', ConvertLabelExpressions: true },
  }),
  GenerateDataClasses: (facts) => ({
    ...tableIn(facts),
    DataClassificationDef: {
      type: 'ClassBreaksDef',
      ClassificationField: facts.numberField,
      ClassificationMethod: 'gisClassifyQuantile',
      BreakCount: 5,
    },
  }),

  HasSingleFusedMapCache: withMapName,
  GetTileCacheInfo: withMapName,
  GetMapTile: (facts) => ({ ...withMapName(facts), ...firstTile }),
  HasLayerCache: layerIn,
  GetLayerTile: (facts) => ({ ...layerIn(facts), ...firstTile }),
  GetVirtualCacheDirectory: (facts) => ({ ...withMapName(facts), LayerID: -1 }),
  GetCacheName: (facts) => ({ ...withMapName(facts), LayerID: -1 }),
  GetTileImageInfo: withMapName,
  GetCacheControlInfo: withMapName,
  GetCacheDescriptionInfo: withMapName,
  GetCacheStorageInfo: withMapName,
};
