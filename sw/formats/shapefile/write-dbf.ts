import { wrongValue } from '../../contract/index.ts';
import { blobPiece } from '../flatgeobuf/hilbert-spool.ts';
import { type Cell, type Field, getValueKind, type ValueKind } from '../writing/rows-to-write.ts';
import { shortNames } from './short-names.ts';

const maxTextBytes = 254;
const maxBytes = 2 ** 31 - 1;
const dayMs = 86_400_000;
/** Range of dates with four-digit years. */
const [firstDayMs, lastDayMs] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')];

/** Values that a dBASE table couldn't store unchanged. */
export interface DbfNotes {
  /** Number of truncated strings. */
  readonly cutTexts: number;
  /** Fields whose dates are stored as text, because they have a time of day. */
  readonly timeFields: readonly string[];
}

interface ColumnState {
  readonly kind: ValueKind;
  widthBytes: number;
  hasTimes: boolean;
}

/**
 * Create a writer for the table of a shapefile. It buffers the values compactly, because column widths are only known
 * at the end.
 *
 * @see https://www.dbase.com/KnowledgeBase/int/db7_file_fmt.htm (level 5)
 */
export function dbfWriter(fields: readonly Field[]) {
  const names = shortNames(fields);
  const states = fields.map((field): ColumnState => ({ kind: getValueKind(field)!, widthBytes: 1, hasTimes: false }));
  const pending = blobPiece();
  const encoder = new TextEncoder();
  let [rowCount, cutTexts] = [0, 0];

  /** Buffer the values of a row, each after its length in bytes. */
  function bufferRow(columns: readonly (readonly Cell[])[], row: number): void {
    const values = states.map((state, i) => {
      const value = columns[i]![row] ?? null;
      if (value === null) return new Uint8Array(0);
      const bytes = truncate(encoder.encode(formatValue(state, value)));
      if (bytes.isCut) cutTexts++;
      state.widthBytes = Math.max(state.widthBytes, bytes.text.length);
      return bytes.text;
    });
    const record = new Uint8Array(values.reduce((sum, { length }) => sum + 1 + length, 0));
    let offset = 0;
    for (const value of values) {
      record[offset] = value.length;
      record.set(value, offset + 1);
      offset += 1 + value.length;
    }
    pending.add(record);
  }

  return {
    add(columns: readonly (readonly Cell[])[], count: number): void {
      for (let row = 0; row < count; row++) bufferRow(columns, row);
      rowCount += count;
    },
    async finish(): Promise<{ readonly file: Blob; readonly notes: DbfNotes }> {
      const columns = states.map(makeColumn);
      const recordBytes = columns.reduce((sum, { widthBytes }) => sum + widthBytes, 1);
      if (rowCount * recordBytes > maxBytes)
        throw wrongValue(
          'too-large',
          'Shapefile',
          'at most 2 GB of attributes',
          `${rowCount} rows of ${recordBytes} bytes`,
        );
      const body = blobPiece();
      for await (const records of encodeRecords(pending.finish(), columns, recordBytes)) body.add(records);
      body.add(new Uint8Array([0x1a]));
      const file = new Blob([encodeHeader([...names.values()], columns, rowCount, recordBytes), body.finish()]);
      const timeFields = fields.flatMap(({ Name }, i) => (states[i]!.hasTimes ? [Name] : []));
      return { file, notes: { cutTexts, timeFields } };
    },
  };
}

/** Format a value. Dates are full timestamps here and shortened later if the column has no time of day. */
function formatValue(state: ColumnState, value: string | number): string {
  if (state.kind !== 'date') return String(value);
  const ms = Number(value);
  if (ms % dayMs !== 0 || ms < firstDayMs || ms > lastDayMs) state.hasTimes = true;
  return new Date(ms).toISOString();
}

/** Cut to the maximum length without splitting a UTF-8 character. */
function truncate(bytes: Uint8Array): { readonly text: Uint8Array; readonly isCut: boolean } {
  if (bytes.length <= maxTextBytes) return { text: bytes, isCut: false };
  let end = maxTextBytes;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return { text: bytes.subarray(0, end), isCut: true };
}

interface Column {
  readonly type: 'N' | 'D' | 'C';
  readonly widthBytes: number;
  readonly decimals: number;
}

/**
 * Return the column definition. Numbers are written unchanged; the declared decimals only make programs read them as
 * doubles.
 */
function makeColumn({ kind, widthBytes, hasTimes }: ColumnState): Column {
  if (kind === 'date' && !hasTimes) return { type: 'D', widthBytes: 8, decimals: 0 };
  if (kind === 'text' || kind === 'date') return { type: 'C', widthBytes, decimals: 0 };
  if (kind === 'double') return { type: 'N', widthBytes: 24, decimals: 15 };
  return { type: 'N', widthBytes: Math.max(widthBytes, kind === 'short' ? 5 : 9), decimals: 0 };
}

function encodeHeader(
  names: readonly string[],
  columns: readonly Column[],
  rowCount: number,
  recordBytes: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33 + 32 * columns.length);
  const view = new DataView(bytes.buffer);
  // dBASE III. The date is fixed to 1 January 2000, so that equal content makes equal files.
  bytes.set([3, 100, 1, 1]);
  view.setUint32(4, rowCount, true);
  view.setUint16(8, bytes.length, true);
  view.setUint16(10, recordBytes, true);
  columns.forEach(({ type, widthBytes, decimals }, i) => {
    const offset = 32 + 32 * i;
    bytes.set(new TextEncoder().encode(names[i]), offset);
    bytes[offset + 11] = type.charCodeAt(0);
    bytes[offset + 16] = widthBytes;
    bytes[offset + 17] = decimals;
  });
  bytes[bytes.length - 1] = 0x0d;
  return bytes;
}

const pieceBytes = 2 ** 20;
const space = 0x20;

async function* encodeRecords(
  pending: Blob,
  columns: readonly Column[],
  recordBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest = new Uint8Array(0);
  for (let from = 0; from < pending.size; from += pieceBytes) {
    const piece = new Uint8Array(await pending.slice(from, from + pieceBytes).arrayBuffer());
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    let offset = 0;
    for (
      let end = findRowEnd(bytes, offset, columns.length);
      end !== undefined;
      end = findRowEnd(bytes, offset, columns.length)
    ) {
      const record = new Uint8Array(recordBytes).fill(space);
      let to = 1;
      for (const { type, widthBytes } of columns) {
        const value = bytes.subarray(offset + 1, offset + 1 + bytes[offset]!);
        offset += 1 + value.length;
        if (type === 'D') record.set([...value.subarray(0, 4), ...value.subarray(5, 7), ...value.subarray(8, 10)], to);
        else record.set(value, type === 'N' ? to + widthBytes - value.length : to);
        to += widthBytes;
      }
      yield record;
    }
    rest = bytes.slice(offset);
  }
}

/** Return the end of the values of a row; undefined if the bytes don't hold the whole row. */
function findRowEnd(bytes: Uint8Array, start: number, count: number): number | undefined {
  let offset = start;
  for (let i = 0; i < count; i++) {
    if (offset >= bytes.length) return undefined;
    offset += 1 + bytes[offset]!;
  }
  return offset <= bytes.length ? offset : undefined;
}
