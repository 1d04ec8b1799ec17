import { Fault } from '../contract/index.ts';

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endRecord = 0x06054b50;
const [largeEndRecord, largeEndLocator] = [0x06064b50, 0x07064b50];
/** Names are UTF-8. */
const flags = 0x0800;
const [stored, deflated] = [0, 8];
/** Id of the extra field of Zip64. */
const largeField = 1;
/** 1 January 2000: the same content makes the same file. */
const date = ((2000 - 1980) << 9) | (1 << 5) | 1;
/** Sizes and offsets of the plain format have 32 bits, counts 16; all bits set say that the number is in a record of Zip64. */
const beyondBytes = 0xffff_ffff;
const beyondCount = 0xffff;
const [endBytes, largeEndBytes, locatorBytes] = [22, 56, 20];
/** Versions of the format that a reader must know: plain, and with Zip64. */
const [plainVersion, largeVersion] = [20, 45];

/** What a Blob is made of here; also known where the build runs. */
type Part = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** A file for a zip, with the checksum of its bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Blob;
  /** Of the bytes as they are when they are unpacked. */
  readonly crc32: number;
  /** How many bytes it unpacks to, where `content` is deflated; otherwise it is stored. */
  readonly plainBytes?: number;
}

/**
 * Put files into a zip as they are. Their bytes are not read: the result refers to the Blobs it was made of, so that many
 * gigabytes need no memory. Above 4 GiB or 65,534 files the zip has records of Zip64.
 */
export function storedZip(entries: readonly ZipEntry[]): Blob {
  const parts: Part[] = [];
  const central: Part[] = [];
  let offset = 0;
  let centralBytes = 0;
  for (const { name, content, crc32, plainBytes } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const size = content.size;
    const [method, plainSize] = plainBytes === undefined ? [stored, size] : [deflated, plainBytes];
    const isLarge = Math.max(size, plainSize) >= beyondBytes;
    const sizes = isLarge ? [plainSize, size] : [];
    const headOf = (signature: number, made: readonly Field[], extra: ArrayBuffer, rest: readonly Field[]) =>
      recordAnd(
        [nameBytes, new Uint8Array(extra)],
        signature,
        ...made,
        [extra.byteLength > 0 ? largeVersion : plainVersion, 2],
        [flags, 2],
        [method, 2],
        [0, 2],
        [date, 2],
        [crc32, 4],
        [isLarge ? beyondBytes : size, 4],
        [isLarge ? beyondBytes : plainSize, 4],
        [nameBytes.length, 2],
        [extra.byteLength, 2],
        ...rest,
      );
    const localExtra = largeNumbers(sizes);
    parts.push(headOf(localHeader, [], localExtra, []), content);
    const centralExtra = largeNumbers(offset >= beyondBytes ? [...sizes, offset] : sizes);
    const rest: Field[] = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [Math.min(offset, beyondBytes), 4],
    ];
    central.push(headOf(centralHeader, [[largeVersion, 2]], centralExtra, rest));
    offset += 30 + nameBytes.length + localExtra.byteLength + size;
    centralBytes += 46 + nameBytes.length + centralExtra.byteLength;
  }
  return new Blob([...parts, ...central, ...endOf(entries.length, centralBytes, offset)], { type: 'application/zip' });
}

/** The records behind the directory of a zip. */
function endOf(count: number, centralBytes: number, offset: number): ArrayBuffer[] {
  const few = Math.min(count, beyondCount);
  const end = record(
    endRecord,
    [0, 2],
    [0, 2],
    [few, 2],
    [few, 2],
    [Math.min(centralBytes, beyondBytes), 4],
    [Math.min(offset, beyondBytes), 4],
    [0, 2],
  );
  if (count < beyondCount && centralBytes < beyondBytes && offset < beyondBytes) return [end];
  const large = record(
    largeEndRecord,
    [largeEndBytes - 12, 8],
    [largeVersion, 2],
    [largeVersion, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [centralBytes, 8],
    [offset, 8],
  );
  return [large, record(largeEndLocator, [0, 4], [offset + centralBytes, 8], [1, 4]), end];
}

/** The extra field of Zip64: numbers that do not fit in their fields, in that order. Empty without any. */
function largeNumbers(numbers: readonly number[]): ArrayBuffer {
  if (numbers.length === 0) return new ArrayBuffer(0);
  const fields = numbers.map((number): Field => [number, 8]);
  // The id of the field and its length are where a record has its signature.
  return record(((numbers.length * 8) << 16) | largeField, ...fields);
}

/** Heads of files that are read side by side. */
const headsAtOnce = 64;

/**
 * Open a zip whose files are stored as they are. The files are slices of it; nothing but its directory is read.
 *
 * @param mostFiles that it may have
 * @throws {Fault} `bad-package` when it is no such zip
 */
export async function openStoredZip(zip: Blob, mostFiles = Number.POSITIVE_INFINITY): Promise<Map<string, Blob>> {
  const bad = (found: string) => new Fault('bad-package', `A zip file with stored parts expected; ${found}.`);
  const end = await viewOf(zip, zip.size - endBytes, endBytes);
  if (!end || end.getUint32(0, true) !== endRecord) throw bad('its end is missing');
  const listed = await readEnd(zip, end);
  const directory = listed && (await viewOf(zip, listed.start, listed.bytes));
  if (!listed || !directory) throw bad('its directory is cut off');
  if (listed.count > mostFiles) throw bad(`it has ${listed.count} files, ${mostFiles} at most expected`);
  const places = new Map<string, { readonly offset: number; readonly size: number }>();
  let at = 0;
  for (let entry = 0; entry < listed.count; entry++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== centralHeader)
      throw bad('its directory is damaged');
    const [method, nameBytes, extraBytes, commentBytes] = [10, 28, 30, 32].map((field) =>
      directory.getUint16(at + field, true),
    ) as [number, number, number, number];
    if (at + 46 + nameBytes + extraBytes > directory.byteLength) throw bad('its directory is damaged');
    const [, size, offset] = readLarge(directory, at + 46 + nameBytes, extraBytes, [
      directory.getUint32(at + 24, true),
      directory.getUint32(at + 20, true),
      directory.getUint32(at + 42, true),
    ]) as [number, number, number];
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameBytes));
    if (method !== 0) throw bad(`"${name.slice(0, 80)}" is compressed`);
    if (places.has(name)) throw bad(`"${name.slice(0, 80)}" occurs in it twice`);
    places.set(name, { offset, size });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  const files = new Map<string, Blob>();
  const names = [...places.keys()];
  for (let first = 0; first < names.length; first += headsAtOnce) {
    const some = names.slice(first, first + headsAtOnce);
    const heads = await Promise.all(some.map((name) => viewOf(zip, places.get(name)!.offset, 30)));
    some.forEach((name, i) => {
      const [head, { offset, size }] = [heads[i], places.get(name)!];
      if (!head || head.getUint32(0, true) !== localHeader) throw bad(`"${name.slice(0, 80)}" is missing`);
      const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
      if (start + size > zip.size) throw bad(`"${name.slice(0, 80)}" is cut off`);
      files.set(name, zip.slice(start, start + size));
    });
  }
  return files;
}

/** Offset of the directory of a zip and how many files it names; undefined where the records of Zip64 are damaged. */
async function readEnd(zip: Blob, end: DataView): Promise<{ count: number; bytes: number; start: number } | undefined> {
  const plain = { count: end.getUint16(10, true), bytes: end.getUint32(12, true), start: end.getUint32(16, true) };
  const locator = await viewOf(zip, zip.size - endBytes - locatorBytes, locatorBytes);
  if (locator?.getUint32(0, true) !== largeEndLocator) return plain;
  const large = await viewOf(zip, Number(locator.getBigUint64(8, true)), largeEndBytes);
  if (large?.getUint32(0, true) !== largeEndRecord) return undefined;
  const [count, bytes, start] = [32, 40, 48].map((at) => Number(large.getBigUint64(at, true))) as [
    number,
    number,
    number,
  ];
  return { count, bytes, start };
}

/** Numbers of a file of the directory, those that do not fit from the extra field of Zip64. */
function readLarge(directory: DataView, extra: number, extraBytes: number, numbers: readonly number[]): number[] {
  let at = extra;
  while (at + 4 <= extra + extraBytes && directory.getUint16(at, true) !== largeField)
    at += 4 + directory.getUint16(at + 2, true);
  at += 4;
  return numbers.map((number) => {
    if (number !== beyondBytes || at + 8 > extra + extraBytes) return number;
    at += 8;
    return Number(directory.getBigUint64(at - 8, true));
  });
}

async function viewOf(blob: Blob, start: number, length: number): Promise<DataView | undefined> {
  if (start < 0 || length < 0 || start + length > blob.size) return undefined;
  return new DataView(await blob.slice(start, start + length).arrayBuffer());
}

/** A record with bytes behind it, in one piece: a Blob of fewer parts is made sooner. */
function recordAnd(bytes: readonly Uint8Array[], signature: number, ...fields: readonly Field[]): ArrayBuffer {
  const head = new Uint8Array(record(signature, ...fields));
  const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, head.length));
  let at = 0;
  for (const piece of [head, ...bytes]) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.buffer;
}

type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Numbers one after the other, little-endian, each with its width in bytes; the signature has four. */
function record(signature: number, ...fields: readonly Field[]): ArrayBuffer {
  const buffer = new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 4));
  const view = new DataView(buffer);
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 8) view.setBigUint64(at, BigInt(value), true);
    else view.setUint32(at, value >>> 0, true);
    at += bytes;
  }
  return buffer;
}
