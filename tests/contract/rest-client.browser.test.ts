import { expect, test } from 'vitest';
import { ClientError } from '../../src/client/client-error.ts';
import type { Transport } from '../../src/client/transport.ts';
import { askRest } from '../../src/extensions/rest/client.ts';
import { answer } from '../../sw/answer.ts';
import { sampleContext } from './sample-context.ts';

const sent: string[] = [];
/** Calls the backend directly. In an app this is the service worker. */
const transport: Transport = {
  kind: 'worker',
  base: 'http://soapstone.test/',
  send: async (path, init) => {
    sent.push(path);
    return (await answer(await sampleContext(), new Request(`http://soapstone.test/${path}`, init as RequestInit)))!;
  },
  close: () => {},
};

const towns = { layer: 1, outFields: 'NAME' };

test('rows come as filters of each kind leave them', async () => {
  const listNames = async (parameters: object): Promise<string[]> => {
    const { features } = await askRest(transport, 'Sample', 'query', { ...towns, ...parameters });
    return features.map(({ attributes }: { attributes: { NAME: string } }) => attributes.NAME);
  };
  expect(await listNames({ where: "NAME = 'Ash'" })).toEqual(['Ash']);
  expect(await listNames({ objectIds: [3, 2], orderByFields: 'NAME DESC' })).toEqual(['Cedar', 'Birch <& Son>']);
  const { features } = await askRest(transport, 'Sample', 'query', { ...towns, objectIds: [1] });
  const { x, y } = features[0].geometry;
  const around = { xmin: x - 0.01, ymin: y - 0.01, xmax: x + 0.01, ymax: y + 0.01 };
  expect(await listNames({ geometry: around, geometryType: 'esriGeometryEnvelope' })).toEqual(['Ash']);
  const counted = await askRest(transport, 'Sample', 'query', { ...towns, where: '1=1', returnCountOnly: true });
  expect(counted).toEqual({ count: 4 });
});

test('resources are asked at their paths, in their formats', async () => {
  sent.length = 0;
  const { services } = await askRest(transport, '', 'catalogue', {});
  expect(services).toContainEqual({ name: 'Sample', type: 'MapServer' });
  const layer = await askRest(transport, 'Sample', 'layer', { layer: 1 }, { server: 'FeatureServer' });
  expect(layer).toMatchObject({ name: 'Towns', capabilities: 'Query' });
  const image = await askRest(
    transport,
    'Sample',
    'export',
    { bbox: [0, 0, 20, 20], size: [60, 40], format: 'png32' },
    { f: 'image' },
  );
  expect(image.type).toBe('image/png');
  expect(await createImageBitmap(image)).toMatchObject({ width: 60, height: 40 });
  const rows = await askRest(transport, 'Sample', 'query', { ...towns, where: '1=1' }, { f: 'pbf' });
  expect(rows.type).toBe('application/x-protobuf');
  const shapes = await askRest(transport, 'Sample', 'query', { ...towns, where: '1=1' }, { f: 'geojson' });
  expect(shapes).toMatchObject({ type: 'FeatureCollection', features: { length: 4 } });
  expect(sent).toEqual([
    'rest/services',
    'rest/services/Sample/FeatureServer/1',
    'rest/services/Sample/MapServer/export',
    'rest/services/Sample/MapServer/1/query',
    'rest/services/Sample/MapServer/1/query',
  ]);
});

test('what the server refuses is an error with its code and text', async () => {
  const wrong = askRest(transport, 'Sample', 'query', { ...towns, where: 'NOTHING = 1' });
  await expect(wrong).rejects.toBeInstanceOf(ClientError);
  await expect(wrong).rejects.toMatchObject({ code: 'unknown-field', message: expect.stringContaining('NOTHING') });
  await expect(askRest(transport, 'Sample', 'layer', { layer: 77 })).rejects.toThrow(/77/);
  const stopped = AbortSignal.abort(new Error('no longer needed'));
  await expect(askRest(transport, 'Sample', 'layer', { layer: 1 }, { signal: stopped })).rejects.toThrow(
    'no longer needed',
  );
});
