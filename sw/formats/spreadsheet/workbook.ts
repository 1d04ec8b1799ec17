import type { Budget } from '../../contract/budget.ts';
import { isoDate } from '../reading/dates.ts';
import { losesDigits } from '../reading/decimal-text.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import { readSlice, type SourceFile, type SourceTable, stem } from '../reading/source-table.ts';
import { unzipFile } from '../reading/unzip.ts';
import { makeRowTable, type TextRows } from '../text/text-rows.ts';
import type { CellValue, Merge, Sheet, SheetRow } from './sheet.ts';

/** First bytes of workbooks in the old format, and of encrypted workbooks. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Unpack the parts of a workbook.
 *
 * @throws {Fault} `bad-package` if it is encrypted, in the old format, or not a zip; otherwise like `unzipFile`
 */
export async function openWorkbook(
  file: SourceFile,
  isPart: (name: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<Map<string, Uint8Array>> {
  const head = await readSlice(file, 0, 4);
  if (compoundFile.every((byte, i) => head[i] === byte)) throw readFault('bad-package', 'oldWorkbook', file.name);
  if (head[0] !== 0x50 || head[1] !== 0x4b) throw readFault('bad-package', 'noWorkbook', file.name);
  return unzipFile(file, isPart, undefined, signal);
}

/** Create the budget of a workbook from its unpacked parts, in which a cell takes more than four bytes. */
export function workbookBudget(file: SourceFile, parts: ReadonlyMap<string, Uint8Array>): Budget {
  const bytes = [...parts.values()].reduce((sum, { length }) => sum + length, 0);
  return readBudget(file, { cells: Math.min(20_000_000, 2_000_000 + Math.round(bytes / 4)) });
}

/**
 * Create tables from the sheets of a workbook. Hidden sheets are extras; sheets without rows are left out. A single
 * sheet is named after the workbook.
 *
 * @throws {Fault} `bad-package` if no sheet has rows
 */
export function makeSheetTables(file: SourceFile, sheets: readonly Sheet[], budget: Budget): SourceTable[] {
  const empty: string[] = [];
  const filled = sheets.flatMap((sheet) => {
    const rows = readSheetRows(sheet, budget);
    if (!rows) empty.push(sheet.name);
    return rows ? [{ sheet, rows }] : [];
  });
  if (filled.length === 0) throw readFault('bad-package', 'noSheetRows', file.name);
  const notes: Diagnostic[] = empty.length > 0 ? [diagnostic('sheetsLeftOut', empty.join(', '))] : [];
  const isSingle = filled.length === 1;
  return filled.map(({ sheet, rows }, i) => {
    const table = makeRowTable(isSingle ? stem(file.name) : sheet.name, {
      ...rows,
      notes: i === 0 ? [...notes, ...rows.notes] : rows.notes,
    });
    return sheet.isHidden && !isSingle ? { ...table, isExtra: true } : table;
  });
}

/** Maximum rows in which to look for column names. */
const maxHeaderRows = 30;

/**
 * Create a table from a sheet. Its header is the first row with values in at least half of the columns; rows above it
 * are titles. Names below merged cells begin with the name in the merged cell. If the first row has no names, columns
 * are numbered.
 *
 * @param budget charged for the copies in merged cells
 * @returns undefined if the sheet has only a header or titles
 */
function readSheetRows(sheet: Sheet, budget: Budget): TextRows | undefined {
  const { rows, merges, errors } = sheet;
  const width = rows.reduce((max, { cells }) => Math.max(max, cells.length), 0);
  const head = fillMergedCells(rows.slice(0, maxHeaderRows), merges, width, budget);
  const first = headerAt(head);
  if (first < 0) return undefined;
  const hasNames = isHeader(head[first]!);
  const depth = hasNames ? headerDepth(head, first, merges) : 0;
  const body = rows.slice(first + depth);
  if (body.length === 0) return undefined;
  fillDown(body, merges, budget);
  const header: string[] = [];
  const cells: string[][] = [];
  for (let column = 0; column < width; column++) {
    const names = head.slice(first, first + depth).map((row) => toText(row.cells[column]).trim());
    const name = names.filter((part, i) => part !== '' && !names.slice(0, i).includes(part)).join(' ');
    if (name === '' && body.every((row) => row.cells[column] === undefined)) continue;
    header.push(name || `column ${column + 1}`);
    cells.push(body.map((row) => toText(row.cells[column])));
  }
  const notes: Diagnostic[] = [];
  if (errors.count > 0) notes.push(diagnostic('cellErrors', errors.count, [...errors.kinds].join(', '), errors.first));
  if (!hasNames) notes.push(diagnostic('noHeader'));
  const locateRow = (row: number) => diagnostic('sheetRow', sheet.name, body[row]!.number);
  return { header, cells, rowCount: body.length, locateRow, comma: true, notes };
}

const toText = (value: CellValue | undefined): string => (value === undefined ? '' : String(value));

/** Return copies of rows in which each merged cell has the value of the first cell of its range. */
function fillMergedCells(
  rows: readonly SheetRow[],
  merges: readonly Merge[],
  width: number,
  budget: Budget,
): SheetRow[] {
  const copies = rows.map(({ number, cells }) => ({ number, cells: [...cells] }));
  for (const { top, left, bottom, right } of merges) {
    const value = rows.find(({ number }) => number === top)?.cells[left];
    if (value === undefined) continue;
    // Columns after all values need no name.
    const last = Math.min(right, width - 1);
    for (const { number, cells } of copies) {
      if (number < top || number > bottom) continue;
      budget.take('cells', Math.max(0, last - left + 1));
      for (let column = left; column <= last; column++) cells[column] = value;
    }
  }
  return copies;
}

/** Copy the value of merged cells to all their rows, in the first column. */
function fillDown(rows: readonly SheetRow[], merges: readonly Merge[], budget: Budget): void {
  const tall = merges.filter(({ top, bottom }) => bottom > top);
  if (tall.length === 0) return;
  const rowsByNumber = new Map(rows.map((row) => [row.number, row]));
  for (const { top, left, bottom } of tall) {
    const value = rowsByNumber.get(top)?.cells[left];
    if (value === undefined) continue;
    const last = Math.min(bottom, rows[rows.length - 1]!.number);
    budget.take('cells', Math.max(0, last - top));
    for (let number = top + 1; number <= last; number++) {
      const row = rowsByNumber.get(number);
      if (row) row.cells[left] = value;
    }
  }
}

const filterFilled = ({ cells }: SheetRow): CellValue[] => cells.filter((cell) => cell !== undefined);

/**
 * Return the index of the first row that can be a header or data, because it has enough different cells; -1 if there is
 * none.
 */
function headerAt(rows: readonly SheetRow[]): number {
  const width = rows.reduce((max, row) => Math.max(max, filterFilled(row).length), 0);
  return rows.findIndex((row) => {
    const cells = filterFilled(row);
    return cells.length * 2 >= width && (width === 1 || new Set(cells).size > 1);
  });
}

const isYear = (value: CellValue): boolean => Number.isInteger(value) && Number(value) >= 1500 && Number(value) <= 2500;

/** Check whether a row has text that isn't a date, and otherwise only years. */
function isHeader(row: SheetRow): boolean {
  const cells = filterFilled(row);
  const isText = (cell: CellValue): boolean =>
    typeof cell === 'string' && isoDate(cell) === undefined && !losesDigits(cell);
  return cells.some(isText) && cells.every((cell) => isText(cell) || isYear(cell));
}

/** Return the number of header rows: as many as its tallest merged cell has, or two if names are below wide cells. */
function headerDepth(rows: readonly SheetRow[], first: number, merges: readonly Merge[]): number {
  const { number } = rows[first]!;
  const headerMerges = merges.filter(({ top }) => top === number);
  const tallest = headerMerges.reduce((max, { top, bottom }) => Math.max(max, bottom - top + 1), 1);
  const hasWide = headerMerges.some(({ left, right }) => right > left);
  const depth = Math.max(tallest, hasWide ? 2 : 1);
  const below = rows.slice(first + 1, first + depth).filter((row) => row.number < number + depth);
  return 1 + (below.every(isHeader) ? below.length : 0);
}
