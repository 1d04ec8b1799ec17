import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { readJson, writeJson } from '../../../sw/service/package-json.ts';
import { sampleService } from '../../contract/sample-service.ts';
import { administrator } from '../portal/administrator.ts';

let databases = 0;
const origin = 'https://maps.test';

/** Make a service with owners of two subtypes: status A is "Active" by default and "Open" in subtype 2. */
async function sample() {
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => 'f'.repeat(32);
  const store = await openStore({ openDatabase: openIndexedDb, databaseName: `subtypes-${++databases}`, now, newId });
  const { definition, files } = sampleService();
  await store.setSetting('demo-published', true);
  await store.publish(definition, files);
  await store.setSetting('demo-published', true);
  const context = { store, now, newId, base: '/', origin, yieldNow: async () => {} } as unknown as Context;
  const edit = async (change: object) => {
    const body = writeJson({ map: 'Related', layers: [{ LayerID: 1, ...change }] });
    const response = (await answer(
      context,
      new Request(`${origin}/admin/services/Sample`, { method: 'PATCH', body, headers: await administrator(context) }),
    ))!;
    return { status: response.status, reported: readJson(await response.text()) };
  };
  const ask = async (operation: string, content: string) => {
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:gis:schemas/3.2.0"><s:Body><t:${operation}><MapName>Related</MapName>${content}</t:${operation}></s:Body></s:Envelope>`;
    const request = new Request(`${origin}/services/Sample/MapServer`, { method: 'POST', body });
    return (await answer(context, request))!.text();
  };
  const kinds = async (domains: Record<string, Value<'Domain'> | null>) => {
    const record = (await store.service('Sample'))!;
    const { presentation } = record.definition.maps.find(({ Name }) => Name === 'Related')!.layers[1]!;
    const subtypes = {
      field: 'KIND',
      kinds: presentation!.subtypes!.kinds.map((kind) => (kind.code === 2 ? { ...kind, domains } : kind)),
    };
    return edit({ presentation: { ...presentation, subtypes } });
  };
  return { edit, kinds, ask };
}

const popups = '<TableID>1</TableID><RowIDs><Int>1</Int><Int>2</Int></RowIDs>';
const encodeAll = (...all: readonly AnyValue[]): Value<'Domain'> => ({
  type: 'CodedValueDomain',
  DomainName: 'Doors',
  FieldType: 'gisFieldTypeString',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  CodedValues: all.map((Code) => ({ Name: `Door ${Code}`, Code })),
});
const range = (MinValue: AnyValue, MaxValue: AnyValue): Value<'Domain'> => ({
  type: 'RangeDomain',
  DomainName: 'Few',
  FieldType: 'gisFieldTypeDouble',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
  MinValue,
  MaxValue,
});

test('the domain that a kind gives a field takes the place of that of the table, in rows of the kind alone', async () => {
  const { kinds, ask } = await sample();
  expect((await kinds({ STATUS: encodeAll('A', 'C') })).status).toBe(200);

  const reported = await ask('GetMapTableSubtypeInfos', '<TableIDs><Int>1</Int></TableIDs>');
  expect(reported).toContain('<Name>Door A</Name>');
  const shown = await ask('QueryHTMLPopups', popups);
  expect(shown).toContain('Door A');
  expect(shown).toContain('Active');
});

test('a kind takes the domain of the table from a field: values are shown as they are, and no domain is told', async () => {
  const { kinds, ask } = await sample();
  expect((await kinds({ STATUS: null })).status).toBe(200);

  const reported = (await ask('GetMapTableSubtypeInfos', '<TableIDs><Int>1</Int></TableIDs>')).replace(/>\s+</g, '><');
  expect(reported).toContain('<FieldName>STATUS</FieldName><IsInherited>false</IsInherited>');
  expect(reported.match(/<FieldName>STATUS<\/FieldName><Domain/g)).toHaveLength(1);
  const shown = await ask('QueryHTMLPopups', popups);
  expect(shown).toContain('Active');
  expect(shown).not.toContain('Open');
  expect(shown.match(/Active/g)).toHaveLength(1);
});

test('a default value of a field is told with the field, and can be taken away', async () => {
  const { edit, ask } = await sample();
  const fields = () =>
    ask(
      'QueryFeatureData',
      '<LayerID>1</LayerID><QueryFilter xsi:type="t:QueryFilter"><WhereClause>1=2</WhereClause><Resolution>0</Resolution></QueryFilter>',
    );
  expect((await edit({ fields: { STATUS: { DefaultValue: 'A' } } })).status).toBe(200);
  expect(await fields()).toContain('<DefaultValue xsi:type="xs:string">A</DefaultValue>');
  await edit({ fields: { STATUS: { DefaultValue: null } } });
  expect(await fields()).not.toContain('DefaultValue xsi');
});

test.each([
  ['a code of another type', { STATUS: encodeAll('A', 7) }, /STATUS\.CodedValues\[1\]\.Code/],
  ['a range the wrong way round', { SCORE: range(3, 2) }, /SCORE\.MaxValue/],
  ['a range of texts', { SCORE: range('a', 'b') }, /SCORE\.MinValue/],
  ['a field that is not there', { NOTHING: null }, /NOTHING/],
] as const)('%s is refused where it stands', async (_, domains, path) => {
  const { kinds } = await sample();
  const { status, reported } = await kinds(domains as Record<string, Value<'Domain'> | null>);
  expect(status).toBe(400);
  expect(JSON.stringify(reported)).toMatch(path);
});

test('a default value that the field cannot hold is refused', async () => {
  const { edit } = await sample();
  const { status, reported } = await edit({ fields: { SCORE: { DefaultValue: 'many' } } });
  expect(status).toBe(400);
  expect(JSON.stringify(reported)).toMatch(/DefaultValue/);
});
