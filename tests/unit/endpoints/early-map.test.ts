import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import type { RequestOf } from '../../../sw/contract/index.ts';
import { handlers } from '../../../sw/handlers/index.ts';
import { encodeRequest } from '../../../sw/soap/encode.ts';
import { sealEnvelope } from '../../../sw/soap/envelope.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';
import { blobsOf, madeService } from '../service/made-service.ts';

const request: RequestOf<'ExportMapImage'> = {
  MapDescription: {
    type: 'MapDescription',
    Name: 'Layers',
    Rotation: 0,
    LayerDescriptions: [],
    MapArea: {
      type: 'MapExtent',
      Extent: { type: 'EnvelopeN', XMin: 5, YMin: 45, XMax: 11, YMax: 48 },
    },
  } as never,
  ImageDescription: {
    ImageType: { ImageFormat: 'gisImageNone', ImageReturnType: 'gisImageReturnMimeData' },
    ImageDisplay: { ImageHeight: 5000, ImageWidth: 100, ImageDPI: 96 },
  } as never,
};

/** A world with what asks its service for a map, as a member, and what publishes the service with another largest height. */
async function made() {
  const world = await portalWorld();
  const { context, store, tokens } = world;
  const drawn = vi.spyOn(handlers, 'ExportMapImage');
  onTestFinished(() => void vi.restoreAllMocks());
  const ask = async () => {
    const headers = { authorization: `Bearer ${tokens.member}` };
    const body = sealEnvelope(encodeRequest('ExportMapImage', request));
    const sent = new Request(`${origin}/services/World/MapServer`, { method: 'POST', headers, body });
    return (await (await answer(context, sent))!.text()).replace(/\s+/g, ' ');
  };
  const publish = async (MaximumImageHeight: number) => {
    const { definition, files } = madeService('World');
    const limits = { ...definition.limits, MaximumImageHeight };
    // Nothing is to be drawn, which needs a canvas.
    const maps = definition.maps.map((map) => ({ ...map, layers: [] }));
    await store.publish({ ...definition, limits, maps }, blobsOf(files));
  };
  await publish(400);
  return { ...world, ask, publish, drawn };
}

test('a map is drawn while the gate reads, once', async () => {
  const { ask, store, drawn } = await made();
  const first = await ask();
  const { admission } = store.portal;
  let admit = () => {};
  const admitted = new Promise<void>((resolve) => {
    admit = resolve;
  });
  vi.spyOn(store.portal, 'admission').mockImplementation(async (...given) => {
    await admitted;
    return admission(...given);
  });

  const second = ask();
  await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(2));
  admit();

  expect(await second).toBe(first);
  expect(drawn).toHaveBeenCalledTimes(2);
});

test('a map of a service that was published anew meanwhile is the new one', async () => {
  const { ask, publish } = await made();
  await publish(300);
  expect(await ask()).toContain('<ImageHeight>300</ImageHeight>');

  await publish(200);

  expect(await ask()).toContain('<ImageHeight>200</ImageHeight>');
  expect(await ask()).toContain('<ImageHeight>200</ImageHeight>');
});

test('who is no longer let in gets no map', async () => {
  const { ask, store, guest, clock, drawn } = await made();
  expect(await ask()).toContain('<ImageHeight>');

  await store.portal.write(async (transaction) => {
    const settings = transaction.objectStore('serviceSettings');
    const row = (await settings.get('World'))!;
    await settings.put({ ...row, portalId: guest.id, access: 'private' });
  });
  expect(await ask()).toContain('unknown-service');
  expect(await ask()).toContain('unknown-service');
  expect(drawn).toHaveBeenCalledTimes(2);
  clock.now += 600 * 60_000 + 1;
  expect(await ask()).toContain('bad-token');
});
