import { setTimeout } from 'node:timers/promises';
import type { Answer, Exchange, Middleware, Reply } from '../exchange.ts';
import { jsonReply } from './server.ts';

/** Maximum wait for the backend, so that a monitor gets an answer even if the backend is busy. */
const maxWaitMs = 2000;

/** @param services names that the program may see; undefined if it may see none, or if that is unknown */
export const healthReply = (isReady: boolean, services?: readonly string[]): Reply =>
  jsonReply({ ready: isReady, services }, isReady ? 200 : 503);

/**
 * Answer monitors, which have no account and no allowed name: `/health/live` if the process answers, and `/health/ready`
 * if it can also answer other requests.
 *
 * @param check fails if it can't
 */
export const monitorWith =
  (check: () => Promise<void>) =>
  (path: string): Promise<Reply> | undefined => {
    if (path === '/health/live') return Promise.resolve(jsonReply({ live: true }));
    if (path !== '/health/ready') return undefined;
    const late = setTimeout(maxWaitMs, undefined, { ref: false }).then(() => Promise.reject(new Error('too late')));
    return Promise.race([check(), late]).then(
      () => healthReply(true),
      () => healthReply(false),
    );
  };

/**
 * Answer `/health` for a program with access to the maps. List those of some services that it finds in the catalogue.
 */
export const healthWith =
  (services: readonly { readonly name: string }[], backend: Answer): Middleware =>
  async (exchange, next) => {
    if (exchange.url.pathname !== '/health') return next(exchange);
    const names = services.map(({ name }) => name);
    return healthReply(true, names.length === 0 ? names : await listVisibleServices(names, exchange, backend));
  };

async function listVisibleServices(
  names: readonly string[],
  exchange: Exchange,
  backend: Answer,
): Promise<string[] | undefined> {
  try {
    const signal = AbortSignal.any([exchange.signal, AbortSignal.timeout(maxWaitMs)]);
    const url = new URL('/services?f=json', exchange.url);
    const { body } = await backend({ ...exchange, method: 'GET', url, signal });
    const parts: Uint8Array[] = body instanceof Uint8Array ? [body] : [];
    if (!(body instanceof Uint8Array)) for await (const part of body ?? []) parts.push(part);
    const catalogue = JSON.parse(Buffer.concat(parts).toString()) as { services: { name: string }[] };
    const visible = new Set(catalogue.services.map(({ name }) => name));
    return names.filter((name) => visible.has(name));
  } catch {
    return undefined;
  }
}
