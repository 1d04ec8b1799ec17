import { type AnyValue, badValue, duplicate, quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import { firstFrom } from '../../geometry/first-from.ts';
import { growArray } from '../../geometry/grow-array.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { AttributeBatch, Column } from '../batch.ts';
import { columnKind } from '../column-kind.ts';
import { findField, listFields } from '../field-list.ts';
import { comparePositions, firstPositions, readOrder } from '../order-rows.ts';
import { batchOfRow, valueReader } from '../read-rows.ts';
import { rowNumbers } from '../scan.ts';
import type { Table } from '../table.ts';
import type { Scalar } from '../where/bound.ts';
import { getColumn, rowValue } from '../where/row-value.ts';
import { accumulate, emptyGathered, type Gathered, growGathered, type Sums } from './accumulate.ts';
import { type Grouping, groupRows } from './group-rows.ts';

type Field = Value<'Field'>;
type StatisticType = Value<'gisDataStatType'>;

interface Statistic {
  readonly type: StatisticType;
  /** undefined for a count of rows. */
  readonly source: Field | undefined;
  readonly field: Field;
}

/** A parsed and checked request. */
interface StatisticsPlan {
  readonly groupBy: readonly Field[];
  readonly statistics: readonly Statistic[];
  /** Fields of the response: the group fields, then one per statistic. */
  readonly fields: readonly Field[];
  readonly orderBy: string;
  readonly path: string;
}

const shortNames: Readonly<Record<StatisticType, string>> = {
  gisDataStatTypeCount: 'COUNT',
  gisDataStatTypeSum: 'SUM',
  gisDataStatTypeMin: 'MIN',
  gisDataStatTypeMax: 'MAX',
  gisDataStatTypeAverage: 'AVG',
  gisDataStatTypeStdDev: 'STDDEV',
  gisDataStatTypeVariance: 'VAR',
};

/**
 * Read a request for statistics: the group fields, the statistics and the fields of the response.
 *
 * @throws {Fault} `unknown-field` for a name that isn't a field; `bad-value` for a statistic the field's type doesn't
 *   support, a repeated result name or an empty request; and as `readOrder`
 */
export function planStatistics(
  request: Value<'StatisticsRequest'>,
  fields: readonly Field[],
  path = 'StatisticsRequest',
): StatisticsPlan {
  const groupText = (request.GroupByFields ?? '').trim();
  const groupBy = groupText === '' ? [] : listFields(groupText, fields, `${path}.GroupByFields`);
  if (!groupBy || groupBy.some((field) => !columnKind(field))) {
    throw badValue(`${path}.GroupByFields`, 'names of attribute fields', groupText);
  }
  const statistics = (request.StatisticDescriptions ?? []).map((description, i) =>
    planStatistic(description, fields, `${path}.StatisticDescriptions[${i}]`),
  );
  const answer = [...groupBy, ...statistics.map(({ field }) => field)];
  if (answer.length === 0) throw wrongValue('bad-value', path, 'at least one statistic or group field', 'nothing');
  const names = new Set<string>();
  for (const { Name } of answer) {
    if (names.size === names.add(Name.toLowerCase()).size) {
      throw duplicate(path, 'result name', Name);
    }
  }
  const orderBy = request.OrderByFields ?? '';
  // Parse it now, so that a mistake is reported before the work.
  readOrder(orderBy, answer, `${path}.OrderByFields`);
  return { groupBy, statistics, fields: answer, orderBy, path };
}

function planStatistic(description: Value<'StatisticDescription'>, fields: readonly Field[], path: string): Statistic {
  const { StatisticFieldName: name, StatisticType: type } = description;
  const isCount = type === 'gisDataStatTypeCount';
  const source = findField(fields, name);
  if (!source && !(isCount && name === '*')) {
    throw wrongValue('unknown-field', `${path}.StatisticFieldName`, 'a field of the table', quoteValue(name));
  }
  const kind = source && columnKind(source);
  const isExtreme = type === 'gisDataStatTypeMin' || type === 'gisDataStatTypeMax';
  if (source && (!kind || (!isCount && !isExtreme && kind !== 'int' && kind !== 'double'))) {
    throw wrongValue(
      'bad-value',
      `${path}.StatisticFieldName`,
      'a numeric field',
      `"${source.Name}" of type ${source.Type}`,
    );
  }
  const Name = description.ResultFieldName || `${shortNames[type]}_${name === '*' ? 'ALL' : name}`;
  const field: Field = {
    Name,
    Type: isCount ? 'gisFieldTypeInteger' : isExtreme && source ? extremeType(source) : 'gisFieldTypeDouble',
    IsNullable: !isCount,
    Length: isCount ? 4 : isExtreme && source ? source.Length : 8,
    Precision: 0,
    Scale: 0,
    AliasName: Name,
    ModelName: Name,
  };
  return { type, source, field };
}

/** The minimum object ID is an integer, not an object ID of the response. */
const extremeType = (source: Field): Field['Type'] =>
  source.Type === 'gisFieldTypeOID' ? 'gisFieldTypeInteger' : source.Type;

/** Computed statistics: the fields, and one array of values per group in field order. */
interface Summary {
  readonly fields: readonly Field[];
  readonly records: AnyValue[][];
}

/**
 * Compute statistics of some rows. Nulls never count, except as a group; standard deviation and variance are those of a
 * sample (n - 1). Without group fields there is exactly one record, even for no rows. Groups are in the requested
 * order, otherwise ordered by their fields.
 *
 * @param rows ascending row numbers; undefined for all rows of the table
 */
export async function summarize(
  table: Table,
  rows: Uint32Array | undefined,
  plan: StatisticsPlan,
  scheduler?: Scheduler,
): Promise<Summary> {
  const grouping = groupRows(plan.groupBy.map(({ Name }) => Name));
  const gathered = new Map<string, { values: Gathered; sums: Sums }>();
  for (const { source, type } of plan.statistics) {
    if (!source) continue;
    const fieldValues = gathered.get(source.Name) ?? {
      values: emptyGathered(),
      sums: { sum: false, squares: false, extremes: false },
    };
    gathered.set(source.Name, fieldValues);
    if (type === 'gisDataStatTypeSum' || type === 'gisDataStatTypeAverage') fieldValues.sums.sum = true;
    if (type === 'gisDataStatTypeMin' || type === 'gisDataStatTypeMax') fieldValues.sums.extremes = true;
    if (type === 'gisDataStatTypeStdDev' || type === 'gisDataStatTypeVariance') fieldValues.sums.squares = true;
  }
  let rowCounts = new Float64Array(64);
  const { batches } = table.manifest;
  const fields = [...plan.groupBy.map(({ Name }) => Name), ...gathered.keys()];
  if (table.readAhead)
    await table.readAhead(rows ? [...new Set(rows.map((row) => batchOfRow(table, row)))] : [...batches.keys()], {
      fields,
      shapes: false,
    });
  const firstBatch = rows?.length ? batchOfRow(table, rows[0]!) : 0;
  let next = 0;
  for (let index = firstBatch; index < batches.length && (!rows || next < rows.length); index++) {
    const { firstRow, rowCount } = batches[index]!;
    const first = next;
    if (rows) next = firstFrom(rows, firstRow + rowCount, first);
    if (rows && first === next) continue;
    const waiting = scheduler?.yieldIfDue();
    if (waiting) await waiting;
    const batch = await table.attributes(index, fields);
    const inBatch = rows ? rows.subarray(first, next).map((row) => row - firstRow) : rowNumbers(0, rowCount);
    const groups = grouping.assignGroups(batch, inBatch);
    if (grouping.groupCount > rowCounts.length) rowCounts = growArray(rowCounts, 2 * grouping.groupCount);
    for (const group of groups) rowCounts[group]!++;
    for (const [name, { values, sums }] of gathered) {
      growGathered(values, grouping.groupCount);
      accumulate(values, getColumn(batch, name), inBatch, groups, sums);
    }
  }
  for (const { values } of gathered.values()) growGathered(values, grouping.groupCount);
  return answer(plan, grouping, (name) => gathered.get(name)?.values, rowCounts);
}

function answer(
  plan: StatisticsPlan,
  grouping: Grouping,
  getGathered: (name: string) => Gathered | undefined,
  rowCounts: Float64Array,
): Summary {
  const { groupCount } = grouping;
  const cells = [
    ...plan.groupBy.map((_, i) => Array.from({ length: groupCount }, (_, group) => grouping.getKey(i, group))),
    ...plan.statistics.map((statistic) => {
      const gathered = statistic.source && getGathered(statistic.source.Name);
      return Array.from({ length: groupCount }, (_, group) =>
        gathered ? computeStatistic(statistic, gathered, group) : rowCounts[group]!,
      );
    }),
  ];
  const columns = new Map(plan.fields.map((field, i) => [field.Name, columnOfCells(field, cells[i]!)]));
  const batch: AttributeBatch = { firstRow: 0, rowCount: groupCount, columns };
  const order = readOrder(plan.orderBy, plan.fields, `${plan.path}.OrderByFields`);
  const keys = order.map(({ value }): Scalar[] => {
    const read = rowValue(value, batch);
    return Array.from({ length: groupCount }, (_, group) => read(group));
  });
  // Groups that are still equal, or have no requested order, are ordered by their fields.
  const fallback = plan.groupBy.map(() => ({ descending: false, nullsFirst: true }));
  const compare = comparePositions([...keys, ...cells.slice(0, fallback.length)], [...order, ...fallback]);
  const readers = plan.fields.map((field) => valueReader(batch, field));
  const records = Array.from(firstPositions(groupCount, groupCount, compare), (group) =>
    readers.map((read) => read(group)),
  );
  return { fields: plan.fields, records };
}

function computeStatistic({ type, source }: Statistic, gathered: Gathered, group: number): string | number | null {
  const count = gathered.count[group]!;
  if (type === 'gisDataStatTypeCount') return count;
  if (count === 0) return null;
  const isText = source && columnKind(source) === 'string';
  switch (type) {
    case 'gisDataStatTypeSum':
      return gathered.sum[group]!;
    case 'gisDataStatTypeAverage':
      return gathered.sum[group]! / count;
    case 'gisDataStatTypeMin':
      return isText ? gathered.minText[group]! : gathered.min[group]!;
    case 'gisDataStatTypeMax':
      return isText ? gathered.maxText[group]! : gathered.max[group]!;
    case 'gisDataStatTypeVariance':
      return count > 1 ? gathered.squares[group]! / (count - 1) : null;
    case 'gisDataStatTypeStdDev':
      return count > 1 ? Math.sqrt(gathered.squares[group]! / (count - 1)) : null;
  }
}

function columnOfCells(field: Field, cells: readonly (string | number | null)[]): Column {
  const kind = columnKind(field)!;
  const nulls = cells.includes(null) ? { nulls: Uint8Array.from(cells, (cell) => Number(cell === null)) } : {};
  if (kind === 'string') return { kind, values: cells.map((cell) => String(cell ?? '')), ...nulls };
  return kind === 'int'
    ? { kind, values: Int32Array.from(cells, Number), ...nulls }
    : { kind, values: Float64Array.from(cells, Number), ...nulls };
}
