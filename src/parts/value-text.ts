import type { AnyValue, Value } from '../../sw/contract/index.ts';
import { plainValue } from '../state/rows.ts';
import { formatBytes, formatDate, formatNumber } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Format a value for display, with names for the codes of a domain. */
export function valueText(value: AnyValue | undefined, field: Pick<Value<'Field'>, 'Type' | 'Domain'>): string {
  const plain = plainValue(value);
  if (plain === null) return text.results.null;
  if (field.Domain?.type === 'CodedValueDomain') {
    const coded = field.Domain.CodedValues.find(({ Code }) => plainValue(Code) === plain);
    if (coded) return coded.Name;
  }
  if (typeof plain === 'boolean') return plain ? text.results.yes : text.results.no;
  if (typeof plain === 'number') return field.Type === 'gisFieldTypeOID' ? String(plain) : formatNumber(plain);
  if (plain instanceof Date) return formatDate(plain);
  if (plain instanceof Uint8Array) return text.results.binary(formatBytes(plain.byteLength));
  if (field.Type === 'gisFieldTypeDate') return formatDate(new Date(plain));
  return plain;
}

/** Matches text that spreadsheets would run as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/** Write a value of a CSV: quoted if needed, and escaped if a spreadsheet would run it as a formula. */
export function csvCell(value: AnyValue | undefined): string {
  const plain = plainValue(value);
  if (plain === null) return '';
  if (typeof plain === 'number' || typeof plain === 'boolean') return String(plain);
  if (plain instanceof Date) return plain.toISOString();
  if (plain instanceof Uint8Array) return '';
  const isFormula = formulaStart.test(plain) && !/^[+-]?\d+(\.\d+)?$/.test(plain);
  const text = isFormula ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
