import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { isInstalled } from '../run/debian-packages.mjs';
import { hasPostgres, PostgresServer } from '../unit/serve/store/postgres-server.ts';
import { inTest, runInTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';
import { signIn } from './sign-in.ts';

/* The commands and configurations of docs/deploy.md. */

const document = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');
const domain = 'https://maps.example.org/';
const operator = { name: 'operator', password: 'a long password' };
const countQuery = 'rest/services/parcels/MapServer/0/query?where=1=1&returnCountOnly=true&f=json';
const countRows = async (url: string) => (await (await fetch(url + countQuery)).json()).count;

/** Return the only code block of the document in a language that contains a text. */
function blockWith(language: string, text: string): string {
  const blocks = [...document.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(
    ([, name, code]) => name === language && code!.includes(text),
  );
  expect(blocks.length, text).toBe(1);
  return blocks[0]![2]!;
}

/** Run commands of the document in a folder. @param replaced texts to replace */
function runBlock(
  code: string,
  cwd: string,
  replaced: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): string {
  const commands = Object.entries(replaced).reduce((text, [before, after]) => text.replaceAll(before, after), code);
  return execFileSync('sh', ['-ec', `${commands}\n[ -z "$TOKEN" ] || printf '\\n%s' "$TOKEN"`], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
}

function temporaryFolder(): string {
  return inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
}

/** Start a server with parcels and an administrator. */
async function startWithParcels(...parameters: string[]) {
  const file = join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels/parcels.geojson');
  const running = runInTest([
    'serve',
    file,
    '--user',
    `${operator.name}:${operator.password}:administrator`,
    ...parameters,
  ]);
  return { running, url: await running.url };
}

test('a script signs in and publishes; a backup is restored at another server', async () => {
  const [first, second] = [
    await startWithParcels(),
    runInTest(['serve', '--user', `${operator.name}:${operator.password}:administrator`]),
  ];
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'operator'), operator.password);
  const token = await signIn(first.url, operator);
  const exported = await fetch(`${first.url}admin/services/parcels?f=package&token=${token}`);
  writeFileSync(join(folder, 'parcels.zip'), Buffer.from(await exported.arrayBuffer()));

  const other = await second.url;
  const publish = blockWith('sh', '@parcels.zip');
  const output = runBlock(publish, folder, { [domain]: other });
  expect(output).toContain('"success":true');
  expect(await countRows(other)).toBe(20);
  const otherToken = output.trim().split('\n').at(-1)!;
  const headers = { authorization: `Bearer ${otherToken}` };
  expect((await fetch(`${other}admin/services/parcels`, { method: 'DELETE', headers })).status).toBe(200);
  expect(await countRows(other)).toBeUndefined();

  const [backup, restore] = blockWith('sh', 'admin/backup').trim().split('\n');
  runBlock(backup!, folder, { [domain]: first.url }, { TOKEN: token });
  runBlock(restore!, folder, { [domain]: other }, { TOKEN: otherToken });
  expect(await countRows(other)).toBe(20);
});

test('the copy of a folder serves the same maps', async () => {
  const folder = temporaryFolder();
  const { running } = await startWithParcels('--data', join(folder, 'maps'));
  await running.stop();
  mkdirSync(join(folder, 'backup'));
  runBlock(blockWith('sh', 'cp -a'), folder, { '/srv/': `${folder}/`, '/backup/': `${folder}/backup/` });
  expect(await countRows(await runInTest(['serve', '--data', join(folder, 'backup/maps')]).url)).toBe(20);
});

test.skipIf(!hasPostgres || !isInstalled('pg_dump'))(
  'a dump of PostgreSQL is restored to a new database',
  async () => {
    const server = new PostgresServer();
    await server.start();
    onTestFinished(() => server.end());
    const [before, after] = [await server.createDatabase(), await server.createDatabase()];
    const { running } = await startWithParcels('--database', before);
    runBlock(blockWith('sh', 'pg_dump'), temporaryFolder(), {}, { SOAPSTONE_DATABASE: before, NEW_DATABASE: after });
    await running.stop();
    expect(await countRows(await runInTest(['serve', '--database', after]).url)).toBe(20);
  },
  60_000,
);

test.skipIf(!isInstalled('nginx'))('behind nginx, clients see its address', async () => {
  const { running, url } = await startWithParcels('--proxy', '127.0.0.1', '--allowed-host', 'maps.example.org');
  const folder = temporaryFolder();
  const [cert, key] = ['maps.pem', 'maps.key'].map((name) => join(folder, name));
  const parameters = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=maps.example.org', '-days', '2'];
  execFileSync('openssl', [...parameters, '-keyout', key!, '-out', cert!], { stdio: 'ignore' });
  const port = await freePort();
  const server = blockWith('nginx', 'upstream')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:8080', new URL(url).host.replace('localhost', '127.0.0.1'))
    .replaceAll('/etc/ssl', folder);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join('\n')}\n${server}}\n`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  // The workers of nginx have another user.
  chmodSync(folder, 0o755);
  const options = ['-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  expect(spawnSync('nginx', ['-t', ...options], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  const nginx = spawn('nginx', options, { stdio: 'ignore' });
  onTestFinished(() => void nginx.kill('SIGTERM'));
  const ask = (path: string, ...more: string[]) =>
    spawnSync(
      'curl',
      [
        '-sS',
        '--cacert',
        cert!,
        '--resolve',
        `maps.example.org:${port}:127.0.0.1`,
        ...more,
        `https://maps.example.org:${port}/${path}`,
      ],
      { encoding: 'utf8' },
    ).stdout;
  await expect.poll(() => ask('health')).toContain('"ready":true');
  expect(ask('services/parcels/MapServer?wsdl')).toContain(
    `location="https://maps.example.org:${port}/services/parcels/MapServer"`,
  );
  expect(JSON.parse(ask(countQuery))).toEqual({ count: 20 });
  expect(ask('session', '-X', 'POST', '-H', `x-soapstone-key: ${running.pageKey()}`, '-w', '%{http_code}')).toContain(
    '401',
  );
  writeFileSync(join(folder, 'large'), Buffer.alloc(3_000_000));
  expect(ask('admin/services', '--data-binary', `@${join(folder, 'large')}`)).not.toContain('Too Large');
});

test.skipIf(!isInstalled('systemd-analyze'))('systemd reads the unit', () => {
  const folder = temporaryFolder();
  const unit = blockWith('ini', '[Unit]')
    .replace('User=soapstone', 'User=root')
    .replace(/ExecStart=\S+/, `ExecStart=${process.execPath}`);
  const path = join(folder, 'soapstone.service');
  writeFileSync(path, unit);
  const { stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('soapstone.service'))).toEqual([]);
});
