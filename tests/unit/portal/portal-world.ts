import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { preparePortals } from '../../../sw/portal/first-run.ts';
import { hashPassword } from '../../../sw/portal/password.ts';
import { issueToken } from '../../../sw/portal/principal.ts';
import type { Role } from '../../../sw/portal/schema/portal-records.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import { madeService, toBlobs } from '../service/made-service.ts';

export const origin = 'http://soapstone.test';
export type Who = 'nobody' | 'member' | 'publisher' | 'guest' | 'host' | 'guestMember' | 'guestPublisher';

let worlds = 0;

/**
 * Make the demo portals over an empty database, with one published service, a clock that tests move, and an account for
 * each role.
 */
export async function portalWorld(options: Partial<Context> & { readonly databaseName?: string } = {}) {
  const databaseName = options.databaseName ?? `portal-${++worlds}-${Math.random()}`;
  const clock = { now: Date.UTC(2026, 0, 1) };
  const now = () => clock.now;
  const newId = () => crypto.randomUUID().replaceAll('-', '');
  const store = await openStore({ openDatabase: openIndexedDb, databaseName, now, newId });
  const background = new Set<Promise<unknown>>();
  const context: Context = {
    store,
    createCanvas: () => {
      throw new Error('no canvas here');
    },
    now,
    newId,
    fetch: async () => {
      throw new Error('no network here');
    },
    base: '/',
    origin,
    fontsReady: async () => undefined,
    yieldNow: async () => undefined,
    passwordIterations: 2,
    keepAlive: (work) => {
      const pending = work.catch(() => undefined).finally(() => background.delete(pending));
      background.add(pending);
    },
    ...options,
  };
  if (!(await store.setting('demo-published'))) {
    const { definition, files } = madeService('World');
    await store.publish(definition, toBlobs(files));
    await store.setSetting('demo-published', true);
  }
  await preparePortals(context);
  const portals = await store.portal.all('portals');
  const host = portals.find((portal) => portal.isDefault)!;
  const guest = portals.find((portal) => !portal.isDefault)!;
  const [collaboration] = await store.portal.all('collaborations');
  const [workspace] = await store.portal.all('workspaces');
  const tokens: Record<Who, string> = {
    nobody: '',
    member: await createToken(context, host.id, 'mona', 'member'),
    publisher: await createToken(context, host.id, 'paul', 'publisher'),
    host: await createToken(context, host.id, 'hanna', 'administrator'),
    guestMember: await createToken(context, guest.id, 'gina', 'member'),
    guestPublisher: await createToken(context, guest.id, 'gerd', 'publisher'),
    guest: await createToken(context, guest.id, 'greta', 'administrator'),
  };
  const workspacePath = (portalId: string) =>
    `portals/${portalId}/collaborations/${collaboration?.id}/workspaces/${workspace?.id}`;

  /** Send a form and return the JSON of the response. */
  const post = (
    who: Who,
    path: string,
    values: Record<string, string | File> = {},
    headers: Record<string, string> = {},
  ) => send(context, 'POST', path, { f: 'json', ...(tokens[who] ? { token: tokens[who] } : {}), ...values }, headers);
  const get = (who: Who, path: string, values: Record<string, string> = {}) => {
    const query = new URLSearchParams({ f: 'json', ...(tokens[who] ? { token: tokens[who] } : {}), ...values });
    return send(context, 'GET', `${path}?${query}`);
  };
  const settle = async () => {
    while (background.size > 0) await Promise.all(background);
  };
  return {
    context,
    store,
    databaseName,
    clock,
    host,
    guest,
    collaboration: collaboration!,
    workspace: workspace!,
    tokens,
    workspacePath,
    post,
    get,
    settled: settle,
  };
}

export type World = Awaited<ReturnType<typeof portalWorld>>;

async function createToken(context: Context, portalId: string, username: string, role: Role): Promise<string> {
  const created = context.now();
  const existing = await context.store.portal.get('users', [portalId, username]);
  const password = existing?.password ?? (await hashPassword(`${username}-password`, 2));
  await context.store.portal.write((transaction) =>
    transaction.objectStore('users').put({
      portalId,
      username,
      fullName: '',
      email: '',
      role,
      disabled: false,
      password,
      created,
      modified: created,
    }),
  );
  return (await issueToken(context, { portalId, username }, 600)).token;
}

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests look at.
export type Json = any;

export async function send(
  context: Context,
  method: string,
  path: string,
  values?: Record<string, string | File>,
  headers: Record<string, string> = {},
): Promise<Json> {
  const response = await ask(context, method, path, values, headers);
  return JSON.parse(await response.text());
}

/** Send a request like a page does; files make the body multipart. */
export async function ask(
  context: Context,
  method: string,
  path: string,
  values?: Record<string, string | File>,
  headers: Record<string, string> = {},
  mode?: 'navigate',
): Promise<Response> {
  const hasFile = Object.values(values ?? {}).some((value) => typeof value !== 'string');
  let body: FormData | URLSearchParams | undefined;
  if (values) {
    body = hasFile ? new FormData() : new URLSearchParams();
    for (const [name, value] of Object.entries(values)) (body as FormData).set(name, value);
  }
  const request = new Request(`${origin}/${path}`, { method, headers, ...(body ? { body } : {}) });
  if (mode) Object.defineProperty(request, 'mode', { value: mode });
  return (await answer(context, request))!;
}
