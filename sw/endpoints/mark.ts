import type { Context } from '../context.ts';
import { emptyMark } from '../service/mark.ts';
import type { ServiceRecord } from '../store/store.ts';

/** The titles that the mark is known to have, by what is stored. */
const marked = new WeakMap<object, string>();

/** Tell one database from the one that takes its place after the browser has dropped it. */
export async function dataIdOf({ store, newId }: Context): Promise<string> {
  const known = (await store.setting('data-id')) as string | undefined;
  return known ?? (await store.changeSetting<string>('data-id', (id) => id ?? newId()));
}

/**
 * Note outside of the database what is in it. Where the mark speaks of lost services it stays, until a person has decided
 * or `isDecided` says so. That it cannot be kept is no error of the request that comes along.
 */
export async function markServices(
  context: Context,
  records: readonly ServiceRecord[],
  isDecided = false,
): Promise<void> {
  const { marks, store, now } = context;
  const contents = store.contents();
  const services = records.map(({ key, definition }) => definition.document.Title || key);
  const titles = JSON.stringify(services);
  if (!marks || marked.get(contents) === titles) return;
  try {
    if (!isDecided && (await marks.read())?.isLost) return;
    await marks.write({ dataId: await dataIdOf(context), seenAt: now(), services });
    marked.set(contents, titles);
  } catch (error) {
    console.warn('The mark of what is stored could not be kept.', error);
  }
}

/** Note that nothing is stored because a person wanted it so. */
export const markNothing = ({ marks }: Context): Promise<void> => marks?.write(emptyMark) ?? Promise.resolve();

/** Say whether the browser has dropped services that nobody deleted, and note it for the page. */
export async function isLost({ marks, store }: Context): Promise<boolean> {
  const mark = await marks?.read();
  if (!marks || !mark || mark.services.length === 0) return false;
  if (mark.isLost) return true;
  if (mark.dataId === (await store.setting('data-id'))) return false;
  await marks.write({ ...mark, isLost: true });
  return true;
}
