import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShell } from '../../sw/shell.ts';

const base = '/shell-test/';
const files = { files: ['app.js'], first: ['app.js'], onDemand: 'lib/' };
const requested: string[] = [];
/** The web server's files, by path below the base. */
let served: Readonly<Record<string, string>>;

beforeEach(() => {
  requested.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.slice(base.length);
    requested.push(path);
    return new Response(served[path] ?? '', { status: served[path] === undefined ? 404 : 200 });
  });
  // `Cache.add` bypasses the fetch stub, so replace it.
  vi.spyOn(Cache.prototype, 'add').mockImplementation(async function (this: Cache, request) {
    const response = await fetch(request);
    if (!response.ok) throw new TypeError('not found');
    await this.put(request, response);
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const name of await caches.keys()) if (name.includes(base)) await caches.delete(name);
});

const requestFor = (path: string) => new Request(new URL(base + path, location.origin));

test('what was opened on demand is stored, and fetched anew by the next build while its server has it', async () => {
  served = { 'app.js': 'app 1', 'lib/map.js': 'map 1', 'lib/gone.js': 'gone 1', 'lib/other.js': 'other 1' };
  const first = createShell(base, { ...files, version: 'one' });
  await caches.open(`shell-${base}-one`);
  expect(await first.keepRest(true)).toBe(true);
  expect(requested).toEqual(['app.js']);
  for (const path of ['lib/map.js', 'lib/gone.js']) await first.file(requestFor(path));
  requested.length = 0;
  expect(await (await first.file(requestFor('lib/map.js'))).text()).toBe('map 1');
  expect(requested).toEqual([]);

  // When the next build changes one of them and drops another
  served = { 'app.js': 'app 2', 'lib/map.js': 'map 2', 'lib/other.js': 'other 2' };
  const next = createShell(base, { ...files, version: 'two' });
  await caches.open(`shell-${base}-two`);
  expect(await next.keepRest(true)).toBe(true);
  expect(requested.sort()).toEqual(['app.js', 'lib/gone.js', 'lib/map.js']);
  served = {};
  expect(await (await next.file(requestFor('lib/map.js'))).text()).toBe('map 2');
  expect((await next.file(requestFor('lib/other.js'))).status).toBe(404);
});

test('files are looked for in the caches of the app alone, and a broken address is no file', async () => {
  served = {};
  const shell = createShell(base, { ...files, version: 'now' });
  const put = async (name: string, path: string, text: string) =>
    (await caches.open(name)).put(requestFor(path), new Response(text));
  await put(`shell-${base}-before`, 'old.js', 'of the build before');
  await put(`backups ${base}`, 'backup.zip', 'not a file of the app');
  await put(`shell-${base}-pages`, 'note', 'a note');
  expect(await (await shell.file(requestFor('old.js'))).text()).toBe('of the build before');
  expect((await shell.file(requestFor('backup.zip'))).status).toBe(404);
  expect((await shell.file(requestFor('note'))).status).toBe(404);
  expect((await shell.file(requestFor('%E0%A4%A'))).status).toBe(404);
});
