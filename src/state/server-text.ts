import type { Value } from '../../sw/contract/index.ts';
import { formatDate, formatNumber } from '../text/format.ts';

const numbers: ReadonlySet<string> = new Set([
  'gisFieldTypeInteger',
  'gisFieldTypeSmallInteger',
  'gisFieldTypeSingle',
  'gisFieldTypeDouble',
]);
const numberPattern = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d+)?$/i;
const datePattern = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d(?:\.\d+)?))?$/;

/**
 * Format a value that the server wrote as English text like the tables of the page: numbers and dates in the user's
 * language. Names of codes, and dates in the author's own format, stay as they are.
 *
 * @param field if undefined, the text stays as it is
 */
export function localText(text: string, field: Pick<Value<'Field'>, 'Type' | 'Domain'> | undefined): string {
  if (!field || field.Domain?.type === 'CodedValueDomain') return text;
  if (numbers.has(field.Type)) return numberPattern.test(text) ? formatNumber(Number(text.replaceAll(',', ''))) : text;
  if (field.Type !== 'gisFieldTypeDate') return text;
  const [, day, time = '00:00:00'] = datePattern.exec(text) ?? [];
  return day ? formatDate(new Date(`${day}T${time}Z`)) : text;
}
