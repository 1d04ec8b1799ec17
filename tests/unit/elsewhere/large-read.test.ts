import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { OperationName } from '../../../sw/contract/index.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { openEnvelope, sealEnvelope } from '../../../sw/soap/envelope.ts';
import { faultOf } from '../../../sw/soap/fault-envelope.ts';
import { layer } from '../../contract/leaves/parts.ts';
import { restJson } from '../../contract/rest/ask-rest.ts';
import { giantFile } from '../rows/remote/giant.ts';
import { elsewhereContext, publishElsewhere } from './elsewhere-context.ts';

const giant = giantFile();
const address = 'https://data.example.org/giant.fgb';
const sent = { bytes: 0, together: 0, mostTogether: 0 };

/** A server that makes up what is requested, and counts how much is under way at once. */
async function fetchElsewhere(_: string, { headers }: RequestInit): Promise<Response> {
  const [first, last] = /(\d+)-(\d+)/
    .exec((headers as Record<string, string>).range!)!
    .slice(1)
    .map(Number);
  const length = Math.min(last! + 1, giant.sizeBytes) - first!;
  sent.bytes += length;
  sent.together += length;
  sent.mostTogether = Math.max(sent.mostTogether, sent.together);
  await new Promise((resolve) => setTimeout(resolve));
  sent.together -= length;
  return new Response(giant.read(first!, length), {
    status: 206,
    headers: { etag: '"g"', 'content-range': `bytes ${first}-${first! + length - 1}/${giant.sizeBytes}` },
  });
}

const context = await elsewhereContext(fetchElsewhere);
await publishElsewhere(context, address, 'There', { fetchElsewhere, wkid: 4326 });
const files = await context.store.remoteFiles();
await files.setLimit(address, 4e6);

async function ask(operation: OperationName, more: object, headers: Readonly<Record<string, string>> = {}) {
  const MapName = (await context.store.service('There'))!.definition.maps[0]!.Name;
  const request = { MapName, MapTableDescription: layer(0), ...more };
  const body = sealEnvelope(encodeRequest(operation, request as never));
  const url = `${context.origin}/services/There/MapServer`;
  Object.assign(sent, { bytes: 0, mostTogether: 0 });
  const init = { method: 'POST', headers: { 'content-type': 'text/xml', ...headers }, body };
  const text = await (await answer(context, new Request(url, init)))!.text();
  return { text, fault: faultOf(openEnvelope(text).element) };
}

const rows = 7000;
const ids = Array.from({ length: rows }, (_, i) => i + 1);
const sorted = (FIDArray = ids) => ({
  QueryFilter: {
    type: 'QueryFilter',
    WhereClause: '',
    PostfixClause: 'ORDER BY ID DESC',
    Resolution: 0,
    FIDSet: { FIDArray },
  },
});
const agreed = (bytes: number) => ({ 'x-agreed-bytes': String(bytes) });

test('what reads much is refused with its cost, and read in pieces once a person has agreed', async () => {
  const { fault } = await ask('QueryRowIDs', sorted());
  expect(fault).toMatchObject({
    code: 'too-large',
    detail: { source: 'data.example.org', mostAgreed: `${1024 ** 3}` },
  });
  const bytes = Number(fault!.detail.bytes);
  expect(bytes / (rows * 10_000)).toBeCloseTo(1, 1);
  expect(sent.bytes).toBeLessThan(4e6);

  expect((await ask('QueryRowIDs', sorted(), agreed(bytes / 2))).fault?.detail.bytes).toBe(String(bytes));
  const answered = await ask('QueryRowIDs', sorted(), agreed(bytes));
  expect(answered.fault).toBeUndefined();
  const found = [...answered.text.matchAll(/<(?:\w+:)?Int>(\d+)</g)].map(([, id]) => Number(id));
  expect(found).toEqual(ids.toReversed());
  // Neither is it in memory as a whole, nor stored above the limit of the file.
  expect(sent.bytes).toBeGreaterThan(0.9 * bytes);
  expect(sent.mostTogether).toBeLessThan(20e6);
  expect((await files.use(address)).bytes).toBeLessThanOrEqual(4e6);
});

test('a list of all object ids reads nothing', async () => {
  const { text, fault } = await ask('QueryRowIDs', {
    QueryFilter: { type: 'QueryFilter', WhereClause: '', Resolution: 0, FIDSet: { FIDArray: ids } },
  });
  expect(fault).toBeUndefined();
  expect(text.match(/<(?:\w+:)?Int>\d+</g)).toHaveLength(rows);
  expect(sent.bytes).toBe(0);
});

test('a program is refused whatever it says, by each interface', async () => {
  const relayed = await ask('QueryRowIDs', sorted(), { ...agreed(1e9), 'x-relayed': '1' });
  expect(relayed.fault?.code).toBe('too-large');
  const query = { objectIds: ids.join(), orderByFields: 'ID DESC', returnIdsOnly: true };
  const init = { method: 'POST', headers: agreed(1e9) };
  const { error } = await restJson(context, 'services/There/MapServer/0/query', query, init);
  expect(error.message).toContain('data.example.org: the request needs about 67 MB');
  expect(sent.bytes).toBeLessThan(1e6);
});

test('above a gigabyte nobody can agree', async () => {
  const all = {
    QueryFilter: { type: 'QueryFilter', WhereClause: '', PostfixClause: 'ORDER BY ID DESC', Resolution: 0 },
  };
  const { fault } = await ask('QueryRowIDs', all, agreed(1e12));
  expect(fault?.code).toBe('too-large');
  expect(fault?.detail.mostAgreed).toBeUndefined();
  expect(sent.bytes).toBeLessThan(1e6);
});
