import { openRecord } from '../../state/background.ts';
import { changeFilter, filters } from '../../state/services.ts';

/** Show only rows of a layer that meet a condition; without one all of them. A composed map stores it. */
export async function filterLayer(layerId: number, filter: string): Promise<void> {
  if (openRecord.peek()) return (await import('./maps.ts')).changeLayer(layerId, { filter });
  changeFilter(layerId, filter);
}

/** The condition that a person put on the rows of a layer; empty for none. Its author's comes on top. */
export const filterOfLayer = (layerId: number): string =>
  openRecord.value?.layers[layerId]?.filter ?? filters.value.get(layerId) ?? '';
