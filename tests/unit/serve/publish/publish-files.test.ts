import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fileGroups } from '../../../../serve/host/publish/file-groups.ts';
import * as codec from '../../../../serve/host/publish/image-codec.ts';
import { NotPublished, publishFiles } from '../../../../serve/host/publish/publish-files.ts';
import { withReferences } from '../../../../src/publish/import/decided.ts';
import { makePackage } from '../../../../src/publish/import/make-package.ts';
import { readSources } from '../../../../src/publish/import/read-sources.ts';
import { recognizeSources } from '../../../../src/publish/import/recognize-sources.ts';
import { firstDecisions } from '../../../../src/publish/job/decide.ts';
import { publishEn } from '../../../../src/publish/text/publish-en.ts';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import { type ServicePackage, unpackService } from '../../../../sw/service/package.ts';
import { remoteContext } from '../../extensions/remote/remote-context.ts';
import { geometry, makeGeoPackage, point } from '../../formats/geopackage/make-geopackage.ts';
import { makeDbf, makeShp } from '../../formats/make-shapefile.ts';
import { administrator } from '../../portal/administrator.ts';
import { builtReader } from './built-reader.ts';

// The built thread imports this module as a path; do the same here.
vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

let script: URL;
let folder: string;
let context: Context;
let lines: string[];

beforeAll(async () => {
  script = await builtReader();
}, 120_000);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapstone-publish-'));
  folders.push(folder);
  context = await remoteContext();
  lines = [];
});
const folders: string[] = [];
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true });
});

const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = await administrator(context);
  return (await answer(context, new Request(`${context.origin}/${path}`, { ...init, headers })))!;
};

/** Store files in the folder of the test, and return their paths. */
function store(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    return path;
  });
}

const publish = (paths: readonly string[], { continueOnError = false, dist = 'public' } = {}) =>
  publishFiles({
    ...{ ask, continueOnError, dist, script },
    groups: fileGroups(paths),
    say: (line) => void lines.push(line),
  });

/** Download a service as a package. */
const download = async (key: string): Promise<ServicePackage> =>
  unpackService(await (await ask(`admin/services/${key}?f=package`)).blob());

const readTable = (file: string): string => readFileSync(join('public', file), 'utf8');

/** Make the package that the page's reader makes of the files with the defaults of the wizard. */
async function makeExpected(paths: readonly string[]): Promise<ServicePackage> {
  const files = paths.map((path) => ({ name: basename(path), bytes: new Uint8Array(readFileSync(path)) }));
  const read = await readSources(files, { decodeImage: codec.decodeImage, partTexts: publishEn.layer.parts });
  const layers = recognizeSources(read.layers, {
    datums: readTable('datums.json'),
    definitions: readTable('epsg.json'),
  });
  const decided = firstDecisions({ ...read, layers, type: 'layers', joins: [], attached: undefined }, files[0]!.name);
  return unpackService((await makePackage({ ...read, layers }, withReferences(decided), codec)).package);
}

/** Expect a service to be what the page's reader makes of the files. */
async function expectService(key: string, paths: readonly string[]): Promise<ServicePackage> {
  const [actual, expected] = await Promise.all([download(key), makeExpected(paths)]);
  expect(actual.definition).toEqual(expected.definition);
  expect([...actual.files.keys()].sort()).toEqual([...expected.files.keys()].sort());
  for (const [name, blob] of expected.files)
    expect(Buffer.from(await actual.files.get(name)!.arrayBuffer()), name).toEqual(
      Buffer.from(await blob.arrayBuffer()),
    );
  return actual;
}

const towns = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'Köln', id: 7 }, geometry: { type: 'Point', coordinates: [6.96, 50.94] } },
    { type: 'Feature', properties: { name: 'Bonn', id: 8 }, geometry: null },
  ],
});

test('GeoJSON becomes a service, and the notes of its reader are warnings', async () => {
  const paths = store({ 'towns.geojson': towns });
  const warnings = [{ file: 'towns.geojson', text: '1 feature has no geometry.' }];
  expect(await publish(paths)).toEqual(warnings);
  expect(lines).toEqual(['towns.geojson: 1 feature has no geometry.']);
  await expectService('towns', paths);
});

test.each<[name: string, files: () => Promise<Readonly<Record<string, string | Uint8Array>>>]>([
  ['CSV with coordinates', async () => ({ 'places.csv': 'name,longitude,latitude\na,10.5,50\nb,11,51.25\n' })],
  ['KML', async () => ({ 'routes.kml': readFileSync('tests/unit/formats/files/my-map.kml') })],
  [
    'zipped shapefile',
    async () => ({
      'woods.zip': zipSync({
        'woods.shp': makeShp(5, [[square]]),
        'woods.dbf': makeDbf([{ name: 'KIND', type: 'C', length: 5, cells: ['beech'] }]),
        'woods.prj': strToU8(wgs84),
      }),
    }),
  ],
  [
    'GeoPackage',
    async () => ({
      'sites.gpkg': await makeGeoPackage([
        {
          name: 'sites',
          columns: 'fid INTEGER PRIMARY KEY, geom POINT, label TEXT',
          rows: [[1, geometry(point([7, 51])), 'one']],
          kind: 'POINT',
        },
      ]),
    }),
  ],
  [
    'GeoPackage with a journal beside',
    async () => ({
      'early.gpkg': readFileSync('tests/unit/formats/files/early.gpkg'),
      'early.gpkg-wal': readFileSync('tests/unit/formats/files/early.gpkg-wal'),
    }),
  ],
  [
    'GeoTIFF with colours',
    async () => ({ 'palette.tif': readFileSync('tests/unit/formats/raster/files/palette.tif') }),
  ],
  [
    'half-transparent PNG with a world file beside',
    async () => ({ 'plan.png': makePng(2, 1, [200, 100, 50, 7, 1, 2, 3, 255]), 'plan.pgw': '1\n0\n0\n-1\n0\n0\n' }),
  ],
  ['GeoTIFF of JPEG', async () => ({ 'aerial.tif': readFileSync('tests/unit/formats/files/raster/jpeg.tif') })],
])('%s becomes what the reader of the page makes of it', async (_, files) => {
  const paths = store(await files());
  await publish(paths);
  await expectService(basename(paths[0]!).replace(/\..*/, ''), paths);
});

test('related files of a folder become one service, and a file beside them is attached', async () => {
  store({
    'plan/sites.csv': 'site_id,photo,longitude,latitude\n1,a.jpg,10,50\n2,,11,51\n',
    'plan/visits.csv': 'site_id,visitor\n1,Ada\n1,Bo\n',
    'plan/a.jpg': 'not really a photo',
  });
  expect(await publish([join(folder, 'plan')])).toEqual([]);
  const { definition } = await download('plan');
  expect(definition.maps[0]!.layers.map(({ Name }) => Name)).toEqual(['sites']);
  expect(definition.maps[0]!.standaloneTables.map(({ Name }) => Name)).toEqual(['visits']);
  expect(definition.maps[0]!.relationships).toMatchObject([{ originKey: 'site_id', destinationKey: 'site_id' }]);
  expect(definition.tables.sites!.attachments).toBeDefined();
});

test('image tiles of a file become the map cache of its service', async () => {
  const file = 'tests/unit/formats/files/tiles/jpeg.pmtiles';
  const [path] = store({ 'aerial.pmtiles': readFileSync(file) });
  expect(await publish([path!])).toEqual([
    { file: 'Berlin & around', text: '6 tiles of the levels 5 to 6 become the tile cache of the service.' },
  ]);
  const caches = await context.store.tiles.caches();
  expect(caches).toHaveLength(1);
});

test('a service of an earlier run gets new data, and one of the same run another name', async () => {
  const [first, second] = store({ 'a/roads.csv': 'x,y\n1,2\n', 'b/roads.csv': 'x,y\n3,4\n' });
  const isOther = { file: 'roads.csv', text: 'Other files are the service roads; this one is roads_2.' };
  expect(await publish([first!, second!])).toEqual([isOther]);
  const isReplaced = (key: string) => ({
    file: 'roads.csv',
    text: `The service ${key} of the data folder has new data.`,
  });
  expect(await publish([first!, second!])).toEqual([isReplaced('roads'), isReplaced('roads_2'), isOther]);
});

test('a broken file is named in the error, and with continueOnError the others are published', async () => {
  const paths = store({ 'broken.geojson': '{"type":"FeatureCollection","features":[{', 'towns.geojson': towns });
  const message = /^broken\.geojson could not be published: broken\.geojson.*\.$/;
  const error = await publish(paths).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NotPublished);
  expect((error as Error).message).toMatch(message);
  const warnings = await publish(paths, { continueOnError: true });
  expect(warnings).toEqual([
    { file: 'broken.geojson', text: expect.stringMatching(message) },
    { file: 'towns.geojson', text: '1 feature has no geometry.' },
  ]);
  expect(lines[0]).toBe(warnings[0]!.text);
  await expectService('towns', [paths[1]!]);
});

test('a file without a known coordinate system needs a decision', async () => {
  const paths = store({ 'far.csv': 'x,y\n500000,5600000\n' });
  await expect(publish(paths)).rejects.toThrow('far.csv could not be published: far: choose a coordinate system.');
});

test('a file that was removed is named, and so is one that the backend refuses', async () => {
  const [path] = store({ 'towns.geojson': towns });
  const groups = fileGroups([path!]);
  const refuse: typeof ask = async (request, init) =>
    init?.method === 'POST'
      ? Response.json({ error: { messageCode: 'too-large', message: 'The disk is full.' } }, { status: 413 })
      : ask(request, init);
  const options = { groups, continueOnError: false, dist: 'public', script, say: () => undefined };
  await expect(publishFiles({ ...options, ask: refuse })).rejects.toThrow(
    'towns.geojson could not be published: The disk is full.',
  );
  rmSync(path!);
  await expect(publishFiles({ ...options, ask })).rejects.toThrow(
    'towns.geojson could not be published: The file can no longer be read; choose it again.',
  );
});

test('an exported service is published under its name', async () => {
  await publish(store({ 'towns.geojson': towns }));
  const exported = new Uint8Array(await (await ask('admin/services/towns?f=package')).arrayBuffer());
  const before = await download('towns');
  context = await remoteContext();
  expect(await publish(store({ 'any.zip': exported }))).toEqual([]);
  expect((await download('towns')).definition).toEqual(before.definition);
});

function makePng(width: number, height: number, rgba: readonly number[]): Uint8Array {
  const png = new PNG({ width, height });
  png.data = Buffer.from(rgba);
  return PNG.sync.write(png);
}

const square = [
  [0, 0],
  [0, 1],
  [1, 1],
  [0, 0],
] as const;
const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
