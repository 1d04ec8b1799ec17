import { Fault } from '../contract/index.ts';

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endRecord = 0x06054b50;
/** Names are UTF-8. */
const flags = 0x0800;
const [stored, deflated] = [0, 8];
/** 1 January 2000: the same content makes the same file. */
const date = ((2000 - 1980) << 9) | (1 << 5) | 1;
/** Sizes and offsets of the plain format have 32 bits. */
const largestBytes = 0xffff_ffff;
const mostEntries = 65_535;
const endBytes = 22;

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
 * gigabytes need no memory.
 *
 * @throws {Fault} `too-large` above 4 GiB or 65,535 files
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
    parts.push(
      record(
        localHeader,
        [20, 2],
        [flags, 2],
        [method, 2],
        [0, 2],
        [date, 2],
        [crc32, 4],
        [size, 4],
        [plainSize, 4],
        [nameBytes.length, 2],
        [0, 2],
      ),
    );
    parts.push(nameBytes, content);
    central.push(
      record(
        centralHeader,
        [20, 2],
        [20, 2],
        [flags, 2],
        [method, 2],
        [0, 2],
        [date, 2],
        [crc32, 4],
        [size, 4],
        [plainSize, 4],
        [nameBytes.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [offset, 4],
      ),
      nameBytes,
    );
    offset += 30 + nameBytes.length + size;
    centralBytes += 46 + nameBytes.length;
  }
  if (offset + centralBytes > largestBytes || entries.length > mostEntries)
    throw new Fault(
      'too-large',
      `A file of at most 4 GiB and ${mostEntries} parts expected, ${offset} bytes in ${entries.length} parts found.`,
    );
  const count = entries.length;
  const end = record(endRecord, [0, 2], [0, 2], [count, 2], [count, 2], [centralBytes, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...central, end], { type: 'application/zip' });
}

/**
 * Open a zip whose files are stored as they are. The files are slices of it; nothing but its directory is read.
 *
 * @throws {Fault} `bad-package` when it is no such zip
 */
export async function openStoredZip(zip: Blob): Promise<Map<string, Blob>> {
  const bad = (found: string) => new Fault('bad-package', `A zip file with stored parts expected; ${found}.`);
  const end = await viewOf(zip, zip.size - endBytes, endBytes);
  if (!end || end.getUint32(0, true) !== endRecord) throw bad('its end is missing');
  const count = end.getUint16(10, true);
  const directory = await viewOf(zip, end.getUint32(16, true), end.getUint32(12, true));
  if (!directory) throw bad('its directory is cut off');
  const files = new Map<string, Blob>();
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== centralHeader)
      throw bad('its directory is damaged');
    const [method, size, nameBytes] = [
      directory.getUint16(at + 10, true),
      directory.getUint32(at + 24, true),
      directory.getUint16(at + 28, true),
    ];
    const [extraBytes, commentBytes, offset] = [
      directory.getUint16(at + 30, true),
      directory.getUint16(at + 32, true),
      directory.getUint32(at + 42, true),
    ];
    if (at + 46 + nameBytes > directory.byteLength) throw bad('its directory is damaged');
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameBytes));
    if (method !== 0) throw bad(`"${name.slice(0, 80)}" is compressed`);
    if (files.has(name)) throw bad(`"${name.slice(0, 80)}" stands in it twice`);
    const head = await viewOf(zip, offset, 30);
    if (!head || head.getUint32(0, true) !== localHeader) throw bad(`"${name.slice(0, 80)}" is missing`);
    const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    if (start + size > zip.size) throw bad(`"${name.slice(0, 80)}" is cut off`);
    files.set(name, zip.slice(start, start + size));
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return files;
}

async function viewOf(blob: Blob, start: number, length: number): Promise<DataView | undefined> {
  if (start < 0 || length < 0 || start + length > blob.size) return undefined;
  return new DataView(await blob.slice(start, start + length).arrayBuffer());
}

/** Numbers one after the other, little-endian, each with its width in bytes; the signature has four. */
function record(signature: number, ...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): ArrayBuffer {
  const buffer = new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 4));
  const view = new DataView(buffer);
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value >>> 0, true);
    at += bytes;
  }
  return buffer;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/**
 * The checksum that zip files carry, of CRC-32 (ISO 3309).
 *
 * @param before checksum of the bytes that stand in front, for a file that is read in pieces
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (let i = 0; i < bytes.length; i++) value = crcTable[(value ^ bytes[i]!) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}
