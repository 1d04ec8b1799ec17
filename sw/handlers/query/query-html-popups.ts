import type { Value } from '../../contract/index.ts';
import type { Call, Handler } from '../call.ts';
import { fillPopups } from '../row-texts.ts';
import { openRequestedRows } from './requested-rows.ts';

/** Return the pop-up of each row in the order of the IDs: a text or URL, empty if there is no such row. */
async function popups(
  call: Call,
  { MapName, RowIDs }: { readonly MapName: string; readonly RowIDs: readonly number[] },
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<{ Result: string[] }> {
  const {
    published,
    table,
    scheduler,
    readRows: rowsOf,
  } = await openRequestedRows(call, MapName, requested, operation);
  const rows = await rowsOf(RowIDs);
  const texts = await fillPopups(table, published, Uint32Array.from(rows.values()), scheduler);
  const byId = new Map([...rows.keys()].map((id, i) => [id, texts[i]!]));
  return { Result: RowIDs.map((id) => byId.get(id) ?? '') };
}

export const QueryHTMLPopups: Handler<'QueryHTMLPopups'> = (call, request) =>
  popups(call, request, request.TableID, 'QueryHTMLPopups');

export const QueryHTMLPopups2: Handler<'QueryHTMLPopups2'> = (call, request) =>
  popups(call, request, request.MapTableDescription, 'QueryHTMLPopups2');
