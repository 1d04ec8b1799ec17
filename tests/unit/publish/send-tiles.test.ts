import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import jpeg from 'jpeg-js';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { PNG } from 'pngjs';
import { beforeEach, expect, test } from 'vitest';
import { makePackage } from '../../../src/publish/import/make-package.ts';
import { readSources } from '../../../src/publish/import/read-sources.ts';
import type { AskJson } from '../../../src/publish/job/ask-json.ts';
import { sendTiles } from '../../../src/publish/job/send-package.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import type { MapTiles } from '../../../sw/formats/tiles/tile-pyramid.ts';
import { unpackService } from '../../../sw/service/package.ts';
import { remoteContext } from '../extensions/remote/remote-context.ts';
import { decideFirst } from '../formats/pack-files.ts';
import { administrator } from '../portal/administrator.ts';

let context: Context;
let tiles: MapTiles;
/** Called when the server has imported everything, before the page gets the response. */
let onImported: () => void;

const askJson: AskJson = async (operation, path, { signal, ...init } = {}) => {
  signal?.throwIfAborted();
  const headers = await administrator(context);
  const response = (await answer(context, new Request(`${context.origin}/${path}`, { ...init, headers })))!;
  if (operation === 'import') onImported();
  signal?.throwIfAborted();
  const answered = await response.json();
  if (answered.error) throw new Error(answered.error.message);
  return answered;
};

/** Tiles written by GDAL: levels 4 to 6. */
const file = new Uint8Array(readFileSync('tests/unit/formats/files/tiles/jpeg.pmtiles'));
const codec = {
  decodeImage: async (image: Blob) => {
    const { width, height, data } = jpeg.decode(new Uint8Array(await image.arrayBuffer()));
    return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
  },
  encodeImage: (rgba: Uint8ClampedArray, width: number, height: number) => {
    const png = new PNG({ width, height });
    png.data = Buffer.from(rgba);
    return new Uint8Array(PNG.sync.write(png));
  },
};

beforeEach(async () => {
  context = await remoteContext();
  onImported = () => undefined;
  const read = await readSources([{ name: 'aerial.pmtiles', bytes: file }], {
    decodeImage: codec.decodeImage,
    partTexts: publishEn.layer.parts,
  });
  const made = await makePackage(read, decideFirst(read, 'aerial.pmtiles'), codec);
  tiles = made.tiles!;
  const { definition, files } = await unpackService(made.package);
  await context.store.publish(definition, files);
});

const soap = async (operation: string, content: string): Promise<string> => {
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:${operation} xmlns:t="urn:gis:schemas/3.2.0"><MapName>aerial</MapName>${content}</t:${operation}></s:Body></s:Envelope>`;
  const headers = { 'content-type': 'text/xml; charset=utf-8' };
  const url = `${context.origin}/services/aerial/MapServer`;
  return (await answer(context, new Request(url, { method: 'POST', headers, body })))!.text();
};

test('GetMapTile answers the tiles of the file, byte for byte', async () => {
  await sendTiles(askJson, 'aerial', tiles, { isNew: true });
  const judge = new PMTiles({
    getKey: () => 'memory',
    getBytes: async (offset, length): Promise<RangeResponse> => ({ data: file.slice(offset, offset + length).buffer }),
  });
  for (const [level, col, row] of [
    [6, 33, 20],
    [5, 16, 10],
  ] as const) {
    const xml = await soap('GetMapTile', `<Level>${level}</Level><Row>${row}</Row><Column>${col}</Column><Format/>`);
    const expected = Buffer.from((await judge.getZxy(level, col, row))!.data);
    expect(/<Result>(.*?)<\/Result>/.exec(xml)?.[1]).toBe(expected.toString('base64'));
  }
  expect(await soap('GetMapTile', '<Level>6</Level><Row>0</Row><Column>0</Column><Format/>')).toContain(
    'Tile not available: level 6, row 0, column 0.',
  );
  expect(await soap('IsFixedScaleMap', '')).toContain('<Result>true</Result>');
});

test.each([true, false])('a cancel while tiles are sent leaves nothing of a new service (%s)', async (isNew) => {
  const cancel = new AbortController();
  onImported = () => cancel.abort();
  await expect(sendTiles(askJson, 'aerial', tiles, { isNew, signal: cancel.signal })).rejects.toThrow('aborted');
  expect(await context.store.tiles.caches()).toEqual([]);
  // An existing service has its new data, but no cache.
  expect((await context.store.service('aerial')) === undefined).toBe(isNew);
});
