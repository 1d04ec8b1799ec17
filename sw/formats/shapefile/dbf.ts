import type { Budget } from '../../contract/budget.ts';
import { losesDigits } from '../reading/decimal-text.ts';
import { diagnostic, readFault } from '../reading/diagnostic.ts';
import { fieldName } from '../reading/field-names.ts';
import type { Diagnostic } from '../reading/read-fault.ts';
import type { SourceColumn, SourceFieldType } from '../reading/source-table.ts';

interface DbfTable {
  readonly columns: readonly SourceColumn[];
  readonly rowCount: number;
  /** Indexes of the records marked as deleted, ascending; they aren't in the columns. */
  readonly deleted: readonly number[];
  readonly notes: readonly Diagnostic[];
}

/** Code pages of the language driver in byte 29 of the header, except Windows-1252 (dBase and FoxPro tables). */
const codePages: Readonly<Record<number, string>> = {
  2: 'windows-1252',
  38: 'ibm866',
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  80: 'windows-874',
  101: 'ibm866',
  120: 'big5',
  121: 'euc-kr',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  125: 'windows-1255',
  126: 'windows-1256',
  150: 'x-mac-cyrillic',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
  204: 'windows-1257',
};

/**
 * Return the encoding that a .cpg file names (`UTF-8`, `1252`, `ISO 88591`, `ANSI 1251`); undefined if it's unknown.
 */
export function parseCpgEncoding(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  const number = /(\d{3,5})$/.exec(name)?.[1];
  const candidates = [
    name,
    number === '65001' ? 'utf-8' : `windows-${number}`,
    `iso-8859-${/8859[- ]?(\d+)/.exec(name)?.[1]}`,
  ];
  if (number === '936') candidates.push('gbk');
  if (number === '932') candidates.push('shift_jis');
  if (number === '949') candidates.push('euc-kr');
  if (number === '950') candidates.push('big5');
  if (number === '866') candidates.push('ibm866');
  for (const candidate of name.includes('8859') ? candidates.reverse() : candidates) {
    try {
      return new TextDecoder(candidate).encoding;
    } catch {
      // Try the next spelling.
    }
  }
  return undefined;
}

interface DbfField {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  readonly decimals: number;
  readonly offset: number;
}

/**
 * Read a dBase table (III to FoxPro; types C N F D L I O B @ T M).
 *
 * @param budget charged for columns and cells
 * @param encoding of a .cpg file; without it the language byte decides, then UTF-8 if the text is valid, then
 * Windows-1252
 * @throws {Fault} `bad-package` when the header is damaged or the records end early
 */
export function readDbf(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  budget: Budget,
  encoding?: string,
): DbfTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33) throw readFault('bad-package', 'dbfHeader', name, bytes.length);
  const recordCount = view.getUint32(4, true);
  const headerLength = view.getUint16(8, true);
  const recordLength = view.getUint16(10, true);
  const fields = readFields(name, bytes, headerLength, encoding);
  budget.take('columns', fields.length);
  const width = fields.reduce((sum, field) => sum + field.length, 1);
  if (recordLength < width) {
    throw readFault('bad-package', 'dbfRecordLength', name, width, recordLength);
  }
  const present = Math.floor((bytes.length - headerLength) / recordLength);
  if (present < recordCount) {
    throw readFault('bad-package', 'dbfCut', name, recordCount, present + 1);
  }
  budget.take('cells', recordCount * fields.length);
  const deleted: number[] = [];
  const rows: number[] = [];
  for (let record = 0; record < recordCount; record++) {
    const start = headerLength + record * recordLength;
    if (bytes[start] === 0x2a) deleted.push(record);
    else rows.push(start);
  }
  const textEncoding = encoding ?? codePages[bytes[29]!] ?? guessEncoding(bytes, fields, rows);
  const decoder = new TextDecoder(textEncoding);
  const taken = new Set<string>();
  const notes: Diagnostic[] = [];
  const memo = fields.filter((field) => 'MGP'.includes(field.type));
  if (memo.length > 0) notes.push(diagnostic('memosLeftOut', memo.map((field) => field.name).join(', ')));
  const columns = fields
    .filter((field) => !memo.includes(field))
    .map((field) => readColumn(field, bytes, view, rows, decoder, fieldName(field.name, taken)));
  return { columns, rowCount: rows.length, deleted, notes };
}

function readFields(name: string, bytes: Uint8Array, headerLength: number, encoding?: string): DbfField[] {
  const fields: DbfField[] = [];
  let offset = 1;
  for (let position = 32; bytes[position] !== 0x0d; position += 32) {
    if (position + 32 > headerLength || position + 32 > bytes.length) {
      if (position >= headerLength - 1 && position <= bytes.length && fields.length > 0) break;
      throw readFault('bad-package', 'dbfFieldCut', name, fields.length + 1);
    }
    const end = bytes.subarray(position, position + 11).indexOf(0);
    const label = new TextDecoder(encoding ?? 'utf-8').decode(
      bytes.subarray(position, position + (end < 0 ? 11 : end)),
    );
    const type = String.fromCharCode(bytes[position + 11]!).toUpperCase();
    if (!'CNFDLIOB@TMGPY+V'.includes(type)) {
      throw readFault('bad-package', 'dbfFieldType', name, label, type);
    }
    // Long text fields store the high byte of their length in place of the decimals.
    const length = bytes[position + 16]! + (type === 'C' ? bytes[position + 17]! * 256 : 0);
    fields.push({ name: label, type, length, decimals: type === 'C' ? 0 : bytes[position + 17]!, offset });
    offset += length;
  }
  return fields;
}

/** Return UTF-8 if all text of the table is valid UTF-8, otherwise Windows-1252. */
function guessEncoding(bytes: Uint8Array, fields: readonly DbfField[], rows: readonly number[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const text = fields.filter((field) => field.type === 'C');
  try {
    for (const start of rows) {
      for (const { offset, length } of text) decoder.decode(trimField(bytes, start + offset, length));
    }
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function trimField(bytes: Uint8Array, start: number, length: number): Uint8Array {
  let end = start + length;
  const zero = bytes.subarray(start, end).indexOf(0);
  if (zero >= 0) end = start + zero;
  while (end > start && bytes[end - 1] === 0x20) end--;
  return bytes.subarray(start, end);
}

type Cell = string | number | null;

function readColumn(
  field: DbfField,
  bytes: Uint8Array,
  view: DataView,
  rows: readonly number[],
  decoder: TextDecoder,
  name: string,
): SourceColumn {
  const text = (start: number): string => decoder.decode(trimField(bytes, start, field.length));
  const textAt = (start: number): string => text(start + field.offset).trim();
  const isExact = 'NF'.includes(field.type) && field.length > 15 && rows.some((start) => losesDigits(textAt(start)));
  const read = cellReader(isExact ? { ...field, type: 'C' } : field, view, text);
  const values: Cell[] = rows.map((start) => read(start + field.offset));
  if (isExact)
    for (const [row, value] of values.entries())
      values[row] = number(String(value)) === null ? null : String(value).trim();
  const type = isExact ? 'String' : inferFieldType(field, values);
  const length =
    type === 'String'
      ? values.reduce<number>((max, cell) => Math.max(max, (cell as string | null)?.length ?? 0), 0)
      : 0;
  return { name, alias: field.name, type, length: type === 'String' ? Math.max(length, 1) : 0, values };
}

/** Julian day number of the Unix epoch, for timestamps of dBase 7. */
const julianEpoch = 2440588;

function cellReader(
  { type, length }: DbfField,
  view: DataView,
  text: (start: number) => string,
): (start: number) => Cell {
  switch (type) {
    case 'I':
    case '+':
      return (start) => (length === 4 ? view.getInt32(start, true) : number(text(start)));
    case 'O':
      return (start) => (length === 8 ? finite(view.getFloat64(start, true)) : number(text(start)));
    case 'B':
      return (start) => (length === 8 ? finite(view.getFloat64(start, true)) : null);
    case 'Y':
      return (start) => Number(view.getBigInt64(start, true)) / 10000;
    case 'N':
    case 'F':
      return (start) => number(text(start));
    case 'D':
      return (start) => day(text(start));
    case 'T':
    case '@':
      return (start) => {
        const days = view.getInt32(start, true);
        return days === 0 ? null : (days - julianEpoch) * 86_400_000 + view.getInt32(start + 4, true);
      };
    case 'L':
      return (start) => {
        const letter = text(start).toUpperCase();
        return 'TY'.includes(letter || '?') ? 1 : 'FN'.includes(letter || '?') ? 0 : null;
      };
    default:
      return (start) => text(start) || null;
  }
}

/** Parse a number. Blanks and asterisks (overflow, and null in desktop software) are null. */
function number(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  if (plain === '' || plain.startsWith('*')) return null;
  const value = Number(plain);
  // Shapefiles have no null numbers; values below -1e38 mean no data (Esri technical description).
  return Number.isFinite(value) && value > -1e38 ? value : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) && value > -1e38 ? value : null;
}

function day(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(text.trim());
  if (!match || Number(match[1]) === 0) return null;
  return Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
}

function inferFieldType({ type, decimals, length }: DbfField, values: readonly Cell[]): SourceFieldType {
  if ('D@T'.includes(type)) return 'Date';
  if (type === 'L') return 'SmallInteger';
  if (type === 'I' || type === '+') return 'Integer';
  if ('OBY'.includes(type)) return 'Double';
  if (type === 'N' || type === 'F') {
    if (decimals > 0 || type === 'F') return 'Double';
    const whole = values.every((value) => value === null || value === ((value as number) | 0));
    return !whole ? 'Double' : length <= 4 ? 'SmallInteger' : 'Integer';
  }
  return 'String';
}
