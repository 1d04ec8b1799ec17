import { checkUncompressed, type RangeReader, sourceFault } from '../reading/range-reader.ts';

/** Entry of a directory: `count` numbers of a type, starting at byte `offset` of the file. */
export interface TiffEntry {
  readonly type: number;
  readonly count: number;
  readonly offset: number;
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
  getRange(entry: TiffEntry, first: number, count: number): readonly [offset: number, length: number];
}

/** Bytes of a number by its type; 0 for unknown types. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const maxDirectories = 128;
const maxEntries = 4096;
const maxValueBytes = 4 * 1024 ** 2;

/**
 * Read the directories of a TIFF file, but not the values they point to.
 *
 * @throws {Fault} `source-failed` when it isn't TIFF or is damaged
 */
export async function readTiff(reader: RangeReader): Promise<TiffFile> {
  const { address, sizeBytes } = reader;
  const makeFault = (message: string) => sourceFault(address, 'damaged', message);
  const readView = async (offset: number, length: number): Promise<DataView> => {
    if (!(offset >= 0 && offset + length <= sizeBytes))
      throw makeFault(`expected at least ${offset + length} bytes, found ${sizeBytes}: the file is cut off.`);
    const bytes = await reader.read(offset, length);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const head = await readView(0, Math.min(16, sizeBytes));
  checkUncompressed(address, new Uint8Array(head.buffer, head.byteOffset, head.byteLength));
  const order = head.byteLength === 16 ? head.getUint16(0) : 0;
  const isLittleEndian = order === 0x4949;
  const magic = head.byteLength === 16 ? head.getUint16(2, isLittleEndian) : 0;
  if ((order !== 0x4949 && order !== 0x4d4d) || (magic !== 42 && magic !== 43))
    throw sourceFault(
      address,
      'format',
      sizeBytes < 16
        ? `expected a TIFF file, found ${sizeBytes} bytes: the file is cut off.`
        : 'expected a TIFF file, found another file type.',
    );
  const isBig = magic === 43;
  const [countBytes, entryBytes, offsetBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
  const readOffset = (view: DataView, offset: number): number =>
    isBig ? Number(view.getBigUint64(offset, isLittleEndian)) : view.getUint32(offset, isLittleEndian);

  const readDirectory = async (start: number): Promise<readonly [TiffDirectory, number]> => {
    const counted = await readView(start, countBytes);
    const count = isBig ? readOffset(counted, 0) : counted.getUint16(0, isLittleEndian);
    if (count > maxEntries) throw makeFault(`expected at most ${maxEntries} entries per image, found ${count}.`);
    const view = await readView(start + countBytes, count * entryBytes + offsetBytes);
    const directory = new Map<number, TiffEntry>();
    for (let i = 0; i < count; i++) {
      const offset = i * entryBytes;
      const type = view.getUint16(offset + 2, isLittleEndian);
      const values = readOffset(view, offset + 4);
      const inside = offset + 4 + offsetBytes;
      const isInside = values * (typeBytes[type] ?? 0) <= offsetBytes;
      directory.set(view.getUint16(offset, isLittleEndian), {
        type,
        count: values,
        offset: isInside ? start + countBytes + inside : readOffset(view, inside),
      });
    }
    return [directory, readOffset(view, count * entryBytes)];
  };

  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  for (let offset = readOffset(head, isBig ? 8 : 4); offset !== 0; ) {
    if (seen.has(offset)) throw makeFault('expected a list of images, found a loop.');
    // Overviews come first; ignore further pages.
    if (seen.size === maxDirectories) break;
    seen.add(offset);
    const [directory, next] = await readDirectory(offset);
    directories.push(directory);
    offset = next;
  }

  const getRange: TiffFile['getRange'] = ({ type, offset }, first, count) => {
    const size = typeBytes[type] ?? 0;
    return [offset + first * size, count * size];
  };
  const checkSize = (range: readonly [number, number]): readonly [number, number] => {
    if (range[1] <= maxValueBytes) return range;
    throw makeFault(`expected values of at most ${maxValueBytes} bytes, found ${range[1]}.`);
  };
  return {
    isLittleEndian,
    directories,
    getRange,
    async numbers(entry, first = 0, count = entry ? entry.count - first : 0) {
      if (!entry) return [];
      const read = numberReaders[entry.type];
      if (!read || first + count > entry.count) throw makeFault(`expected numbers, found type ${entry.type}.`);
      const view = await readView(...checkSize(getRange(entry, first, count)));
      return Array.from({ length: count }, (_, i) => read(view, i * typeBytes[entry.type]!, isLittleEndian));
    },
    bytes: async (entry) => (entry ? reader.read(...checkSize(getRange(entry, 0, entry.count))) : new Uint8Array(0)),
  };
}

type ReadNumber = (view: DataView, offset: number, isLittleEndian: boolean) => number;

const unsigned8: ReadNumber = (view, offset) => view.getUint8(offset);
const unsigned32: ReadNumber = (view, offset, isLittleEndian) => view.getUint32(offset, isLittleEndian);
const unsigned64: ReadNumber = (view, offset, isLittleEndian) => Number(view.getBigUint64(offset, isLittleEndian));

const numberReaders: Readonly<Record<number, ReadNumber>> = {
  1: unsigned8,
  3: (view, offset, isLittleEndian) => view.getUint16(offset, isLittleEndian),
  4: unsigned32,
  6: (view, offset) => view.getInt8(offset),
  7: unsigned8,
  8: (view, offset, isLittleEndian) => view.getInt16(offset, isLittleEndian),
  9: (view, offset, isLittleEndian) => view.getInt32(offset, isLittleEndian),
  11: (view, offset, isLittleEndian) => view.getFloat32(offset, isLittleEndian),
  12: (view, offset, isLittleEndian) => view.getFloat64(offset, isLittleEndian),
  13: unsigned32,
  16: unsigned64,
  17: (view, offset, isLittleEndian) => Number(view.getBigInt64(offset, isLittleEndian)),
  18: unsigned64,
};
