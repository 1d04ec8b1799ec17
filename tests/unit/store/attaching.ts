import { expect } from 'vitest';
import type { StoreWithPortal } from '../../../sw/portal/store/open-store.ts';

/** Attach files to the places of a stored service and remove them, including from the shared file. */
export async function checkAttaching(store: StoreWithPortal, key: string): Promise<void> {
  const contents = ['one', 'two', 'three', 'four'];
  const note = (id: number) => ({ id, parentId: 1 + (id % 3), name: `${id}.txt`, contentType: 'text/plain' });
  const add = (id: number) => store.addAttachment(key, 'places', note(id), new Blob([contents[id - 1]!]));
  const read = async () => {
    const table = await store.table((await store.service(key))!, 'places');
    const { file, entries = [] } = table.manifest.attachments ?? {};
    const decoder = new TextDecoder();
    return Promise.all(
      entries.map(async (entry) => decoder.decode(await table.fileBytes(entry.file ?? file!, entry.range))),
    );
  };
  for (const id of [1, 2, 3]) await add(id);
  expect(await read()).toEqual(contents.slice(0, 3));
  const { record, files } = (await store.portal.storedService(key))!;
  await store.remove(key);
  await store.publish(record.definition, files);
  await add(4);
  await store.removeAttachment(key, 'places', 2);
  expect(await read()).toEqual(['one', 'three', 'four']);
  await add(2);
  for (const id of [1, 3, 4]) await store.removeAttachment(key, 'places', id);
  expect(await read()).toEqual(['two']);
  await store.removeAttachment(key, 'places', 2);
  expect((await store.service(key))!.definition).not.toHaveProperty('tables.places.attachments');
}
