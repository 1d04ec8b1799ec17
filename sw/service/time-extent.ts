import type { TimeDefinition } from '../rows/manifest.ts';
import type { Table } from '../rows/table.ts';
import { timeValue } from '../rows/time-filter.ts';
import { rowValue } from '../rows/where/row-value.ts';
import { refuse } from './checks/check.ts';

/**
 * Read the earliest and the latest time of the rows.
 *
 * @param path path of the time definition, for the fault
 * @returns epoch milliseconds; undefined if no row has a time
 * @throws {Fault} `bad-package` if there are values but none matches the pattern, and faults of the table
 */
export async function readTimeExtent(
  table: Table,
  time: TimeDefinition,
  path: string,
  yieldNow: () => Promise<void>,
): Promise<readonly [number, number] | undefined> {
  const { fields, batches } = table.manifest;
  const names = [time.StartTimeFieldName, ...(time.EndTimeFieldName ? [time.EndTimeFieldName] : [])];
  const times = names.map((name) => timeValue(name, time.TimeValueFormat, fields));
  let [first, last] = [Infinity, -Infinity];
  let unread: string | undefined;
  await table.readAhead?.([...batches.keys()], { fields: names, shapes: false });
  for (let index = 0; index < batches.length; index++) {
    const batch = await table.attributes(index, names);
    for (const value of times) {
      const [read, raw] = [rowValue(value, batch), rowValue(value.kind === 'call' ? value.args[0]! : value, batch)];
      for (let row = 0; row < batch.rowCount; row++) {
        const ms = read(row);
        if (typeof ms === 'number') {
          first = Math.min(first, ms);
          last = Math.max(last, ms);
        } else if (unread === undefined && raw(row) !== null) unread = String(raw(row));
      }
    }
    await yieldNow();
  }
  if (first <= last) return [first, last];
  if (unread !== undefined) refuse(`${path}.TimeValueFormat`, 'the pattern of the values, such as yyyyMMdd', unread);
  return undefined;
}
