import { type Field, isDate, isNumeric, isText, sqlText } from '../../state/rows.ts';

/** How a field is compared. */
export type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'between' | 'contains' | 'begins' | 'null' | 'notNull';

export interface ConditionRow {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
  readonly value2: string;
}

/** The comparisons that make sense for a field. */
export function operatorsFor(field: Field): readonly Operator[] {
  if (isText(field)) return ['=', '<>', 'contains', 'begins', 'null', 'notNull'];
  return ['=', '<>', '<', '<=', '>', '>=', 'between', 'null', 'notNull'];
}

/** Write the conditions as a where clause; those without a value are left out. */
export function whereOf(rows: readonly ConditionRow[], fields: readonly Field[], join: 'AND' | 'OR'): string {
  const written = rows.flatMap((row) => {
    const field = fields.find(({ Name }) => Name === row.field);
    return field ? (conditionOf(row, field) ?? []) : [];
  });
  return written.length < 2 ? (written[0] ?? '') : written.map((one) => `(${one})`).join(` ${join} `);
}

function conditionOf({ operator, value, value2 }: ConditionRow, field: Field): string | undefined {
  const { Name } = field;
  if (operator === 'null') return `${Name} IS NULL`;
  if (operator === 'notNull') return `${Name} IS NOT NULL`;
  if (operator === 'contains' || operator === 'begins') {
    if (value === '') return undefined;
    const escaped = value.toUpperCase().replaceAll(/[\\%_]/g, '\\$&');
    const escaping = escaped.includes('\\') ? " ESCAPE '\\'" : '';
    return `UPPER(${Name}) LIKE ${sqlText(`${operator === 'contains' ? '%' : ''}${escaped}%`)}${escaping}`;
  }
  const from = literalOf(value, field);
  if (from === undefined) return undefined;
  if (operator !== 'between') return `${Name} ${operator} ${from}`;
  const to = literalOf(value2, field);
  return to === undefined ? undefined : `${Name} BETWEEN ${from} AND ${to}`;
}

/** Undefined for what is no value of the field's type. */
function literalOf(value: string, field: Field): string | undefined {
  const wanted = value.trim();
  if (isText(field)) return value === '' ? undefined : sqlText(value);
  if (isDate(field)) {
    if (/^\d{4}-\d\d-\d\d$/.test(wanted)) return `DATE '${wanted}'`;
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(wanted)
      ? `TIMESTAMP '${wanted.replace('T', ' ')}${wanted.length === 16 ? ':00' : ''}'`
      : undefined;
  }
  if (isNumeric(field) || field.Type === 'gisFieldTypeOID')
    return wanted !== '' && Number.isFinite(Number(wanted)) ? String(Number(wanted)) : undefined;
  return wanted === '' ? undefined : sqlText(wanted);
}
