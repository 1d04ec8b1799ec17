import { readOrder, readValues } from '../rows/order-rows.ts';
import { scan } from '../rows/scan.ts';
import type { Table } from '../rows/table.ts';
import type { Bound, Condition, Scalar } from '../rows/where/bound.ts';
import type { Scheduler } from '../scheduler.ts';
import type { MapDefinition } from '../service/definition.ts';
import type { Call } from './call.ts';
import { getPublishedTable, type PublishedTable } from './published.ts';
import { rowsInOrder } from './query/feature-query.ts';
import type { Relation } from './relations.ts';
import { bindConditions, type Clause, definitionClauses } from './row-filter.ts';

/** The related table and, for each source row in order, its related rows. */
interface RelatedRows {
  readonly published: PublishedTable;
  readonly table: Table;
  readonly groups: readonly Uint32Array[];
}

/**
 * Find the rows related to source rows, in the given order or by object ID.
 *
 * Null keys and rows hidden by the published filter of their layer are left out.
 *
 * @param restriction a further clause on the related rows
 * @throws {Fault} `bad-sql` and `unknown-field` of the restriction and the order
 */
export async function readRelatedRows(
  call: Call,
  map: MapDefinition,
  relation: Relation,
  source: Table,
  rows: Uint32Array,
  restriction?: Omit<Clause, 'fields'>,
  scheduler = call.scheduler,
  orderBy?: { readonly text: string; readonly path: string },
): Promise<RelatedRows> {
  const published = getPublishedTable(call.service, map, relation.relatedId);
  const { store, now } = call.context;
  const table = await store.table(call.service, published.table);
  const keys = (await readValues(source, rows, [column(relation.sourceKey)], scheduler))[0]!;
  const pairs = relation.link ? await readLinkedKeys(call, map, relation.link, keys, scheduler) : undefined;
  const relatedKeys = new Set<Scalar>();
  for (const key of keys) {
    if (key === null) continue;
    if (!pairs) relatedKeys.add(key);
    else for (const related of pairs.get(key) ?? []) relatedKeys.add(related);
  }
  const clauses: Clause[] = [...definitionClauses(call.service, published, '')];
  if (restriction) clauses.push(restriction);
  const where = [
    ...bindConditions(clauses, published.manifest, now()),
    makeInCondition(relation.relatedKey, relatedKeys),
  ];
  const matchingRows = relatedKeys.size > 0 ? await scan(table, { where }, scheduler) : new Uint32Array(0);
  const order = orderBy ? readOrder(orderBy.text, published.manifest.fields, orderBy.path) : [];
  const ordered = await rowsInOrder(table, matchingRows, order, scheduler);
  const relatedRowKeys = (await readValues(table, ordered, [column(relation.relatedKey)], scheduler))[0]!;
  const byKey = new Map<Scalar, number[]>();
  relatedRowKeys.forEach((key, i) => {
    const existing = byKey.get(key);
    if (existing) existing.push(i);
    else byKey.set(key, [i]);
  });
  const groups = keys.map((key) => {
    const positions = pairs
      ? [...(pairs.get(key) ?? [])].flatMap((related) => byKey.get(related) ?? []).sort((a, b) => a - b)
      : key === null
        ? []
        : (byKey.get(key) ?? []);
    return Uint32Array.from(positions, (position) => ordered[position]!);
  });
  return { published, table, groups };
}

/** Map each key to the keys on the other side of a relationship table. */
async function readLinkedKeys(
  call: Call,
  map: MapDefinition,
  link: NonNullable<Relation['link']>,
  keys: readonly Scalar[],
  scheduler: Scheduler,
): Promise<Map<Scalar, Set<Scalar>>> {
  const published = getPublishedTable(call.service, map, link.tableId);
  const table = await call.context.store.table(call.service, published.table);
  const definitionConditions = bindConditions(
    definitionClauses(call.service, published, ''),
    published.manifest,
    call.context.now(),
  );
  const sourceKeys = new Set(keys.filter((key) => key !== null));
  const pairs = new Map<Scalar, Set<Scalar>>();
  if (sourceKeys.size === 0) return pairs;
  const rows = await scan(
    table,
    { where: [...definitionConditions, makeInCondition(link.sourceKeyField, sourceKeys)] },
    scheduler,
  );
  const columns = [column(link.sourceKeyField), column(link.relatedKeyField)];
  const [sources, others] = (await readValues(table, rows, columns, scheduler)) as [Scalar[], Scalar[]];
  sources.forEach((key, i) => {
    if (others[i] === null) return;
    const existing = pairs.get(key);
    if (existing) existing.add(others[i]!);
    else pairs.set(key, new Set([others[i]!]));
  });
  return pairs;
}

/** Bind a key column. The type matters only for binding strings, and both keys have the same type. */
const column = (name: string): Bound => ({ kind: 'column', type: 'string', name });

const makeInCondition = (name: string, keys: ReadonlySet<Scalar>): Condition => ({
  kind: 'in',
  type: 'boolean',
  value: column(name),
  items: Array.from(keys, (value) => ({
    kind: 'constant',
    type: typeof value === 'number' ? 'number' : 'string',
    value,
  })),
});
