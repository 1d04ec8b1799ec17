/** Table of a FlatBuffer: its offset in a view. Reading past the end throws the RangeError of the view. */
export interface FlatTable {
  readonly view: DataView;
  readonly at: number;
}

const decoder = new TextDecoder();

/** Return the root table of the buffer at an offset. */
export const rootTable = (view: DataView, at: number): FlatTable => ({ view, at: at + view.getUint32(at, true) });

/** Return the offset of a field's value; 0 if it's absent and the default applies. */
function fieldAt({ view, at }: FlatTable, field: number): number {
  const vtable = at - view.getInt32(at, true);
  const entry = 4 + 2 * field;
  if (entry >= view.getUint16(vtable, true)) return 0;
  const offset = view.getUint16(vtable + entry, true);
  return offset === 0 ? 0 : at + offset;
}

export function uint8Of(table: FlatTable, field: number, fallback: number): number {
  const at = fieldAt(table, field);
  return at === 0 ? fallback : table.view.getUint8(at);
}

export function uint16Of(table: FlatTable, field: number, fallback: number): number {
  const at = fieldAt(table, field);
  return at === 0 ? fallback : table.view.getUint16(at, true);
}

export function int32Of(table: FlatTable, field: number, fallback: number): number {
  const at = fieldAt(table, field);
  return at === 0 ? fallback : table.view.getInt32(at, true);
}

/** Read an unsigned 64-bit integer; inexact above 2^53. */
export function uint64Of(table: FlatTable, field: number): number {
  const at = fieldAt(table, field);
  return at === 0 ? 0 : Number(table.view.getBigUint64(at, true));
}

/** Return the offset and the number of the items of a list; undefined if it's absent. */
export function listOf(
  table: FlatTable,
  field: number,
  itemBytes: number,
): { readonly at: number; readonly count: number } | undefined {
  const at = fieldAt(table, field);
  if (at === 0) return undefined;
  const { view } = table;
  const list = at + view.getUint32(at, true);
  const count = view.getUint32(list, true);
  if (list + 4 + count * itemBytes > view.byteLength) throw new RangeError(`A list of ${count} items is cut off.`);
  return { at: list + 4, count };
}

export function tableOf(table: FlatTable, field: number): FlatTable | undefined {
  const at = fieldAt(table, field);
  return at === 0 ? undefined : { view: table.view, at: at + table.view.getUint32(at, true) };
}

export function tablesOf(table: FlatTable, field: number): FlatTable[] {
  const list = listOf(table, field, 4);
  if (!list) return [];
  return Array.from({ length: list.count }, (_, i) => {
    const at = list.at + 4 * i;
    return { view: table.view, at: at + table.view.getUint32(at, true) };
  });
}

export function textOf(table: FlatTable, field: number): string | undefined {
  const list = listOf(table, field, 1);
  return list && textAt(table.view, list.at, list.count);
}

/** Read UTF-8 text. */
export function textAt({ buffer, byteOffset, byteLength }: DataView, at: number, length: number): string {
  if (at + length > byteLength) throw new RangeError('A text is cut off.');
  return decoder.decode(new Uint8Array(buffer, byteOffset + at, length));
}
