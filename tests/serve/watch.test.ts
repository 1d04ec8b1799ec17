import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTest, runInTest } from './in-test.ts';
import { adminToken, folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* The metrics and the log of the command. */

const parcelsFile = () =>
  join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels/parcels.geojson');
const query = 'rest/services/parcels/MapServer/0/query?where=1%3D1&returnCountOnly=true&f=json';
const soap = (operation: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:${operation} xmlns:q="urn:gis:schemas/3.2.0"/></e:Body></e:Envelope>`;

/** Read the samples of the metrics with the parser of Prometheus' client for Python; undefined if it isn't installed. */
function parse(text: string): Record<string, number> | undefined {
  const script = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families
families = list(text_string_to_metric_families(sys.stdin.read()))
assert all(f.documentation and f.type in ("counter", "gauge", "histogram") for f in families)
print(json.dumps({" ".join([s.name, *map(str, s.labels.values())]): s.value for f in families for s in f.samples}))`;
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import prometheus_client'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', script], { input: text }).toString());
}

test('metrics count the requests of a running server, as an independent parser reads them', async (context) => {
  const url = await runInTest(['serve', parcelsFile()]).url;
  const post = (operation: string) =>
    fetch(`${url}services/parcels/MapServer`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: soap(operation),
    });
  for (const request of [
    () => fetch(url + query),
    () => fetch(url + query),
    () => post('GetMapCount'),
    () => post('Bogus'),
  ])
    await (await request()).text();
  const answer = await fetch(`${url}metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const samples = parse(await answer.text());
  if (!samples) return context.skip('python3-prometheus-client is not installed');
  expect(samples).toMatchObject({
    'soapstone_requests_total rest query 2xx': 2,
    'soapstone_requests_total soap GetMapCount 2xx': 1,
    'soapstone_requests_total soap other 5xx': 1,
    'soapstone_request_duration_seconds_count rest query': 2,
    'soapstone_request_duration_seconds_bucket rest query +Inf': 2,
    soapstone_request_wait_seconds_count: 4,
    soapstone_requests_in_progress: 1,
    soapstone_requests_waiting: 0,
  });
  for (const name of ['soapstone_data_free_bytes', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(samples[name], name).toBeGreaterThan(0);
});

test('the log has a line for each request, without its token, and no line that is not JSON', async () => {
  const account = { name: 'writer', password: 'a long password' };
  const running = runInTest([
    'serve',
    parcelsFile(),
    '--log',
    'json',
    '--slow',
    '0',
    '--user',
    'writer:a long password',
  ]);
  const url = await running.url;
  const token = await signIn(url, account);
  await (await fetch(`${url}${query}&token=${token}`)).text();
  await (await fetch(`${url}health`)).text();
  await (await fetch(`${url}services/parcels/MapServer`, { headers: { origin: 'http://evil.test' } })).text();
  await running.stop();
  const lines = running.output.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ event }) => event)).toEqual([
    'start',
    'published',
    'ready',
    'request',
    'request',
    'request',
    'drain',
  ]);
  expect(lines[2]).toMatchObject({ url, services: ['parcels'] });
  expect(lines[3]).toMatchObject({ protocol: 'portal', operation: 'generateToken', status: 200 });
  expect(lines[4]).toMatchObject({
    ...{ method: 'GET', path: `/${query}&token=REDACTED`, protocol: 'rest', operation: 'query', service: 'parcels' },
    ...{ status: 200, user: 'writer', why: expect.stringMatching(/^(body|queue|double|backend|sending)$/) },
  });
  expect(lines[5]).toMatchObject({ path: '/services/parcels/MapServer', status: 403 });
  for (const secret of [token, account.password, adminToken, '#key='])
    expect(running.output.stderr).not.toContain(secret);
});

test('pages of other origins read no metrics, and other computers need an account', async () => {
  const address = ['--host', '0.0.0.0', '--plain-http', '--allow-origin', 'http://app.test'];
  const accounts = ['--user', 'reader:only reads:member', '--user', 'writer:a long password'];
  const url = await runInTest(['serve', parcelsFile(), ...address, ...accounts]).url;
  const statusWith = async (headers: Record<string, string>) => (await fetch(`${url}metrics`, { headers })).status;
  const bearer = async (name: string, password: string) => ({
    authorization: `Bearer ${await signIn(url, { name, password })}`,
  });
  for (const origin of ['http://evil.test', 'http://app.test'])
    expect(await statusWith({ origin, 'x-soapstone-admin-token': adminToken })).toBe(403);
  expect(await statusWith({})).toBe(499);
  expect(await statusWith({ authorization: 'Bearer guessed' })).toBe(498);
  expect(await statusWith(await bearer('reader', 'only reads'))).toBe(403);
  expect(await statusWith(await bearer('writer', 'a long password'))).toBe(200);
  expect(await statusWith({ authorization: `Bearer ${adminToken}` })).toBe(200);
});

test('each worker answers with the metrics of all, and the log says which one died', async () => {
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const running = runInTest(['serve', parcelsFile(), '--data', data, '--workers', '2', '--log', 'json']);
  const url = await running.url;
  const lines = () => {
    const whole = running.output.stderr.slice(0, running.output.stderr.lastIndexOf('\n'));
    return whole.split('\n').map((line) => JSON.parse(line));
  };
  const eventsOf = (name: string) => lines().filter(({ event }) => event === name);
  await expect.poll(() => eventsOf('ready'), { timeout: 20_000 }).toHaveLength(2);
  /** Send a request on a connection of its own, because workers answer connections in turn. */
  const get = async (path: string) => (await fetch(url + path, { headers: { connection: 'close' } })).text();
  const countQueries = async (): Promise<Record<string, number>> => {
    const text = await get('metrics');
    const samples = [...text.matchAll(/^soapstone_requests_total\{worker="(\d)",.*operation="query".* (\d+)$/gm)];
    return Object.fromEntries(samples.map(([, worker, count]) => [worker, Number(count)]));
  };
  for (let index = 0; index < 6; index++) await get(query);
  const counts = await countQueries();
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(Object.keys(counts)).toHaveLength(2);
  for (let index = 0; index < 3; index++) expect(await countQueries()).toEqual(counts);
  for (const { worker } of eventsOf('request')) expect(Object.keys(counts)).toContain(worker);

  const [{ worker, pid }] = eventsOf('start');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => eventsOf('worker-died')).toMatchObject([{ worker, signal: 'SIGKILL' }]);
  await expect.poll(() => eventsOf('ready'), { timeout: 20_000 }).toHaveLength(3);
  const { [worker]: _, ...others } = counts;
  expect(await countQueries()).toEqual(others);
});
