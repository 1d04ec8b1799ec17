import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { unpackService } from '../features/package.ts';

/** The publications under way. */
interface Publishing {
  readonly all: Promise<void>;
  /** By name; empty when there is nothing to publish. */
  readonly byName: Promise<ReadonlyMap<string, Promise<void>>>;
}

const started = new WeakMap<Context, Publishing>();

/**
 * Publish the demo services when this browser has never had them. A demo service that was deleted stays deleted.
 *
 * Failing (offline at the very first visit) is not an error of the request that comes along: the next one tries again.
 * Where there is no room for them nothing is tried again until the worker starts anew.
 *
 * @param wanted who asks for one service waits for that one only: the first picture does not wait for the other demos
 */
export async function publishDemoOnce(context: Context, wanted?: string): Promise<void> {
  let running = started.get(context);
  if (!running) {
    running = beginPublishing(context);
    started.set(context, running);
  }
  const one = wanted === undefined ? undefined : (await running.byName).get(wanted);
  await (one?.catch(() => undefined) ?? running.all);
}

/** Let the demo services come back with the next call, after the storage was emptied. */
export const forgetDemo = (context: Context): boolean => started.delete(context);

function beginPublishing(context: Context): Publishing {
  const listed = listDemo(context);
  // One after the other in the order of the list: the first is what the page opens on.
  const publishing = listed.then((services) => {
    let before: Promise<unknown> = Promise.resolve();
    const byName = new Map<string, Promise<void>>();
    for (const { name, file } of services) {
      const one = before.then(() => publishOne(context, name, file));
      before = one;
      one.catch(() => undefined);
      byName.set(name, one);
    }
    return byName;
  });
  const all = publishing
    .then(async (byName) => {
      await Promise.all(byName.values());
      if (byName.size > 0) await context.store.setSetting('demo-published', true);
    })
    .catch((error: unknown) => {
      if (!(error instanceof Fault && error.code === 'no-space')) started.delete(context);
    });
  return { all, byName: publishing.catch(() => new Map()) };
}

/** The demo services that this browser never had, in the order of their publication. */
async function listDemo(context: Context): Promise<readonly { readonly name: string; readonly file: string }[]> {
  if (await context.store.setting('demo-published')) return [];
  const index = await context.fetch(`${context.base}demo/index.json`);
  if (!index.ok) throw new Error(`the list of demo services answered ${index.status}`);
  return (await index.json()).services;
}

async function publishOne(context: Context, name: string, file: string): Promise<void> {
  if (await context.store.service(name)) return;
  const answer = await context.fetch(`${context.base}demo/${file}`);
  if (!answer.ok || !answer.body) throw new Error(`${file} answered ${answer.status}`);
  const { definition, files } = await unpackService(answer.body);
  await context.store.publish(definition, files);
}
