import { expect, test } from 'vitest';
import { answerWith } from '../../../../serve/double/effects.ts';
import { readRequest } from '../../../../serve/double/read-request.ts';
import { RuleBook } from '../../../../serve/double/rule-book.ts';
import { ConnectionClosed, type Exchange, type Reply } from '../../../../serve/exchange.ts';
import { openEnvelope, readSoapFault } from '../../../../sw/soap/envelope.ts';
import { filterAnsweredRows } from '../../with-extensions.ts';
import { makeExchange, message, readReplyText, textReply } from './exchange-of.ts';

const soap = (version?: '1.1' | '1.2') =>
  makeExchange('/services/World/MapServer', message('GetMapCount', '', version));
const answered = '<answer>of the backend</answer>';

async function replyTo(
  exchange: Exchange,
  effect: object,
  next = async (_: Exchange) => textReply(answered),
): Promise<Reply> {
  const book = new RuleBook('1');
  book.add({ do: effect });
  const read = await readRequest(exchange);
  return answerWith(book.take(read)!, read, exchange, next);
}

test.each(['1.1', '1.2'] as const)('a fault is in the version and dialect of the message: %s', async (version) => {
  const fault = { code: 'bad-sql', message: 'Clause & "text"', soapCode: 'Server' };
  const reply = await replyTo(soap(version), { fault });
  const text = await readReplyText(reply);
  const opened = openEnvelope(text);
  expect(reply.status).toBe(500);
  expect(opened.soapVersion).toBe(version);
  expect(readSoapFault(opened.element)).toMatchObject({ code: 'bad-sql', message: 'Clause & "text"' });
  expect(text).toContain('>soap:Server<');
  expect(text).toContain(version === '1.1' ? 'urn:gis:schemas/3.2.0' : 'http://www.esri.com/schemas/ArcGIS/10.8');
});

test.each(
  filterAnsweredRows([
    [
      '/rest/services/World/MapServer/0/query?f=json',
      200,
      /^\{"error":\{"code":1000,"messageCode":"bad-sql","message":"No\."/,
    ],
    ['/rest/services/World/MapServer/0/query?f=json&callback=go', 200, /^go\(\{"error":/],
    [
      '/services/World/MapServer/WMSServer?request=GetMap',
      200,
      /<ServiceException code="NoApplicableCode">No\.<\/ServiceException>/,
    ],
    ['/services/World/MapServer/WMSServer?request=GetMap&version=1.1.1', 200, /version="1.1.1"/],
    ['/rest/services/World/MapServer/WMTS?request=GetTile', 400, /<ows:ExceptionText>No\./],
    ['/rest/services/World/OGCFeatureServer/collections', 400, /"description":"No\."/],
    ['/sharing/rest/portals/self?f=json', 200, /"error":\{"code":1000.*"success":false/],
    ['/rest/services/World/VectorTileServer/tile/0/0/0.pbf', 400, /"messageCode":"bad-sql"/],
    ['/services/World/MapServer', 400, /"messageCode":"bad-sql"/],
  ]),
)('at %s a fault is in the form of the interface', async (path, status, body) => {
  const number = body.source.includes('1000') ? { number: 1000 } : {};
  const reply = await replyTo(makeExchange(path), { fault: { code: 'bad-sql', message: 'No.', ...number } });
  expect(reply.status).toBe(status);
  expect(await readReplyText(reply)).toMatch(body);
});

test('an expired token is asked for anew, a missing one at all', async () => {
  const query = '/rest/services/World/MapServer/0/query?f=json';
  expect(await readReplyText(await replyTo(makeExchange(query), { expiredToken: true }))).toContain('"code":499');
  expect(await readReplyText(await replyTo(makeExchange(`${query}&token=abc`), { expiredToken: true }))).toContain(
    '"code":498',
  );
  expect(await readReplyText(await replyTo(soap(), { expiredToken: true }))).toContain('<tns:Code>token-required<');
});

test('delays pass, and end when the program hangs up', async () => {
  expect(await readReplyText(await replyTo(soap(), { delayMs: 1 }))).toBe(answered);
  const gone = new ConnectionClosed('gone');
  const waiting = replyTo({ ...soap(), signal: AbortSignal.abort(gone) }, { delayMs: 60_000 });
  await expect(waiting).rejects.toBe(gone);
});

test('a random delay is the same for the same seed', async () => {
  const book = new RuleBook('seed');
  book.add({ do: { delayMs: { medianMs: 100, sigma: 0.5 } } });
  const { logNormal } = await import('../../../../serve/double/rule-book.ts');
  const draw = (random: () => number) =>
    Array.from({ length: 2001 }, () => logNormal(100, 0.5, random)).sort((a, b) => a - b);
  const read = await readRequest(soap());
  const first = draw(book.take(read)!.random);
  book.seed = 'seed';
  expect(draw(book.take(read)!.random)).toEqual(first);
  // The median of a log-normal distribution, and its quantile one sigma above.
  expect(first[1000]).toBeGreaterThan(90);
  expect(first[1000]).toBeLessThan(110);
  expect(first[1682]! / first[1000]!).toBeGreaterThan(Math.exp(0.4));
  expect(first[1682]! / first[1000]!).toBeLessThan(Math.exp(0.6));
});

test('connections are closed before the answer, and within it', async () => {
  await expect(replyTo(soap(), { close: true })).rejects.toThrow(ConnectionClosed);
  const reply = await replyTo(soap(), { close: { afterBytes: 5 } });
  const pieces: string[] = [];
  const read = async () => {
    for await (const piece of reply.body as AsyncIterable<Uint8Array>) pieces.push(Buffer.from(piece).toString());
  };
  await expect(read()).rejects.toThrow(ConnectionClosed);
  expect(pieces.join('')).toBe(answered.slice(0, 5));
});

test('answers are spoilt', async () => {
  expect(await readReplyText(await replyTo(soap(), { truncate: { afterBytes: 7 } }))).toBe(answered.slice(0, 7));
  const garbled = await readReplyText(await replyTo(soap(), { malformed: true }));
  expect(garbled).not.toBe(answered);
  expect(garbled.slice(0, 8)).toBe(answered.slice(0, 8));
  expect(await readReplyText(await replyTo(soap(), { malformed: true }))).toBe(garbled);
  expect(await readReplyText(await replyTo(soap(), { sizeBytes: 200_000 }))).toBe(answered.padEnd(200_000));
  const typed = await replyTo(soap(), { contentType: 'text/html' });
  expect(typed.headers).toEqual([['content-type', 'text/html']]);
  const busy = await replyTo(soap(), { status: 503, body: 'busy' });
  expect([busy.status, await readReplyText(busy)]).toEqual([503, 'busy']);
});

test('a slow body arrives in pieces', async () => {
  const reply = await replyTo(soap(), { slowBody: { pieces: 4, overMs: 4 } });
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.body as AsyncIterable<Uint8Array>) pieces.push(piece);
  expect(pieces).toHaveLength(4);
  expect(Buffer.concat(pieces).toString()).toBe(answered);
  const gone = new ConnectionClosed('gone');
  const waiting = await replyTo(
    { ...soap(), signal: AbortSignal.abort(gone) },
    { slowBody: { pieces: 4, overMs: 80_000 } },
  );
  await expect(readReplyText(waiting)).rejects.toBe(gone);
});

test('fewer rows are a wish to the backend', async () => {
  let headers: Exchange['headers'] = [];
  await replyTo(soap(), { maximumRecords: 3 }, async (exchange) => {
    headers = exchange.headers;
    return textReply(answered);
  });
  expect(headers).toContainEqual(['x-soapstone-maximum-records', '3']);
});
