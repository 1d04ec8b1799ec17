import type { Budget } from '../../contract/budget.ts';
import { badRows } from '../reading/bad-rows.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import { readText } from '../reading/read-text.ts';
import { type Reader, stem } from '../reading/source-table.ts';
import { type TextRows, tableOfRows } from '../text/text-rows.ts';
import { delimiterOf, splitRows, widthOf } from './delimited-rows.ts';

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
