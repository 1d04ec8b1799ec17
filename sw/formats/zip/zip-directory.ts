import { crc32 } from './crc32.ts';

export const localHeader = 0x04034b50;
export const centralHeader = 0x02014b50;
export const endRecord = 0x06054b50;
export const largeEndRecord = 0x06064b50;
export const largeEndLocator = 0x07064b50;
/** Sizes and offsets of the plain format have 32 bits: all bits set say that the number is in a record of Zip64. */
export const beyondBytes = 0xffff_ffff;
/** Length of the record of Zip64 behind the directory. */
export const largeEndBytes = 56;
/** Of the record at the end, without its comment, and of the one before it. */
const [endBytes, locatorBytes] = [22, 20];
/** Id of the extra field of Zip64. */
export const largeField = 1;
/** Id of the extra field in which Info-ZIP writes the name in UTF-8. */
const unicodePathField = 0x7075;
const longestComment = 0xffff;

/** A file as the directory of a zip names it. */
export interface ZipListing {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc32: number;
  /** Bytes in the zip, and after unpacking. */
  readonly packedBytes: number;
  readonly plainBytes: number;
  /** Where its own header begins, from the first byte of the file on. */
  readonly offset: number;
}

/** Reads bytes [start, end) of a file, which are inside of it. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/**
 * Read the directory of a zip, which alone says what is in it: bytes before the zip are skipped, and entries that were removed or
 * replaced aren't listed.
 *
 * @param maxEntries the list ends with the entry behind that many
 * @throws {Error} with the reason when there is no directory, or it is damaged
 * @see APPNOTE.TXT 4.3 (PKWARE)
 */
export async function readZipDirectory(read: ReadBytes, sizeBytes: number, maxEntries: number): Promise<ZipListing[]> {
  const { start, bytes, prefix, count } = await findDirectory(read, sizeBytes);
  const directory = viewOf(await read(start, start + bytes));
  const listed: ZipListing[] = [];
  for (let at = 0; listed.length < count && listed.length <= maxEntries; ) {
    if (at + 46 > bytes || directory.getUint32(at, true) !== centralHeader) throw new Error('its directory is damaged');
    const [flags, method, nameBytes, extraBytes, commentBytes] = [8, 10, 28, 30, 32].map((field) =>
      directory.getUint16(at + field, true),
    ) as [number, number, number, number, number];
    const end = at + 46 + nameBytes + extraBytes;
    if (end > bytes) throw new Error('its directory is damaged');
    const extra = new DataView(directory.buffer, directory.byteOffset + at + 46 + nameBytes, extraBytes);
    const [plainBytes, packedBytes, offset] = largeNumbers(
      extra,
      [24, 20, 42].map((field) => directory.getUint32(at + field, true)),
    ) as [number, number, number];
    listed.push({
      name: nameOf(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameBytes), extra),
      method,
      isEncrypted: (flags & 1) !== 0,
      crc32: directory.getUint32(at + 16, true),
      packedBytes,
      plainBytes,
      offset: offset + prefix,
    });
    at = end + commentBytes;
  }
  return listed;
}

/**
 * Find where the bytes of a listed file begin.
 *
 * @throws {Error} with the reason when its header is missing, or it would end beyond the zip
 */
export async function startOfEntry(read: ReadBytes, sizeBytes: number, entry: ZipListing): Promise<number> {
  const { offset, packedBytes } = entry;
  const head = offset + 30 <= sizeBytes ? viewOf(await read(offset, offset + 30)) : undefined;
  if (head?.getUint32(0, true) !== localHeader) throw new Error('it is missing');
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (start + packedBytes > sizeBytes) throw new Error('it is cut off');
  return start;
}

/** Directory of a zip: its bytes, how many files it names, and how many bytes come before the zip. */
async function findDirectory(read: ReadBytes, sizeBytes: number) {
  const tailStart = Math.max(0, sizeBytes - endBytes - longestComment);
  const tail = viewOf(await read(tailStart, sizeBytes));
  let at = tail.byteLength - endBytes;
  // A comment follows, and sometimes bytes that are no part of the zip.
  while (
    at >= 0 &&
    (tail.getUint32(at, true) !== endRecord || at + endBytes + tail.getUint16(at + 20, true) > tail.byteLength)
  )
    at--;
  if (at < 0) throw new Error('its end is missing');
  let count = tail.getUint16(at + 10, true);
  let bytes = tail.getUint32(at + 12, true);
  let declared = tail.getUint32(at + 16, true);
  let end = tailStart + at;
  const locatorStart = end - locatorBytes;
  const locator = locatorStart >= 0 ? viewOf(await read(locatorStart, end)) : undefined;
  if (locator?.getUint32(0, true) === largeEndLocator) {
    // Directly before the locator, wherever bytes in front of the zip moved it.
    end = locatorStart - largeEndBytes;
    const large = end >= 0 ? viewOf(await read(end, locatorStart)) : undefined;
    if (large?.getUint32(0, true) !== largeEndRecord || locator.getBigUint64(8, true) > end)
      throw new Error('its directory is cut off');
    [count, bytes, declared] = [32, 40, 48].map((field) => Number(large.getBigUint64(field, true))) as [
      number,
      number,
      number,
    ];
  }
  const isAt = async (start: number): Promise<boolean> =>
    start >= 0 && start + 4 <= end && viewOf(await read(start, start + 4)).getUint32(0, true) === centralHeader;
  // Something else may be between the directory and its end.
  const start = count > 0 && !(await isAt(end - bytes)) && (await isAt(declared)) ? declared : end - bytes;
  const prefix = start - declared;
  if (start < 0 || start + bytes > end || prefix < 0) throw new Error('its directory is cut off');
  return { start, bytes, prefix, count };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Start and length of an extra field; undefined without it. */
function extraField(extra: DataView, id: number): readonly [at: number, length: number] | undefined {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true))
    if (extra.getUint16(at, true) === id)
      return [at + 4, Math.min(extra.getUint16(at + 2, true), extra.byteLength - at - 4)];
  return undefined;
}

/** Numbers of a listed file, those that do not fit from the extra field of Zip64. */
function largeNumbers(extra: DataView, numbers: readonly number[]): number[] {
  let [at, left] = extraField(extra, largeField) ?? [0, 0];
  return numbers.map((number) => {
    if (number !== beyondBytes || left < 8) return number;
    at += 8;
    left -= 8;
    return Number(extra.getBigUint64(at - 8, true));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Name of a listed file. The flag for UTF-8 isn't asked: macOS and many writers leave it out, and no other encoding happens to be
 * valid UTF-8. Code page 437 is what the format has else.
 */
function nameOf(bytes: Uint8Array, extra: DataView): string {
  const [at, length] = extraField(extra, unicodePathField) ?? [0, 0];
  const isOfName = length > 5 && extra.getUint8(at) === 1 && extra.getUint32(at + 1, true) === crc32(bytes);
  const unicode = isOfName ? new Uint8Array(extra.buffer, extra.byteOffset + at + 5, length - 5) : bytes;
  try {
    return utf8.decode(unicode);
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128]!)).join('');
  }
}

const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
