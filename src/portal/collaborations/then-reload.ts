import { followCatalogue } from '../../state/other-tabs.ts';

/** Do what may take map services away or bring some, and read the catalogue anew after it. */
export async function thenReload(task: () => Promise<unknown>): Promise<void> {
  await task();
  await followCatalogue();
}
