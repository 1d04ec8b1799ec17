import type { OperationName, RequestOf, Value } from '../../../sw/contract/index.ts';
import { operations } from '../../../sw/contract/operations/index.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { wgs84 } from '../rows/made-table.ts';
import { oracles } from './expect-hidden.ts';
import { symbol } from './planted.ts';

const everyId = { FIDArray: [1, 2, 3] };
const renderers = [
  { type: 'UniqueValueRenderer', Field1: 'SECRET', FieldDelimiter: ',', UniqueValueInfos: [], DefaultSymbol: symbol },
  { type: 'SimpleRenderer', Symbol: symbol, Label: '', Description: '', RotationField: 'HNUM' },
  {
    type: 'ClassBreaksRenderer',
    Field: 'HNUM',
    MinimumValue: 0,
    ClassBreakInfos: [{ ClassMinimumValue: 0, ClassMaximumValue: 1e9, Label: '', Description: '', Symbol: symbol }],
  },
] as unknown as Value<'FeatureRenderer'>[];
const text = { type: 'SimpleTextSymbol', Angle: 0, Size: 8 };
const labelling = (more: object) => ({ LabelClassDescriptions: [{ Symbol: text, ...more }] }) as never;
const plain = { type: 'SimpleRenderer', Symbol: symbol, Label: '', Description: '' } as never;
/** Drawings in a request that would show hidden fields or rows. */
export const drawings = [
  ...renderers.map((FeatureRenderer) => ({ FeatureRenderer })),
  { FeatureRenderer: plain, LabelingDescription: labelling({ LabelExpression: '[SECRET]' }) },
  { FeatureRenderer: plain, LabelingDescription: labelling({ LabelExpression: '[NAME]', WhereClause: 'HNUM > 0' }) },
  {
    FeatureRenderer: plain,
    VisualVariables: JSON.stringify([
      { type: 'sizeInfo', field: 'HNUM', minDataValue: 0, maxDataValue: 1e9, minSize: 1, maxSize: 40 },
    ]),
  },
  {
    FeatureRenderer: plain,
    FeatureReduction: JSON.stringify({
      type: 'heatmap',
      radius: 10,
      field: 'HNUM',
      colorStops: [
        { ratio: 0, color: [0, 0, 0, 0] },
        { ratio: 1, color: [255, 0, 0, 255] },
      ],
    }),
  },
].map((entry) => ({ type: 'FeatureLayerDrawingDescription' as const, ...entry }));

const sources = ['Hiding', 'MapsOnly'].flatMap((WorkspaceID) =>
  ['places', 'notes', 'unused'].flatMap((TableName): Value<'MapServerSourceDescription'>[] => {
    const table = { type: 'TableDataSourceDescription' as const, WorkspaceID, TableName, VersionName: '' };
    return [
      table,
      {
        type: 'QueryTableDataSourceDescription',
        WorkspaceID,
        Query: `SELECT * FROM ${TableName}`,
        OIDFields: '',
        GeometryType: 'gisGeometryPoint',
        SpatialReference: wgs84,
      } as never,
      {
        type: 'JoinTableSourceDescription',
        LeftSourceDescription: table,
        RightSourceDescription: table,
        LeftTableKey: 'OBJECTID',
        RightTableKey: 'OBJECTID',
      },
    ];
  }),
);
const published = { type: 'MapTableSourceDescription' as const, MapTableID: 0 };

const layer = (more: Partial<Value<'LayerDescription'>> = {}): Value<'LayerDescription'> => ({
  type: 'LayerDescription',
  LayerID: 0,
  Visible: true,
  ShowLabels: true,
  ScaleSymbols: false,
  SetSelectionSymbol: false,
  SelectionBufferDistance: 0,
  ShowSelectionBuffer: false,
  DefinitionExpression: '',
  ...more,
});
const layers = [
  layer(),
  ...oracles.map((DefinitionExpression) => layer({ DefinitionExpression })),
  layer({ DefinitionExpression: '1=1) OR (1=1' }),
  layer({ Source: published }),
  ...drawings.map((DrawingDescription) => layer({ DrawingDescription })),
  ...sources.map((Source) => layer({ LayerID: 77, Source })),
  layer({ SelectionFeatures: [3] }),
  layer({ LayerResultOptions: { FormatValuesInResults: false, ReturnFieldNamesInResults: true } }),
];
const tables: Value<'MapTableDescription'>[] = [
  ...layers,
  { type: 'StandaloneTableDescription', ID: 1, DefinitionExpression: '' } as Value<'StandaloneTableDescription'>,
];

const world = { type: 'EnvelopeN' as const, XMin: -180, YMin: -90, XMax: 180, YMax: 90 };
const map = (more: Partial<Value<'MapDescription'>> = {}): Value<'MapDescription'> => ({
  Name: 'Layers',
  MapArea: { type: 'MapExtent', Extent: world },
  Rotation: 0,
  ...more,
});
const maps = [
  map(),
  map({
    MapArea: {
      type: 'FeatureExtent',
      DefaultScale: 1e6,
      ExpandRatio: 1,
      FeatureIDs: [3],
      LayerID: 0,
      MapName: 'Layers',
    },
  }),
  ...layers.map((entry) => map({ LayerDescriptions: [entry], HonorLayerReordering: true })),
];

const filter = (more: Partial<Value<'QueryFilter'>> = {}) =>
  ({ type: 'QueryFilter', WhereClause: '', Resolution: 0, ...more }) as Value<'QueryFilter'>;
const filters = [
  filter({ SubFields: '*' }),
  filter({ SubFields: 'SECRET' }),
  filter({ SubFields: 'HNUM', PrefixClause: 'DISTINCT' }),
  filter({ PostfixClause: 'ORDER BY HNUM DESC' }),
  filter({ FIDSet: everyId }),
  filter({ WhereClause: '1=1) OR (1=1' }),
  ...oracles.map((WhereClause) => filter({ WhereClause })),
  {
    ...filter(),
    type: 'TimeQueryFilter',
    SearchOrder: 'gisSearchOrderSpatial',
    SpatialRel: 'gisSpatialRelIntersects',
    SpatialRelDescription: '',
    FilterGeometry: { type: 'Geometry' },
    GeometryFieldName: '',
    FilterOwnsGeometry: true,
    TimeValue: { type: 'TimeExtent', StartTime: '1900-01-01T00:00:00', EndTime: '1950-01-01T00:00:00' },
    OutputTimeReference: { TimeZoneNameID: '' },
    TimeRelation: 'gisTimeRelationOverlaps',
  } as unknown as Value<'QueryFilter'>,
];

const display = { ImageWidth: 64, ImageHeight: 64, ImageDPI: 96 };
const data = { ImageFormat: 'gisImagePNG', ImageReturnType: 'gisImageReturnMimeData' } as const;
const relate = (more: object = {}): Value<'RelateDescription'> => ({
  RelationshipID: 5,
  ResultFormat: 'gisRelateResultRelatedRecordSetAsObject',
  ...more,
});

/**
 * Values of request members, by name and type: the first is harmless enough to be combined with attacks on other
 * members.
 */
const values: Readonly<Record<string, readonly unknown[]>> = {
  MapName: ['Layers'],
  MapDescription: maps,
  LayerDescription: layers,
  LayerDescriptions: [layers],
  MapTableDescription: tables,
  QueryFilter: filters,
  LayerID: [0, 1],
  SourceTableID: [0, 1],
  TableID: [0, 1],
  TableIDs: [[0, 1]],
  LayerIDs: [[0]],
  Index: [0],
  RowIDs: [[1, 2, 3]],
  AttachmentIDs: [[1], [2], [3]],
  SourceFIDSet: [everyId],
  FieldName: ['HPIC', ''],
  ImageType: [data],
  ImageDescription: [
    { ImageType: data, ImageDisplay: display },
    { ImageType: { ...data, ImageFormat: 'gisImageSVG' }, ImageDisplay: display },
  ],
  MapDisplay: [display],
  MapImageDisplay: [display],
  TransportType: ['gisTransportTypeEmbedded'],
  QueryResultOptions: [
    'gisQueryResultRecordSetAsObject',
    'gisQueryResultJsonAsMime',
    'gisQueryResultAmfAsMime',
    'gisQueryResultKMLAsMime',
  ].map((Format) => ({ Format })),
  RelateDescription: [
    relate(),
    relate({ RelatedTableFields: 'HNOTE' }),
    relate({ RelatedTableDefinitionExpression: "HNOTE LIKE '%'" }),
    relate({ ResultFormat: 'gisRelateResultJsonAsMime' }),
  ],
  StatisticsRequest: ['HNUM', 'POP'].flatMap((StatisticFieldName) =>
    ['', 'SECRET'].map((GroupByFields) => ({
      StatisticDescriptions: [{ StatisticFieldName, StatisticType: 'gisDataStatTypeMax' }],
      GroupByFields,
    })),
  ),
  DataClassificationDef: [
    { type: 'UniqueValuesDef', Fields: ['SECRET'] },
    { type: 'UniqueValuesDef', Fields: ['NAME'] },
    { type: 'UniqueValuesDef', Fields: ['NAME', 'HNUM'] },
    ...['HNUM', 'POP'].map((ClassificationField) => ({
      type: 'ClassBreaksDef',
      ClassificationField,
      ClassificationMethod: 'gisClassifyQuantile',
      BreakCount: 3,
    })),
    {
      type: 'ClassBreaksDef',
      ClassificationField: 'POP',
      ClassificationMethod: 'gisClassifyQuantile',
      NormalizationField: 'HNUM',
    },
  ],
  SearchString: ['a', 'hu', 'bu', '7'],
  Contains: [true],
  SearchFields: ['', 'SECRET', 'SECRET,HNUM,NAME'],
  FindOption: ['gisFindAllLayers'],
  SearchShape: [{ ...world }],
  Tolerance: [5],
  IdentifyOption: ['gisIdentifyAllLayers', 'gisIdentifyVisibleWithHTMLPopup'],
  LegendPatch: [{ Width: 15, Height: 15, ImageDPI: 96 }],
  SymbolOutputOptions: [{ ConvertLabelExpressions: true }],
  // These members involve no rows: scale bars, distances, pixels and tiles.
  ScaleBar: [undefined],
  BackGroundColor: [undefined],
  FromPoint: [{ type: 'PointN', X: 0, Y: 0 }],
  ToPoint: [{ type: 'PointN', X: 1, Y: 1 }],
  Units: ['gisMeters'],
  ScreenXValues: [[0, 64]],
  ScreenYValues: [[0, 64]],
  MapPoints: [
    { type: 'MultipointN', HasID: false, HasZ: false, HasM: false, PointArray: [{ type: 'PointN', X: 0, Y: 0 }] },
  ],
  Level: [0],
  Row: [0],
  Column: [0],
  Format: [undefined],
};

/** List the members of requests without a known attack. */
export const listUnattacked = (): string[] =>
  Object.entries(operations).flatMap(([operation, { request }]) =>
    Object.keys(request).flatMap((member) => (member in values ? [] : [`${operation}.${member}`])),
  );

/** List the attacks on an operation: every value of every member, with the first value for the others. */
export function soapAttacks(operation: OperationName): string[] {
  const members = Object.keys(operations[operation].request);
  const first = Object.fromEntries(members.map((member) => [member, values[member]![0]]));
  const requests = [
    first,
    ...members.flatMap((member) => values[member]!.slice(1).map((value) => ({ ...first, [member]: value }))),
  ];
  return requests.map((request) => encodeRequest(operation, request as unknown as RequestOf<typeof operation>));
}
