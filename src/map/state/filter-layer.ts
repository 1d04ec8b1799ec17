import { openRecord } from '../../state/background.ts';
import { changeFilter, filters } from '../../state/services.ts';

/**
 * Show only the rows of a layer that meet a condition; an empty condition shows all. A composed map stores the
 * condition.
 */
export async function filterLayer(layerId: number, filter: string): Promise<void> {
  if (openRecord.peek()) return (await import('./maps.ts')).changeLayer(layerId, { filter });
  changeFilter(layerId, filter);
}

/** Return the condition that the user set on a layer; empty for none. The author's own filter applies in addition. */
export const filterOfLayer = (layerId: number): string =>
  openRecord.value?.layers[layerId]?.filter ?? filters.value.get(layerId) ?? '';
