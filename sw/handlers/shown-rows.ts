import type { Extent } from '../geometry/extent.ts';
import { minMax } from '../geometry/min-max.ts';
import { extentOfRows } from '../rows/extent-of-rows.ts';
import type { TimeDefinition } from '../rows/manifest.ts';
import { readValues } from '../rows/order-rows.ts';
import { knownRowCount } from '../rows/row-count.ts';
import { scan } from '../rows/scan.ts';
import { timeValue } from '../rows/time-filter.ts';
import type { MapDefinition } from '../service/definition.ts';
import type { Call } from './call.ts';
import { getPublishedTable } from './published.ts';
import { bindConditions, conditionsKey, definitionClauses } from './row-filter.ts';

/** The rows of a layer or table that its author shows. */
interface ShownRows {
  /** Number of rows; null if unknown. */
  readonly count: number | null;
  /** In units of the table. */
  readonly extent?: Extent | undefined;
  /** Time settings with the full extent of the visible rows. */
  readonly time?: TimeDefinition | undefined;
}

/** Cached result for each layer or table, valid for one filter, because a filter can contain the current time. */
const memory = new WeakMap<object, { readonly filter: string | undefined; readonly shown: ShownRows }>();

/**
 * Count the rows that the author's filter shows, and find their extents in space and time. The manifest covers all
 * rows.
 *
 * Remote rows aren't read for this. Their count is unknown and their extent is the extent of the file.
 *
 * @throws {Fault} as `getPublishedTable` and `scan`
 */
export async function describeShownRows(call: Call, map: MapDefinition, id: number): Promise<ShownRows> {
  const { context, service, scheduler } = call;
  const published = getPublishedTable(service, map, id);
  const { stored, definition } = published;
  const { time } = definition;
  const { extent, remote } = stored;
  const where = bindConditions(definitionClauses(service, published, ''), published.manifest, context.now());
  if (where.length === 0) return { count: knownRowCount(stored), extent, time };
  if (remote) return { count: null, extent, time };
  const filter = conditionsKey(where);
  const cached = memory.get(definition);
  if (cached && filter !== undefined && cached.filter === filter) return cached.shown;
  const table = await context.store.table(service, published.table);
  const rows = await scan(table, { where }, scheduler);
  const shown = { count: rows.length, extent: await extentOfRows(table, rows), time };
  if (time?.fullTimeExtent) {
    const names = [time.StartTimeFieldName, time.EndTimeFieldName ?? time.StartTimeFieldName];
    const moments = names.map((name) => timeValue(name, time.TimeValueFormat, stored.fields));
    const values = await readValues(table, rows, moments, scheduler);
    const [first, last] = minMax(values.flat().filter((value) => typeof value === 'number'));
    shown.time = { ...time, fullTimeExtent: first <= last ? [first, last] : undefined } as TimeDefinition;
  }
  memory.set(definition, { filter, shown });
  return shown;
}
