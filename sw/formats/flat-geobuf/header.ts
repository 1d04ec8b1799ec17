import { ByteBuffer } from 'flatbuffers';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import { Fault } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';

export type FlatGeobufType = keyof typeof ColumnType;

export interface FlatGeobufColumn {
  readonly name: string;
  /** What people call it; empty when the file does not say. */
  readonly title: string;
  readonly type: FlatGeobufType;
}

/** What a FlatGeobuf file says of itself before its features. */
export interface FlatGeobufHeader {
  readonly name: string;
  /** Empty when the file has none; so is the description. */
  readonly title: string;
  readonly description: string;
  /** Of all features as a code of `GeometryType`; 0 when each feature says its own. */
  readonly geometryType: number;
  readonly hasHeights: boolean;
  readonly hasMeasures: boolean;
  readonly columns: readonly FlatGeobufColumn[];
  /** 0 when the writer did not know it. */
  readonly featureCount: number;
  /** Children of a node of the index; 0 without an index. */
  readonly nodeSize: number;
  /** Absent when it is not known. */
  readonly extent?: Extent;
  readonly crs?: { readonly org: string; readonly code: number; readonly codeText: string; readonly wkt: string };
  /** Where the index begins in the file; without one, where the features begin. */
  readonly indexAt: number;
  /** Where the first feature begins in the file. */
  readonly featuresAt: number;
}

/** Magic bytes and the length of the header, which says how much to read for the rest. */
export const headBytes = 12;

/** Real headers have some kilobytes; a thousand columns with titles fill one. */
const maximumHeaderBytes = 10 * 2 ** 20;
/** Two doubles for each corner and an offset. */
const nodeBytes = 40;

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
  const header = Header.getSizePrefixedRootAsHeader(new ByteBuffer(bytes.slice(8, end)));
  const columnCount = header.columnsLength();
  if (columnCount * 4 > end)
    throw new Fault('bad-package', `FlatGeobuf: columns that fit in ${end} bytes expected, ${columnCount} found.`);
  const columns = Array.from({ length: columnCount }, (_, i): FlatGeobufColumn => {
    const column = header.columns(i);
    const type = column && (ColumnType[column.type()] as FlatGeobufType | undefined);
    if (!type) throw new Fault('bad-package', `FlatGeobuf: a type of column ${i} expected, ${column?.type()} found.`);
    return { name: column.name() ?? `column ${i + 1}`, title: column.title() ?? '', type };
  });
  const featureCount = Number(header.featuresCount());
  const nodeSize = header.indexNodeSize();
  const crs = header.crs();
  const extent = header.envelopeLength() >= 4 ? [0, 1, 2, 3].map((i) => header.envelope(i)!) : undefined;
  return {
    name: header.name() ?? '',
    title: header.title() ?? '',
    description: header.description() ?? '',
    geometryType: header.geometryType(),
    hasHeights: header.hasZ(),
    hasMeasures: header.hasM(),
    columns,
    featureCount,
    nodeSize: featureCount > 0 ? nodeSize : 0,
    ...(extent?.every(Number.isFinite) ? { extent: extent as unknown as Extent } : {}),
    ...(crs
      ? { crs: { org: crs.org() ?? '', code: crs.code(), codeText: crs.codeString() ?? '', wkt: crs.wkt() ?? '' } }
      : {}),
    indexAt: end,
    featuresAt: end + indexBytes(featureCount, nodeSize),
  };
}

/** Bytes of the packed R-tree: every level has a node for each child of the one above, up to a single root. */
function indexBytes(featureCount: number, nodeSize: number): number {
  if (featureCount === 0 || nodeSize === 0) return 0;
  const children = Math.max(nodeSize, 2);
  let nodes = featureCount;
  for (let level = featureCount; level > 1; ) {
    level = Math.ceil(level / children);
    nodes += level;
  }
  // A single feature has a root above it all the same.
  return (featureCount === 1 ? 2 : nodes) * nodeBytes;
}
