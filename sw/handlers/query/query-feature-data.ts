import type { Handler } from '../call.ts';
import { answerRows, type FeatureQuery, featureQuery } from './feature-query.ts';
import { type RecordOptions, recordSet } from './record-set.ts';

/** Answer the first MaximumRecordCount rows that pass, raw values in field order (semantics.md 0.13). */
export const QueryFeatureData: Handler<'QueryFeatureData'> = async (call, request) => {
  const query = await featureQuery(call, request, request.LayerID, 'QueryFeatureData');
  const rows = await answerRows(query, call.service.definition.limits.MaximumRecordCount);
  return { Result: await recordSet(call, query.table, rows, query.choice.fields, recordOptions(query)) };
};

/** What a filter says of the form of its answer. */
export function recordOptions({ filter, scheduler, place }: FeatureQuery): RecordOptions {
  return {
    OutputSpatialReference: filter.OutputSpatialReference,
    Resolution: filter.Resolution,
    OutputTimeReference: filter.type === 'TimeQueryFilter' ? filter.OutputTimeReference : undefined,
    scheduler,
    place,
  };
}
