import type { Budget } from '../../contract/budget.ts';
import { readFault } from '../reading/diagnostic.ts';
import type { Reader, SourceFile } from '../reading/source-table.ts';
import { attributeNamed, readXml, type XmlHandlers } from '../reading/xml.ts';
import { cellReference, clockText, numberCell, type Sheet, sheetBuilder } from './sheet.ts';
import { makeSheetTables, openWorkbook, workbookBudget } from './workbook.ts';

/** Values that cells refer to. */
interface Shared {
  readonly is1904: boolean;
  readonly texts: readonly string[];
  /** By the index of the cell format. */
  readonly kinds: readonly NumberKind[];
  readonly budget: Budget;
}

interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** ID of its relationship. */
  readonly id: string;
}

/**
 * Read a workbook of Office Open XML (ECMA-376, transitional and strict). Each sheet is a table with the rows below its
 * header. Formulas have their stored values.
 *
 * @throws {Fault} `bad-package` if the workbook is encrypted, in the old format or damaged, or no sheet has rows;
 *   `too-large` when the budget is used up
 */
export const readXlsx: Reader = async (file, onProgress, signal) => {
  const isPart = (name: string) => /\.(?:xml|rels)$/i.test(name) && !/\/(?:theme|drawings|charts|media)\//i.test(name);
  const parts = await openWorkbook(file, isPart, signal);
  const partNamed = (name: string): SourceFile | undefined => {
    const bytes = parts.get(name);
    return bytes && { name: `${file.name}/${name}`, bytes };
  };
  const budget = workbookBudget(file, parts);
  const mainName = [...parts.keys()].find((name) => /(?:^|\/)workbook\d*\.xml$/i.test(name));
  if (mainName === undefined) throw readFault('bad-package', 'noWorkbook', file.name);
  const folder = mainName.slice(0, mainName.lastIndexOf('/') + 1);
  const relations = partNamed(`${folder}_rels/${mainName.slice(folder.length)}.rels`);
  const targets = relations ? await readRelations(relations, folder) : [];
  const findPart = (type: string) => partNamed(targets.find((target) => target.type.endsWith(`/${type}`))?.name ?? '');
  const { entries, is1904 } = await readMain(partNamed(mainName)!);
  const [texts, styles] = [findPart('sharedStrings'), findPart('styles')];
  const shared: Shared = {
    is1904,
    texts: texts ? await readTexts(texts, signal) : [],
    kinds: styles ? await readKinds(styles) : [],
    budget,
  };
  const sheets: Sheet[] = [];
  for (const [i, entry] of entries.entries()) {
    const target = targets.find(({ id, type }) => id === entry.id && type.endsWith('/worksheet'));
    const part = target && partNamed(target.name);
    // Sheets of charts and macros aren't tables.
    if (!part) continue;
    const report = (share: number) => onProgress?.((i + share) / entries.length);
    sheets.push(await readSheet(file, part, entry, shared, { onProgress: report, signal }));
  }
  return makeSheetTables(file, sheets, budget);
};

async function readRelations(
  file: SourceFile,
  folder: string,
): Promise<{ readonly id: string; readonly type: string; readonly name: string }[]> {
  const targets: { id: string; type: string; name: string }[] = [];
  await readXml(file, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      targets.push({ id: Id, type: Type, name: Target.startsWith('/') ? Target.slice(1) : folder + Target });
    },
  });
  return targets;
}

async function readMain(file: SourceFile): Promise<{ entries: SheetEntry[]; is1904: boolean }> {
  const entries: SheetEntry[] = [];
  let is1904 = false;
  await readXml(file, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      entries.push({ name: attributes.name ?? '', isHidden, id: attributeNamed(attributes, 'id') ?? '' });
    },
  });
  return { entries, is1904 };
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true' || text === 'on';

/** Read the texts that cells share, without the phonetic hints of Japanese texts. */
async function readTexts(file: SourceFile, signal: AbortSignal | undefined): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  const handlers: XmlHandlers = {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close(name) {
      if (name === 'si') texts.push(text);
      else if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
  };
  await readXml(file, handlers, { signal });
  return texts;
}

async function readKinds(file: SourceFile): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let isCellFormat = false;
  await readXml(file, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (name === 'cellXfs') isCellFormat = true;
      else if (name === 'xf' && isCellFormat)
        kinds.push(numberKind(Number(numFmtId ?? 0), codes.get(Number(numFmtId))));
    },
    close(name) {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return kinds;
}

async function readSheet(
  file: SourceFile,
  part: SourceFile,
  { name, isHidden }: SheetEntry,
  { is1904, texts, kinds, budget }: Shared,
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal | undefined },
): Promise<Sheet> {
  const builder = sheetBuilder(file.name, name, isHidden, budget);
  let [row, column] = [0, -1];
  let type = '';
  let kind: NumberKind = 'number';
  let value = '';
  let isValue = false;
  let isPhonetic = false;
  const endCell = (): void => {
    if (type === 'e') builder.fail(row, column, value);
    else if (value === '') return;
    else if (type === 's') builder.set(row, column, texts[Number(value)] ?? '');
    else if (type === 'b') builder.set(row, column, value.trim() === '1' || value.trim() === 'true');
    else if (type === 'str' || type === 'inlineStr' || type === 'd' || !Number.isFinite(Number(value)))
      builder.set(row, column, value);
    else builder.set(row, column, kind === 'number' ? numberCell(value) : serialText(Number(value), kind, is1904));
  };
  const handlers: XmlHandlers = {
    open(element, attributes) {
      if (element === 'row') {
        row = attributes.r ? Number(attributes.r) : row + 1;
        column = -1;
      } else if (element === 'c') {
        column = (attributes.r === undefined ? undefined : cellReference(attributes.r)?.column) ?? column + 1;
        type = attributes.t ?? 'n';
        kind = kinds[Number(attributes.s ?? 0)] ?? 'number';
        value = '';
      } else if (element === 'mergeCell') {
        const [from, to] = (attributes.ref ?? '').split(':').map(cellReference);
        if (from && to) builder.merge({ top: from.row, left: from.column, bottom: to.row, right: to.column });
      } else if (element === 'rPh') isPhonetic = true;
      isValue = (element === 'v' || element === 't') && !isPhonetic;
    },
    close(element) {
      isValue = false;
      if (element === 'c') endCell();
      else if (element === 'rPh') isPhonetic = false;
    },
    text: (piece) => {
      if (isValue) value += piece;
    },
  };
  await readXml(part, handlers, options);
  return builder.finish();
}

/** Meaning of the number in a cell. */
type NumberKind = 'number' | 'date' | 'time';

/** Return the kind of a built-in number format, which has no code in the file (ECMA-376 part 1, 18.8.30). */
function builtInKind(id: number): NumberKind {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54))
    return 'date';
  if (id >= 57 && id <= 58) return 'date';
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) || id === 55 || id === 56
    ? 'time'
    : 'number';
}

/**
 * Return the kind of values that a number format shows.
 *
 * @param code such as `dd.mm.yyyy hh:mm`; undefined for a built-in format
 */
function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtInKind(id);
  const first = code.split(';')[0]!;
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'time';
  const letters = first.replace(/"[^"]*"?|\\.|_.|\*.|\[[^[\]]*\]|general|AM\/PM|A\/P/gi, '');
  if (/[yd]/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) ? 'date' : 'number';
}

const dayMs = 86_400_000;

/**
 * Format a day count as text.
 *
 * @param is1904 days count from 1904-01-01; otherwise from 1899-12-31, including 1900-02-29, which never existed
 * @returns ISO 8601; hh:mm:ss for a time
 */
function serialText(serial: number, kind: 'date' | 'time', is1904: boolean): string {
  if (kind === 'time') return clockText(serial * 86_400);
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const ms = Math.round((days - 25_569) * dayMs);
  // Out of the range of dates, for example because a number was formatted as a date by mistake.
  if (!(Math.abs(ms) < 8.64e15)) return String(serial);
  const text = new Date(ms).toISOString();
  return ms % dayMs === 0 ? text.slice(0, 10) : text;
}
