import type { Database, SqlValue } from 'sql.js';
import type { Value } from '../../contract/index.ts';
import type { SourceColumn, SourceFieldType } from '../reading/source-table.ts';
import { readMetadataRows } from './contents.ts';

/** Aliases and domains of columns (Schema extension: `gpkg_data_columns` and its constraints). */
export interface ColumnRules {
  /** Return the title of a column; its name if the file has no title. */
  alias(table: string, column: string): string;
  /**
   * Return the domain of a column: a list of codes, or a range that includes both ends.
   *
   * @returns undefined without a constraint; the constraint's name if it can't be converted, like a pattern or a range
   *   that excludes an end
   */
  domain(
    table: string,
    column: string,
    type: SourceFieldType,
  ): NonNullable<SourceColumn['domain']> | string | undefined;
}

type Row = ReadonlyMap<string, SqlValue>;
type Code = Value<'CodedValue'>['Code'];

const text = (value: SqlValue | undefined): string =>
  value === null || value === undefined ? '' : String(value).trim();
const makeColumnKey = (table: string, column: string): string =>
  JSON.stringify([table.toLowerCase(), column.toLowerCase()]);

/** Read the rules of all tables. */
export function columnRules(database: Database): ColumnRules {
  const columns = new Map(
    readMetadataRows(database, 'gpkg_data_columns').map((row) => [
      makeColumnKey(text(row.get('table_name')), text(row.get('column_name'))),
      row,
    ]),
  );
  const constraints = new Map<string, Row[]>();
  for (const row of readMetadataRows(database, 'gpkg_data_column_constraints')) {
    const name = text(row.get('constraint_name')).toLowerCase();
    constraints.set(name, [...(constraints.get(name) ?? []), row]);
  }
  return {
    alias(table, column) {
      const row = columns.get(makeColumnKey(table, column));
      const [name, title] = [text(row?.get('name')), text(row?.get('title'))];
      // Many writers repeat the column name in `name` and write the label to `title`.
      return (name === column ? title : name || title) || column;
    },
    domain(table, column, type) {
      const name = text(columns.get(makeColumnKey(table, column))?.get('constraint_name'));
      const rows = constraints.get(name.toLowerCase());
      if (name === '' || !rows) return undefined;
      return (readCodedDomain(name, rows, type) ?? readRangeDomain(name, rows, type)) || name;
    },
  };
}

const fieldTypes = {
  Integer: 'gisFieldTypeInteger',
  SmallInteger: 'gisFieldTypeSmallInteger',
  Double: 'gisFieldTypeDouble',
  Date: 'gisFieldTypeDate',
  String: 'gisFieldTypeString',
} as const;

const makeDomainHead = (name: string, type: SourceFieldType) => ({
  DomainName: name,
  FieldType: fieldTypes[type],
  MergePolicy: 'gisMPTDefaultValue' as const,
  SplitPolicy: 'gisSPTDuplicate' as const,
});

/** Convert a value to a field type; undefined if it's invalid for the type. */
function parseCode(value: string, type: SourceFieldType): Code | undefined {
  if (type === 'String') return value;
  const number = value === '' ? Number.NaN : Number(value);
  if (type === 'Date' || !Number.isFinite(number)) return undefined;
  if (type === 'Double') return number;
  return Number.isInteger(number) ? { type: type === 'Integer' ? 'int' : 'short', value: number } : undefined;
}

function readCodedDomain(
  name: string,
  rows: readonly Row[],
  type: SourceFieldType,
): Value<'CodedValueDomain'> | undefined {
  const codes = rows.flatMap((row): Value<'CodedValue'>[] => {
    if (text(row.get('constraint_type')).toLowerCase() !== 'enum') return [];
    const value = text(row.get('value'));
    const Code = parseCode(value, type);
    return Code === undefined ? [] : [{ Name: text(row.get('description')) || value, Code }];
  });
  return codes.length === rows.length
    ? { type: 'CodedValueDomain', ...makeDomainHead(name, type), CodedValues: codes }
    : undefined;
}

function readRangeDomain(name: string, rows: readonly Row[], type: SourceFieldType): Value<'RangeDomain'> | undefined {
  const row = rows.find((candidate) => text(candidate.get('constraint_type')).toLowerCase() === 'range');
  if (!row || type === 'String') return undefined;
  const isWhole = type !== 'Double';
  // Domains include both ends. If a whole-number range excludes an end, the next number inward is the end.
  const end = (key: 'min' | 'max', inward: number): Code | undefined => {
    const isInclusive = row.get(`${key}_is_inclusive`) ?? row.get(`${key}isinclusive`) ?? 1;
    const value = text(row.get(key));
    if (Number(isInclusive) === 1) return parseCode(value, type);
    return isWhole && value !== '' ? parseCode(String(Number(value) + inward), type) : undefined;
  };
  const [MinValue, MaxValue] = [end('min', 1), end('max', -1)];
  if (MinValue === undefined || MaxValue === undefined) return undefined;
  return { type: 'RangeDomain', ...makeDomainHead(name, type), MinValue, MaxValue };
}
