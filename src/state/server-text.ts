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
 * Write a value that the server has said as text, in English, like the tables of the page do: numbers and dates in the
 * language of the person. Names of codes, and dates in a form of the author's own, stay.
 *
 * @param field undefined leaves the text as it is
 */
export function localText(text: string, field: Pick<Value<'Field'>, 'Type' | 'Domain'> | undefined): string {
  if (!field || field.Domain?.type === 'CodedValueDomain') return text;
  if (numbers.has(field.Type)) return numberPattern.test(text) ? formatNumber(Number(text.replaceAll(',', ''))) : text;
  if (field.Type !== 'gisFieldTypeDate') return text;
  const [, day, time = '00:00:00'] = datePattern.exec(text) ?? [];
  return day ? formatDate(new Date(`${day}T${time}Z`)) : text;
}
