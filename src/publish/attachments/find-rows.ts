import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import { knownRowCount } from '../../../sw/rows/row-count.ts';
import { call } from '../../connection/call.ts';
import { valueText } from '../../parts/value-text.ts';
import { plainValue } from '../../state/rows.ts';
import { sqlContains, sqlName } from '../../state/sql.ts';
import { isText, type Part } from '../manage/managed-parts.ts';
import type { Managed } from '../managed-services.ts';

/** A row with its object ID and display name. */
export interface FoundRow {
  readonly id: number;
  readonly title: string;
}

interface FoundRows {
  readonly rows: readonly FoundRow[];
  readonly isMore: boolean;
}

const maxRows = 50;
/** Maximum number of rows to sort by name; sorting more would delay typing. */
const maxSortedRows = 20_000;

interface RowQuestion {
  readonly text: string;
  /** Object IDs; undefined for all rows. */
  readonly among?: readonly number[] | undefined;
}

/**
 * Find rows by display name or object ID, sorted by name, or by ID if there are too many.
 *
 * @returns the first rows; `isMore` if there may be others
 * @throws {ServiceFault} faults of the map server, such as for a service without queries
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
  const rowCount = knownRowCount(table) ?? Number.POSITIVE_INFINITY;
  const QueryFilter: Value<'QueryFilter'> = {
    type: 'QueryFilter',
    WhereClause: makeClause(text.trim(), table.idField, title),
    Resolution: 0,
    SubFields: [table.idField, ...(title ? [title.Name] : [])].map(sqlName).join(','),
    PostfixClause: `ORDER BY ${sqlName(title && rowCount <= maxSortedRows ? title.Name : table.idField)}`,
    FIDSet: among && { FIDArray: among.slice(0, 1000) },
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
  const fieldIndex = (name: string | undefined) => Fields.FieldArray.findIndex(({ Name }) => Name === name);
  const [idAt, titleAt] = [fieldIndex(table.idField), fieldIndex(title?.Name)];
  // The record limit of a service may be below the maximum number of rows shown.
  const isCut = Records.length === definition.limits.MaximumRecordCount && Records.length < (among?.length ?? rowCount);
  const rows = Records.slice(0, maxRows).map(({ Values }) => {
    const row = Number(plainValue(Values[idAt] as AnyValue));
    const value = titleAt < 0 ? null : (Values[titleAt] as AnyValue);
    return { id: row, title: plainValue(value) === null ? `#${row}` : valueText(value, Fields.FieldArray[titleAt]!) };
  });
  return { rows, isMore: isCut || Records.length > maxRows };
}

/**
 * Return the field with the names of rows: the display field, or else the first text field; undefined if there is
 * neither. Hidden fields are skipped.
 */
function titleField({ DisplayField, presentation }: Part['of'], { fields, idField }: NonNullable<Part['table']>) {
  const shown = fields.filter(({ Name }) => !presentation?.hiddenFields?.includes(Name) && Name !== idField);
  return shown.find(({ Name }) => Name === DisplayField) ?? shown.find(({ Type }) => isText(Type));
}

function makeClause(text: string, idField: string, title: Value<'Field'> | undefined): string {
  if (text === '') return '';
  const isNumber = /^\d{1,9}$/.test(text);
  const clauses = isNumber ? [`${sqlName(idField)} = ${text}`] : [];
  if (title && isText(title.Type)) clauses.push(sqlContains(title.Name, text));
  // Without a text field no row matches a word.
  return clauses.join(' OR ') || '1 = 0';
}
