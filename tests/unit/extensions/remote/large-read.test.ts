import { expect, test } from 'vitest';
import { answer } from '../../../../sw/answer.ts';
import type { OperationName } from '../../../../sw/contract/index.ts';
import { encodeRequest } from '../../../../sw/soap/encode.ts';
import { openEnvelope, readSoapFault, sealEnvelope } from '../../../../sw/soap/envelope.ts';
import { layer } from '../../../contract/leaves/parts.ts';
import { restJson } from '../../../contract/rest/ask-rest.ts';
import { giantFile } from '../../formats/by-range/giant.ts';
import { publishRemote, remoteContext } from './remote-context.ts';

const giant = giantFile();
const address = 'https://data.example.org/giant.fgb';
const sent = { bytes: 0 };

/** A server that generates the requested bytes and counts them. */
async function fetchRemote(_: string, { headers }: RequestInit): Promise<Response> {
  const [first, last] = /(\d+)-(\d+)/
    .exec((headers as Record<string, string>).range!)!
    .slice(1)
    .map(Number);
  const length = Math.min(last! + 1, giant.sizeBytes) - first!;
  sent.bytes += length;
  return new Response(giant.read(first!, length), {
    status: 206,
    headers: { etag: '"g"', 'content-range': `bytes ${first}-${first! + length - 1}/${giant.sizeBytes}` },
  });
}

const context = await remoteContext(fetchRemote);
await publishRemote(context, address, 'There', { fetchRemote, wkid: 4326 });

async function ask(operation: OperationName, more: object, headers: Readonly<Record<string, string>> = {}) {
  const MapName = (await context.store.service('There'))!.definition.maps[0]!.Name;
  const request = { MapName, MapTableDescription: layer(0), ...more };
  const body = sealEnvelope(encodeRequest(operation, request as never));
  const url = `${context.origin}/services/There/MapServer`;
  sent.bytes = 0;
  const init = { method: 'POST', headers: { 'content-type': 'text/xml', ...headers }, body };
  const text = await (await answer(context, new Request(url, init)))!.text();
  return { text, fault: readSoapFault(openEnvelope(text).element) };
}

const rows = 7000;
const ids = Array.from({ length: rows }, (_, i) => i + 1);
const sort = (FIDArray = ids) => ({
  QueryFilter: {
    type: 'QueryFilter',
    WhereClause: '',
    PostfixClause: 'ORDER BY ID DESC',
    Resolution: 0,
    FIDSet: { FIDArray },
  },
});

test('what would read much is refused with its cost, by each interface, whatever the request says', async () => {
  // Also with the header that an earlier version of the page sent
  for (const headers of [{}, { 'x-agreed-bytes': '1e9' }] as Readonly<Record<string, string>>[]) {
    const { fault } = await ask('QueryRowIDs', sort(), headers);
    expect(fault).toMatchObject({ code: 'too-large', detail: { host: 'data.example.org', reason: 'too-much' } });
    expect(Number(fault!.detail.bytes) / (rows * 10_000)).toBeCloseTo(1, 1);
    expect(sent.bytes).toBeLessThan(4e6);
  }
  const query = { objectIds: ids.join(), orderByFields: 'ID DESC', returnIdsOnly: true };
  const { error } = await restJson(context, 'services/There/MapServer/0/query', query, { method: 'POST' });
  expect(error.message).toContain(
    'data.example.org: expected to read at most 48 MB of the remote file, but this request needs about 67 MB',
  );
  expect(sent.bytes).toBeLessThan(4e6);
});

test('a list of all object ids reads nothing', async () => {
  const { text, fault } = await ask('QueryRowIDs', {
    QueryFilter: { type: 'QueryFilter', WhereClause: '', Resolution: 0, FIDSet: { FIDArray: ids } },
  });
  expect(fault).toBeUndefined();
  expect(text.match(/<(?:\w+:)?Int>\d+</g)).toHaveLength(rows);
  expect(sent.bytes).toBe(0);
});
