/** Write shapefiles for the tests, byte by byte after the technical description (Esri, 1998). */

export type Ring = readonly (readonly [number, number])[];
/** Parts of a shape; null for a null shape. The type of a file is 1 (point), 3 (line), 5 (polygon), 15 (polygon Z). */
export type Shape = readonly Ring[] | null;

export function makeShp(type: number, shapes: readonly Shape[]): Uint8Array {
  const records = shapes.map((parts) => (parts === null ? nullShape() : type === 1 ? point(parts) : poly(type, parts)));
  const size = 100 + records.reduce((sum, record) => sum + 8 + record.length, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, size / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  let position = 100;
  records.forEach((record, i) => {
    view.setInt32(position, i + 1);
    view.setInt32(position + 4, record.length / 2);
    bytes.set(record, position + 8);
    position += 8 + record.length;
  });
  return bytes;
}

function nullShape(): Uint8Array {
  return new Uint8Array(4);
}

function point(parts: readonly Ring[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(20));
  view.setInt32(0, 1, true);
  view.setFloat64(4, parts[0]![0]![0], true);
  view.setFloat64(12, parts[0]![0]![1], true);
  return new Uint8Array(view.buffer);
}

function poly(type: number, parts: readonly Ring[]): Uint8Array {
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  const flat = 44 + parts.length * 4 + count * 16;
  const view = new DataView(new ArrayBuffer(type > 10 ? flat + 16 + count * 8 : flat));
  view.setInt32(0, type, true);
  view.setInt32(36, parts.length, true);
  view.setInt32(40, count, true);
  let vertex = 0;
  parts.forEach((part, i) => {
    view.setInt32(44 + i * 4, vertex, true);
    for (const [x, y] of part) {
      view.setFloat64(44 + parts.length * 4 + vertex * 16, x, true);
      view.setFloat64(52 + parts.length * 4 + vertex * 16, y, true);
      vertex++;
    }
  });
  return new Uint8Array(view.buffer);
}

export interface DbfColumn {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  readonly decimals?: number;
  /** Text is padded by the writer; bytes are written unchanged. */
  readonly cells: readonly (string | Uint8Array)[];
}

export function makeDbf(
  columns: readonly DbfColumn[],
  options: {
    readonly language?: number;
    readonly encode?: (text: string) => Uint8Array;
    readonly deleted?: readonly number[];
  } = {},
): Uint8Array {
  const encode = options.encode ?? ((text: string) => new TextEncoder().encode(text));
  const rowCount = columns[0]!.cells.length;
  const header = 32 + columns.length * 32 + 1;
  const width = 1 + columns.reduce((sum, column) => sum + column.length, 0);
  const bytes = new Uint8Array(header + rowCount * width + 1).fill(0x20, header);
  const view = new DataView(bytes.buffer);
  bytes[0] = 3;
  view.setUint32(4, rowCount, true);
  view.setUint16(8, header, true);
  view.setUint16(10, width, true);
  bytes[29] = options.language ?? 0;
  let offset = 1;
  columns.forEach(({ name, type, length, decimals = 0, cells }, i) => {
    const position = 32 + i * 32;
    bytes.set(encode(name).subarray(0, 10), position);
    bytes[position + 11] = type.charCodeAt(0);
    bytes[position + 16] = length;
    bytes[position + 17] = decimals;
    cells.forEach((cell, row) => {
      const data = typeof cell === 'string' ? encode(cell) : cell;
      bytes.set(data.subarray(0, length), header + row * width + offset);
    });
    offset += length;
  });
  bytes[header - 1] = 0x0d;
  for (const row of options.deleted ?? []) bytes[header + row * width] = 0x2a;
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
