import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notRecorded, recordFrom, replayFrom } from '../../../../serve/double/double.ts';
import { readRequest } from '../../../../serve/double/read-request.ts';
import { RecordingFolder, serverRoot } from '../../../../serve/double/recording.ts';
import { Redactor } from '../../../../serve/double/redact.ts';
import type { Exchange } from '../../../../serve/exchange.ts';
import { encodeResponse } from '../../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../../sw/soap/envelope.ts';
import { testWith } from '../../with-extensions.ts';
import { form, makeExchange, message, readReplyText } from './exchange-of.ts';

const secrets = {
  token: 'tok-4f6a+b/c==',
  password: 'pa"ss&wörd<1>',
  basic: 'hunter-two-too',
  cookie: 'cookie-value-77',
  inner: 'inner-token-9321',
};

/** A server that issues tokens and echoes its input, like careless servers do. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const { port } = server.address() as AddressInfo;
    const baseAddress = `http://127.0.0.1:${port}/arcgis`;
    const { pathname } = new URL(request.url!, baseAddress);
    response.setHeader('set-cookie', `AGS=${secrets.cookie}; Secure; HttpOnly`);
    if (pathname.endsWith('/picture.png')) {
      response.setHeader('content-type', 'image/png');
      response.end(Buffer.from([137, 80, 78, 71, 1, 2, 3]));
    } else if (pathname.endsWith('/generateToken')) {
      response.setHeader('content-type', body.includes('f=json') ? 'application/json' : 'text/plain');
      response.end(body.includes('f=json') ? JSON.stringify({ token: secrets.inner, expires: 1 }) : secrets.token);
    } else if (pathname.includes('/rest/')) {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          href: `${baseAddress}/rest/x?token=${encodeURIComponent(secrets.token)}`,
          said: request.url,
          got: body,
          auth: request.headers.authorization,
        }),
      );
    } else {
      response.setHeader('content-type', 'text/xml; charset=utf-8');
      response.end(sealEnvelope(encodeResponse('GetMapCount', { Result: 2 })));
    }
  });
});

let folder: string;
let address: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recording-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/arcgis/rest/services`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const withHeaders = (exchange: Exchange, headers: [string, string][]): Exchange => ({
  ...exchange,
  headers: [...exchange.headers, ...headers],
});
const { token, password, basic, cookie } = secrets;
const query = `/rest/services/World/MapServer/0/query?f=json&where=1%3D1&token=${encodeURIComponent(token)}`;
const security = `<Security><UsernameToken><Password Type="text">pa"ss&amp;wörd&lt;1></Password></UsernameToken></Security>`;
const count = message('GetMapCount').replace('<s:Body>', `<s:Header>${security}</s:Header><s:Body>`);
const exchanges = (): Exchange[] => [
  makeExchange('/rest/generateToken', new URLSearchParams({ username: 'me', password, f: 'json' }).toString(), form),
  makeExchange('/rest/generateToken', new URLSearchParams({ username: 'me', password }).toString(), form),
  withHeaders(makeExchange(query), [
    ['authorization', `Basic ${Buffer.from(`me:${basic}`).toString('base64')}`],
    ['x-esri-authorization', `Bearer ${token}`],
    ['cookie', `a=b; AGS=${cookie}`],
  ]),
  makeExchange(
    '/rest/services/World/MapServer/0/query',
    new URLSearchParams({ f: 'json', where: `A='${password}'`, token }).toString(),
    form,
  ),
  makeExchange('/services/World/MapServer', count),
  makeExchange('/rest/services/World/MapServer/0/picture.png'),
];

/** Read all files in the folder as one text. */
const written = (): string =>
  readdirSync(folder)
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'latin1')}`)
    .join('\n');

test('what is recorded holds no secret in any form, and is replayed', async () => {
  const record = recordFrom(address, new RecordingFolder(folder), new Redactor());
  const replies: string[] = [];
  for (const exchange of exchanges())
    replies.push(await readReplyText((await record(exchange, await readRequest(exchange)))!));
  // The client itself gets the full response.
  expect(replies[0]).toContain(secrets.inner);
  expect(replies[1]).toBe(token);
  expect(replies[2]).toContain('"href":"http://localhost:4173/rest/x?token=');
  const text = written();
  expect(text.length).toBeGreaterThan(1000);
  for (const secret of Object.values(secrets))
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      JSON.stringify(secret).slice(1, -1),
      new URLSearchParams({ a: secret }).toString().slice(2),
      Buffer.from(secret).toString('latin1'),
    ])
      expect(text, form).not.toContain(form);
  expect(text).not.toContain('127.0.0.1');

  const replayed = replayFrom(new RecordingFolder(folder));
  const [, , read, , soap, image] = exchanges().map(async (exchange) =>
    replayed(exchange, await readRequest(exchange)),
  );
  expect(JSON.parse(await readReplyText((await read)!)).href).toBe('http://localhost:4173/rest/x?token=REDACTED');
  expect(await readReplyText((await soap)!)).toBe(replies[4]);
  expect(Buffer.from((await image)!.body as Uint8Array)).toEqual(Buffer.from([137, 80, 78, 71, 1, 2, 3]));
});

testWith('rest')('arguments decide what is replayed, whatever the letters of a message', async () => {
  const replay = replayFrom(new RecordingFolder(folder));
  const other = makeExchange('/services/World/MapServer', message('GetMapCount', '<!-- other letters -->'));
  expect((await replay(other, await readRequest(other)))?.status).toBe(200);
  const missing = makeExchange('/rest/services/World/MapServer/0/query?f=json&where=2%3D2');
  const read = await readRequest(missing);
  expect(await replay(missing, read)).toBeUndefined();
  const fault = await notRecorded(missing, read, new RecordingFolder(folder));
  expect(fault.status).toBe(404);
  expect(JSON.parse(await readReplyText(fault)).error.message).toContain('The nearest one of 2 differs in where: ');
  const misspelt = makeExchange('/services/Wrold/MapServer', message('GetMapCount'));
  const unknown = await notRecorded(misspelt, await readRequest(misspelt), new RecordingFolder(folder));
  expect(await readReplyText(unknown)).toContain('The nearest recorded name is World.');
});

test('the address of a server is what is before its services', () => {
  expect(serverRoot('https://a.example/arcgis/rest/services/X/MapServer')).toBe('https://a.example/arcgis');
  expect(serverRoot('https://a.example/arcgis/services?wsdl')).toBe('https://a.example/arcgis');
  expect(serverRoot('https://a.example/')).toBe('https://a.example');
  expect(() => serverRoot('a.example')).toThrow('--record: expected a URL such as https://host/arcgis');
});
