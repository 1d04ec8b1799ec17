import type { Budget } from '../../contract/budget.ts';
import { losesDigits } from '../reading/decimal-text.ts';
import { readFault } from '../reading/diagnostic.ts';

/** Value of a cell. Dates are ISO 8601 text, times of day are hh:mm:ss. */
export type CellValue = string | number | boolean;

export interface SheetRow {
  /** Row number as the program shows it, from 1. */
  readonly number: number;
  /** Values by column from 0; undefined for empty cells. */
  readonly cells: (CellValue | undefined)[];
}

/**
 * Range of merged cells, which have the value of its first cell. Rows count from 1, columns from 0; both ends are
 * included.
 */
export interface Merge {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A sheet of a workbook, with its rows that aren't empty, ascending. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly rows: readonly SheetRow[];
  readonly merges: readonly Merge[];
  /** Cells whose formula failed. */
  readonly errors: SheetErrors;
}

interface SheetErrors {
  readonly count: number;
  readonly kinds: ReadonlySet<string>;
  /** Reference of the first cell, such as `B7`; empty without errors. */
  readonly first: string;
}

export interface SheetBuilder {
  /** Check that a spreadsheet program could have this cell. */
  check(row: number, column: number): void;
  /** Set a cell, with rows ascending; an empty text is an empty cell. */
  set(row: number, column: number, value: CellValue): void;
  fail(row: number, column: number, kind: string): void;
  merge(merge: Merge): void;
  finish(): Sheet;
}

/** Maximum rows and columns of spreadsheet programs. */
const maxRows = 1_048_576;
const maxColumns = 16_384;

/**
 * Create an empty sheet. Its methods throw `too-large` above the limits of spreadsheet programs and of the budget.
 *
 * @param fileName for faults
 * @param budget charged for cells, because one element may claim any number of them
 */
export function sheetBuilder(fileName: string, name: string, isHidden: boolean, budget: Budget): SheetBuilder {
  function check(row: number, column: number): void {
    if (row > maxRows || column >= maxColumns)
      throw readFault('too-large', 'sheetTooLarge', fileName, name, maxRows, maxColumns, row, column + 1);
  }
  const rows: SheetRow[] = [];
  const merges: Merge[] = [];
  const kinds = new Set<string>();
  let errorCount = 0;
  let first = '';
  return {
    check,
    set(row, column, value) {
      if (value === '') return;
      check(row, column);
      let last = rows[rows.length - 1];
      if (last?.number !== row) {
        last = { number: row, cells: [] };
        rows.push(last);
      }
      budget.take('cells', Math.max(1, column + 1 - last.cells.length));
      while (last.cells.length < column) last.cells.push(undefined);
      last.cells[column] = value;
    },
    fail(row, column, kind) {
      kinds.add(kind);
      if (errorCount++ === 0) first = columnLetters(column) + row;
    },
    merge(merge) {
      check(merge.bottom, merge.right);
      merges.push(merge);
    },
    finish: () => ({ name, isHidden, rows, merges, errors: { count: errorCount, kinds, first } }),
  };
}

/** Read the number of a cell; returns text if a double would change its digits. */
export const numberCell = (text: string): CellValue => (losesDigits(text.trim()) ? text.trim() : Number(text));

function columnLetters(column: number): string {
  const before = column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '';
  return before + String.fromCharCode(65 + (column % 26));
}

/** Read a cell reference: `BC7` -> row 7, column 54; undefined if it isn't valid. */
export function cellReference(reference: string): { row: number; column: number } | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference);
  if (!match) return undefined;
  let column = 0;
  for (const letter of match[1]!.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(match[2]), column: column - 1 };
}

/** Format seconds of a day or a duration as hh:mm:ss, with decimals if there are any. */
export function clockText(seconds: number): string {
  const rounded = Math.round(Math.abs(seconds) * 1000) / 1000;
  const whole = Math.floor(rounded);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const decimals = Math.round((rounded - whole) * 1000);
  const sign = seconds < 0 ? '-' : '';
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return sign + clock + (decimals > 0 ? `.${String(decimals).padStart(3, '0')}` : '');
}
