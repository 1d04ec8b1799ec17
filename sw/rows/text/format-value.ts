import type { AnyValue, Value } from '../../contract/index.ts';
import type { AttributeBatch } from '../batch.ts';
import type { PresentationDefinition } from '../manifest.ts';
import { formatDate } from '../where/date-text.ts';
import { getColumn } from '../where/row-value.ts';
import { formatByPattern } from './date-pattern.ts';
import { formatNumber } from './format-number.ts';

/** Returns the displayed text of a field in a row, counted from 0 in the batch; null for a missing value. */
type RowTextReader = (row: number) => string | null;

type Plain = number | string;

/**
 * Return a reader of a field's displayed texts: names for coded values and subtypes, numbers and dates in the author's
 * format. Without a format, numbers are written in full and dates as `yyyy-mm-dd hh:mm:ss`, in UTC.
 */
export function textReader(
  batch: AttributeBatch,
  field: Value<'Field'>,
  presentation: PresentationDefinition = {},
): RowTextReader {
  const { values, nulls } = getColumn(batch, field.Name);
  const write = formatWriter(field, presentation);
  const readName = nameReader(batch, field, presentation);
  return (row) => (nulls?.[row] ? null : (readName?.(row) ?? write(values[row]!)));
}

/**
 * Return a reader of the names of codes and subtypes. If the subtype of a row has its own domain for the field, only
 * that domain counts.
 *
 * @returns undefined if no value of the field has a name; the reader also returns undefined for a value without a name
 */
export function nameReader(
  batch: AttributeBatch,
  field: Value<'Field'>,
  presentation: PresentationDefinition = {},
): ((row: number) => string | undefined) | undefined {
  const { subtypes } = presentation;
  const { values, nulls } = getColumn(batch, field.Name);
  const common =
    subtypes?.field === field.Name
      ? new Map<Plain, string>(subtypes.kinds.map(({ code, name }) => [code, name]))
      : mapCodedNames(field.Domain);
  const namesByKind = namesBySubtype(field, presentation);
  const codes = namesByKind && batch.columns.get(subtypes!.field);
  if (!codes) return common && ((row) => (nulls?.[row] ? undefined : common.get(values[row]!)));
  return (row) => {
    if (nulls?.[row]) return undefined;
    const names = codes.nulls?.[row] ? undefined : namesByKind.get(codes.values[row] as number);
    return (names ?? common)?.get(values[row]!);
  };
}

/**
 * Return the names of the fields to read for the displayed texts of some fields: the fields themselves, and the subtype
 * field if their domains depend on it.
 */
export function namesRead(
  fields: readonly Value<'Field'>[],
  { subtypes }: PresentationDefinition = {},
): readonly string[] {
  const names = fields.map(({ Name }) => Name);
  const isBySubtype = subtypes?.kinds.some(({ domains }) => names.some((name) => Object.hasOwn(domains, name)));
  return isBySubtype && !names.includes(subtypes!.field) ? [...names, subtypes!.field] : names;
}

/** Return a function that formats values, ignoring the names of codes. */
export function formatWriter(
  { Name, Type }: Value<'Field'>,
  { numberFormats = {}, dateFormats = {} }: PresentationDefinition,
): (value: Plain) => string {
  if (Type === 'gisFieldTypeDate') {
    const pattern = Object.hasOwn(dateFormats, Name) ? dateFormats[Name] : undefined;
    return (value) => (pattern ? formatByPattern(value as number, pattern) : formatDate(value as number));
  }
  const format = Object.hasOwn(numberFormats, Name) ? numberFormats[Name] : undefined;
  return format ? (value) => formatNumber(value as number, format) : String;
}

/** Return the names of a domain's coded values, by code; undefined if the domain has none. */
export function mapCodedNames(domain: Value<'Domain'> | null | undefined): Map<Plain, string> | undefined {
  if (domain?.type !== 'CodedValueDomain' && domain?.type !== 'BitMaskCodedValueDomain') return undefined;
  const names = new Map<Plain, string>();
  for (const { Code, Name } of domain.CodedValues) {
    const code = toPlain(Code);
    if (code !== undefined && !names.has(code)) names.set(code, Name);
  }
  return names;
}

/** Return the value as columns store it: dates as epoch milliseconds. */
function toPlain(code: AnyValue): Plain | undefined {
  if (typeof code === 'number' || typeof code === 'string') return code;
  if (code instanceof Date) return code.getTime();
  if (code && typeof code === 'object' && 'value' in code) return code.value;
  return undefined;
}

/**
 * Return the names of a field's codes by subtype code, for subtypes with their own domain for it; undefined if there
 * are none.
 */
function namesBySubtype(
  field: Value<'Field'>,
  { subtypes }: PresentationDefinition,
): Map<number, Map<Plain, string>> | undefined {
  if (!subtypes || subtypes.field === field.Name) return undefined;
  const namesByCode = new Map<number, Map<Plain, string>>();
  for (const { code, domains } of subtypes.kinds) {
    // A domain without codes also replaces the field's own.
    if (Object.hasOwn(domains, field.Name)) namesByCode.set(code, mapCodedNames(domains[field.Name]) ?? new Map());
  }
  return namesByCode.size > 0 ? namesByCode : undefined;
}
