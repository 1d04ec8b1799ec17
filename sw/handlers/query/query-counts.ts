import type { Value } from '../../contract/index.ts';
import { countRows } from '../../rows/scan.ts';
import type { Call, Handler } from '../call.ts';
import { answerRows, featureQuery, type QueryRequest } from './feature-query.ts';

/** Count matching rows, whatever the record limit; with DISTINCT, the distinct combinations of SubFields. */
async function count(
  call: Call,
  request: QueryRequest,
  requested: number | Value<'MapTableDescription'>,
  operation: string,
): Promise<{ Result: number }> {
  const query = await featureQuery(call, request, requested, operation);
  if (query.isDistinct) return { Result: (await answerRows(query, Infinity)).length };
  return { Result: await countRows(query.table, query.question, query.scheduler) };
}

export const QueryFeatureCount: Handler<'QueryFeatureCount'> = (call, request) =>
  count(call, request, request.LayerID, 'QueryFeatureCount');

export const QueryFeatureCount2: Handler<'QueryFeatureCount2'> = (call, request) =>
  count(call, request, request.LayerDescription, 'QueryFeatureCount2');

export const QueryRowCount: Handler<'QueryRowCount'> = (call, request) =>
  count(call, request, request.MapTableDescription, 'QueryRowCount');
