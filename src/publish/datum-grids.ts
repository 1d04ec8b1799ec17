import { signal } from '@preact/signals';
import { askJson, formatError } from '../connection/call.ts';
import { showToast } from '../state/toasts.ts';
import { publishText as t } from './text/publish-text.ts';

interface DatumGrid {
  readonly name: string;
  readonly bytes: number;
}

/** Undefined until loaded. */
export const datumGrids = signal<readonly DatumGrid[] | undefined>(undefined);
/** Reason for the last failure to add or remove a grid. */
export const gridProblem = signal<string | undefined>(undefined);

export const isGrid = ({ name }: { name: string }): boolean => /\.gsb$/i.test(name);

export const refreshGrids = (): Promise<void> => change('GET');

/** Store grids for all maps of this browser. */
export async function addGrids(files: readonly File[]): Promise<void> {
  for (const file of files) await change('POST', file.name, file);
}

export const removeGrid = (name: string): Promise<void> => change('DELETE', name);

async function change(method: 'GET' | 'POST' | 'DELETE', name?: string, body?: File): Promise<void> {
  const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`;
  try {
    const read = await askJson<{ grids: DatumGrid[] }>('grids', `admin/grids${query}`, { method, body });
    datumGrids.value = read.grids;
    gridProblem.value = undefined;
    if (name !== undefined) showToast({ message: body ? t.grids.added(name) : t.grids.removed(name) });
  } catch (error) {
    gridProblem.value = formatError(error);
  }
}
