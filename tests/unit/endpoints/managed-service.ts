import { openIndexedDb } from '../../../sw/store/indexeddb.ts';
import 'fake-indexeddb/auto';
import { answer } from '../../../sw/answer.ts';
import type { Context } from '../../../sw/context.ts';
import { openStore } from '../../../sw/portal/store/open-store.ts';
import { readJson, writeJson } from '../../../sw/service/package-json.ts';
import { madeService, toBlobs } from '../service/made-service.ts';

let ids = 0;
export const origin = 'https://maps.test';

/** Make a service with two layers and a table, and functions that send requests as an administrator. */
export async function managedService() {
  const now = () => Date.UTC(2026, 0, 1);
  const newId = () => String(++ids).padStart(32, '0');
  const store = await openStore({
    openDatabase: openIndexedDb,
    databaseName: `manage-${crypto.randomUUID()}`,
    now,
    newId,
  });
  await store.setSetting('demo-published', true);
  const { definition, files } = madeService();
  await store.publish(definition, toBlobs(files));
  const yieldNow = async () => undefined;
  const context = { store, now, origin, base: '/', newId, yieldNow, passwordIterations: 1 } as unknown as Context;
  let authorization: string | undefined;
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = new Headers(authorization === undefined ? {} : { authorization });
    const init =
      body === undefined
        ? { method, headers }
        : { method, headers, body: body instanceof Blob ? body : writeJson(body) };
    return (await answer(context, new Request(`${origin}/${path}`, init)))!;
  };
  const json = async (method: string, path: string, body?: unknown) =>
    readJson(await (await ask(method, path, body)).text()) as Record<string, never>;
  const signIn = async () => {
    const { sessions } = (await json('POST', 'session')) as unknown as { sessions: { token: string }[] };
    authorization = sessions.map(({ token }) => `Bearer ${token}`).join(', ');
  };
  await signIn();
  const signOut = () => {
    authorization = undefined;
  };
  return {
    store,
    ask,
    json,
    signIn,
    signOut,
    patch: (body: unknown, key = 'Test') => json('PATCH', `admin/services/${key}`, body),
  };
}
