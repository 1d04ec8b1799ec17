import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from '../run/debian-packages.mjs';
import { inTest } from './in-test.ts';
import { folderWith, parcels } from './run-soapstone.ts';

/* The package that npm would publish, installed in an empty folder. */

const root = new URL('../..', import.meta.url).pathname;
const builders = ['cc', 'c++', 'gcc', 'g++', 'clang', 'make', 'cmake', 'python', 'python3'];

/** Make a folder with links to a few programs, for a PATH without compilers. */
function linkPrograms(folder: string, names: readonly string[]): string {
  mkdirSync(folder);
  for (const name of names) {
    const target = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    symlinkSync(target, join(folder, name));
  }
  return folder;
}

/** A program for `--run`, which prints the answer to a SOAP request. */
const askBySoap = `
const envelope = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>'
  + '<q:QueryFeatureCount xmlns:q="urn:gis:schemas/3.2.0"><MapName>parcels</MapName><LayerID>0</LayerID>'
  + '<QueryFilter><WhereClause>1=1</WhereClause></QueryFilter></q:QueryFeatureCount></e:Body></e:Envelope>';
const answer = await fetch(process.env.SOAPSTONE_URL + 'services/parcels/MapServer', {
  method: 'POST', body: envelope, headers: { 'content-type': 'text/xml', soapaction: '""' },
});
console.log(answer.status, /<Result>(.*?)<.Result>/.exec(await answer.text())?.[1]);
`;

test('the package answers a SOAP request in an empty folder, installed without a compiler', () => {
  const empty = inTest(mkdtempSync(join(tmpdir(), 'soapstone-files-')));
  const [{ filename, size, unpackedSize, files }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', empty], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
  console.info(`npm pack: ${(size / 1e6).toFixed(1)} MB, unpacked ${(unpackedSize / 1e6).toFixed(1)} MB`);
  expect(files.filter(({ path }: { path: string }) => /\.map$|^(tests|sw|src|serve)\//.test(path))).toEqual([]);
  expect(size).toBeLessThan(18_000_000);

  const PATH = linkPrograms(join(empty, 'programs'), ['node', 'npm', 'npx', 'sh']);
  expect(builders.filter((name) => isInstalled(name, PATH))).toEqual([]);
  const run = (command: string, ...parameters: string[]) =>
    execFileSync(join(PATH, command), parameters, { cwd: empty, encoding: 'utf8', env: { ...process.env, PATH } });
  writeFileSync(join(empty, 'package.json'), '{"private":true}');
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`);

  const installed = JSON.parse(readFileSync(join(empty, 'node_modules/soapstone/package.json'), 'utf8'));
  expect(run('npx', 'soapstone', '--version').trim()).toBe(installed.version);
  writeFileSync(join(empty, 'ask.mjs'), askBySoap);
  const file = join(inTest(join(folderWith({ 'parcels.geojson': parcels(20) }), '..')), 'parcels/parcels.geojson');
  const output = run('npx', 'soapstone', 'serve', file, '--port', '0', '--run', 'node ask.mjs');
  expect(output).toMatch(/^200 20$/m);
}, 180_000);
