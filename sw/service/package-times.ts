import { Fault } from '../contract/index.ts';
import { createBatchCache } from '../rows/batch-cache.ts';
import { openTable } from '../rows/open-table.ts';
import type { LayerDefinition, ServiceDefinition, StandaloneTableDefinition } from './definition.ts';
import type { ServicePackage } from './package.ts';
import { readTimeExtent } from './time-extent.ts';

/**
 * Set missing full time extents in a package from its rows. New data of a service keeps the service's time definition
 * but covers another time. If the values can't be read as times, the definition is unchanged.
 */
export async function withTimesOfRows(
  { definition, files }: ServicePackage,
  yieldNow: () => Promise<void>,
): Promise<ServiceDefinition> {
  const read = (file: string, offset: number, length: number) =>
    files
      .get(file)!
      .slice(offset, offset + length)
      .arrayBuffer();
  const cache = createBatchCache();
  const completeTime = async <P extends LayerDefinition | StandaloneTableDefinition>(part: P): Promise<P> => {
    const { table, time } = part;
    if (!time || time.fullTimeExtent || table === undefined) return part;
    try {
      const rows = openTable(definition.tables[table]!, read, cache);
      const fullTimeExtent = await readTimeExtent(rows, time, 'time', yieldNow);
      return fullTimeExtent ? { ...part, time: { ...time, fullTimeExtent } } : part;
    } catch (error) {
      if (error instanceof Fault) return part;
      throw error;
    }
  };
  const maps: ServiceDefinition['maps'][number][] = [];
  for (const map of definition.maps) {
    const [layers, standaloneTables] = [[], []] as [LayerDefinition[], StandaloneTableDefinition[]];
    for (const layer of map.layers) layers.push(await completeTime(layer));
    for (const table of map.standaloneTables) standaloneTables.push(await completeTime(table));
    maps.push({ ...map, layers, standaloneTables });
  }
  return { ...definition, maps };
}
