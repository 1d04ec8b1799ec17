import type { Extent } from '../geometry/extent.ts';
import { minMax } from '../geometry/min-max.ts';
import { extentOfRows } from '../rows/extent-of-rows.ts';
import type { TimeDefinition } from '../rows/manifest.ts';
import { readValues } from '../rows/order-rows.ts';
import { rowCountOf } from '../rows/row-count.ts';
import { scan } from '../rows/scan.ts';
import { timeValue } from '../rows/time-filter.ts';
import type { MapDefinition } from '../service/definition.ts';
import type { Call } from './call.ts';
import { publishedTable } from './published.ts';
import { conditionsOf, definitionClauses, textOf } from './row-filter.ts';

/** What the author shows of a layer or table. */
interface ShownRows {
  /** null where nobody has counted them. */
  readonly count: number | null;
  /** Units of the table. */
  readonly extent?: Extent | undefined;
  /** With the full extent of the rows that are shown. */
  readonly time?: TimeDefinition | undefined;
}

/** What was read last of each layer or table, with its filter, which may name the present time. */
const memory = new WeakMap<object, { readonly filter: string | undefined; readonly shown: ShownRows }>();

/**
 * Count the rows that the author's filter shows, and find where and when they are: the manifest is about all rows. Rows
 * elsewhere are not read for that: how many there are is not known then, and their extent is that of the file.
 *
 * @throws {Fault} as `publishedTable` and `scan`
 */
export async function shownRows(call: Call, map: MapDefinition, id: number): Promise<ShownRows> {
  const { context, service, scheduler } = call;
  const published = publishedTable(service, map, id);
  const { stored, definition } = published;
  const { time } = definition;
  const { extent, remote } = stored;
  const where = conditionsOf(definitionClauses(service, published, ''), published.manifest, context.now());
  if (where.length === 0) return { count: rowCountOf(stored), extent, time };
  if (remote) return { count: null, extent, time };
  const filter = textOf(where);
  const known = memory.get(definition);
  if (known && filter !== undefined && known.filter === filter) return known.shown;
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
