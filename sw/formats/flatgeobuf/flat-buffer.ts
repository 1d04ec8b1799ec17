/** Table of a FlatBuffer: its offset in a view. Reading past the end throws the RangeError of the view. */
export interface FlatTable {
  readonly view: DataView;
  readonly offset: number;
}

const decoder = new TextDecoder();

/** Return the root table of the buffer at an offset. */
export const rootTable = (view: DataView, offset: number): FlatTable => ({
  view,
  offset: offset + view.getUint32(offset, true),
});

/** Return the offset of a field's value; 0 if it's absent and the default applies. */
function fieldAt({ view, offset: start }: FlatTable, field: number): number {
  const vtable = start - view.getInt32(start, true);
  const entry = 4 + 2 * field;
  if (entry >= view.getUint16(vtable, true)) return 0;
  const offset = view.getUint16(vtable + entry, true);
  return offset === 0 ? 0 : start + offset;
}

export function readUint8(table: FlatTable, field: number, fallback: number): number {
  const offset = fieldAt(table, field);
  return offset === 0 ? fallback : table.view.getUint8(offset);
}

export function readUint16(table: FlatTable, field: number, fallback: number): number {
  const offset = fieldAt(table, field);
  return offset === 0 ? fallback : table.view.getUint16(offset, true);
}

export function readInt32(table: FlatTable, field: number, fallback: number): number {
  const offset = fieldAt(table, field);
  return offset === 0 ? fallback : table.view.getInt32(offset, true);
}

/** Read an unsigned 64-bit integer; inexact above 2^53. */
export function readUint64(table: FlatTable, field: number): number {
  const offset = fieldAt(table, field);
  return offset === 0 ? 0 : Number(table.view.getBigUint64(offset, true));
}

/** Return the offset of a list's first item, and the number of items; undefined if the list is absent. */
export function readList(
  table: FlatTable,
  field: number,
  itemBytes: number,
): { readonly offset: number; readonly count: number } | undefined {
  const offset = fieldAt(table, field);
  if (offset === 0) return undefined;
  const { view } = table;
  const list = offset + view.getUint32(offset, true);
  const count = view.getUint32(list, true);
  if (list + 4 + count * itemBytes > view.byteLength) throw new RangeError(`A list of ${count} items is cut off.`);
  return { offset: list + 4, count };
}

export function readTable(table: FlatTable, field: number): FlatTable | undefined {
  const offset = fieldAt(table, field);
  return offset === 0 ? undefined : { view: table.view, offset: offset + table.view.getUint32(offset, true) };
}

export function readTableList(table: FlatTable, field: number): FlatTable[] {
  const list = readList(table, field, 4);
  if (!list) return [];
  return Array.from({ length: list.count }, (_, i) => {
    const offset = list.offset + 4 * i;
    return { view: table.view, offset: offset + table.view.getUint32(offset, true) };
  });
}

export function readString(table: FlatTable, field: number): string | undefined {
  const list = readList(table, field, 1);
  return list && textAt(table.view, list.offset, list.count);
}

/** Read UTF-8 text. */
export function textAt({ buffer, byteOffset, byteLength }: DataView, offset: number, length: number): string {
  if (offset + length > byteLength) throw new RangeError('A text is cut off.');
  return decoder.decode(new Uint8Array(buffer, byteOffset + offset, length));
}
