import { type Field, isDate, isNumeric, isText } from '../../state/rows.ts';
import { sqlContains, sqlName, sqlText } from '../../state/sql.ts';
import { locale } from '../../text/locale.ts';

type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'begins' | 'null' | 'notNull';

export interface ConditionRow {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
  readonly value2: string;
}

/** Return the operators for a field. */
export function operatorsFor(field: Field): readonly Operator[] {
  if (isText(field)) return ['=', '<>', 'contains', 'begins', 'null', 'notNull'];
  return ['=', '<>', '<', '<=', '>', '>=', 'between', 'null', 'notNull'];
}

/** Write the conditions as a where clause, leaving out those without a value. */
export function makeWhereClause(rows: readonly ConditionRow[], fields: readonly Field[], join: 'AND' | 'OR'): string {
  const written = rows.flatMap((row) => {
    const field = fields.find(({ Name }) => Name === row.field);
    return field ? (writeCondition(row, field) ?? []) : [];
  });
  return written.length < 2 ? (written[0] ?? '') : written.map((condition) => `(${condition})`).join(` ${join} `);
}

/** Check whether a typed value is invalid for the field. Empty input is valid. */
export function isWrong({ operator, value, value2 }: ConditionRow, field: Field): boolean {
  if (operator === 'null' || operator === 'notNull') return false;
  const typed = operator === 'between' ? [value, value2] : [value];
  return typed.some((text) => text.trim() !== '' && sqlLiteral(text, field) === undefined);
}

function writeCondition({ operator, value, value2 }: ConditionRow, field: Field): string | undefined {
  const name = sqlName(field.Name);
  if (operator === 'null') return `${name} IS NULL`;
  if (operator === 'notNull') return `${name} IS NOT NULL`;
  if (operator === 'contains' || operator === 'begins') {
    return value === '' ? undefined : sqlContains(field.Name, value, operator === 'begins');
  }
  const from = sqlLiteral(value, field);
  if (from === undefined) return undefined;
  if (operator !== 'between') return `${name} ${operator} ${from}`;
  const to = sqlLiteral(value2, field);
  return to === undefined ? undefined : `${name} BETWEEN ${from} AND ${to}`;
}

/** Write a typed value as an SQL literal; undefined if it isn't a valid value of the field's type. */
function sqlLiteral(value: string, field: Field): string | undefined {
  const requested = value.trim();
  if (isText(field)) return value === '' ? undefined : sqlText(value);
  if (isDate(field)) {
    if (/^\d{4}-\d\d-\d\d$/.test(requested)) return `DATE '${requested}'`;
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(requested)
      ? `TIMESTAMP '${requested.replace('T', ' ')}${requested.length === 16 ? ':00' : ''}'`
      : undefined;
  }
  if (isNumeric(field) || field.Type === 'gisFieldTypeOID') {
    // Numbers are typed in the format of the page's language.
    const plain = Number(locale.startsWith('de') ? requested.replace(',', '.') : requested);
    return requested !== '' && Number.isFinite(plain) ? String(plain) : undefined;
  }
  return requested === '' ? undefined : sqlText(requested);
}
