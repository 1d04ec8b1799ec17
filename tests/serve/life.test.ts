import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels, type Running } from './run-soapstone.ts';

/* Starting and stopping the command. */

/** The commands of these tests write temporary files here, separate from those of other tests. */
const temporary = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
process.env.TMPDIR = temporary;
afterAll(() => rmSync(temporary, { recursive: true, maxRetries: 5, retryDelay: 100 }));
const file = join(folderWith({ 'parcels.geojson': parcels(20) }), 'parcels.geojson');
const profiles = () => readdirSync(temporary).filter((name) => /^soapstone-(?!files)/.test(name));

async function failure({ ended, output }: Running): Promise<[number | null, string]> {
  const code = await ended;
  return [code, output.stderr.trim()];
}

test('bad options, files and browsers are refused in one sentence, with a code each', async () => {
  const bad = inTest(join(folderWith({ 'broken.geojson': '{"type":"FeatureCollection","features":[{]' }), '..'));
  const cases: [string[], number, RegExp][] = [
    [['serve', '--prot', '1'], 2, /--prot/],
    [['serve', '--port', 'x'], 2, /--port: a number/],
    [['publish'], 2, /Command: expected "serve", found "publish"/],
    [['serve', '--allow-origin', 'localhost'], 2, /--allow-origin/],
    [['serve', file, '--browser', '/no/such/browser'], 3, /--browser names "\/no\/such\/browser"/],
    [['serve', '/no/such/file.gpkg'], 4, /no\/such\/file.gpkg: expected a file or a folder/],
    [['serve', join(bad, 'parcels/broken.geojson')], 4, /broken.geojson could not be published: /],
  ];
  for (const [parameters, code, message] of cases) {
    const [actual, text] = await failure(runInTest(parameters));
    expect([actual, text], parameters.join(' ')).toEqual([code, expect.stringMatching(message)]);
  }
  expect(profiles()).toEqual([]);
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
  expect(profiles()).toEqual([]);
});

/** A process that has ended may still be a zombie. */
const isRunning = (pid: number) => {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
};
/** Return the programs that use the temporary folder, by their command line. */
const browsers = () =>
  execFileSync('ps', ['-eww', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${temporary}`));

test('a signal ends it while it starts, and a second one while it ends; nothing is left', async () => {
  const starting = runInTest(['serve', file]);
  await expect.poll(() => browsers().length, { timeout: 30_000 }).toBeGreaterThan(0);
  starting.child.kill('SIGTERM');
  expect(await starting.ended).toBe(0);
  expect(profiles()).toEqual([]);
  await expect.poll(browsers, { timeout: 10_000 }).toEqual([]);

  const twice = runInTest(['serve', file]);
  await twice.url;
  twice.child.kill('SIGINT');
  twice.child.kill('SIGTERM');
  await twice.ended;
  expect(profiles()).toEqual([]);
  await expect.poll(browsers, { timeout: 10_000 }).toEqual([]);
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
  expect(profiles()).toEqual([]);
});

test('data are the owner\u2019s alone, passwords are in no list of processes, and a missing sandbox is told', async () => {
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
    // The browser creates and deletes files meanwhile.
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
  expect(running.output.stderr.includes('without its sandbox')).toBe(process.getuid?.() === 0);
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
  const [code, message] = await failure(runInTest(['serve', '--data', data, '--port', '1']));
  expect([code, message]).toEqual([2, expect.stringContaining(`use --port ${new URL(await first.url).port}`)]);
  expect(await second.stop()).toBe(0);
});

test('other addresses and origins are allowed by name alone, with a warning', async () => {
  const allowed = 'http://localhost:5173';
  const running = runInTest([
    'serve',
    file,
    '--host',
    '0.0.0.0',
    '--allow-origin',
    allowed,
    '--allowed-host',
    'maps.example',
  ]);
  const url = await running.url;
  expect(running.output.stderr).toContain('Warning: other computers reach these maps at 0.0.0.0.');
  expect(running.output.stderr).toContain(`Warning: web pages of ${allowed} may read these maps.`);
  await expect.poll(() => running.output.stderr).toContain('need this token');
  const token = /need this token as password: (\S+)/.exec(running.output.stderr)![1]!;
  const origin = (name: string) => fetch(`${url}services?f=json`, { headers: { origin: name } });
  const answer = await origin(allowed);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
  expect((await origin('http://localhost:5174')).status).toBe(403);
  // Like an image on that page, whose request has no origin.
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
  const status = (host: string, headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const options = { host, port, path: '/services?f=json', headers: { host: `maps.example:${port}`, ...headers } };
      get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
  expect(await status('127.0.0.1', {})).toBe(200);
  expect(await status('127.0.0.1', { 'x-forwarded-for': '10.0.0.2' })).toBe(401);
  const health = async (headers: Record<string, string>) => (await fetch(`${url}health`, { headers })).json();
  expect(await health({})).toEqual({ ready: true, services: ['parcels'] });
  expect(await health({ 'x-forwarded-for': '10.0.0.2' })).toEqual({ ready: true });
  expect(await health({ origin: 'http://localhost:5174' })).toEqual({ ready: true });
  if (address === undefined) return;
  expect(await status(address, {})).toBe(401);
  const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` });
  expect(await status(address, basic('guessed'))).toBe(401);
  expect(await status(address, basic(token))).toBe(200);
  expect(await status(address, { ...basic(token), host: 'evil.example' })).toBe(403);
});

test('the package that npm would publish runs in an empty folder', async () => {
  const root = new URL('../..', import.meta.url).pathname;
  const empty = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const npm = (parameters: string[], cwd: string) => execFileSync('npm', parameters, { cwd, encoding: 'utf8' });
  const [{ filename, size, files }] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', empty], root),
  );
  expect(files.filter(({ path }: { path: string }) => /\.map$|^(tests|sw|src|serve)\//.test(path))).toEqual([]);
  expect(size).toBeLessThan(18_000_000);
  writeFileSync(join(empty, 'package.json'), '{"private":true}');
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`], empty);
  const installed = join(empty, 'node_modules/soapstone');
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const bin = join(empty, 'node_modules/.bin/soapstone');
  expect(execFileSync(bin, ['--version'], { encoding: 'utf8' }).trim()).toBe(version);
  const running = runInTest(['serve', file], join(installed, 'bin/soapstone.js'));
  expect((await fetch(`${await running.url}services/parcels/MapServer?wsdl`)).status).toBe(200);
  expect(await running.stop()).toBe(0);
}, 120_000);
