import { describe, expect, test } from 'vitest';
import type { Context } from '../../sw/context.ts';
import { type RestKind, restRows } from '../../sw/extensions/rest/contract/index.ts';
import { chosenInputs, isDeep } from '../today.ts';
import { anything } from './bad-input/anything.ts';
import { livelyContext } from './bad-input/lively-context.ts';
import { askRest } from './rest/ask-rest.ts';

/** The required parameters of each row. */
const seeds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  export: { bbox: '-180,-90,180,90', size: '40,40' },
  identify: { geometry: '0,0', mapExtent: '-180,-90,180,90', imageDisplay: '360,180,96', tolerance: '2' },
  find: { searchText: 'a' },
  query: { where: '1=1' },
  queryRelatedRecords: { objectIds: '1', relationshipId: '0' },
  queryAttachments: { objectIds: '1' },
  serviceQuery: { layerDefs: '0:1=1' },
  generateRenderer: { classificationDef: '{"type":"uniqueValueDef","uniqueValueFields":["KIND"]}' },
  dynamicLayer: { layer: '{"id":101,"source":{"type":"mapLayer","mapLayerId":3}}' },
  dynamicLayerQuery: { layer: '{"id":101,"source":{"type":"mapLayer","mapLayerId":3}}' },
  dynamicLayerRenderer: {
    layer: '{"id":101,"source":{"type":"mapLayer","mapLayerId":3}}',
    classificationDef: '{"type":"uniqueValueDef","uniqueValueFields":["KIND"]}',
  },
};

const ofKind: Readonly<Partial<Record<RestKind, readonly string[]>>> = {
  geometry: [
    ...[
      '1,2,3',
      '1,2,3,4,5',
      '4,3,2,1',
      '{"x":"a","y":1}',
      '{"rings":1}',
      '{"rings":[[[0,0]]]}',
      '{"rings":[[1,2]]}',
      '{"paths":[[[0]]]}',
    ],
    ...[
      '{"points":[]}',
      '{"xmin":1}',
      '{"x":1e300,"y":1e300,"spatialReference":{"wkid":3857}}',
      '{"x":1,"y":2,"spatialReference":{"wkid":99}}',
    ],
    ...['{"x":1,"y":2,"spatialReference":{"wkt":"nonsense["}}', `{"rings":[[${'[0,0],'.repeat(100_000)}[0,0]]]}`],
  ],
  extent: ['1,2,3', '4,3,2,1', '0,0,0,0', '-1e300,-1e300,1e300,1e300', '{"xmin":0,"ymin":0,"xmax":1,"ymax":"a"}'],
  spatialReference: [
    '99',
    '4326.5',
    '{"wkid":"x"}',
    '{"wkt":""}',
    `{"wkt":"${'A'.repeat(50_000)}"}`,
    'EPSG:4326',
    '{"wkid":102100}',
  ],
  time: ['1,2,3', '2,1', 'null', 'null,null', '1e18', '-1e18,1e18', '[1,2]'],
  layerChoice: ['show', 'show:9', 'show:-1', 'top:99', `show:${'1,'.repeat(50_000)}2`, 'draw:1', 'show:1;2'],
  layerTexts: [
    '{"9":"1=1"}',
    '{"1":7}',
    '1:',
    '1:POP>',
    '[{"layerId":1}]',
    '1:a;2:b;3',
    `{"1":"${'('.repeat(20_000)}"}`,
  ],
  size: ['0,0', '-1,5', '1', '1,2,3', '1e9,1e9', '800,600'],
  ids: ['1;2', '[1,"a"]', '1.5', '-1', '99999999999999999999', `[${'7,'.repeat(50_000)}7]`],
  text: ['POP >', "'", 'a.b.c', '*', 'POP DESC,', 'POP; NAME', `1 IN (${'1,'.repeat(8000)}2)`],
  json: [
    '[{"statisticType":"sum"}]',
    '[{"statisticType":"x","onStatisticField":"POP"}]',
    '{"1":{"useTime":"maybe"}}',
    '{"1":5}',
    '{"99":{}}',
  ],
};

/** Start of a message that names a parameter or a part of the service. */
const namesPath = /^(\w+[^:]{0,80}:|(Layer|Table|Map|Tile|Relationship|Path|Folder|Service|Invalid)\b)/;
const isChosen = chosenInputs();
let inputs = 0;

for (const [name, row] of Object.entries(restRows)) {
  const { servers } = row as { readonly servers?: object };
  const path = row.path
    .replace(/\{folder\}/, 'Nowhere')
    .replace(/\{(layer|row)\}/g, '1')
    .replace(/\{\w+\}/g, '0');
  for (const server of servers ? Object.keys(servers) : [''])
    describe(`${server} ${name}`, () => {
      test('bad input is answered, or refused with its place', { timeout: 3_600_000 }, async () => {
        const context = await livelyContext();
        const address = server ? `services/Sample/${server}/${path}` : path;
        const violations: string[] = [];
        const parameters = [...Object.entries(row.parameters), ...common] as [string, { kind: RestKind }][];
        for (const [index, [parameter, { kind }]] of parameters.entries())
          for (const value of [...anything(index), ...(ofKind[kind] ?? [])]) {
            if (isReadBefore(kind, value) || !isChosen()) continue;
            inputs++;
            const input = { f: 'json', ...seeds[name], [parameter]: value };
            const result = await reply(context, address, input);
            const label = `${parameter}=${value.slice(0, 60)}`;
            if (result) violations.push(`${label}: ${result}`);
          }
        expect(violations).toEqual([]);
      });
    });
}

/** Number of reads of each value by kind. One function reads a kind for all operations, so a few reads are enough. */
const reads = new Map<string, number>();
function isReadBefore(kind: RestKind, value: string): boolean {
  const key = `${kind} ${value}`;
  const count = (reads.get(key) ?? 0) + 1;
  reads.set(key, count);
  return !isDeep && count > (value.length < 10_000 ? 8 : 3);
}

const common = [
  ['f', { kind: 'text' }],
  ['callback', { kind: 'text' }],
  ['unknown', { kind: 'text' }],
] as const;

test('there are enough bad inputs', () => expect(inputs).toBeGreaterThan(isDeep ? 6000 : 700));

/** Return the violation in an answer; undefined if there is none. */
async function reply(
  context: Context,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  try {
    const response = await askRest(context, path, parameters, { method: 'POST' });
    const bytes = await response.arrayBuffer();
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    if (!isJson) return undefined;
    const { error } = JSON.parse(new TextDecoder().decode(bytes)) ?? {};
    if (!error) return response.status === 200 ? undefined : `status ${response.status} without an error`;
    if (error.code >= 500) return `${error.messageCode}: ${error.message.slice(0, 300)}`;
    if (!namesPath.test(error.message)) return `names no place: ${error.message.slice(0, 300)}`;
    return bytes.byteLength < 750 ? undefined : `an error of ${bytes.byteLength} bytes`;
  } catch (error) {
    return `thrown: ${String(error).slice(0, 300)}`;
  }
}
