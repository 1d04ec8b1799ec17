import type { Budget } from '../../contract/budget.ts';
import { badRows } from '../reading/bad-rows.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import { readText } from '../reading/read-text.ts';
import { type Reader, stem } from '../reading/source-table.ts';
import { makeRowTable, type TextRows } from '../text/text-rows.ts';

/**
 * Read delimited text with one line of column names. `locateTable` adds the geometry.
 *
 * @throws {Fault} `bad-package` if there is no line of names or no row
 */
export const readCsv: Reader = async (file, onProgress, signal) => {
  const { text, isGuessed } = await readText(file);
  signal?.throwIfAborted();
  onProgress?.(0.2);
  const rows = parseRows(file.name, text, readBudget(file));
  signal?.throwIfAborted();
  onProgress?.(0.6);
  const notes = isGuessed ? [...rows.notes, diagnostic('windows1252')] : rows.notes;
  const table = makeRowTable(stem(file.name), { ...rows, notes });
  onProgress?.(1);
  return [table];
};

/** Maximum number of columns that the header doesn't name. */
const maxUnnamedColumns = 256;
/** Line that spreadsheet programs write before the names. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r)/i;

function parseRows(fileName: string, text: string, budget: Budget): TextRows {
  if (text.trim() === '') throw readFault('bad-package', 'emptyCsv', fileName);
  const whole = text.replace(/^\uFEFF/, '');
  const separatorMatch = separatorLine.exec(whole);
  const content = separatorMatch ? whole.slice(separatorMatch[0].length) : whole;
  const delimiter = separatorMatch?.[1] ?? detectDelimiter(content);
  const cells: string[][] = [];
  let header: string[] | undefined;
  const lines: number[] = [];
  const odd = badRows();
  splitRows(content, delimiter, (row) => {
    const line = row.line + (separatorMatch ? 1 : 0);
    if (row.hasOpenQuote) odd.add(() => diagnostic('quoteOpen', diagnostic('line', line)));
    if (!header) {
      budget.take('columns', row.cells.length);
      header = row.cells.map((name) => name.trim());
      for (const _ of header) cells.push([]);
      return true;
    }
    const width = countCells(row);
    if (width > header.length || row.cells.length < header.length)
      odd.add(() => diagnostic('cellsExpected', diagnostic('line', line), header!.length, row.cells.length));
    while (cells.length < width && cells.length < header.length + maxUnnamedColumns)
      cells.push(new Array<string>(lines.length).fill(''));
    for (let i = 0; i < cells.length; i++) cells[i]!.push(row.cells[i] ?? '');
    lines.push(line);
    return true;
  });
  if (!header || lines.length === 0) throw readFault('bad-package', 'noRows', fileName);
  const columns = cells.map((column, i) => ({ name: header![i] || `column ${i + 1}`, column }));
  // A delimiter at the end of each line makes an empty last column.
  if (columns.length > 1 && !header.at(-1) && columns.at(-1)!.column.every((cell) => cell.trim() === '')) columns.pop();
  return {
    header: columns.map(({ name }) => name),
    cells: columns.map(({ column }) => column),
    rowCount: lines.length,
    // Store line numbers, because a cell may contain line breaks.
    locateRow: (row) => diagnostic('line', lines[row]!),
    comma: delimiter !== ',',
    notes: odd.notes(),
  };
}

/** A row of delimited text. */
interface DelimitedRow {
  readonly cells: string[];
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Whether the row has a quote that is never closed. */
  readonly hasOpenQuote: boolean;
}

const [quote, lineFeed, carriageReturn, blank] = [34, 10, 13, 32] as const;

/**
 * Split delimited text like RFC 4180 and Python's `csv`. Quotes count at the beginning of a cell, also after blanks. A
 * row ends at a line feed, a carriage return, or both. An unclosed quote is an ordinary character, so it doesn't
 * swallow the rows after it. If the delimiter is a blank, several count as one. Empty lines aren't rows.
 *
 * @param take called with each row; returns false to stop
 */
export function splitRows(text: string, delimiter: string, take: (row: DelimitedRow) => boolean): void {
  const mark = delimiter.charCodeAt(0);
  const isMerging = mark === blank;
  const isEnd = (code: number): boolean => code === lineFeed || code === carriageReturn || Number.isNaN(code);
  let position = 0;
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
  while (position < text.length) {
    const row = { cells: [] as string[], line, hasOpenQuote: false };
    let isQuoted = false;
    for (;;) {
      const first = skipBlanks(position);
      if (isMerging) position = first;
      let cell: string | undefined;
      let end = position;
      if (text.charCodeAt(first) === quote) {
        const close = closingQuote(text, first);
        if (close < 0) row.hasOpenQuote = true;
        else {
          end = endOfCell(close + 1);
          // After blanks, a quoted cell must end with the quote: in `a, "b" c`, the quotes are text.
          if (first === position || skipBlanks(close + 1) >= end) {
            cell =
              text.slice(first + 1, close).replaceAll('""', '"') +
              (first === position ? text.slice(close + 1, end) : '');
            line += countLineEnds(text, first, close);
            isQuoted = true;
          }
        }
      }
      if (cell === undefined) {
        end = endOfCell(position);
        cell = text.slice(position, end);
      }
      row.cells.push(cell);
      position = end;
      if (isMerging) position = skipBlanks(position);
      else if (text.charCodeAt(position) === mark) {
        position++;
        continue;
      }
      if (isEnd(text.charCodeAt(position))) break;
    }
    position += text.charCodeAt(position) === carriageReturn && text.charCodeAt(position + 1) === lineFeed ? 2 : 1;
    line++;
    const isEmpty = row.cells.length === 1 && !isQuoted && row.cells[0]!.trim() === '';
    if (!isEmpty && !take(row)) return;
  }
}

/** Return the position of the closing quote, skipping doubled quotes; -1 if there is none. */
function closingQuote(text: string, from: number): number {
  for (let index = text.indexOf('"', from + 1); index >= 0; index = text.indexOf('"', index + 2))
    if (text.charCodeAt(index + 1) !== quote) return index;
  return -1;
}

function countLineEnds(text: string, from: number, end: number): number {
  let count = 0;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(i + 1) !== lineFeed)) count++;
  }
  return count;
}

/** Return the number of cells in a row, without an empty cell after a trailing delimiter. */
const countCells = ({ cells }: DelimitedRow): number =>
  cells.length > 1 && cells.at(-1)!.trim() === '' ? cells.length - 1 : cells.length;

const sampleCharacters = 200_000;
const sampleRows = 100;

/**
 * Detect the delimiter: with it, most rows have as many cells as there are names, and at least two. A blank counts only
 * if every row has a number.
 *
 * @returns a comma if no delimiter fits
 */
export function detectDelimiter(text: string): string {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of [',', ';', '\t', '|', ' ']) {
    const rows: DelimitedRow[] = [];
    splitRows(text.slice(0, sampleCharacters), delimiter, (row) => rows.push(row) < sampleRows);
    // The last row may be truncated.
    if (text.length > sampleCharacters && rows.length > 2 && rows.length < sampleRows) rows.pop();
    const [header, ...body] = rows;
    const count = header ? countCells(header) : 0;
    const regular = body.filter((row) => countCells(row) === count || row.cells.length === count).length;
    if (count < 2 || (delimiter === ' ' && !(body.length === regular && body.every(hasNumber)))) continue;
    const score = 1 + (1000 * regular) / Math.max(1, body.length) + Math.min(count, 99);
    if (score > best.score && !(delimiter === ' ' && best.score > 500)) best = { delimiter, score };
  }
  return best.delimiter;
}

const hasNumber = ({ cells }: DelimitedRow): boolean =>
  cells.some((cell) => /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/.test(cell));
