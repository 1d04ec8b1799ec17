import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { unpackService } from '../features/package.ts';

const started = new WeakMap<Context, Promise<void>>();

/**
 * Publish the demo services when this browser has never had them. A demo service that was deleted stays deleted.
 *
 * Failing (offline at the very first visit) is not an error of the request that comes along: the next one tries again.
 * Where there is no room for them nothing is tried again until the worker starts anew.
 */
export function publishDemoOnce(context: Context): Promise<void> {
  let running = started.get(context);
  if (!running) {
    running = publishDemo(context).catch((error: unknown) => {
      if (!(error instanceof Fault && error.code === 'no-space')) started.delete(context);
    });
    started.set(context, running);
  }
  return running;
}

/** Let the demo services come back with the next call, after the storage was emptied. */
export const forgetDemo = (context: Context): boolean => started.delete(context);

async function publishDemo(context: Context): Promise<void> {
  if (await context.store.setting('demo-published')) return;
  const index = await context.fetch(`${context.base}demo/index.json`);
  if (!index.ok) throw new Error(`the list of demo services answered ${index.status}`);
  const { services } = (await index.json()) as { services: { name: string; file: string }[] };
  // All are on their way while the first is unpacked.
  const wanted = services.map(async ({ name, file }) => {
    if (await context.store.service(name)) return undefined;
    const answer = await context.fetch(`${context.base}demo/${file}`);
    if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
    return unpackService(await answer.blob());
  });
  for (const one of wanted) one.catch(() => undefined);
  for (const one of wanted) {
    const unpacked = await one;
    if (unpacked) await context.store.publish(unpacked.definition, unpacked.files);
  }
  await context.store.setSetting('demo-published', true);
}
