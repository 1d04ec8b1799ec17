import type { Value } from '../../contract/index.ts';
import { scan } from '../../rows/scan.ts';
import type { Table } from '../../rows/table.ts';
import { forEachItem, type Scheduler } from '../../scheduler.ts';
import type { MapDefinition } from '../../service/definition.ts';
import type { Call } from '../call.ts';
import { getPublishedMap, type PublishedTable } from '../published.ts';
import { openRequestedTable } from './requested-table.ts';

/** A layer or table whose rows a request names by ID. */
export interface RequestedRows {
  readonly map: MapDefinition;
  readonly published: PublishedTable;
  readonly table: Table;
  readonly scheduler: Scheduler;
  /** Find row numbers by ID. Leaves out missing rows and rows that the layer's or the request's filter excludes. */
  readRows(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/**
 * Open a layer or table by its ID or description.
 *
 * @throws {Fault} as `openRequestedTable`; `bad-sql` and `unknown-field` of a definition expression
 */
export async function openRequestedRows(
  call: Call,
  mapName: string,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<RequestedRows> {
  const { service, scheduler } = call;
  const map = getPublishedMap(service, mapName);
  const { published, table, where } = await openRequestedTable(call, map, requested, operation);
  return {
    map,
    published,
    table,
    scheduler,
    async readRows(ids) {
      const allowed = where.length > 0 ? new Set(await scan(table, { where, objectIds: ids }, scheduler)) : undefined;
      const rows = new Map<number, number>();
      await forEachItem(ids, scheduler, async (id) => {
        const row = await table.rowOfId(id);
        if (row >= 0 && (!allowed || allowed.has(row))) rows.set(id, row);
      });
      return rows;
    },
  };
}
