import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const headersOf: Record<string, string>[] = [];

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  headersOf.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal('addEventListener', vi.fn());
});

afterEach(() => {
  // Test files share their modules.
  vi.resetModules();
  vi.doUnmock('../../../src/host.ts');
  vi.doUnmock('../../../src/connection/link.ts');
  vi.unstubAllGlobals();
});

/** Open the page at an address. @param answers of `POST session` */
async function open(href: string, isServed = true, answers: readonly Response[] = []) {
  const replaceState = vi.fn();
  vi.stubGlobal('location', new URL(href));
  vi.stubGlobal('history', { state: null, replaceState });
  vi.doMock('../../../src/host.ts', () => ({ isServed }));
  const left = [...answers];
  vi.doMock('../../../src/connection/link.ts', () => ({
    link: {
      canSend: async () => true,
      fetch: async (url: string, { headers }: RequestInit) => {
        headersOf.push({ url, ...Object.fromEntries(headers as Headers) });
        return left.shift();
      },
    },
  }));
  const pageKey = await import('../../../src/connection/page-key.ts');
  const signIn = await import('../../../src/connection/sign-in.ts');
  const { send } = await import('../../../src/connection/call.ts');
  return { ...pageKey, ...signIn, send, replaceState };
}

const session = { portalId: 'p', name: 'Portal', username: 'admin', token: 't', expires: 1e15 };

test('the key leaves the address at once and stays in the storage of the origin', async () => {
  const first = await open('http://localhost:8080/?page=settings#key=abc-DEF_123');
  expect(first.takePageKey()).toBe(true);
  expect(first.replaceState).toHaveBeenCalledWith(null, '', '/?page=settings');
  expect([...stored.values()]).toEqual(['abc-DEF_123']);
  vi.resetModules();
  const later = await open('http://localhost:8080/');
  expect([later.takePageKey(), later.readPageKey()]).toEqual([false, 'abc-DEF_123']);
});

test('other fragments, and addresses of a statically hosted page, stay as they are', async () => {
  const view = await open('http://localhost:8080/#-10,35,30,60');
  expect([view.takePageKey(), view.canPageSignIn()]).toEqual([false, false]);
  vi.resetModules();
  const hosted = await open('http://localhost:4173/#key=abc', false);
  expect([hosted.takePageKey(), hosted.canPageSignIn(), hosted.pageKeyHeaders()]).toEqual([false, true, {}]);
  expect([view.replaceState.mock.calls, hosted.replaceState.mock.calls, stored.size]).toEqual([[], [], 0]);
});

test('only the request for a session has the key', async () => {
  const page = await open('http://localhost:8080/#key=abc', true, [
    Response.json({ sessions: [session] }),
    Response.json({ services: [] }),
  ]);
  page.takePageKey();
  await page.signPageIn();
  await page.send('catalogue', '/services?f=json', {});
  expect(headersOf.map((headers) => headers['x-soapstone-key'])).toEqual(['abc', undefined]);
  expect(headersOf[0]!.url).toBe('/session?except=');
  expect(headersOf[1]!.authorization).toBe('Bearer t');
});

test('a refused key is dropped with the sessions that it gave, and asked for no more', async () => {
  const page = await open('http://localhost:8080/#key=old', true, [new Response('{"error":{}}', { status: 401 })]);
  stored.set('soapstone:sessions:/', JSON.stringify({ active: [session], left: [] }));
  page.takePageKey();
  await page.signPageIn();
  expect([page.readPageKey(), page.sessions.value?.size]).toEqual([undefined, 0]);
  await page.signPageIn();
  expect(headersOf.length).toBe(1);
});
