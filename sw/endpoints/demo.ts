import type { Context } from '../context.ts';
import { Fault } from '../contract/index.ts';
import { isLost } from './mark.ts';

interface Demo {
  readonly name: string;
  readonly file: string;
}
/** Publications in progress. Demos are published one at a time, each when it is first requested. */
interface Publishing {
  /** All demos in the order to publish them; empty if all have been published before. */
  readonly listed: Promise<readonly Demo[]>;
  readonly begun: Map<string, Promise<void>>;
  last: Promise<void>;
  /** Publication of all demos, once all were requested. */
  whole?: Promise<void>;
}

/** Publications by the contents of the store. */
const started = new WeakMap<object, Publishing>();

/**
 * Publish the demo services if this browser has never had them. A deleted demo service stays deleted.
 *
 * A failure, for example offline at the first visit, isn't an error of the current request: the next request tries
 * again. After the browser has dropped services, demos wait until the user decides about them. If there is no space,
 * the worker tries again only after a restart.
 *
 * @param requested the only service to wait for, so that the first image doesn't wait for the other demos
 */
export function publishDemoOnce(context: Context, requested?: string): Promise<void> {
  return trying(context, async (publishing) => {
    const demos = await publishing.listed;
    const candidate = demos.find(({ name }) => name === requested);
    if (candidate) return publish(context, publishing, candidate);
    publishing.whole ??= publishAll(context, publishing, demos);
    await publishing.whole;
  });
}

async function publishAll(context: Context, publishing: Publishing, demos: readonly Demo[]): Promise<void> {
  await Promise.all(demos.map((demo) => publish(context, publishing, demo)));
  if (demos.length > 0) await context.store.setSetting('demo-published', true);
}

/** Publish the service that the app opens with, before the first request. */
export const publishFirstDemo = (context: Context): Promise<void> =>
  trying(context, async (publishing) => {
    const [first] = await publishing.listed;
    if (first) await publish(context, publishing, first);
  });

async function trying(context: Context, task: (publishing: Publishing) => Promise<void>): Promise<void> {
  const contents = context.store.contents();
  let publishing = started.get(contents);
  if (!publishing) {
    publishing = { listed: listDemo(context), begun: new Map(), last: Promise.resolve() };
    started.set(contents, publishing);
  }
  try {
    await task(publishing);
  } catch (error) {
    console.warn('The demo services could not be published.', error);
    if (!(error instanceof Fault && error.code === 'no-space') && started.get(contents) === publishing)
      started.delete(contents);
  }
}

function publish(context: Context, publishing: Publishing, { name, file }: Demo): Promise<void> {
  let publication = publishing.begun.get(name);
  if (!publication) {
    publication = publishing.last.then(() => publishOne(context, name, file));
    publishing.last = publication;
    publishing.begun.set(name, publication);
  }
  return publication;
}

/**
 * List all demo services in the order to publish them; empty if all have been published before. After an interruption,
 * the list includes services that are already published.
 *
 * @throws {Error} when the user must first decide about lost services, or the list can't be fetched
 */
async function listDemo(context: Context): Promise<readonly Demo[]> {
  if (await context.store.setting('demo-published')) return [];
  if (await isLost(context))
    throw new Error('Services were lost. The demo is added after the user has decided about them.');
  const index = await context.fetch(`${context.base}demo/index.json`);
  if (!index.ok) throw new Error(`demo/index.json answered ${index.status}`);
  return (await index.json()).services;
}

async function publishOne(context: Context, name: string, file: string): Promise<void> {
  if (await context.store.service(name)) return;
  const answer = await context.fetch(`${context.base}demo/${file}`);
  if (!answer.ok || !answer.body) throw new Error(`${file} answered ${answer.status}`);
  const { unpackService } = await import('../service/package.ts');
  const { definition, files } = await unpackService(answer.body);
  await context.store.publish(definition, files);
}
