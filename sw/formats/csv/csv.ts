import type { Budget } from '../../contract/budget.ts';
import { badRows } from '../reading/bad-rows.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import { readText } from '../reading/read-text.ts';
import { type Reader, stem } from '../reading/source-table.ts';
import { type TextRows, tableOfRows } from '../text/text-rows.ts';

/**
 * Read delimited text with one line of names; `locateTable` gives its rows their geometry.
 *
 * @throws {Fault} `bad-package` when there is no line of names or no row
 */
export const readCsv: Reader = async (file, onProgress, signal) => {
  const { text, isGuessed } = await readText(file);
  signal?.throwIfAborted();
  onProgress?.(0.2);
  const rows = parseRows(file.name, text, readBudget(file));
  signal?.throwIfAborted();
  onProgress?.(0.6);
  const notes = isGuessed ? [...rows.notes, diagnostic('windows1252')] : rows.notes;
  const table = tableOfRows(stem(file.name), { ...rows, notes });
  onProgress?.(1);
  return [table];
};

/** So many columns that the first line does not name are read. */
const mostUnnamed = 256;
/** As spreadsheet programs write it before the names. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r)/i;

function parseRows(fileName: string, text: string, budget: Budget): TextRows {
  if (text.trim() === '') throw readFault('bad-package', 'emptyCsv', fileName);
  const whole = text.replace(/^\uFEFF/, '');
  const said = separatorLine.exec(whole);
  const content = said ? whole.slice(said[0].length) : whole;
  const delimiter = said?.[1] ?? delimiterOf(content);
  const cells: string[][] = [];
  let header: string[] | undefined;
  const lines: number[] = [];
  const odd = badRows();
  splitRows(content, delimiter, (row) => {
    const line = row.line + (said ? 1 : 0);
    if (row.hasOpenQuote) odd.add(() => diagnostic('quoteOpen', diagnostic('line', line)));
    if (!header) {
      budget.take('columns', row.cells.length);
      header = row.cells.map((name) => name.trim());
      for (const _ of header) cells.push([]);
      return true;
    }
    const width = widthOf(row);
    if (width > header.length || row.cells.length < header.length)
      odd.add(() => diagnostic('cellsExpected', diagnostic('line', line), header!.length, row.cells.length));
    while (cells.length < width && cells.length < header.length + mostUnnamed)
      cells.push(new Array<string>(lines.length).fill(''));
    for (let i = 0; i < cells.length; i++) cells[i]!.push(row.cells[i] ?? '');
    lines.push(line);
    return true;
  });
  if (!header || lines.length === 0) throw readFault('bad-package', 'noRows', fileName);
  const columns = cells.map((column, i) => ({ name: header![i] || `column ${i + 1}`, column }));
  // A delimiter at the end of each line makes a column of nothing.
  if (columns.length > 1 && !header.at(-1) && columns.at(-1)!.column.every((cell) => cell.trim() === '')) columns.pop();
  return {
    header: columns.map(({ name }) => name),
    cells: columns.map(({ column }) => column),
    rowCount: lines.length,
    // A cell may hold line breaks, so rows are no lines.
    locationOf: (row) => diagnostic('line', lines[row]!),
    comma: delimiter !== ',',
    notes: odd.notes(),
  };
}

/** A row of delimited text. */
interface DelimitedRow {
  readonly cells: string[];
  /** Of its beginning, from 1. */
  readonly line: number;
  /** A quote in it is never closed. */
  readonly hasOpenQuote: boolean;
}

const [quote, lineFeed, carriageReturn, blank] = [34, 10, 13, 32] as const;

/**
 * Take delimited text apart as RFC 4180 and Python's `csv` do: quotes count at the beginning of a cell, also behind blanks; a row ends
 * at a line feed, a carriage return, or both. A quote that is never closed is a letter, so that it takes no rows with it. Between
 * blanks as delimiter there may be more of them. Empty lines are no rows.
 *
 * @param take called with each row; reading stops where it gives false
 */
export function splitRows(text: string, delimiter: string, take: (row: DelimitedRow) => boolean): void {
  const mark = delimiter.charCodeAt(0);
  const isMerging = mark === blank;
  const isEnd = (code: number): boolean => code === lineFeed || code === carriageReturn || Number.isNaN(code);
  let at = 0;
  let line = 1;
  const skipBlanks = (from: number): number => {
    let next = from;
    while (text.charCodeAt(next) === blank) next++;
    return next;
  };
  const endOfCell = (from: number): number => {
    let end = from;
    for (let code = text.charCodeAt(end); code !== mark && !isEnd(code); code = text.charCodeAt(end)) end++;
    return end;
  };
  while (at < text.length) {
    const row = { cells: [] as string[], line, hasOpenQuote: false };
    let isQuoted = false;
    for (;;) {
      const first = skipBlanks(at);
      if (isMerging) at = first;
      let cell: string | undefined;
      let end = at;
      if (text.charCodeAt(first) === quote) {
        const close = closingQuote(text, first);
        if (close < 0) row.hasOpenQuote = true;
        else {
          end = endOfCell(close + 1);
          // Behind blanks it is a quoted cell only if nothing follows: `a, "b" c` has a text with quotes.
          if (first === at || skipBlanks(close + 1) >= end) {
            cell =
              text.slice(first + 1, close).replaceAll('""', '"') + (first === at ? text.slice(close + 1, end) : '');
            line += countLineEnds(text, first, close);
            isQuoted = true;
          }
        }
      }
      if (cell === undefined) {
        end = endOfCell(at);
        cell = text.slice(at, end);
      }
      row.cells.push(cell);
      at = end;
      if (isMerging) at = skipBlanks(at);
      else if (text.charCodeAt(at) === mark) {
        at++;
        continue;
      }
      if (isEnd(text.charCodeAt(at))) break;
    }
    at += text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1;
    line++;
    const isEmpty = row.cells.length === 1 && !isQuoted && row.cells[0]!.trim() === '';
    if (!isEmpty && !take(row)) return;
  }
}

/** Where a quote is closed; doubled ones are letters. -1 where it never is. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text.charCodeAt(at + 1) !== quote) return at;
  return -1;
}

function countLineEnds(text: string, from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) count++;
  }
  return count;
}

/** Cells of a row without the empty one behind a delimiter at its end. */
const widthOf = ({ cells }: DelimitedRow): number =>
  cells.length > 1 && cells.at(-1)!.trim() === '' ? cells.length - 1 : cells.length;

const sampleCharacters = 200_000;
const sampleRows = 100;

/**
 * Find what separates the cells: with it, most rows have as many as there are names, of which there are several. Blanks do only
 * where every row has a number.
 *
 * @returns a comma where nothing does
 */
export function delimiterOf(text: string): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of [',', ';', '\t', '|', ' ']) {
    const rows: DelimitedRow[] = [];
    splitRows(text.slice(0, sampleCharacters), delimiter, (row) => rows.push(row) < sampleRows);
    // The last one may be cut.
    if (text.length > sampleCharacters && rows.length > 2 && rows.length < sampleRows) rows.pop();
    const [header, ...body] = rows;
    const count = header ? widthOf(header) : 0;
    const regular = body.filter((row) => widthOf(row) === count || row.cells.length === count).length;
    if (count < 2 || (delimiter === ' ' && !(body.length === regular && body.every(hasNumber)))) continue;
    const score = 1 + (1000 * regular) / Math.max(1, body.length) + Math.min(count, 99);
    if (score > best.score && !(delimiter === ' ' && best.score > 500)) best = { delimiter, score };
  }
  return best.delimiter;
}

const hasNumber = ({ cells }: DelimitedRow): boolean =>
  cells.some((cell) => /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/.test(cell));
