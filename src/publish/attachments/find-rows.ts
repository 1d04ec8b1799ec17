import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import { rowCountOf } from '../../../sw/rows/row-count.ts';
import { call } from '../../connection/call.ts';
import { valueText } from '../../parts/value-text.ts';
import { plainValue } from '../../state/rows.ts';
import { sqlContains, sqlName } from '../../state/sql.ts';
import { isText, type Part } from '../manage/parts-of.ts';
import type { Managed } from '../managed-services.ts';

/** A row by its object id, and what people call it. */
export interface FoundRow {
  readonly id: number;
  readonly title: string;
}

interface FoundRows {
  readonly rows: readonly FoundRow[];
  readonly isMore: boolean;
}

const mostRows = 50;
/** Of more rows sorting by name would be felt at every key. */
const mostSorted = 20_000;

interface RowQuestion {
  readonly text: string;
  /** Object ids; undefined for all rows. */
  readonly among?: readonly number[] | undefined;
}

/**
 * Find rows by what they are called or by their object id, sorted by name, or by id where there are very many.
 *
 * @returns the first of them; `isMore` when there may be others
 * @throws {ServiceFault} as the map server, such as when the service does not answer questions
 */
export async function findRows(
  { key, definition }: Managed,
  { id, isLayer, of, table }: Part,
  { text, among }: RowQuestion,
  signal: AbortSignal,
): Promise<FoundRows> {
  if (!table || among?.length === 0) return { rows: [], isMore: false };
  const MapName = definition.maps[0]!.Name;
  const title = titleField(of, table);
  const rowCount = rowCountOf(table) ?? Number.POSITIVE_INFINITY;
  const QueryFilter: Value<'QueryFilter'> = {
    type: 'QueryFilter',
    WhereClause: clauseOf(text.trim(), table.idField, title),
    Resolution: 0,
    SubFields: [table.idField, ...(title ? [title.Name] : [])].map(sqlName).join(','),
    PostfixClause: `ORDER BY ${sqlName(title && rowCount <= mostSorted ? title.Name : table.idField)}`,
    ...(among ? { FIDSet: { FIDArray: among.slice(0, 1000) } } : {}),
  };
  const { Result: info } = await call('GetServerInfo', key, { MapName }, { signal });
  const MapTableDescription = isLayer
    ? info.DefaultMapDescription?.LayerDescriptions?.find(({ LayerID }) => LayerID === id)
    : info.StandaloneTableDescriptions?.find(({ ID }) => ID === id);
  if (!MapTableDescription) return { rows: [], isMore: false };
  const QueryResultOptions = { Format: 'gisQueryResultRecordSetAsObject' } as const;
  const requested = { MapName, MapTableDescription, QueryFilter, QueryResultOptions };
  const { Result } = await call('QueryData', key, requested, { signal });
  const { Fields, Records } = Result.Object as unknown as Value<'RecordSet'>;
  const at = (name: string | undefined) => Fields.FieldArray.findIndex(({ Name }) => Name === name);
  const [idAt, titleAt] = [at(table.idField), at(title?.Name)];
  // A service may answer fewer at once than are shown.
  const isCut = Records.length === definition.limits.MaximumRecordCount && Records.length < (among?.length ?? rowCount);
  const rows = Records.slice(0, mostRows).map(({ Values }) => {
    const row = Number(plainValue(Values[idAt] as AnyValue));
    const value = titleAt < 0 ? null : (Values[titleAt] as AnyValue);
    return { id: row, title: plainValue(value) === null ? `#${row}` : valueText(value, Fields.FieldArray[titleAt]!) };
  });
  return { rows, isMore: isCut || Records.length > mostRows };
}

/** The field that names a row: the one that was set, else the first text; hidden ones are not asked for. */
function titleField({ DisplayField, presentation }: Part['of'], { fields, idField }: NonNullable<Part['table']>) {
  const shown = fields.filter(({ Name }) => !presentation?.hiddenFields?.includes(Name) && Name !== idField);
  return shown.find(({ Name }) => Name === DisplayField) ?? shown.find(({ Type }) => isText(Type));
}

function clauseOf(text: string, idField: string, title: Value<'Field'> | undefined): string {
  if (text === '') return '';
  const isNumber = /^\d{1,9}$/.test(text);
  const clauses = isNumber ? [`${sqlName(idField)} = ${text}`] : [];
  if (title && isText(title.Type)) clauses.push(sqlContains(title.Name, text));
  // Words cannot be found in a table without a text: no row is called so.
  return clauses.join(' OR ') || '1 = 0';
}
