import type { Budget } from '../../contract/budget.ts';
import { type Diagnostic, diagnostic, readFault } from '../reading/diagnostic.ts';
import { readBudget } from '../reading/read-budget.ts';
import { readSlice, type SourceFile, type SourceTable, stem } from '../reading/source-table.ts';
import { unzipFile } from '../reading/unzip.ts';
import { tableOfRows } from '../text/text-rows.ts';
import type { Sheet } from './sheet.ts';
import { rowsOfSheet } from './sheet-rows.ts';

/** First bytes of what workbooks were before they were zips, and what encrypted ones are in. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Unpack the parts of a workbook.
 *
 * @throws {Fault} `bad-package` when it is encrypted, of the old format, or no zip; as `unzipFile`
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

/** Make the budget of a workbook by its unpacked parts: a cell takes more than four bytes there. */
export function workbookBudget(file: SourceFile, parts: ReadonlyMap<string, Uint8Array>): Budget {
  const bytes = [...parts.values()].reduce((sum, { length }) => sum + length, 0);
  return readBudget(file, { cells: Math.min(20_000_000, 2_000_000 + Math.round(bytes / 4)) });
}

/**
 * Make tables of the sheets of a workbook; hidden ones are extras, those without rows are left out. A workbook with one sheet
 * gives it its own name.
 *
 * @throws {Fault} `bad-package` when no sheet has rows
 */
export function tablesOfSheets(file: SourceFile, sheets: readonly Sheet[], budget: Budget): SourceTable[] {
  const empty: string[] = [];
  const filled = sheets.flatMap((sheet) => {
    const rows = rowsOfSheet(sheet, budget);
    if (!rows) empty.push(sheet.name);
    return rows ? [{ sheet, rows }] : [];
  });
  if (filled.length === 0) throw readFault('bad-package', 'noSheetRows', file.name);
  const notes: Diagnostic[] = empty.length > 0 ? [diagnostic('sheetsLeftOut', empty.join(', '))] : [];
  const isSingle = filled.length === 1;
  return filled.map(({ sheet, rows }, i) => {
    const table = tableOfRows(isSingle ? stem(file.name) : sheet.name, {
      ...rows,
      notes: i === 0 ? [...notes, ...rows.notes] : rows.notes,
    });
    return sheet.isHidden && !isSingle ? { ...table, isExtra: true } : table;
  });
}
