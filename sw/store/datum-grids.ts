import type { Store } from './store.ts';

/** A datum grid that a person added: a file of the format NTv2. */
interface StoredGrid {
  readonly name: string;
  readonly file: Blob;
}

export const gridsSetting = 'datum-grids';

/** List the datum grids by name. */
export async function readGrids(store: Store): Promise<readonly StoredGrid[]> {
  return ((await store.setting(gridsSetting)) as readonly StoredGrid[] | undefined) ?? [];
}

/** Add a grid, in place of one of the same name whatever its case; without a file it is removed. One transaction. */
export async function changeGrid(store: Store, name: string, file?: Blob): Promise<void> {
  await store.changeSetting(gridsSetting, (before: readonly StoredGrid[] | undefined) => [
    ...(before ?? []).filter((one) => one.name.toLowerCase() !== name.toLowerCase()),
    ...(file ? [{ name, file }] : []),
  ]);
}
