import type { Store } from './store.ts';

/** A datum grid added by the user: an NTv2 file. */
interface StoredGrid {
  readonly name: string;
  readonly file: Blob;
}

export const gridsSetting = 'datum-grids';

/** Return the stored datum grids; empty if there are none. */
export async function readGrids(store: Store): Promise<readonly StoredGrid[]> {
  return ((await store.setting(gridsSetting)) as readonly StoredGrid[] | undefined) ?? [];
}

/** Add a grid, replacing a grid with the same name in any case; without a file, remove it. One transaction. */
export async function changeGrid(store: Store, name: string, file?: Blob): Promise<void> {
  await store.changeSetting(gridsSetting, (before: readonly StoredGrid[] | undefined) => [
    ...(before ?? []).filter((grid) => grid.name.toLowerCase() !== name.toLowerCase()),
    ...(file ? [{ name, file }] : []),
  ]);
}
