import { crc32 } from './crc32.ts';

export const localHeader = 0x04034b50;
export const centralHeader = 0x02014b50;
export const endRecord = 0x06054b50;
export const largeEndRecord = 0x06064b50;
export const largeEndLocator = 0x07064b50;
/** 32-bit sizes and offsets with all bits set are in a Zip64 record instead. */
export const beyondBytes = 0xffff_ffff;
/** Length of the Zip64 record after the directory. */
export const largeEndBytes = 56;
/** Lengths of the end record without its comment, and of the Zip64 locator before it. */
const [endBytes, locatorBytes] = [22, 20];
/** ID of the Zip64 extra field. */
export const largeField = 1;
/** ID of Info-ZIP's extra field with the name in UTF-8. */
const unicodePathField = 0x7075;
const maxCommentBytes = 0xffff;

/** A file listed in the directory of a zip. */
export interface ZipListing {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc32: number;
  /** Size in the zip in bytes. `plainBytes` is the unpacked size. */
  readonly packedBytes: number;
  readonly plainBytes: number;
  /** Position of its local header, from the first byte of the file. */
  readonly offset: number;
}

/** Reads bytes [start, end) of a file, both within the file. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/**
 * Read the directory of a zip, the only definition of its content. Bytes before the zip are skipped, and removed or
 * replaced entries aren't listed.
 *
 * @param maxEntries reading stops after one more entry than this limit
 * @throws {Error} with the reason if the directory is missing or damaged
 * @see APPNOTE.TXT 4.3 (PKWARE)
 */
export async function readZipDirectory(read: ReadBytes, sizeBytes: number, maxEntries: number): Promise<ZipListing[]> {
  const { start, bytes, prefix, count } = await findDirectory(read, sizeBytes);
  const directory = toDataView(await read(start, start + bytes));
  const listed: ZipListing[] = [];
  for (let position = 0; listed.length < count && listed.length <= maxEntries; ) {
    if (position + 46 > bytes || directory.getUint32(position, true) !== centralHeader)
      throw new Error('its directory is damaged');
    const [flags, method, nameBytes, extraBytes, commentBytes] = [8, 10, 28, 30, 32].map((field) =>
      directory.getUint16(position + field, true),
    ) as [number, number, number, number, number];
    const end = position + 46 + nameBytes + extraBytes;
    if (end > bytes) throw new Error('its directory is damaged');
    const extra = new DataView(directory.buffer, directory.byteOffset + position + 46 + nameBytes, extraBytes);
    const [plainBytes, packedBytes, offset] = largeNumbers(
      extra,
      [24, 20, 42].map((field) => directory.getUint32(position + field, true)),
    ) as [number, number, number];
    listed.push({
      name: decodeName(new Uint8Array(directory.buffer, directory.byteOffset + position + 46, nameBytes), extra),
      method,
      isEncrypted: (flags & 1) !== 0,
      crc32: directory.getUint32(position + 16, true),
      packedBytes,
      plainBytes,
      offset: offset + prefix,
    });
    position = end + commentBytes;
  }
  return listed;
}

/**
 * Find the first byte of a listed file.
 *
 * @throws {Error} with the reason if its header is missing, or it would end beyond the zip
 */
export async function findEntryStart(read: ReadBytes, sizeBytes: number, entry: ZipListing): Promise<number> {
  const { offset, packedBytes } = entry;
  const head = offset + 30 <= sizeBytes ? toDataView(await read(offset, offset + 30)) : undefined;
  if (head?.getUint32(0, true) !== localHeader) throw new Error('it is missing');
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (start + packedBytes > sizeBytes) throw new Error('it is cut off');
  return start;
}

/** Find the directory of a zip: its bytes, its number of files, and the number of bytes before the zip. */
async function findDirectory(read: ReadBytes, sizeBytes: number) {
  const tailStart = Math.max(0, sizeBytes - endBytes - maxCommentBytes);
  const tail = toDataView(await read(tailStart, sizeBytes));
  let offset = tail.byteLength - endBytes;
  // A comment follows, and sometimes bytes that don't belong to the zip.
  while (
    offset >= 0 &&
    (tail.getUint32(offset, true) !== endRecord ||
      offset + endBytes + tail.getUint16(offset + 20, true) > tail.byteLength)
  )
    offset--;
  if (offset < 0) throw new Error('its end is missing');
  let count = tail.getUint16(offset + 10, true);
  let bytes = tail.getUint32(offset + 12, true);
  let declared = tail.getUint32(offset + 16, true);
  let end = tailStart + offset;
  const locatorStart = end - locatorBytes;
  const locator = locatorStart >= 0 ? toDataView(await read(locatorStart, end)) : undefined;
  if (locator?.getUint32(0, true) === largeEndLocator) {
    // The record is directly before the locator, even if bytes before the zip moved both.
    end = locatorStart - largeEndBytes;
    const large = end >= 0 ? toDataView(await read(end, locatorStart)) : undefined;
    if (large?.getUint32(0, true) !== largeEndRecord || locator.getBigUint64(8, true) > end)
      throw new Error('its directory is cut off');
    [count, bytes, declared] = [32, 40, 48].map((field) => Number(large.getBigUint64(field, true))) as [
      number,
      number,
      number,
    ];
  }
  const isRecordAt = async (start: number): Promise<boolean> =>
    start >= 0 && start + 4 <= end && toDataView(await read(start, start + 4)).getUint32(0, true) === centralHeader;
  // Other data may be between the directory and its end record.
  const start = count > 0 && !(await isRecordAt(end - bytes)) && (await isRecordAt(declared)) ? declared : end - bytes;
  const prefix = start - declared;
  if (start < 0 || start + bytes > end || prefix < 0) throw new Error('its directory is cut off');
  return { start, bytes, prefix, count };
}

const toDataView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Return start and length of an extra field; undefined if it is missing. */
function extraField(extra: DataView, id: number): readonly [at: number, length: number] | undefined {
  for (let offset = 0; offset + 4 <= extra.byteLength; offset += 4 + extra.getUint16(offset + 2, true))
    if (extra.getUint16(offset, true) === id)
      return [offset + 4, Math.min(extra.getUint16(offset + 2, true), extra.byteLength - offset - 4)];
  return undefined;
}

/** Return the numbers of a listed file. Numbers that don't fit come from the Zip64 extra field. */
function largeNumbers(extra: DataView, numbers: readonly number[]): number[] {
  let [offset, remaining] = extraField(extra, largeField) ?? [0, 0];
  return numbers.map((number) => {
    if (number !== beyondBytes || remaining < 8) return number;
    offset += 8;
    remaining -= 8;
    return Number(extra.getBigUint64(offset - 8, true));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Return the name of a listed file. The UTF-8 flag is ignored, because macOS and many writers omit it, and text in
 * another encoding is hardly ever valid UTF-8. Other names are in code page 437, the default of the format.
 */
function decodeName(bytes: Uint8Array, extra: DataView): string {
  const [offset, length] = extraField(extra, unicodePathField) ?? [0, 0];
  const isOfName = length > 5 && extra.getUint8(offset) === 1 && extra.getUint32(offset + 1, true) === crc32(bytes);
  const unicode = isOfName ? new Uint8Array(extra.buffer, extra.byteOffset + offset + 5, length - 5) : bytes;
  try {
    return utf8.decode(unicode);
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128]!)).join('');
  }
}

const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
