import type { Budget } from '../../contract/budget.ts';
import { readFault } from '../reading/diagnostic.ts';
import type { Reader, SourceFile } from '../reading/source-table.ts';
import { type Attributes, readXml, type XmlHandlers } from '../reading/xml.ts';
import { type CellValue, clockText, numberCell, type Sheet, type SheetBuilder, sheetBuilder } from './sheet.ts';
import { makeSheetTables, openWorkbook, workbookBudget } from './workbook.ts';

/**
 * Read a spreadsheet of OpenDocument 1.0 to 1.3 (ISO 26300). Each sheet is a table with the rows below its header.
 * Formulas have their stored values.
 *
 * @throws {Fault} `bad-package` if the file is encrypted or damaged, or no sheet has rows; `too-large` when the budget
 *   is used up
 */
export const readOds: Reader = async (file, onProgress, signal) => {
  const parts = await openWorkbook(file, (name) => /^(?:content|META-INF\/manifest)\.xml$/.test(name), signal);
  const content = parts.get('content.xml');
  if (!content) throw readFault('bad-package', 'noWorkbook', file.name);
  const manifest = new TextDecoder().decode(parts.get('META-INF/manifest.xml') ?? new Uint8Array());
  if (/<[\w:]*encryption-data/.test(manifest)) throw readFault('bad-package', 'oldWorkbook', file.name);
  const budget = workbookBudget(file, parts);
  const sheets: Sheet[] = [];
  await readXml({ name: `${file.name}/content.xml`, bytes: content }, sheetHandlers(file, sheets, budget), {
    onProgress,
    signal,
  });
  return makeSheetTables(file, sheets, budget);
};

interface OpenCell {
  readonly attributes: Attributes;
  /** Text of the paragraphs so far. */
  text: string;
  paragraphs: number;
}

function sheetHandlers(file: SourceFile, sheets: Sheet[], budget: Budget): XmlHandlers {
  const hiddenStyles = new Set<string>();
  let styleName = '';
  let sheet: SheetBuilder | undefined;
  let [row, column, rowRepeats] = [0, 0, 1];
  let cells: { readonly column: number; readonly value: CellValue }[] = [];
  let cell: OpenCell | undefined;
  let isParagraph = false;
  /** Depth inside notes and drawings of a cell, which aren't its text. */
  let skippedDepth = 0;

  function endCell({ attributes, text }: OpenCell): void {
    const repeats = count(attributes['table:number-columns-repeated']);
    const [tall, wide] = [attributes['table:number-rows-spanned'], attributes['table:number-columns-spanned']].map(
      count,
    );
    if (tall! > 1 || wide! > 1)
      sheet!.merge({ top: row, left: column, bottom: row + tall! - 1, right: column + wide! - 1 });
    if (attributes['calcext:value-type'] === 'error') sheet!.fail(row, column, text || 'Err');
    else {
      const value = cellValue(attributes, text);
      if (value !== '') {
        sheet!.check(row, column + repeats - 1);
        for (let i = 0; i < repeats; i++) cells.push({ column: column + i, value });
      }
    }
    column += repeats;
  }
  function endRow(): void {
    if (cells.length > 0) {
      sheet!.check(row + rowRepeats - 1, cells[cells.length - 1]!.column);
      for (let i = 0; i < rowRepeats; i++)
        for (const sourceCell of cells) sheet!.set(row + i, sourceCell.column, sourceCell.value);
    }
    row += rowRepeats - 1;
  }

  return {
    open(name, attributes) {
      if (name === 'style') styleName = attributes['style:name'] ?? '';
      else if (name === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(styleName);
      else if (name === 'table' && !cell) {
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        sheet = sheetBuilder(file.name, attributes['table:name'] ?? '', isHidden, budget);
        row = 0;
      } else if (name === 'table-row' && sheet) {
        row++;
        column = 0;
        cells = [];
        rowRepeats = count(attributes['table:number-rows-repeated']);
      } else if (name === 'table-cell' && sheet) cell = { attributes, text: '', paragraphs: 0 };
      else if (name === 'covered-table-cell') column += count(attributes['table:number-columns-repeated']);
      else if (!cell) return;
      else if (name === 'annotation' || name === 'frame') skippedDepth++;
      else if (skippedDepth > 0) return;
      else if (name === 'p') {
        if (cell.paragraphs++ > 0) cell.text += '\n';
        isParagraph = true;
      } else if (name === 's') cell.text += ' '.repeat(Math.min(1000, count(attributes['text:c'])));
      else if (name === 'tab') cell.text += '\t';
      else if (name === 'line-break') cell.text += '\n';
    },
    close(name) {
      if (name === 'p') isParagraph = false;
      else if (name === 'annotation' || name === 'frame') skippedDepth--;
      else if (name === 'table-cell' && cell) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'table-row' && sheet) endRow();
      else if (name === 'table' && sheet && !cell) {
        sheets.push(sheet.finish());
        sheet = undefined;
      }
    },
    text(piece) {
      if (cell && isParagraph && skippedDepth === 0) cell.text += piece.replace(/\s+/g, ' ');
    },
  };
}

const count = (text: string | undefined): number => Math.max(1, Math.floor(Number(text ?? 1)) || 1);

function cellValue(attributes: Attributes, text: string): CellValue {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency': {
      const value = attributes['office:value'] ?? '';
      return value !== '' && Number.isFinite(Number(value)) ? numberCell(value) : text;
    }
    case 'date':
      return attributes['office:date-value'] ?? text;
    case 'time':
      return timeText(attributes['office:time-value'] ?? '') ?? text;
    case 'boolean':
      return attributes['office:boolean-value'] === 'true';
    default:
      return attributes['office:string-value'] ?? text;
  }
}

/** Convert a duration: `PT10H20M30S` -> `10:20:30`; undefined if it isn't valid. */
function timeText(duration: string): string | undefined {
  const match = /^(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?$/.exec(duration);
  if (!match) return undefined;
  const [days, hours, minutes] = match.slice(2, 5).map((part) => Number(part ?? 0));
  const seconds = ((days! * 24 + hours!) * 60 + minutes!) * 60 + Number((match[5] ?? '0').replace(',', '.'));
  return clockText(match[1] ? -seconds : seconds);
}
