import { type RestName, restRows } from '../../../sw/extensions/rest/contract/index.ts';
import type { RestRow, RestServer } from '../../../sw/extensions/rest/contract/rows.ts';
import { toJson } from '../../../sw/extensions/rest/json/convert.ts';
import { oracles } from './expect-hidden.ts';
import { drawings } from './soap-attacks.ts';

type Given = Readonly<Record<string, string>>;
const json = (value: unknown): string => JSON.stringify(value);

const tables = ['Hiding', 'MapsOnly'].flatMap((workspaceId) =>
  ['places', 'notes', 'unused'].map((dataSourceName) => ({ type: 'table', workspaceId, dataSourceName })),
);
const dataSources = [
  ...tables,
  ...tables.map((table) => ({
    type: 'queryTable',
    workspaceId: table.workspaceId,
    query: `SELECT * FROM ${table.dataSourceName}`,
    oidFields: '',
    geometryType: 'esriGeometryPoint',
    spatialReference: { wkid: 4326 },
  })),
  ...tables.map((table) => ({
    type: 'joinTable',
    leftTableSource: { type: 'dataLayer', dataSource: table },
    rightTableSource: { type: 'dataLayer', dataSource: table },
    leftTableKey: 'OBJECTID',
    rightTableKey: 'OBJECTID',
    joinType: 'esriLeftOuterJoin',
  })),
];
const drawingInfos = drawings.map((drawing) => toJson('FeatureLayerDrawingDescription', drawing as never));
const mapLayer = { type: 'mapLayer', mapLayerId: 0 };
const layers = [
  { id: 0, source: mapLayer },
  ...oracles.map((definitionExpression) => ({ id: 0, source: mapLayer, definitionExpression })),
  ...drawingInfos.map((drawingInfo) => ({ id: 0, source: mapLayer, drawingInfo })),
  ...dataSources.map((dataSource) => ({ id: 77, source: { type: 'dataLayer', dataSource } })),
];

/** Values of parameters that could reveal rows, by name; the first one is combined with attacks on other parameters. */
const attacks: Readonly<Record<string, readonly string[]>> = {
  where: ['1=1', '1=1) OR (1=1', ...oracles],
  definitionExpression: ['1=1', ...oracles],
  layerDefs: [json({ 0: '', 1: '' }), ...oracles.map((oracle) => json({ 0: oracle }))],
  outFields: ['*', 'SECRET', 'HNUM,HNOTE'],
  orderByFields: ['', 'HNUM DESC'],
  groupByFieldsForStatistics: ['', 'SECRET'],
  outStatistics: [
    '',
    ...['HNUM', 'POP'].map((onStatisticField) =>
      json([{ statisticType: 'max', onStatisticField, outStatisticFieldName: 'found' }]),
    ),
  ],
  returnIdsOnly: ['false', 'true'],
  returnCountOnly: ['false', 'true'],
  returnExtentOnly: ['false', 'true'],
  returnDistinctValues: ['false', 'true'],
  returnFieldName: ['false', 'true'],
  returnUnformattedValues: ['false', 'true'],
  returnUrl: ['false', 'true'],
  objectIds: ['1,2,3'],
  relationshipId: ['5'],
  searchText: ['a', 'hu', 'bu', '7'],
  searchFields: ['', 'SECRET', 'SECRET,NAME'],
  time: ['', '-2208988800000,-1500000000000'],
  dynamicLayers: ['', json([layers[0]]), ...layers.slice(1).map((layer) => json([layer]))],
  layer: layers.map(json),
  classificationDef: [
    json({ type: 'uniqueValueDef', uniqueValueFields: ['NAME'], fieldDelimiter: ',' }),
    json({ type: 'uniqueValueDef', uniqueValueFields: ['SECRET'], fieldDelimiter: ',' }),
    json({ type: 'uniqueValueDef', uniqueValueFields: ['NAME', 'HNUM'], fieldDelimiter: ',' }),
    ...['HNUM', 'POP'].map((classificationField) =>
      json({
        type: 'classBreaksDef',
        classificationField,
        classificationMethod: 'esriClassifyQuantile',
        breakCount: 3,
      }),
    ),
    json({
      type: 'classBreaksDef',
      classificationField: 'POP',
      classificationMethod: 'esriClassifyQuantile',
      breakCount: 3,
      normalizationType: 'esriNormalizeByField',
      normalizationField: 'HNUM',
    }),
  ],
  format: ['png', 'svg'],
  // These parameters affect only the form of a response, or no rows.
  bbox: ['-180,-90,180,90'],
  size: ['64,64'],
  geometry: ['-180,-90,180,90'],
  mapExtent: ['-180,-90,180,90'],
  geometryType: ['esriGeometryEnvelope'],
  imageDisplay: ['64,64,96'],
  tolerance: ['5'],
  layers: [''],
  inSR: ['4326'],
  outSR: ['4326', '3857'],
  geometries: [json({ geometryType: 'esriGeometryPoint', geometries: [{ x: 1, y: 2 }] })],
};
/** Kinds of parameters that don't name a field, row or source. */
const harmless = [
  'boolean',
  'integer',
  'number',
  'choice',
  'unused',
  'spatialReference',
  'size',
  'numbers',
  'layerChoice',
];
const alsoHarmless = ['layerTimeOptions', 'quantizationParameters', 'relationParam', 'attachmentTypes'];

const rows = Object.entries(restRows) as unknown as [RestName, RestRow][];

/** List the parameters without a known attack. */
export const listUnattackedParameters = (): string[] =>
  rows.flatMap(([name, { parameters }]) =>
    Object.entries(parameters).flatMap(([parameter, { kind, choices, enum: named }]) =>
      parameter in attacks || harmless.includes(kind) || choices || named || alsoHarmless.includes(parameter)
        ? []
        : [`${name}.${parameter}`],
    ),
  );

/** Path segments, tried one after the other. */
const segments: Readonly<Record<string, readonly string[]>> = {
  layer: ['0', '1'],
  row: ['1', '3'],
  attachment: ['1', '2', '3'],
  image: ['0'],
  level: ['0'],
  column: ['0'],
  width: ['1'],
  height: ['1'],
  folder: ['none'],
};

function listPaths(path: string): string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (!name) return [path];
  return segments[name]!.flatMap((value) => listPaths(path.replace(`{${name}}`, value)));
}

/**
 * List the attacks on a resource: every value of every parameter, in each format. Paths are relative to the service.
 */
export function restAttacks(name: RestName): { server: RestServer | undefined; path: string; given: Given }[] {
  const row: RestRow = restRows[name];
  const supported = Object.keys(row.parameters).filter((parameter) => parameter in attacks);
  const first: Given = { f: 'json', ...Object.fromEntries(supported.map((entry) => [entry, attacks[entry]![0]!])) };
  const forms = ['html', ...(row.formats ?? [])].map((f) => ({ ...first, f }));
  const varied = supported.flatMap((entry) => attacks[entry]!.slice(1).map((value) => ({ ...first, [entry]: value })));
  const servers = row.servers ? (Object.keys(row.servers) as RestServer[]) : [undefined];
  return servers.flatMap((server) =>
    listPaths(row.path).flatMap((path) =>
      [first, ...forms, ...varied].map((parameters) => ({ server, path, given: parameters })),
    ),
  );
}
