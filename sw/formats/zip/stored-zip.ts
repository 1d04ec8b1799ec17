import { Fault } from '../../contract/index.ts';
import {
  beyondBytes,
  centralHeader,
  endRecord,
  findEntryStart,
  largeEndBytes,
  largeEndLocator,
  largeEndRecord,
  largeField,
  localHeader,
  type ReadBytes,
  readZipDirectory,
} from './zip-directory.ts';

/** Flag for names in UTF-8. */
const flags = 0x0800;
const [stored, deflated] = [0, 8];
/** 1 January 2000, so that the same content makes the same file. */
const date = ((2000 - 1980) << 9) | (1 << 5) | 1;
/** Counts have 16 bits; this value says that the number is in a Zip64 record. */
const beyondCount = 0xffff;
/** Format versions that a reader needs: plain, and with Zip64. */
const [plainVersion, largeVersion] = [20, 45];

/** A part of a Blob; the build has no declaration of `BlobPart`. */
type Part = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** A file for a zip, with the checksum of its bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Blob;
  /** Checksum of the unpacked bytes. */
  readonly crc32: number;
  /** Unpacked size in bytes, if `content` is deflated; otherwise `content` is stored. */
  readonly plainBytes?: number;
}

/**
 * Create a zip of files without reading their bytes. The result refers to the Blobs, so many gigabytes need no memory.
 * Above 4 GiB or 65,534 files, the zip has Zip64 records.
 */
export function writeStoredZip(entries: readonly ZipEntry[]): Blob {
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
    const makeHead = (signature: number, fields: readonly Field[], extra: ArrayBuffer, rest: readonly Field[]) =>
      recordAnd(
        [nameBytes, new Uint8Array(extra)],
        signature,
        ...fields,
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
    parts.push(makeHead(localHeader, [], localExtra, []), content);
    const centralExtra = largeNumbers(offset >= beyondBytes ? [...sizes, offset] : sizes);
    const rest: Field[] = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [Math.min(offset, beyondBytes), 4],
    ];
    central.push(makeHead(centralHeader, [[largeVersion, 2]], centralExtra, rest));
    offset += 30 + nameBytes.length + localExtra.byteLength + size;
    centralBytes += 46 + nameBytes.length + centralExtra.byteLength;
  }
  return new Blob([...parts, ...central, ...makeEndRecords(entries.length, centralBytes, offset)], {
    type: 'application/zip',
  });
}

/** Return the records after the directory of a zip. */
function makeEndRecords(count: number, centralBytes: number, offset: number): ArrayBuffer[] {
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

/**
 * Return the Zip64 extra field with the numbers that don't fit in their fields, in that order; empty without numbers.
 */
function largeNumbers(numbers: readonly number[]): ArrayBuffer {
  if (numbers.length === 0) return new ArrayBuffer(0);
  const fields = numbers.map((number): Field => [number, 8]);
  // The ID of the field and its length take the place of the signature.
  return record(((numbers.length * 8) << 16) | largeField, ...fields);
}

/** Maximum number of file headers to read in parallel. */
const maxParallelReads = 64;

/**
 * Open a zip of stored files. Only its directory and headers are read; the files are slices of it.
 *
 * @param maxFiles maximum number of files
 * @throws {Fault} `bad-package` if it isn't such a zip
 */
export async function openStoredZip(zip: Blob, maxFiles = Number.POSITIVE_INFINITY): Promise<Map<string, Blob>> {
  const makeFault = (problem: string) => new Fault('bad-package', `The zip file can't be read: ${problem}.`);
  const read: ReadBytes = async (start, end) => new Uint8Array(await zip.slice(start, end).arrayBuffer());
  const listed = await readZipDirectory(read, zip.size, maxFiles).catch((error: Error) => {
    throw makeFault(error.message);
  });
  if (listed.length > maxFiles) throw makeFault(`expected at most ${maxFiles} files, found ${listed.length}`);
  const names = new Set<string>();
  for (const { name, method } of listed) {
    if (method !== stored) throw makeFault(`expected stored files, found "${name.slice(0, 80)}" compressed`);
    if (names.has(name)) throw makeFault(`duplicate file "${name.slice(0, 80)}"`);
    names.add(name);
  }
  const files = new Map<string, Blob>();
  for (let first = 0; first < listed.length; first += maxParallelReads) {
    const batch = listed.slice(first, first + maxParallelReads);
    const starts = await Promise.all(
      batch.map((entry) =>
        findEntryStart(read, zip.size, entry).catch((error: Error) => {
          throw makeFault(error.message.replace('it', `"${entry.name.slice(0, 80)}"`));
        }),
      ),
    );
    for (const [i, { name, plainBytes }] of batch.entries())
      files.set(name, zip.slice(starts[i], starts[i]! + plainBytes));
  }
  return files;
}

/** Create a record followed by bytes, in one piece, because a Blob of fewer parts is faster to create. */
function recordAnd(bytes: readonly Uint8Array[], signature: number, ...fields: readonly Field[]): ArrayBuffer {
  const head = new Uint8Array(record(signature, ...fields));
  const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, head.length));
  let offset = 0;
  for (const piece of [head, ...bytes]) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole.buffer;
}

type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Create a record of a four-byte signature and little-endian numbers, each with its width in bytes. */
function record(signature: number, ...fields: readonly Field[]): ArrayBuffer {
  const buffer = new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 4));
  const view = new DataView(buffer);
  view.setUint32(0, signature, true);
  let offset = 4;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(offset, value, true);
    else if (bytes === 8) view.setBigUint64(offset, BigInt(value), true);
    else view.setUint32(offset, value >>> 0, true);
    offset += bytes;
  }
  return buffer;
}
