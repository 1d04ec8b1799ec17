import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, parcels, type Running, runSoapstone } from './run-soapstone.ts';

/* How the command begins and ends. */

const folder = folderWith({ 'parcels.geojson': parcels(20) });
const file = join(folder, 'parcels.geojson');
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

const profiles = () => readdirSync(tmpdir()).filter((name) => /^soapstone-(?!files)/.test(name));
/** Those of others, such as of the shared command. */
const before = profiles();
/** Processes of the system that were started by another one, by the kernel's own list. */
const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(Number);

async function failure({ ended, output }: Running): Promise<[number | null, string]> {
  const code = await ended;
  return [code, output.stderr.trim()];
}

test('bad options, files and browsers are refused in one sentence, with a code each', async () => {
  const bad = folderWith({ 'broken.geojson': '{"type":"FeatureCollection","features":[{]' });
  const cases: [string[], number, RegExp][] = [
    [['serve', '--prot', '1'], 2, /--prot/],
    [['serve', '--port', 'x'], 2, /--port: a number/],
    [['publish'], 2, /"serve" expected, "publish" found/],
    [['serve', '--allow-origin', 'localhost'], 2, /--allow-origin/],
    [['serve', file, '--browser', '/no/such/browser'], 3, /--browser names "\/no\/such\/browser"/],
    [['serve', '/no/such/file.gpkg'], 4, /no\/such\/file.gpkg: a file or a folder expected/],
    [['serve', join(bad, 'broken.geojson')], 4, /broken.geojson could not be published: /],
  ];
  for (const [parameters, code, message] of cases) {
    const [found, said] = await failure(runSoapstone(parameters));
    expect([found, said], parameters.join(' ')).toEqual([code, expect.stringMatching(message)]);
  }
  expect(profiles()).toEqual(before);
});

test('a port that is taken is not left for another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  expect(await failure(runSoapstone(['serve', file, '--port', String(port)]))).toEqual([
    5,
    `Port ${port} is taken by another program: stop it, or choose another with --port.`,
  ]);
  other.close();
});

test('--run runs a command against the maps, and ends with its code; nothing is left', async () => {
  const running = runSoapstone(['serve', file, '--json', '--run', 'curl -sf "${SOAPSTONE_URL}health"; exit 7']);
  expect(await running.ended).toBe(7);
  const [ready, health] = running.output.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(ready).toMatchObject({ ready: true, services: [{ name: 'parcels' }] });
  expect(health).toEqual({ ready: true, services: ['parcels'] });
  expect(profiles()).toEqual(before);
});

test('a browser that is killed under load comes back with all that was acknowledged, and requests wait', async () => {
  const running = runSoapstone(['serve', file]);
  const url = await running.url;
  const countRows = async () => {
    const answer = await fetch(`${url}rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json`);
    return (await answer.json()) as { count: number };
  };
  const answers: Promise<{ count: number }>[] = [];
  for (let at = 0; at < 40; at++) {
    answers.push(countRows());
    if (at === 20) for (const pid of childrenOf(running.child.pid!)) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(new Set((await Promise.all(answers)).map(({ count }) => count))).toEqual(new Set([20]));
  expect(running.output.stderr).toContain('It is started again; requests wait.');
  expect(await running.stop()).toBe(0);
  expect(profiles()).toEqual(before);
});

test('--data keeps the maps between runs', async () => {
  const data = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
  const first = runSoapstone(['serve', file, '--data', data]);
  await first.url;
  expect(await first.stop()).toBe(0);
  const second = runSoapstone(['serve', '--data', data]);
  const { services } = (await (await fetch(`${await second.url}services?f=json`)).json()) as {
    services: { name: string }[];
  };
  expect(services.map(({ name }) => name)).toEqual(['parcels']);
  const [code, said] = await failure(runSoapstone(['serve', '--data', data, '--port', '1']));
  expect([code, said]).toEqual([2, expect.stringContaining(`use --port ${new URL(await first.url).port}`)]);
  expect(await second.stop()).toBe(0);
  rmSync(data, { recursive: true });
});

test('the package that npm would publish runs in an empty folder', async () => {
  const root = new URL('../..', import.meta.url).pathname;
  const empty = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
  const npm = (parameters: string[], cwd: string) => execFileSync('npm', parameters, { cwd, encoding: 'utf8' });
  const [{ filename, size, files }] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', empty], root),
  );
  expect(files.filter(({ path }: { path: string }) => /\.map$|^(tests|sw|src|serve)\//.test(path))).toEqual([]);
  expect(size).toBeLessThan(16_000_000);
  writeFileSync(join(empty, 'package.json'), '{"private":true}');
  npm(['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`], empty);
  const installed = join(empty, 'node_modules/soapstone');
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const bin = join(empty, 'node_modules/.bin/soapstone');
  expect(execFileSync(bin, ['--version'], { encoding: 'utf8' }).trim()).toBe(version);
  const running = runSoapstone(['serve', file], join(installed, 'bin/soapstone.js'));
  expect((await fetch(`${await running.url}services/parcels/MapServer?wsdl`)).status).toBe(200);
  expect(await running.stop()).toBe(0);
  rmSync(empty, { recursive: true });
}, 120_000);
