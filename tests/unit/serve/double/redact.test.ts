import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDouble } from '../../../../serve/double/double.ts';
import { readRequest } from '../../../../serve/double/read-request.ts';
import { makeRequestKey, RecordingFolder } from '../../../../serve/double/recording.ts';
import { Redactor, redacted } from '../../../../serve/double/redact.ts';
import { readScenario } from '../../../../serve/double/rule.ts';
import type { Exchange, InPage, Reply } from '../../../../serve/exchange.ts';
import { form, makeExchange, message, readReplyText, textReply } from './exchange-of.ts';

/** Delete a folder at the end of the test. */
function inTest(folder: string): string {
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const token = 'tok-4f6a+b/c==9';
const password = 'pa"ss&wörd<1>';
const login = new URLSearchParams({ username: 'me', password, f: 'json' }).toString();
const security = (inner: string) => message('GetMapCount').replace('<s:Body>', `<s:Header>${inner}</s:Header><s:Body>`);
const xmlPassword = 'pa"ss&amp;wörd&lt;1>';
const withHeader = (exchange: Exchange, name: string, value: string): Exchange => ({
  ...exchange,
  headers: [...exchange.headers, [name, value]],
});
const info = '/rest/info?f=json';
const basic = Buffer.from(`me:${password}`).toString('base64');
const encodedToken = encodeURIComponent(token);
const multipart = (name: string, value: string) =>
  makeExchange(
    '/sharing/rest/generateToken',
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`,
    'multipart/form-data; boundary=x',
  );

/** Each way to sign in: the request, and the secret in it. */
const signIns: readonly [string, Exchange, secret: string][] = [
  ['query', makeExchange(`${info}&token=${encodedToken}`), token],
  ['name in other letters', makeExchange(`${info}&Access_Token=${encodedToken}`), token],
  [
    'password in a query',
    makeExchange(`/rest/generateToken?username=me&password=${encodeURIComponent(password)}`),
    password,
  ],
  ['form', makeExchange('/rest/generateToken', login, form), password],
  ['part of a form', multipart('password', password), password],
  [
    'JSON',
    makeExchange('/sharing/rest/generateToken', JSON.stringify({ username: 'me', password }), 'application/json'),
    password,
  ],
  ['JSON within JSON', makeExchange('/x', JSON.stringify({ a: JSON.stringify({ token }) }), 'application/json'), token],
  ['bearer', withHeader(makeExchange(info), 'authorization', `Bearer ${token}`), token],
  ['header of the vendor', withHeader(makeExchange(info), 'x-esri-authorization', `Bearer ${token}`), token],
  ['basic', withHeader(makeExchange(info), 'authorization', `Basic ${basic}`), password],
  ['cookie', withHeader(makeExchange(info), 'cookie', `a=b; agstoken=${token}`), token],
  [
    'WS-Security',
    makeExchange(
      '/services/World/MapServer',
      security(`<w:Security xmlns:w="w"><w:Password Type="t">${xmlPassword}</w:Password></w:Security>`),
    ),
    password,
  ],
  ['attribute', makeExchange('/services/World/MapServer', security(`<h token='${token}'/>`)), token],
  ['signed address', makeExchange(`${info}&X-Amz-Signature=${encodedToken}`), token],
  ['signature', makeExchange(`${info}&sig=${encodedToken}`), token],
  [
    'code',
    makeExchange(
      '/sharing/rest/oauth2/token',
      new URLSearchParams({ grant_type: 'authorization_code', code: token }).toString(),
      form,
    ),
    token,
  ],
  [
    'assertion',
    makeExchange('/sharing/rest/oauth2/token', new URLSearchParams({ client_assertion: token }).toString(), form),
    token,
  ],
  ['key', makeExchange(`${info}&key=${encodedToken}`), token],
  ['referer', withHeader(makeExchange(info), 'referer', `http://a.example/?token=${encodedToken}`), token],
  ['short password', makeExchange('/rest/generateToken', 'username=me&password=pin4', form), 'pin4'],
];

/** List the encodings in which a secret may appear. */
const listForms = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ a: secret }).toString().slice(2),
  JSON.stringify(secret).slice(1, -1),
  secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  Buffer.from(secret).toString('base64'),
];

/** Run a double in front of a server that echoes its input, and return the journal. */
function readJournal(answer: (exchange: Exchange) => Reply) {
  const double = createDouble({
    adminToken: '',
    scenario: readScenario('{}', 'file.json'),
    inPage: (async () => ({})) as InPage,
    storage: { backup: async () => 1, restore: async () => undefined },
  });
  const ask = (exchange: Exchange) => double.middleware(exchange, async (received) => answer(received));
  const admin = async (path: string) => readReplyText(await ask(makeExchange(`/__admin${path}`)));
  return { ask, admin };
}

const echo = (secret: string): readonly Reply[] => [
  textReply(
    JSON.stringify({ error: { code: 400, message: `No such ${secret}.`, details: [secret] } }),
    'application/json',
  ),
  {
    ...textReply(`<p>${secret}</p>`, 'text/html', 302),
    headers: [['location', `http://b.example/?code=${encodeURIComponent(secret)}&x=${encodeURIComponent(secret)}`]],
  },
  textReply(secret, 'text/plain'),
];

test.each(signIns)('%s: neither list, nor description, nor log shows the secret', async (_, exchange, secret) => {
  const log = ['log', 'warn', 'error'].map((name) => vi.spyOn(console, name as 'log').mockImplementation(() => {}));
  for (const reply of echo(secret)) {
    const { ask, admin } = readJournal(() => reply);
    await ask(exchange);
    const shown = [await admin('/requests'), await admin(`/requests/${exchange.id}`)].join('\n');
    expect(shown).toContain(redacted);
    for (const secretForm of listForms(secret)) {
      expect(shown).not.toContain(secretForm);
      expect(shown).not.toContain(JSON.stringify(secretForm).slice(1, -1));
    }
  }
  for (const spy of log) {
    expect(spy.mock.calls.flat().join()).not.toContain(secret);
    spy.mockRestore();
  }
});

test.each(signIns)('%s: a recording holds no secret', async (_, exchange, secret) => {
  const folder = inTest(mkdtempSync(join(tmpdir(), 'recording-')));
  const recordings = new RecordingFolder(folder);
  const read = await readRequest(exchange);
  for (const reply of echo(secret))
    recordings.keep(
      makeRequestKey(read, exchange),
      exchange,
      reply,
      reply.body as Uint8Array,
      'http://b.example',
      new Redactor(),
    );
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  const written = files.map((name) => name + readFileSync(join(folder, name), 'utf8')).join();
  for (const secretForm of listForms(secret)) {
    expect(written).not.toContain(secretForm);
    expect(written).not.toContain(JSON.stringify(secretForm).slice(1, -1));
  }
});

test.each([
  '/rest/generateToken',
  '/generateToken?request=getToken',
  '/tokens?request=getToken',
  '/sharing/rest/generateToken',
  '/arcgis/tokens/',
])('the bare token that %s answers is shown nowhere, and remembered', async (path) => {
  const { ask, admin } = readJournal(({ url }) =>
    textReply(url.pathname === '/a' ? `again ${token}` : token, 'text/plain'),
  );
  const [first, second] = [makeExchange(path), makeExchange('/a')];
  await ask(first);
  await ask(second);
  for (const { id } of [first, second]) expect(await admin(`/requests/${id}`)).not.toContain(token);
});

test('codes of faults and keys of lists stay as they are', () => {
  const redactor = new Redactor();
  const answer = '{"code":"NotFound","key":"World","error":{"messageCode":"bad-sql"}}';
  redactor.learnRequest(makeExchange('/portals/self/addResource?key=World'));
  expect(redactor.text(answer, 'application/json')).toBe(answer);
});

test('what is beyond the length in which names are looked for is still searched for known secrets', () => {
  const redactor = new Redactor();
  redactor.learnRequest(makeExchange(`${info}&token=${encodedToken}`));
  expect(redactor.text(`${' '.repeat(300_000)}${token}.`, '')).toMatch(/^ +REDACTED\.$/);
});

test('a signed token is hidden whole, however many begin like it', () => {
  const redactor = new Redactor();
  const sign = (index: number) => `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ${index}.sig-${index}-end`;
  for (let i = 0; i < 40; i++) redactor.learnRequest(makeExchange(`/a?token=${sign(i)}`));
  for (let i = 0; i < 40; i++) expect(redactor.text(`<${sign(i)}>`, '')).toBe('<REDACTED>');
});

/** Messages whose length makes a naive search slow. */
const growing: Readonly<Record<string, (length: number) => string>> = {
  'prefixes of elements': (length) => ':token '.repeat(length / 7),
  'open elements': (length) => '<token>'.repeat(length / 7),
  'closed by nothing': (length) => ':token>'.repeat(length / 7),
  'strings without an end': (length) => '"token":"\\'.repeat(length / 10),
  parameters: (length) => '&token=abcde'.repeat(length / 12),
  'different parameters': (length) =>
    Array.from({ length: length / 16 }, (_, index) => `&token=${1e8 + index}`).join(''),
  'parts of forms': (length) => 'name="token"\r\na\r\n'.repeat(length / 17),
  'nearly a secret': (length) => 'a'.repeat(length),
};

test.each(Object.entries(growing))('steps grow with the length alone: %s', (_, text) => {
  const stepsFor = (length: number): number => {
    const redactor = new Redactor();
    for (let i = 0; i < 20; i++) redactor.learnRequest(makeExchange(`/a?token=${'a'.repeat(100)}${i}b`));
    const before = redactor.steps;
    redactor.learnRequest(makeExchange('/a', text(length), form));
    redactor.text(text(length), form);
    return redactor.steps - before;
  };
  const [short, long] = [stepsFor(20_000), stepsFor(80_000)];
  expect(long / short).toBeLessThan(4.5);
  // However long a body is, the search for names reads only a limited part of it.
  expect(stepsFor(80_000) / 80_000).toBeLessThan(100);
});

test('at most a thousand secrets are remembered, the last ones', () => {
  const redactor = new Redactor();
  const name = (index: number) => `secret-number-${index}-`;
  for (let i = 0; i < 3000; i++) redactor.learnRequest(makeExchange(`/a?token=${name(i)}`));
  expect(redactor.text(name(2999), '')).toBe(redacted);
  expect(redactor.text(name(2300), '')).toBe(redacted);
  expect(redactor.text(name(1), '')).toBe(name(1));
});
