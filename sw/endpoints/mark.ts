import type { Context } from '../context.ts';
import { emptyMark } from '../service/mark.ts';
import type { ServiceRecord } from '../store/store.ts';

/** Titles last written to the mark, as JSON, by the contents of the store. */
const marked = new WeakMap<object, string>();

/** Return the ID of this database. If the browser drops the database, the next database gets another ID. */
export async function getOrCreateDataId({ store, newId }: Context): Promise<string> {
  const storedId = (await store.setting('data-id')) as string | undefined;
  return storedId ?? (await store.changeSetting<string>('data-id', (id) => id ?? newId()));
}

/**
 * Write the titles of the stored services to the mark, which is outside the database, so that a lost database is
 * noticed.
 *
 * If the mark reports lost services, it only changes when `isDecided` is true. A failed write is only logged; the
 * current request doesn't fail.
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
    await marks.write({ dataId: await getOrCreateDataId(context), seenAt: now(), services });
    marked.set(contents, titles);
  } catch (error) {
    console.warn('The mark of what is stored could not be kept.', error);
  }
}

/** Record that the store is empty because the user chose so. */
export const markNothing = ({ marks }: Context): Promise<void> => marks?.write(emptyMark) ?? Promise.resolve();

/**
 * Check whether the browser has dropped services that the user didn't delete, and record it in the mark for the page.
 */
export async function isLost({ marks, store }: Context): Promise<boolean> {
  const mark = await marks?.read();
  if (!marks || !mark || mark.services.length === 0) return false;
  if (mark.isLost) return true;
  if (mark.dataId === (await store.setting('data-id'))) return false;
  await marks.write({ ...mark, isLost: true });
  return true;
}
