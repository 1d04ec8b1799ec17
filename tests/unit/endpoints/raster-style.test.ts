import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { buildService } from '../../../src/publish/import/build-service.ts';
import { carryOver } from '../../../src/publish/import/carry-over.ts';
import { writeRaster } from '../../../src/publish/import/raster/raster-tiles.ts';
import { answer } from '../../../sw/answer.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import { writeJson } from '../../../sw/service/package-json.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';
import { toBlobs } from '../service/made-service.ts';
import { testWith } from '../with-extensions.ts';

/* Change the style of a raster layer with the page's endpoints, and check it with the APIs of other clients. */

const side = 20;

/** Publish two bands of ten degrees: 0 to 399, and -1 in the western half; 7 is no data in the first. */
async function findService(bandNames: readonly string[]) {
  const samples = [(i: number) => i, (i: number) => (i % side < side / 2 ? -1 : i)];
  const written = await writeRaster(
    {
      name: 'heights',
      widthPx: side,
      heightPx: side,
      extent: [0, 0, 10, 10],
      spatialReference: wgs84,
      sampleType: 'i16',
      isCategorical: false,
      noData: 7,
      notes: [],
      bands: bandNames.map((name, band) => ({
        name,
        samples: Int16Array.from({ length: side * side }, (_, i) => samples[band]!(i)),
      })),
    },
    { key: 'heights' },
  );
  return buildService({ name: 'Heights', layers: [{ content: written, name: 'Heights' }], extent: [0, 0, 10, 10] });
}

let world: Awaited<ReturnType<typeof portalWorld>>;
beforeAll(async () => {
  world = await portalWorld();
  const { definition, files } = await findService(['Low', 'High']);
  await world.store.publish(definition, toBlobs(files));
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks at parts of it
async function ask(method: string, path: string, body?: unknown): Promise<any> {
  const headers = { authorization: `Bearer ${world.tokens.host}`, accept: 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body: writeJson(body) }) };
  return (await answer(world.context, new Request(`${origin}/${path}`, init)))!.json();
}

const classes: Value<'RasterLayerDrawingDescription'> = {
  type: 'RasterLayerDrawingDescription',
  RasterRenderer: {
    type: 'RasterClassifyRenderer',
    ClassField: 'Low',
    ArrayOfBreak: [0, 100, 400],
    LegendGroups: [
      {
        Visible: true,
        Editable: true,
        Heading: '',
        LegendClasses: ['valley', 'hill'].map((Label, i) => ({
          Label,
          Description: '',
          Symbol: {
            type: 'SimpleFillSymbol',
            Style: 'gisSFSSolid',
            Color: { type: 'RgbColor', Red: 90 * i, Green: 120, Blue: 60, AlphaValue: 255 },
          },
        })),
      },
    ],
  },
};

test('how a raster is published, and the values of its bands', async () => {
  const path = 'services/Heights/MapServer/0?f=raster';
  const low = await ask('GET', path);
  expect(low).toMatchObject({ bandNames: ['Low', 'High'], sampleType: 'i16', noData: 7, widthPx: side });
  expect(low.drawing.RasterRenderer.type).toBe('RasterStretchRenderer');
  expect(low.histogram).toMatchObject({ band: 0, min: 0, max: 399, total: 399 });
  const high = (await ask('GET', `${path}&band=1&noData=-1`)).histogram;
  expect(high).toMatchObject({ band: 1, min: 10, max: 399, total: 200 });
  expect((await ask('GET', `${path}&band=2`)).error.message).toBe('band: expected a number from 0 to 1, found "2".');
  expect((await ask('GET', `${path}&noData=x`)).error.message).toMatch(
    /^noData: expected at most 100 numbers .*found "x"\.$/,
  );
});

testWith('rest')('a style is saved, drawn, read by clicking, and another one is that of a map alone', async () => {
  const layers = [{ LayerID: 0, rasterDrawing: classes }];
  expect(await ask('PATCH', 'admin/services/Heights', { layers })).toMatchObject({ success: true });
  const identify = 'rest/services/Heights/MapServer/identify?f=json&geometryType=esriGeometryPoint&tolerance=2';
  const view = '&mapExtent=0,0,10,10&imageDisplay=100,100,96&layers=all:0&sr=4326';
  const identifyAt = async (x: number, y: number) =>
    (await ask('GET', `${identify}${view}&geometry=${x},${y}`)).results.map(
      ({ value, attributes }: { value: string; attributes: object }) => [value, attributes],
    );
  expect(await identifyAt(0.3, 9.9)).toEqual([
    ['0, -1', { 'Pixel Value': '0, -1', Class: 'valley', Low: '0', High: '-1' }],
  ]);
  expect(await identifyAt(9.9, 0.1)).toEqual([['399, 399', expect.objectContaining({ Class: 'hill' })]]);

  const RasterRenderer = { type: 'RasterStretchRenderer', UseHillShader: true, ShadeOnly: true } as const;
  const entry = {
    service: 'Heights',
    layer: 0,
    name: 'Heights',
    title: 'Shade',
    visible: true,
    labels: false,
    opacity: 40,
    filter: '',
    rasterDrawing: { type: 'RasterLayerDrawingDescription', RasterRenderer },
  };
  const map = {
    title: 'Hills',
    description: '',
    reference: wgs84,
    extent: [0, 0, 10, 10],
    background: { kind: 'none' },
  };
  expect(await ask('PUT', 'admin/maps/hillymap', { ...map, layers: [entry], version: 0 })).toMatchObject({ map: {} });
  const { drawing } = await ask('GET', 'services/~hillymap/MapServer/0?f=raster');
  expect(drawing).toMatchObject({ RasterRenderer, Transparency: 60 });
  const original = await ask('GET', 'services/Heights/MapServer/0?f=raster');
  expect(original.drawing.RasterRenderer.type).toBe('RasterClassifyRenderer');
});

testWith('rest')('new data with the same bands are drawn as the old, and others as new ones', async () => {
  const old = (await world.store.service('Heights'))!.definition;
  const findStyle = async (bandNames: readonly string[]) => {
    const { definition } = await findService(bandNames);
    return carryOver(definition, old).definition.maps[0]!.layers[0]!.rasterDrawing!.RasterRenderer!.type;
  };
  expect(await findStyle(['Low', 'High'])).toBe('RasterClassifyRenderer');
  expect(await findStyle(['Low', 'Other'])).toBe('RasterStretchRenderer');
});
