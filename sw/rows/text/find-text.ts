import type { Value } from '../../contract/index.ts';
import { firstFrom } from '../../geometry/first-from.ts';
import type { AttributeBatch, Column } from '../batch.ts';
import type { PresentationDefinition } from '../manifest.ts';
import { getColumn } from '../where/row-value.ts';
import { formatWriter, mapCodedNames, textReader } from './format-value.ts';

/** The text to find: anywhere in a value and in any case, or as the exact whole value. */
interface SearchedText {
  readonly text: string;
  readonly contains: boolean;
}

/** Sets `mark` for every row of a batch that has no mark yet and whose field matches. */
type TextSearch = (batch: AttributeBatch, found: Int16Array, mark: number) => void;

/**
 * Return a search of one field for a text. Strings match as they are, numbers and dates as displayed, coded values by
 * name and by code. Values are only formatted if the text can occur in the field.
 *
 * @returns undefined if no value of the field can match
 */
export function textSearch(
  field: Value<'Field'>,
  presentation: PresentationDefinition,
  searched: SearchedText,
): TextSearch | undefined {
  const matches = textTest(searched);
  const { subtypes, numberFormats = {}, dateFormats = {} } = presentation;
  const hasNames =
    mapCodedNames(field.Domain) !== undefined ||
    subtypes?.field === field.Name ||
    subtypes?.kinds.some(({ domains }) => Object.hasOwn(domains, field.Name)) === true;
  if (hasNames) return searchCoded(field, presentation, matches);
  const format = getOwn(numberFormats, field.Name) ?? getOwn(dateFormats, field.Name);
  if (!canBeIn(fieldKind(field), format, searched.text)) return undefined;
  const write = formatWriter(field, presentation);
  return searchJoined(field.Name, searched, write, JSON.stringify(format) ?? '');
}

/** The values of a column in one text, each between two separators. */
interface Joined {
  readonly text: string;
  /** Offset of the separator before each value. */
  readonly starts: Int32Array;
}

/** Separates joined values. A request can't contain this character, so no match spans two values. */
const separator = '\0';

/** Joined columns by format. Cached as long as the column, because the same columns are searched repeatedly. */
const joinedColumns = new WeakMap<Column, Map<string, Joined>>();

function getJoined(column: Column, write: (value: string | number) => string, format: string): Joined {
  let cached = joinedColumns.get(column);
  if (!cached) {
    cached = new Map();
    joinedColumns.set(column, cached);
  }
  const cachedJoin = cached.get(format);
  if (cachedJoin) return cachedJoin;
  const { values } = column;
  const starts = new Int32Array(values.length + 1);
  const texts = new Array<string>(values.length);
  for (let row = 0; row < values.length; row++) {
    texts[row] = column.nulls?.[row] ? '' : write(values[row]!);
    starts[row + 1] = starts[row]! + texts[row]!.length + 1;
  }
  const made = { text: separator + texts.join(separator) + separator, starts };
  cached.set(format, made);
  return made;
}

/**
 * Search all values of a batch as one text: a hundred times as fast as value by value if few match. A match is mapped
 * to its row by its offset.
 */
function searchJoined(
  name: string,
  { text: searchedText, contains }: SearchedText,
  write: (value: string | number) => string,
  /** Identifies the format of `write`, for the cache. */
  format: string,
): TextSearch {
  const expression = new RegExp(escapePattern(searchedText), 'giu');
  const delimited = separator + searchedText + separator;
  return (batch, fieldByRow, mark) => {
    const column = getColumn(batch, name);
    const { text, starts } = getJoined(column, write, format);
    const next = (from: number): number => {
      if (!contains) return text.indexOf(delimited, from);
      expression.lastIndex = from;
      return expression.exec(text)?.index ?? -1;
    };
    let row = 0;
    for (let index = next(0); index >= 0 && row < batch.rowCount; index = next(starts[row]!)) {
      row = rowAt(starts, index, row);
      if (fieldByRow[row] === -1 && !column.nulls?.[row]) fieldByRow[row] = mark;
      row++;
    }
  };
}

/** Return the row whose value, including the separator before it, contains an offset. */
const rowAt = (starts: Int32Array, index: number, from: number): number =>
  firstFrom(starts, index + 1, from + 1, starts.length - 1) - 1;

/** Search coded values. There are few codes, so each value is formatted and compared only once per subtype. */
function searchCoded(
  field: Value<'Field'>,
  presentation: PresentationDefinition,
  matches: (text: string) => boolean,
): TextSearch {
  return (batch, fieldByRow, mark) => {
    const read = textReader(batch, field, presentation);
    const { values, nulls } = getColumn(batch, field.Name);
    const kindField = presentation.subtypes?.field;
    const kinds = kindField === undefined ? undefined : getColumn(batch, kindField).values;
    const resultsByKind = new Map<unknown, Map<unknown, boolean>>();
    for (let row = 0; row < batch.rowCount; row++) {
      if (fieldByRow[row] !== -1 || nulls?.[row]) continue;
      let ofKind = resultsByKind.get(kinds?.[row]);
      if (!ofKind) {
        ofKind = new Map();
        resultsByKind.set(kinds?.[row], ofKind);
      }
      let isMatch = ofKind.get(values[row]);
      if (isMatch === undefined) {
        isMatch = matches(read(row) ?? '') || matches(String(values[row]));
        ofKind.set(values[row], isMatch);
      }
      if (isMatch) fieldByRow[row] = mark;
    }
  };
}

/** Return the test of a text. Uses simple Unicode case folding, the same in every language. */
function textTest({ text, contains }: SearchedText): (value: string) => boolean {
  if (!contains) return (value) => value === text;
  const expression = new RegExp(escapePattern(text), 'iu');
  return (value) => expression.test(value);
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function fieldKind({ Type }: Value<'Field'>): 'number' | 'date' | 'text' {
  if (Type === 'gisFieldTypeDate') return 'date';
  return /Integer|Double|Single/.test(Type) ? 'number' : 'text';
}

/** Whether the characters of a text can all occur in a formatted value. */
function canBeIn(kind: 'number' | 'date' | 'text', format: unknown, text: string): boolean {
  if (kind === 'number') return format ? /^[-+.,\d ]+$/.test(text) : /^[-+.\de]+$/i.test(text);
  return kind === 'text' || format !== undefined || /^[-\d: .]+$/.test(text);
}

const getOwn = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
