import { expect, onTestFinished, test, vi } from 'vitest';
import { type Answer, withMiddlewares } from '../../../../serve/exchange.ts';
import { formatMetrics } from '../../../../serve/watch/metrics.ts';
import { metricsWith, watchRequests } from '../../../../serve/watch/watch.ts';
import { makeExchange, textReply } from '../double/exchange-of.ts';
import { rawSocket, runningServer, sendRaw } from '../http/running-server.ts';

const cache = { countCache: () => ({ reads: 3, misses: 1, bytes: 0 }), context: { store: { tiles: { space() {} } } } };

const client = { host: '', origin: '', isLocal: true, address: '127.0.0.1' };
const responseTo = (url: string) =>
  ({ req: { url, method: 'GET', socket: { bytesWritten: 0 } }, headersSent: true, statusCode: 200 }) as never;

/** Start a server whose requests are watched. */
async function watchedServer(answer: Answer, { slowMs = 1e9, maxAtOnce = 2, load }: Options = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = (line: string) => void lines.push(JSON.parse(line));
  const watch = watchRequests({ log, slowMs }, 'v1', async ({ headers }) => new Map(headers).get('x-user'));
  const answerInTurns = withMiddlewares([watch.middleware], watch.inTurns(maxAtOnce, answer));
  const port = await runningServer(() => ({ answer: answerInTurns, watch: watch.begin, ...(load && { enter: load }) }));
  const readLines = async () => {
    await watch.flush();
    return lines.filter(({ event }) => event === 'request');
  };
  const read = async () => formatMetrics(await watch.read(cache as never));
  return { port, watch, read, readLines };
}

interface Options {
  readonly slowMs?: number;
  readonly maxAtOnce?: number;
  readonly load?: () => never;
}

test('each request is a line without secrets, with its names and its fault', async () => {
  const fault = '{"error":{"code":400,"messageCode":"bad-sql","message":"No."}}';
  const { port, readLines } = await watchedServer(async () => textReply(fault, 'application/json'));
  const path = '/rest/services/World/MapServer/0/query?where=1%3D1&token=verysecret&f=json';
  await sendRaw(port, `GET ${path}`, { 'x-user': 'reader', authorization: 'Bearer alsosecret' });
  await sendRaw(port, 'GET /services', { host: 'evil.test' });
  const [query, refused, ...others] = await readLines();
  expect(query).toMatchObject({
    ...{ id: 1, client: '127.0.0.1', method: 'GET', user: 'reader', fault: 'bad-sql', waitMs: expect.any(Number) },
    path: '/rest/services/World/MapServer/0/query?where=1%3D1&token=REDACTED&f=json',
    ...{ protocol: 'rest', operation: 'query', service: 'World', status: 200, totalMs: expect.any(Number) },
  });
  expect(query!.bytes).toBeGreaterThan(fault.length);
  expect(query).not.toHaveProperty('why');
  expect(refused).toMatchObject({ id: 2, path: '/services', protocol: 'page', status: 403 });
  expect(others).toEqual([]);
  expect(JSON.stringify([query, refused])).not.toContain('secret');
});

test('a line can not be forged, and a long path is cut', async () => {
  const { port, readLines } = await watchedServer(async () => textReply(''));
  await sendRaw(port, `GET /services/a%0A{"event":"request"}"/MapServer?q=${'x'.repeat(5000)}`);
  const lines = await readLines();
  expect(lines).toHaveLength(1);
  expect(String(lines[0]!.path)).toMatch(/^\/services\/a%0A/);
  expect(String(lines[0]!.path)).toHaveLength(1000);
});

test('a slow request says in which part of its way it was, by a clock of the test', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const lines: Record<string, unknown>[] = [];
  const watch = watchRequests(
    { log: (line) => lines.push(JSON.parse(line)), slowMs: 1000 },
    'v1',
    async () => undefined,
  );
  const answer = watch.inTurns(1, async ({ url }) => {
    now += Number(url.searchParams.get('ms'));
    return textReply('');
  });
  const send = async (path: string, bodyMs: number, sendMs: number) => {
    const exchange = makeExchange(path);
    const end = watch.begin(exchange.id, client, responseTo(path));
    now += bodyMs;
    await watch.middleware(exchange, answer);
    now += sendMs;
    end();
  };
  await send('/?ms=999', 0, 0);
  await send('/?ms=1000', 1, 2);
  await send('/?ms=10', 5000, 20);
  await send('/?ms=10', 50, 2000);
  // The second request waits for its turn until the first one has its answer.
  await Promise.all([send('/?ms=3000', 0, 0), send('/?ms=500', 0, 0)]);
  await watch.flush();
  expect(lines.slice(1).map(({ why, partsMs, totalMs }) => [why, partsMs, totalMs])).toEqual([
    [undefined, undefined, 999],
    ['backend', { body: 1, queue: 0, double: 0, backend: 1000, sending: 2 }, 1003],
    ['body', { body: 5000, queue: 0, double: 0, backend: 10, sending: 20 }, 5030],
    ['sending', { body: 50, queue: 0, double: 0, backend: 10, sending: 2000 }, 2060],
    ['backend', expect.objectContaining({ queue: 0, backend: 3000 }), expect.any(Number)],
    ['queue', { body: 0, queue: 3000, double: 0, backend: 500, sending: 0 }, 3500],
  ]);
});

test('requests in progress and in the queue are counted while they are there', async () => {
  let answerAll = () => {};
  const opened = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const { port, read } = await watchedServer(() => opened.then(() => textReply('')));
  const counts = async () =>
    (await read()).split('\n').filter((line) => /^soapstone_requests_(in_progress|waiting) /.test(line));
  const answers = [1, 2, 3].map(() => sendRaw(port, 'GET /services'));
  await expect.poll(counts).toEqual(['soapstone_requests_in_progress 3', 'soapstone_requests_waiting 1']);
  answerAll();
  await Promise.all(answers);
  await expect.poll(counts).toEqual(['soapstone_requests_in_progress 0', 'soapstone_requests_waiting 0']);
});

test('a client that hangs up while it waits is counted as such', async () => {
  let answerAll = () => {};
  const opened = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const { port, read, readLines } = await watchedServer(() => opened.then(() => textReply('')), { maxAtOnce: 1 });
  const first = sendRaw(port, 'GET /services');
  await expect.poll(read).toContain('soapstone_requests_in_progress 1');
  const socket = await rawSocket(port);
  socket.write(`GET /services HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
  await expect.poll(read).toContain('soapstone_requests_waiting 1');
  socket.destroy();
  await expect.poll(readLines).toMatchObject([{ id: 2, isCutOff: true }]);
  expect(await read()).toContain('soapstone_requests_total{protocol="page",operation="other",status="none"} 1\n');
  answerAll();
  await first;
});

test('metrics count exactly the answered requests, and unknown names as one', async () => {
  const { port, read } = await watchedServer(async ({ url }) => textReply('', 'text/plain', url.search ? 404 : 200));
  const soap = (operation: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><${operation}/></e:Body></e:Envelope>`;
  const type = { 'content-type': 'text/xml' };
  for (const operation of ['Find', 'Find', 'Bogus1', 'Bogus2'])
    await sendRaw(port, 'POST /services/World/MapServer', type, soap(operation));
  await sendRaw(port, 'GET /rest/services/World/MapServer/0/query?x');
  await sendRaw(port, 'GET /rest/services/World/MapServer/0/bogus');
  await sendRaw(port, 'GET /', { host: 'evil.test' });
  const text = await read();
  expect(text.split('\n').filter((line) => /^soapstone_(requests|refused_requests)_total/.test(line))).toEqual([
    'soapstone_requests_total{protocol="soap",operation="Find",status="2xx"} 2',
    'soapstone_requests_total{protocol="soap",operation="other",status="2xx"} 2',
    'soapstone_requests_total{protocol="rest",operation="query",status="4xx"} 1',
    'soapstone_requests_total{protocol="rest",operation="other",status="2xx"} 1',
    'soapstone_requests_total{protocol="page",operation="other",status="4xx"} 1',
    'soapstone_refused_requests_total{reason="gate"} 1',
  ]);
  expect(text).toContain('soapstone_request_duration_seconds_count{protocol="soap",operation="Find"} 2\n');
  expect(text).toContain('soapstone_request_wait_seconds_count 6\n');
  expect(text).toContain('\nsoapstone_cache_reads_total 3\n');
  expect(text).toContain('soapstone_build_info{version="v1"} 1\n');
});

test('metrics are for programs of this computer, and else for the administration and publishers', async () => {
  const backend: Answer = async ({ url, headers }) => {
    expect(url.pathname).toBe('/admin/storage');
    return textReply('', 'text/plain', new Map(headers).get('authorization') === 'Bearer publisher' ? 200 : 499);
  };
  const statusOf = async (isShared: boolean, isLocal: boolean, headers: [string, string][] = []) => {
    const answer = metricsWith({ isShared, adminToken: 'administration', backend, read: async () => ({}) });
    return (await answer({ ...makeExchange('/metrics'), isLocal, headers }, backend)).status;
  };
  expect(await statusOf(false, true)).toBe(200);
  for (const [isShared, isLocal] of [
    [false, false],
    [true, true],
    [true, false],
  ] as const) {
    expect(await statusOf(isShared, isLocal)).toBe(499);
    expect(await statusOf(isShared, isLocal, [['x-soapstone-admin-token', 'guessed']])).toBe(499);
    expect(await statusOf(isShared, isLocal, [['x-soapstone-admin-token', 'administration']])).toBe(200);
    expect(await statusOf(isShared, isLocal, [['authorization', 'Bearer administration']])).toBe(200);
    expect(await statusOf(isShared, isLocal, [['authorization', 'Bearer publisher']])).toBe(200);
  }
});
