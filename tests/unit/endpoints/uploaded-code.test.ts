import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { safeUploadType } from '../../../sw/body.ts';
import { fileResponse } from '../../../sw/portal/index.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';
import { testWith } from '../with-extensions.ts';

let world: Awaited<ReturnType<typeof portalWorld>>;
beforeAll(async () => {
  world = await portalWorld();
});

const ask = async (path: string, destination = '', init: RequestInit = {}): Promise<Response> => {
  const request = new Request(`${origin}/${path}`, init);
  Object.defineProperty(request, 'destination', { value: destination });
  return (await answer(world.context, request))!;
};

test.each([
  ...['text/javascript', 'application/javascript', 'application/x-ecmascript; charset=utf-8', 'TEXT/JAVASCRIPT1.5'],
  ...['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/xml', 'application/atom+xml', 'text/xsl'],
  ...['text/css', 'application/wasm', 'text/livescript', ''],
])('an upload of type "%s" is answered as bytes', (type) => {
  const { headers } = fileResponse(new Blob(['x']), type, 'x');
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
});

test.each(['image/png', 'text/plain', 'application/json', 'application/pdf', 'video/mp4'])(
  'an upload of type %s keeps it',
  (type) => expect(safeUploadType(type)).toBe(type),
);

test.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'xslt'])(
  'nothing of the backend is a %s of a page of this origin',
  async (destination) => {
    for (const path of [
      'rest/services?f=json&callback=document.body.click',
      'output/1.js',
      'services',
      'portals?f=json',
    ]) {
      const answered = await ask(path, destination);
      expect(answered.status).toBe(403);
      expect(answered.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await answered.text()).not.toContain('click(');
    }
  },
);

testWith('rest')('JSONP is answered to pages of other origins, whose requests have no destination', async () => {
  const answered = await ask('rest/services?f=json&callback=tell');
  expect(await answered.text()).toMatch(/^tell\(/);
});

test('no answer may be taken for something else than its type says', async () => {
  const paths = ['services?f=json', 'services/None/MapServer', 'services/None/MapServer/0?f=json', 'admin/services'];
  for (const path of [...paths, 'output/1', 'arcgis/none', 'portals?f=json', 'rest/services?f=json', 'admin/maps'])
    expect((await ask(path)).headers.get('x-content-type-options'), path).toBe('nosniff');
});

test('what was removed before counts as removed', async () => {
  const body = new URLSearchParams({ f: 'json', key: 'gone.txt', token: world.tokens.host });
  const removed = await ask('portals/self/removeResource', '', { method: 'POST', body });
  expect(await removed.json()).toMatchObject({ success: true });
});
