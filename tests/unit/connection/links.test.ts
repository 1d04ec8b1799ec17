import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** Answer to a request: a status with headers, or an error if the server is unreachable. */
type Reply = { readonly status?: number; readonly version?: string } | Error;

const replies: Reply[] = [];
const requests: string[] = [];

/** The part of a page that links use. */
function stubPage(serviceWorker: object | undefined): { reload: ReturnType<typeof vi.fn> } {
  const reload = vi.fn();
  const target = new EventTarget();
  vi.stubGlobal('window', { parent: undefined });
  (window as { parent: unknown }).parent = window;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('location', { origin: 'http://localhost:8080', href: 'http://localhost:8080/', search: '', reload });
  vi.stubGlobal('navigator', serviceWorker ? { serviceWorker, onLine: true } : { onLine: true });
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit = {}) => {
    requests.push(url);
    signal?.throwIfAborted();
    const reply = replies.shift() ?? {};
    if (reply instanceof Error) throw reply;
    const { status = 200, version } = reply;
    return new Response(null, { status, headers: version === undefined ? {} : { 'x-soapstone': version } });
  });
  return { reload };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  replies.length = 0;
  requests.length = 0;
});

afterEach(() => {
  // Test files share their modules.
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const unreachable = () => new TypeError('Failed to fetch');

describe('the link to the program that serves the page', () => {
  const load = async () => ({
    ...(await import('../../../src/connection/server-link.ts')),
    ...(await import('../../../src/connection/link-state.ts')),
  });

  test('waits while the server starts, and is ready once it answers', async () => {
    stubPage(undefined);
    const { serverLink, linkState } = await load();
    replies.push({ status: 503 }, { status: 503 }, { status: 200 });
    const started = serverLink.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(linkState.value).toBe('starting');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await started).toBe(true);
    expect(linkState.value).toBe('ready');
    expect(requests).toEqual(['/health', '/health', '/health']);
  });

  test('is blocked while the server is unreachable, and reloads the page once it answers', async () => {
    const { reload } = stubPage(undefined);
    const { serverLink, linkState, linkProblem } = await load();
    replies.push(unreachable(), unreachable(), { status: 503 });
    expect(await serverLink.start()).toBe(false);
    expect(await serverLink.canSend()).toBe(false);
    expect([linkState.value, linkProblem.value]).toEqual(['blocked', 'Failed to fetch']);
    await vi.advanceTimersByTimeAsync(4000);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(reload).toHaveBeenCalledOnce();
  });

  test('reports an unreachable server until it answers again, but no aborted request', async () => {
    stubPage(undefined);
    const { serverLink, isReachable } = await load();
    await serverLink.start();
    await expect(serverLink.fetch('/services', { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(isReachable.value).toBe(true);
    replies.push(unreachable());
    await expect(serverLink.fetch('/services', {})).rejects.toThrow('Failed to fetch');
    expect(isReachable.value).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(isReachable.value).toBe(true);
  });

  test('offers an update once answers have another version', async () => {
    const { reload } = stubPage(undefined);
    const { serverLink, linkState } = await load();
    await serverLink.start();
    const states: string[] = [];
    for (const reply of [{ version: 'a' }, {}, { version: 'a' }, { version: 'b' }]) {
      replies.push(reply);
      await serverLink.fetch('/services', {});
      states.push(linkState.value);
    }
    expect(states).toEqual(['ready', 'ready', 'ready', 'update-ready']);
    await serverLink.applyUpdate();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('sends nothing while a service worker of an earlier version is registered', async () => {
    const register = vi.fn();
    stubPage({ getRegistration: async () => ({ active: {} }), register });
    const { serverLink, linkState } = await load();
    expect(await serverLink.canSend()).toBe(false);
    expect([linkState.value, requests, register.mock.calls]).toEqual(['worker-left', [], []]);
  });

  test('registers no service worker', async () => {
    const register = vi.fn();
    stubPage({ getRegistration: async () => undefined, register });
    const { serverLink } = await load();
    expect([await serverLink.canSend(), await serverLink.waitForCache()]).toEqual([true, false]);
    expect(register).not.toHaveBeenCalled();
  });

  test('needs a secure context, and no page of another origin around it', async () => {
    stubPage(undefined);
    vi.stubGlobal('isSecureContext', false);
    expect(await (await load()).serverLink.start()).toBe(false);
    expect((await load()).linkState.value).toBe('unsupported');
    vi.resetModules();
    vi.stubGlobal('isSecureContext', true);
    (window as { parent: unknown }).parent = { location: { origin: 'https://other.example' } };
    expect(await (await load()).serverLink.start()).toBe(false);
    expect((await load()).linkState.value).toBe('framed');
    expect(requests).toEqual([]);
  });
});

describe('the link to the service worker', () => {
  const load = async () => ({
    ...(await import('../../../src/connection/worker-link.ts')),
    ...(await import('../../../src/connection/link-state.ts')),
  });

  /** A container whose worker is active, and controls the page if asked to. */
  function container(isControlled: boolean): EventTarget & { controller: object | null; register: unknown } {
    const active = Object.assign(new EventTarget(), { state: 'activated', postMessage: vi.fn() });
    const registration = Object.assign(new EventTarget(), { active, waiting: null, installing: null, update: vi.fn() });
    registration.update.mockResolvedValue(undefined);
    return Object.assign(new EventTarget(), {
      controller: isControlled ? active : null,
      register: vi.fn().mockResolvedValue(registration),
    });
  }

  const storage = () => ({ getItem: vi.fn(), setItem: vi.fn(), removeItem: vi.fn() });

  test('is ready once the worker is in control', async () => {
    stubPage(container(true));
    vi.stubGlobal('sessionStorage', storage());
    const { workerLink, linkState } = await load();
    expect([await workerLink.start(), await workerLink.canSend()]).toEqual([true, true]);
    expect(linkState.value).toBe('ready');
  });

  test('sends nothing without a service worker', async () => {
    stubPage(undefined);
    const { workerLink, linkState } = await load();
    expect([await workerLink.start(), await workerLink.canSend()]).toEqual([false, false]);
    expect(linkState.value).toBe('unsupported');
  });

  test('is blocked if the worker cannot be installed', async () => {
    const failing = { register: async () => Promise.reject(unreachable()), getRegistration: async () => undefined };
    stubPage(failing);
    const { workerLink, linkState, linkProblem } = await load();
    expect([await workerLink.start(), await workerLink.canSend()]).toEqual([false, false]);
    expect([linkState.value, linkProblem.value]).toEqual(['blocked', 'Failed to fetch']);
  });
});
