import { checkUncompressed, type RangeReader, sourceFault } from '../reading/range-reader.ts';

/** Entry of a directory: `count` numbers of a type, from byte `at` of the file. */
export interface TiffEntry {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

/** Entries of an image by tag. */
export type TiffDirectory = ReadonlyMap<number, TiffEntry>;

/** Remote TIFF or BigTIFF file: the directories of its images and access to their values. */
export interface TiffFile {
  readonly isLittleEndian: boolean;
  readonly directories: readonly TiffDirectory[];
  /** Read the numbers of an entry, starting at `first`; empty without an entry. @throws {Fault} `source-failed` */
  numbers(entry: TiffEntry | undefined, first?: number, count?: number): Promise<number[]>;
  /** Read the bytes of an entry; empty without an entry. @throws {Fault} `source-failed` */
  bytes(entry: TiffEntry | undefined): Promise<Uint8Array<ArrayBuffer>>;
  /** Return the byte range of numbers of an entry. */
  rangeOf(entry: TiffEntry, first: number, count: number): readonly [offset: number, length: number];
}

/** Bytes of a number by its type; 0 for unknown types. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const mostDirectories = 128;
const mostEntries = 4096;
const largestValueBytes = 4 * 1024 ** 2;

/**
 * Read the directories of a TIFF file, but not the values they point to.
 *
 * @throws {Fault} `source-failed` when it isn't TIFF or is damaged
 */
export async function readTiff(reader: RangeReader): Promise<TiffFile> {
  const { address, sizeBytes } = reader;
  const damaged = (message: string) => sourceFault(address, 'damaged', message);
  const viewOf = async (at: number, length: number): Promise<DataView> => {
    if (!(at >= 0 && at + length <= sizeBytes))
      throw damaged(`it is cut off: ${sizeBytes} bytes found where ${at + length} are needed.`);
    const bytes = await reader.read(at, length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const head = await viewOf(0, Math.min(16, sizeBytes));
  checkUncompressed(address, new Uint8Array(head.buffer, head.byteOffset, head.byteLength));
  const order = head.byteLength === 16 ? head.getUint16(0) : 0;
  const isLittleEndian = order === 0x4949;
  const magic = head.byteLength === 16 ? head.getUint16(2, isLittleEndian) : 0;
  if ((order !== 0x4949 && order !== 0x4d4d) || (magic !== 42 && magic !== 43))
    throw sourceFault(
      address,
      'format',
      sizeBytes < 16
        ? `expected a TIFF file, found only ${sizeBytes} bytes: it is cut off.`
        : 'expected a TIFF file, found something else.',
    );
  const isBig = magic === 43;
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const offsetIn = (view: DataView, at: number): number =>
    isBig ? Number(view.getBigUint64(at, isLittleEndian)) : view.getUint32(at, isLittleEndian);

  const readDirectory = async (start: number): Promise<readonly [TiffDirectory, number]> => {
    const counted = await viewOf(start, countBytes);
    const count = isBig ? offsetIn(counted, 0) : counted.getUint16(0, isLittleEndian);
    if (count > mostEntries) throw damaged(`expected at most ${mostEntries} entries of an image, found ${count}.`);
    const view = await viewOf(start + countBytes, count * entryBytes + offsetBytes);
    const directory = new Map<number, TiffEntry>();
    for (let i = 0; i < count; i++) {
      const at = i * entryBytes;
      const type = view.getUint16(at + 2, isLittleEndian);
      const values = offsetIn(view, at + 4);
      const inside = at + 4 + offsetBytes;
      const isInside = values * (typeBytes[type] ?? 0) <= offsetBytes;
      directory.set(view.getUint16(at, isLittleEndian), {
        type,
        count: values,
        at: isInside ? start + countBytes + inside : offsetIn(view, inside),
      });
    }
    return [directory, offsetIn(view, count * entryBytes)];
  };

  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  for (let at = offsetIn(head, isBig ? 8 : 4); at !== 0; ) {
    if (seen.has(at)) throw damaged('expected images that follow each other, found one twice.');
    // Overviews come first; ignore further pages.
    if (seen.size === mostDirectories) break;
    seen.add(at);
    const [directory, next] = await readDirectory(at);
    directories.push(directory);
    at = next;
  }

  const rangeOf: TiffFile['rangeOf'] = ({ type, at }, first, count) => {
    const size = typeBytes[type] ?? 0;
    return [at + first * size, count * size];
  };
  const checked = (range: readonly [number, number]): readonly [number, number] => {
    if (range[1] <= largestValueBytes) return range;
    throw damaged(`expected values of at most ${largestValueBytes} bytes, found ${range[1]}.`);
  };
  return {
    isLittleEndian,
    directories,
    rangeOf,
    async numbers(entry, first = 0, count = entry ? entry.count - first : 0) {
      if (!entry) return [];
      const read = numberReaders[entry.type];
      if (!read || first + count > entry.count) throw damaged(`expected numbers, found type ${entry.type}.`);
      const view = await viewOf(...checked(rangeOf(entry, first, count)));
      return Array.from({ length: count }, (_, i) => read(view, i * typeBytes[entry.type]!, isLittleEndian));
    },
    bytes: async (entry) => (entry ? reader.read(...checked(rangeOf(entry, 0, entry.count))) : new Uint8Array(0)),
  };
}

type ReadNumber = (view: DataView, at: number, isLittleEndian: boolean) => number;

const unsigned8: ReadNumber = (view, at) => view.getUint8(at);
const unsigned32: ReadNumber = (view, at, isLittleEndian) => view.getUint32(at, isLittleEndian);
const unsigned64: ReadNumber = (view, at, isLittleEndian) => Number(view.getBigUint64(at, isLittleEndian));

const numberReaders: Readonly<Record<number, ReadNumber>> = {
  1: unsigned8,
  3: (view, at, isLittleEndian) => view.getUint16(at, isLittleEndian),
  4: unsigned32,
  6: (view, at) => view.getInt8(at),
  7: unsigned8,
  8: (view, at, isLittleEndian) => view.getInt16(at, isLittleEndian),
  9: (view, at, isLittleEndian) => view.getInt32(at, isLittleEndian),
  11: (view, at, isLittleEndian) => view.getFloat32(at, isLittleEndian),
  12: (view, at, isLittleEndian) => view.getFloat64(at, isLittleEndian),
  13: unsigned32,
  16: unsigned64,
  17: (view, at, isLittleEndian) => Number(view.getBigInt64(at, isLittleEndian)),
  18: unsigned64,
};
