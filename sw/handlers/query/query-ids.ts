import type { Value } from '../../contract/index.ts';
import { readRows } from '../../rows/read-rows.ts';
import type { Call, Handler } from '../call.ts';
import { idFieldOf } from '../published.ts';
import { answerRows, featureQuery, type QueryRequest } from './feature-query.ts';

/** Return the object ids of matching rows, whatever the record limit, in the requested order, else ascending. */
async function objectIds(
  call: Call,
  request: QueryRequest,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<number[]> {
  const query = await featureQuery(call, request, requested, operation);
  const rows = await answerRows({ ...query, isDistinct: false }, Infinity);
  const values = await readRows(query.table, rows, [idFieldOf(query.table.manifest)], { scheduler: query.scheduler });
  return values.map(([value]) => (value as { readonly value: number }).value);
}

export const QueryFeatureIDs: Handler<'QueryFeatureIDs'> = async (call, request) => ({
  Result: { FIDArray: await objectIds(call, request, request.LayerID, 'QueryFeatureIDs') },
});

export const QueryFeatureIDs2: Handler<'QueryFeatureIDs2'> = async (call, request) => ({
  Result: { FIDArray: await objectIds(call, request, request.LayerDescription, 'QueryFeatureIDs2') },
});

export const QueryRowIDs: Handler<'QueryRowIDs'> = async (call, request) => ({
  Result: await objectIds(call, request, request.MapTableDescription, 'QueryRowIDs'),
});
