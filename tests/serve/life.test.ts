import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { get as secureGet } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { inTest, runInTest } from './in-test.ts';
import { adminToken, folderWith, parcels, type Running } from './run-soapstone.ts';

/* Starting and stopping the command. */

/** The commands of these tests write temporary files here, separate from those of other tests. */
const temporary = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
process.env.TMPDIR = temporary;
afterAll(() => rmSync(temporary, { recursive: true, maxRetries: 5, retryDelay: 100 }));
const file = join(folderWith({ 'parcels.geojson': parcels(20) }), 'parcels.geojson');
const folders = () => readdirSync(temporary).filter((name) => /^soapstone-(?!files)/.test(name));

async function failure({ ended, output }: Running): Promise<[number | null, string]> {
  const code = await ended;
  return [code, output.stderr.trim()];
}

test('bad options and files are refused in one sentence, with a code each', async () => {
  const bad = inTest(join(folderWith({ 'broken.geojson': '{"type":"FeatureCollection","features":[{]' }), '..'));
  const cases: [string[], number, RegExp][] = [
    [['serve', '--prot', '1'], 2, /--prot/],
    [['serve', '--port', 'x'], 2, /--port: expected a number/],
    [['publish'], 2, /Command: expected "serve", found "publish"/],
    [['serve', '--allow-origin', 'localhost'], 2, /--allow-origin/],
    [['--data', 'x'], 2, /--data goes with "soapstone serve"/],
    [['--fault', 'Find: delay 500'], 2, /--fault goes with "soapstone serve"/],
    [['serve', file, '--host', '0.0.0.0', '--user', 'a:long enough'], 2, /other computers would send passwords/],
    [['serve', file, '--host', '0.0.0.0', '--plain-http'], 2, /--host needs accounts/],
    [['serve', file, '--tls-cert', 'x'], 2, /--tls-key FILE go together/],
    [['serve', file, '--tls-cert', '/no/cert', '--tls-key', '/no/key'], 2, /can't read the file "\/no\/cert"/],
    [['serve', file, '--log', 'text'], 2, /--log: expected "json", found "text"/],
    [['serve', file, '--slow', '2s'], 2, /--slow: expected a number of milliseconds, found "2s"/],
    [['serve', file, '--proxy', 'nginx'], 2, /--proxy: expected an IP address, found "nginx"/],
    [['serve', '--workers', '2'], 2, /--workers: expected 1 without --data and --database, found "2"/],
    [['serve', '--data', 'x', '--workers', '0'], 2, /--workers: expected 1 to 64, found "0"/],
    [['serve', '--data', 'x', '--workers', '2', '--fault', 'Find: delay 1'], 2, /--workers: expected 1 with faults/],
    [['serve', '/no/such/file.gpkg'], 4, /no\/such\/file.gpkg: expected a file or a folder/],
    [['serve', join(bad, 'parcels/broken.geojson')], 4, /broken.geojson could not be published: /],
  ];
  for (const [parameters, code, message] of cases) {
    const [actual, text] = await failure(runInTest(parameters));
    expect([actual, text], parameters.join(' ')).toEqual([code, expect.stringMatching(message)]);
  }
  expect(folders()).toEqual([]);
});

test('a port that is taken is not left for another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  expect(await failure(runInTest(['serve', file, '--port', String(port)]))).toEqual([
    5,
    `Port ${port} is taken by another program: stop it, or choose another with --port.`,
  ]);
});

test('--run runs a command against the maps, and ends with its code; nothing is left', async () => {
  const count = 'curl -sfH "x-soapstone-admin-token: $SOAPSTONE_ADMIN_TOKEN" "${SOAPSTONE_URL}__admin/requests/count"';
  const running = runInTest([
    'serve',
    file,
    '--json',
    '--run',
    `curl -sf "\${SOAPSTONE_URL}health"; ${count} | tr -d '\\n'; exit 7`,
  ]);
  expect(await running.ended).toBe(7);
  const [ready, health, counted] = running.output.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(ready).toMatchObject({ ready: true, services: [{ name: 'parcels' }] });
  expect(health).toEqual({ ready: true, services: ['parcels'] });
  expect(counted).toEqual({ count: 0 });
  expect(folders()).toEqual([]);
});

/** A process that has ended may still be a zombie. */
const isRunning = (pid: number) => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
};

test('a signal ends it while it starts, and a second one while it ends; nothing is left', async () => {
  const starting = runInTest(['serve', file]);
  await expect.poll(() => folders().length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  starting.child.kill('SIGTERM');
  expect(await starting.ended).toBe(0);
  expect(folders()).toEqual([]);

  const twice = runInTest(['serve', file]);
  await twice.url;
  twice.child.kill('SIGINT');
  twice.child.kill('SIGTERM');
  await twice.ended;
  expect(folders()).toEqual([]);
});

test('a signal lets the requests end that have begun', async () => {
  const running = runInTest(['serve', file, '--fault', 'query: delay 2000']);
  const url = await running.url;
  const headers = { 'x-soapstone-admin-token': adminToken };
  const query = fetch(`${url}rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json`);
  const count = async () => (await (await fetch(`${url}__admin/requests/count`, { headers })).json()).count;
  await expect.poll(count).toBe(1);
  // Monitors ask by any name and from any page.
  const status = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { host: '10.0.0.1', origin: 'https://monitor.example' };
      get(url + path, { headers, agent: false }, ({ statusCode }) => resolve(statusCode!)).on('error', reject);
    });
  expect([await status('health/live'), await status('health/ready'), await status('health')]).toEqual([200, 200, 403]);
  running.child.kill('SIGTERM');
  await expect.poll(() => status('health/ready')).toBe(503);
  expect(await status('health/live')).toBe(200);
  expect(await (await query).json()).toEqual({ count: 20 });
  expect(await running.ended).toBe(0);
  await expect(fetch(`${url}health`)).rejects.toThrow();
});

test('what --run has started ends with the command, though it does not listen', async () => {
  const run = 'trap "" TERM; sleep 301 & echo "pids $$ $!"; wait; sleep 302';
  const running = runInTest(['serve', file, '--run', run]);
  await running.url;
  await expect.poll(() => running.output.stdout).toMatch(/^pids \d+ \d+$/m);
  const pids = /^pids (\d+) (\d+)$/m.exec(running.output.stdout)!.slice(1).map(Number);
  expect(pids.map(isRunning)).toEqual([true, true]);
  running.child.kill('SIGTERM');
  await running.ended;
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
  expect(folders()).toEqual([]);
});

test('data is for its owner only, and passwords are in no list of processes', async () => {
  const data = join(inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-'))), 'data');
  const password = join(data, '../password');
  writeFileSync(password, 'a long password\n');
  const running = runInTest([
    'serve',
    file,
    '--data',
    data,
    '--user',
    `ada:@${password}`,
    '--user',
    'bob:visible-secret',
  ]);
  const url = await running.url;
  expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
  const open = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // The command may remove files at the same time.
    const facts = lstatSync(join(data, name), { throwIfNoEntry: false });
    return facts !== undefined && (facts.mode & 0o77) !== 0 && !facts.isSymbolicLink();
  });
  expect(open).toEqual([]);
  expect(execFileSync('ps', ['-eww', '-o', 'args='], { encoding: 'utf8' })).not.toContain('visible-secret');
  for (const [username, secret] of [
    ['ada', 'a long password'],
    ['bob', 'visible-secret'],
  ] as const) {
    const body = new URLSearchParams({ username, password: secret, f: 'json' });
    const answer = await (await fetch(`${url}generateToken`, { method: 'POST', body })).json();
    expect(answer, username).toHaveProperty('token');
  }
  expect(await failure(runInTest(['serve', '--user', 'ada:@/no/such/file']))).toEqual([
    2,
    expect.stringContaining('/no/such/file'),
  ]);
});

test('--data keeps the maps between runs', async () => {
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const first = runInTest(['serve', file, '--data', data]);
  await first.url;
  expect(await first.stop()).toBe(0);
  const second = runInTest(['serve', '--data', data]);
  const { services } = (await (await fetch(`${await second.url}services?f=json`)).json()) as {
    services: { name: string }[];
  };
  expect(services.map(({ name }) => name)).toEqual(['parcels']);
  // The same data can be served by several processes, at different ports.
  const third = runInTest(['serve', '--data', data]);
  expect((await fetch(`${await third.url}services/parcels/MapServer?wsdl`)).status).toBe(200);
  expect(third.pageKey()).toBe(second.pageKey());
  expect(await second.stop()).toBe(0);
});

test('other addresses and origins are allowed by name alone, with a warning', async () => {
  const allowed = 'http://localhost:5173';
  const running = runInTest([
    'serve',
    file,
    '--host',
    '0.0.0.0',
    '--plain-http',
    '--user',
    'reader:a long password:member',
    '--allow-origin',
    allowed,
    '--allowed-host',
    'maps.example',
  ]);
  const url = await running.url;
  expect(running.output.stderr).toContain('Warning: other computers reach these maps at 0.0.0.0.');
  expect(running.output.stderr).toContain(`Warning: web pages of ${allowed} may read these maps.`);
  expect(running.output.stderr).toContain('Warning: passwords and tokens of other computers are not encrypted.');
  const origin = (name: string) => fetch(`${url}services?f=json`, { headers: { origin: name } });
  const answer = await origin(allowed);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
  expect((await origin('http://localhost:5174')).status).toBe(403);
  // The request for an image on a page of another origin has no `Origin` header.
  const image = (referer: string) =>
    new Promise((resolve, reject) => {
      const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', referer };
      const path = 'rest/services/parcels/MapServer/export?bbox=0,0,10,4&size=20,20&format=png&f=image';
      get(url + path, { headers }, (answer) => {
        resolve([answer.statusCode, answer.headers['cross-origin-resource-policy']]);
        answer.resume();
      }).on('error', reject);
    });
  expect(await image(`${allowed}/`)).toEqual([200, 'cross-origin']);
  expect(await image('http://localhost:5174/')).toEqual([403, undefined]);
  const preflight = await fetch(`${url}services/parcels/MapServer`, {
    method: 'OPTIONS',
    headers: {
      origin: allowed,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'soapaction',
    },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'soapaction']);

  // Use another address of this machine than the loopback, like another computer.
  const address = Object.values(networkInterfaces())
    .flat()
    .find((networkInterface) => networkInterface?.family === 'IPv4' && !networkInterface.internal)?.address;
  const port = new URL(url).port;
  const status = (host: string, headers: Record<string, string>, method = 'GET', path = '/services?f=json') =>
    new Promise((resolve, reject) => {
      const options = { host, port, path, method, headers: { host: `maps.example:${port}`, ...headers } };
      request(options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });
  const session = (host: string, headers: Record<string, string> = {}) =>
    status(host, { 'x-soapstone-key': running.pageKey(), ...headers }, 'POST', '/session');
  expect(await status('127.0.0.1', {})).toBe(200);
  expect(await session('127.0.0.1')).toBe(200);
  // A request through a proxy may come from anyone.
  expect(await session('127.0.0.1', { 'x-forwarded-for': '10.0.0.2' })).toBe(401);
  const health = async (headers: Record<string, string>) => (await fetch(`${url}health`, { headers })).json();
  expect(await health({})).toEqual({ ready: true, services: ['parcels'] });
  expect(await health({ origin: 'http://localhost:5174' })).toEqual({ ready: true });
  if (address === undefined) return;
  expect(await status(address, {})).toBe(200);
  expect(await session(address)).toBe(401);
  expect(await status(address, {}, 'GET', '/admin/backup')).toBe(499);
  expect(await status(address, { host: 'evil.example' })).toBe(403);
});

test('only the named proxy says by which address its clients know the server', async () => {
  const names = ['--allowed-host', 'maps.example', '--proxy', '127.0.0.1'];
  const running = runInTest(['serve', file, ...names]);
  const url = await running.url;
  const forwarded = { 'x-forwarded-host': 'evil.example, maps.example', 'x-forwarded-proto': 'https' };
  const wsdl = async (headers: Record<string, string>) =>
    (await fetch(`${url}services/parcels/MapServer?wsdl`, { headers })).text();
  expect(await wsdl(forwarded)).toContain('location="https://maps.example/services/parcels/MapServer"');
  expect(await wsdl({ 'x-forwarded-host': 'evil.example' })).toContain('expected localhost');
  const key = { 'x-soapstone-key': running.pageKey() };
  for (const headers of [key, { ...key, ...forwarded }])
    expect((await fetch(`${url}session`, { method: 'POST', headers })).status).toBe(401);

  const other = runInTest(['serve', file, ...names.slice(0, 2)]);
  const answer = await fetch(`${await other.url}services/parcels/MapServer?wsdl`, { headers: forwarded });
  expect(await answer.text()).toContain(`location="${await other.url}services/parcels/MapServer"`);
});

test('HTTPS, with a certificate of files', async (test) => {
  const folder = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const parameters = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2'];
  const made = spawnSync('openssl', [...parameters, '-keyout', key, '-out', cert]);
  if (made.error) return test.skip('openssl is not installed');
  const running = runInTest(['serve', file, '--tls-cert', cert, '--tls-key', key]);
  const url = await running.url;
  expect(url).toMatch(/^https:/);
  const body = await new Promise((resolve, reject) => {
    secureGet(`${url}services/parcels/MapServer?wsdl`, { ca: readFileSync(cert) }, async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve(text);
    }).on('error', reject);
  });
  expect(body).toContain(`location="${url}services/parcels/MapServer"`);
});

test('the browser profile of an earlier version is left unchanged, and explained', async () => {
  const data = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  writeFileSync(join(data, 'soapstone-port'), '4747');
  expect(await failure(runInTest(['serve', '--data', data]))).toEqual([
    2,
    expect.stringContaining('is the browser profile of an earlier version'),
  ]);
  expect(readdirSync(data)).toEqual(['soapstone-port']);
});

test('without "serve" the files of the app are served, and nothing to programs', async () => {
  const running = runInTest([]);
  const url = await running.url;
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, expect.not.stringContaining('soapstone-host')]);
  expect((await fetch(`${url}sw.js`)).status).toBe(200);
  for (const path of ['services', 'rest/info', 'session', '__admin', 'relay'])
    expect((await fetch(url + path, { method: 'POST' })).status, path).toBe(404);
  expect(await running.stop()).toBe(0);
});
