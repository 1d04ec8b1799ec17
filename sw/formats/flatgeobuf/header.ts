import { Fault } from '../../contract/index.ts';
import { columnTypes, decodeHead, type FlatGeobufHead } from './flatgeobuf-head.ts';
import { packedTree } from './packed-tree.ts';

export type FlatGeobufType = (typeof columnTypes)[number];

export interface FlatGeobufColumn {
  readonly name: string;
  /** What people call it; empty when the file does not say. */
  readonly title: string;
  readonly type: FlatGeobufType;
}

/** What a FlatGeobuf file says of itself before its features. */
export interface FlatGeobufHeader extends Omit<FlatGeobufHead, 'columns'> {
  readonly columns: readonly FlatGeobufColumn[];
  /** Where the index begins in the file; without one, where the features begin. */
  readonly indexAt: number;
  /** Where the first feature begins in the file. */
  readonly featuresAt: number;
}

/** Magic bytes and the length of the header, which says how much to read for the rest. */
export const headBytes = 12;

/** Real headers have some kilobytes; a thousand columns with titles fill one. */
const maximumHeaderBytes = 10 * 2 ** 20;

/**
 * Tell where the header of a file ends.
 *
 * @param head the first `headBytes` of the file
 * @throws {Fault} `bad-package` when it is no FlatGeobuf of version 3
 */
export function flatGeobufHeaderEnd(head: Uint8Array): number {
  const isOurs = head.length >= headBytes && head[0] === 0x66 && head[1] === 0x67 && head[2] === 0x62;
  if (!isOurs) {
    const found = [...head.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    throw new Fault('bad-package', `FlatGeobuf: a file that begins with "fgb" expected, the bytes ${found} found.`);
  }
  if (head[3] !== 3) throw new Fault('bad-package', `FlatGeobuf: version 3 expected, version ${head[3]} found.`);
  const length = new DataView(head.buffer, head.byteOffset).getUint32(8, true);
  if (length < 8 || length > maximumHeaderBytes)
    throw new Fault(
      'bad-package',
      `FlatGeobuf: a header of 8 to ${maximumHeaderBytes} bytes expected, ${length} found.`,
    );
  return headBytes + length;
}

/**
 * Read the header of a file.
 *
 * @param bytes the file from its beginning to `flatGeobufHeaderEnd` at least
 * @throws {Fault} `bad-package` when it is damaged
 */
export function readFlatGeobufHeader(bytes: Uint8Array): FlatGeobufHeader {
  const end = flatGeobufHeaderEnd(bytes);
  if (bytes.length < end)
    throw new Fault('bad-package', `FlatGeobuf: a header of ${end} bytes expected, ${bytes.length} found.`);
  const head = headIn(bytes.subarray(headBytes, end));
  const { featureCount } = head;
  const nodeSize = featureCount > 0 ? head.nodeSize : 0;
  return {
    ...head,
    columns: head.columns.map(({ name, title, type: number }, i) => {
      const type = columnTypes[number];
      if (!type) throw new Fault('bad-package', `FlatGeobuf: a type of column ${i} expected, ${number} found.`);
      return { name: name || `column ${i + 1}`, title, type };
    }),
    nodeSize,
    indexAt: end,
    featuresAt: end + (nodeSize === 0 ? 0 : packedTree(featureCount, Math.max(nodeSize, 2)).bytes),
  };
}

function headIn(bytes: Uint8Array): FlatGeobufHead {
  try {
    return decodeHead(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Fault('bad-package', `FlatGeobuf: a header expected, damage found: ${error.message}`);
  }
}
