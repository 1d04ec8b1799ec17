import { Fault } from '../../../contract/index.ts';
import { numberIn } from '../../../contract/parameter-text.ts';
import type { FeatureQuery } from '../../../handlers/query/feature-query.ts';
import { forEachBatch } from '../../../rows/read-rows.ts';
import { scan } from '../../../rows/scan.ts';

/** Whether a request for statistics is the question whether there are too many rows to be taken whole. */
export const isExceedsLimit = (given: unknown): given is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(given) && given.some((one) => String(one?.statisticType).toLowerCase() === 'exceedslimit');

/**
 * Say whether the rows of a query are more than a client takes: 1 when they are.
 *
 * @throws {Fault} `bad-value` when it is not asked alone
 */
export async function exceedsLimit(
  { table, question, scheduler }: FeatureQuery,
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<object> {
  const [statistic, ...more] = given;
  if (more.length > 0)
    throw new Fault('bad-value', `outStatistics: exceedslimit alone expected, ${given.length} statistics found.`);
  const name = String(statistic?.outStatisticFieldName ?? 'exceedslimit');
  const limit = (member: string) => numberIn(statistic?.[member]) ?? Infinity;
  const rows = await scan(table, question, scheduler);
  const { geometry } = table.manifest;
  const isPoints = geometry === 'point' || geometry === 'multipoint';
  let isOver = rows.length > limit('maxRecordCount') || (isPoints && rows.length > limit('maxPointCount'));
  const largest = limit('maxVertexCount');
  if (!isOver && !isPoints && geometry && largest < table.manifest.levels[0]!.vertexCount) {
    let vertices = 0;
    await forEachBatch(table, rows, scheduler, { fields: [] }, async (index, positions) => {
      const { firstRow, featureOffsets, partOffsets } = await table.geometry(0, index);
      const endOf = (row: number) => partOffsets[featureOffsets[row]!]!;
      for (const at of positions) {
        const row = rows[at]! - firstRow;
        vertices += endOf(row + 1) - endOf(row);
      }
    });
    isOver = vertices > largest;
  }
  return {
    displayFieldName: '',
    fieldAliases: { [name]: name },
    fields: [{ name, type: 'esriFieldTypeInteger', alias: name }],
    features: [{ attributes: { [name]: isOver ? 1 : 0 } }],
  };
}
