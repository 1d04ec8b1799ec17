import type { Value } from '../../contract/index.ts';
import { scan } from '../../rows/scan.ts';
import { planStatistics, summarize } from '../../rows/statistics/statistics.ts';
import type { Handler } from '../call.ts';
import { type FeatureQuery, featureQuery } from './feature-query.ts';
import { recordOptions, showDates } from './record-set.ts';

/** Calculate statistics of matching rows, one record per group (semantics.md 4). */
export const QueryDataStatistics: Handler<'QueryDataStatistics'> = async (call, request) => {
  const query = await featureQuery(call, request, request.MapTableDescription, 'QueryDataStatistics');
  return { Result: await statisticsOf(query, request.StatisticsRequest, 'QueryDataStatistics.StatisticsRequest') };
};

/**
 * Calculate statistics of the rows of a query, one record per group.
 *
 * @throws {Fault} as `planStatistics`
 */
export async function statisticsOf(
  query: FeatureQuery,
  request: Value<'StatisticsRequest'>,
  path: string,
): Promise<Value<'RecordSet'>> {
  const { table, question, scheduler, fields: named } = query;
  const plan = planStatistics(request, named, path);
  const rows = selectsAll(query) ? undefined : await scan(table, question, scheduler);
  const { fields, records } = await summarize(table, rows, plan, scheduler);
  const { OutputTimeReference } = recordOptions(query);
  showDates(records, OutputTimeReference, `${query.path}.OutputTimeReference`);
  return { Fields: { FieldArray: [...fields] }, Records: records.map((Values) => ({ Values })) };
}

/** Whether all rows match, so that no list of them is needed. */
const selectsAll = ({ question }: FeatureQuery): boolean =>
  !question.where?.length && !question.extent && !question.exactTest && !question.objectIds;
