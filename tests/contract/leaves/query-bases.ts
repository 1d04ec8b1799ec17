import type { RequestOf, Value } from '../../../sw/contract/index.ts';
import { wgs84 } from '../sample-parts.ts';
import { filters, plotFilters, shapes } from './filters.ts';
import type { Bases } from './map-bases.ts';
import { ed50, image, layer, layerStyle, newfoundland, selfJoined, shift, sources } from './parts.ts';
import { classifications } from './renderers.ts';

const MapName = 'Related';
const ImageType = image().ImageType!;
const every: Value<'QueryFilter'> = { type: 'QueryFilter', WhereClause: '', Resolution: 0 };
const owners = layer(1, { ...layerStyle, DefinitionExpression: 'NO < 14' });
const table = (ID: number, more: Partial<Value<'StandaloneTableDescription'>> = {}) =>
  ({
    type: 'StandaloneTableDescription',
    ID,
    DefinitionExpression: '',
    ...more,
  }) as Value<'StandaloneTableDescription'>;
const described: readonly Value<'LayerDescription'>[] = [
  owners,
  ...sources.map((Source) => layer(101, { Source })),
  layer(101, { Source: selfJoined }),
];
const tables: readonly Value<'MapTableDescription'>[] = [...described, table(4), table(99, { Source: sources[0]! })];
const timeFilter = filters.at(-1)!;

const requested = filters.map((QueryFilter) => ({ MapName, LayerID: 1, QueryFilter }));
const ofLayers = [
  ...filters.map((QueryFilter) => ({ MapName, LayerDescription: owners, QueryFilter })),
  ...described.map((LayerDescription) => ({ MapName, LayerDescription, QueryFilter: every })),
];
const ofTables = [
  ...filters.map((QueryFilter) => ({ MapName, MapTableDescription: owners, QueryFilter })),
  ...tables.map((MapTableDescription) => ({ MapName, MapTableDescription, QueryFilter: every })),
  {
    MapName,
    MapTableDescription: layer(101, { Source: selfJoined }),
    QueryFilter: {
      ...timeFilter,
      SubFields: '',
      PostfixClause: '',
      SpatialReferenceFieldName: '',
      GeometryFieldName: '',
    },
  },
];
const inForm = (
  Format: Value<'gisQueryResultFormat'>,
  GeoTransformation?: Value<'GeoTransformation'>,
): Value<'QueryResultOptions'> => ({
  Format,
  FormatProperties: { PropertyArray: [{ Key: 'LayerName', Value: 'Somebody' }] },
  ...(GeoTransformation ? { GeoTransformation } : {}),
});
const forms = [inForm('gisQueryResultRecordSetAsObject'), inForm('gisQueryResultKMLAsMime')];
const shiftedFilter: Value<'QueryFilter'> = { ...every, OutputSpatialReference: ed50 };
const shiftedForm = inForm('gisQueryResultRecordSetAsObject', shift);
const plots = layer(2);
const plain = layer(2, { LayerResultOptions: { IncludeGeometry: true } });

const relation = (more: Partial<Value<'RelateDescription'>> = {}): Value<'RelateDescription'> => ({
  RelationshipID: 0,
  RelatedTableDefinitionExpression: "CODE <> 'P3'",
  RelatedTableFields: 'CODE',
  OutputSpatialReference: ed50,
  GeoTransformation: shift,
  IncludeGeometry: true,
  GeometryResultOptions: plots.LayerResultOptions!.GeometryResultOptions!,
  ResultFormat: 'gisRelateResultRelatedRecordSetAsObject',
  OutputTimeReference: newfoundland,
  ...more,
});
interface Related {
  readonly SourceFIDSet: Value<'FIDSet'>;
  readonly RelateDescription: Value<'RelateDescription'>;
  readonly source: number;
}
const related: readonly Related[] = [
  { SourceFIDSet: { FIDArray: [1, 2] }, RelateDescription: relation(), source: 1 },
  {
    SourceFIDSet: { FIDArray: [1] },
    RelateDescription: relation({
      ...{ RelatedTableDefinitionExpression: '', RelatedTableFields: '', OutputSpatialReference: wgs84 },
    }),
    source: 2,
  },
];
const StatisticsRequest: Value<'StatisticsRequest'> = {
  StatisticDescriptions: [
    { StatisticFieldName: 'NO', StatisticType: 'gisDataStatTypeSum', ResultFieldName: 'total' },
    { StatisticFieldName: 'SINCE', StatisticType: 'gisDataStatTypeMax' },
  ],
  GroupByFields: 'KIND',
  OrderByFields: 'KIND DESC',
};
const RowIDs = [1, 2];
const AttachmentIDs = [1, 2];
const FieldName = 'PICTURE';
const TransportType = 'gisTransportTypeEmbedded';

export const queryBases: Bases = {
  QueryFeatureCount: [
    ...requested,
    ...shapes.map((FilterGeometry) => ({
      MapName,
      LayerID: 2,
      QueryFilter: {
        ...filters[4],
        WhereClause: '',
        FilterGeometry,
        SpatialRel: 'gisSpatialRelIntersects',
      } as Value<'QueryFilter'>,
    })),
  ],
  QueryFeatureIDs: requested,
  QueryFeatureData: [...requested, ...plotFilters.map((QueryFilter) => ({ MapName, LayerID: 2, QueryFilter }))],
  QueryFeatureCount2: ofLayers,
  QueryFeatureIDs2: ofLayers,
  QueryFeatureData2: [
    ...ofLayers.map((queryBase) => ({ ...queryBase, QueryResultOptions: forms[0]! })),
    ...forms.map((QueryResultOptions) => ({
      MapName,
      LayerDescription: plots,
      QueryFilter: every,
      QueryResultOptions,
    })),
    { MapName, LayerDescription: plain, QueryFilter: shiftedFilter, QueryResultOptions: shiftedForm },
  ],
  QueryRowCount: ofTables,
  QueryRowIDs: ofTables,
  QueryData: [
    ...ofTables.map((queryBase) => ({ ...queryBase, QueryResultOptions: forms[0]! })),
    ...forms.map((QueryResultOptions) => ({
      MapName,
      MapTableDescription: plots,
      QueryFilter: every,
      QueryResultOptions,
    })),
    { MapName, MapTableDescription: plain, QueryFilter: shiftedFilter, QueryResultOptions: shiftedForm },
  ],
  QueryRelatedRecords: related.map(({ source, ...one }) => ({ MapName, SourceTableID: source, ...one })),
  QueryRelatedRecords2: [
    ...related.map(({ source, ...one }) => ({ MapName, MapTableDescription: layer(source), ...one })),
    {
      MapName,
      MapTableDescription: layer(101, { Source: sources[0]! }),
      SourceFIDSet: { FIDArray: [1] },
      RelateDescription: relation(),
    },
    {
      MapName,
      MapTableDescription: table(4),
      SourceFIDSet: { FIDArray: [1] },
      RelateDescription: relation({ RelationshipID: 1, RelatedTableFields: '' }),
    },
    {
      MapName,
      MapTableDescription: table(4, { Source: { type: 'MapTableSourceDescription', MapTableID: 4 } }),
      SourceFIDSet: { FIDArray: [1] },
      RelateDescription: relation({ RelationshipID: 1, RelatedTableFields: '' }),
    },
  ],
  QueryDataStatistics: [...ofTables].map(({ QueryFilter, ...one }) => ({
    ...one,
    StatisticsRequest:
      one.MapTableDescription === owners
        ? StatisticsRequest
        : {
            StatisticDescriptions: [
              {
                StatisticFieldName: isJoin(one.MapTableDescription) ? 'owners.NO' : 'OBJECTID',
                StatisticType: 'gisDataStatTypeCount' as const,
              },
            ],
          },
    QueryFilter,
  })),
  QueryRasterValue: [{ MapName, SourceTableID: 1, RowIDs, FieldName, ImageType }],
  QueryRasterValue2: onRows((MapTableDescription) => ({ MapName, MapTableDescription, RowIDs, FieldName, ImageType })),
  QueryAttachmentInfos: [{ MapName, TableID: 1, RowIDs }],
  QueryAttachmentInfos2: onRows((MapTableDescription) => ({ MapName, MapTableDescription, RowIDs })),
  QueryAttachmentData: [{ MapName, TableID: 1, AttachmentIDs, TransportType }],
  QueryAttachmentData2: onRows((MapTableDescription) => ({
    MapName,
    MapTableDescription,
    AttachmentIDs,
    TransportType,
  })),
  QueryHTMLPopups: [{ MapName, TableID: 1, RowIDs }],
  QueryHTMLPopups2: onRows((MapTableDescription) => ({ MapName, MapTableDescription, RowIDs })),
  GenerateDataClasses: [
    ...classifications.map(
      (DataClassificationDef): RequestOf<'GenerateDataClasses'> => ({
        MapName,
        MapTableDescription: DataClassificationDef.type === 'ClassBreaksDef' ? layer(1) : owners,
        DataClassificationDef,
      }),
    ),
    ...[layer(101, { Source: sources[0]! }), table(6), table(99, { Source: sources[0]! })].map(
      (MapTableDescription) => ({
        MapName,
        MapTableDescription,
        DataClassificationDef: { type: 'UniqueValuesDef' as const, Fields: ['OBJECTID'] },
      }),
    ),
  ],
};

/**
 * Return a request for each kind of row source: a filtered layer, a dynamic layer and a dynamic table with the same
 * source, and a published table.
 */
function onRows<R>(request: (description: Value<'MapTableDescription'>) => R): readonly R[] {
  return [owners, layer(101, { Source: sources[0]! }), table(99, { Source: sources[0]! }), table(7)].map(request);
}

function isJoin({ Source }: Value<'MapTableDescription'>): boolean {
  return Source?.type === 'JoinTableSourceDescription';
}
