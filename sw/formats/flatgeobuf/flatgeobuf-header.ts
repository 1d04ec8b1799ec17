import type { Fault, Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import { kindOfCode } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { type RangeReader, sourceFault } from '../reading/range-reader.ts';
import { columnTypes, decodeHead } from './flatgeobuf-head.ts';

export interface FlatGeobufColumn {
  readonly name: string;
  /** Number in `columnTypes`. */
  readonly type: number;
  /** Empty when the file has none. */
  readonly title: string;
}

/** What the head of a FlatGeobuf file says. */
export interface FlatGeobufHeader {
  readonly name: string;
  /** Undefined when each feature says its own. */
  readonly geometry: GeometryKind | undefined;
  readonly columns: readonly FlatGeobufColumn[];
  readonly featureCount: number;
  /** 0 when there is no index. */
  readonly nodeSize: number;
  readonly extent?: Extent;
  readonly crs?: { readonly code?: number; readonly wkt?: string };
  /** Where the index begins; without one, the features. */
  readonly indexStart: number;
}

const kindNames: readonly string[] = [
  ...['shapes of no kind', 'points', 'lines', 'polygons', 'points', 'lines', 'polygons', 'geometry collections'],
  ...['arcs', 'compound curves', 'curve polygons', 'collections of curves', 'collections of curve polygons'],
];
const magic = [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62];
const largestHeaderBytes = 10 * 1024 ** 2;

/** What faults call the shapes of a geometry type. */
export const kindName = (type: number): string => kindNames[type] ?? `geometry type ${type}`;

/**
 * Read the head of a FlatGeobuf file.
 *
 * @throws {Fault} `source-failed` when it is none, or has shapes that are not read; and what reading throws
 */
export async function readFlatGeobufHeader(reader: RangeReader): Promise<FlatGeobufHeader> {
  const { address } = reader;
  const start = await reader.read(0, Math.min(12, reader.sizeBytes));
  if (start.length < 12 || magic.some((byte, i) => start[i] !== byte))
    throw sourceFault(address, 'format', 'a FlatGeobuf file of version 3 expected, something else found.');
  const length = new DataView(start.buffer, start.byteOffset).getUint32(8, true);
  if (length > largestHeaderBytes || 12 + length > reader.sizeBytes)
    throw sourceFault(address, 'damaged', `a head of at most ${largestHeaderBytes} bytes expected, ${length} found.`);
  const bytes = await reader.read(12, length);
  try {
    return decodeHeader(bytes, address);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw sourceFault(address, 'damaged', `its head cannot be read: ${error.message}`, error);
  }
}

function decodeHeader(bytes: Uint8Array, address: string): FlatGeobufHeader {
  const { geometryType, columns, featureCount, nodeSize, extent, crs, name } = decodeHead(bytes);
  if (geometryType > 6) throw shapesFault(address, geometryType);
  return {
    ...{ name, columns, featureCount, nodeSize },
    geometry: kindOfCode(geometryType),
    ...(extent ? { extent } : {}),
    ...(crs ? { crs: { ...(crs.code > 0 ? { code: crs.code } : {}), ...(crs.wkt ? { wkt: crs.wkt } : {}) } } : {}),
    indexStart: 12 + bytes.length,
  };
}

/** The fault of shapes that are no points, lines or polygons, by their type. */
export const shapesFault = (address: string, type: number): Fault =>
  sourceFault(address, 'shapes', `points, lines or polygons expected, ${kindName(type)} found.`, undefined, {
    found: kindName(type),
  });

/** The type of the field that holds a column; undefined for one that is left out. */
export function fieldTypeOf({ type }: FlatGeobufColumn): Value<'Field'>['Type'] | undefined {
  switch (columnTypes[type]) {
    case 'byte':
    case 'ubyte':
    case 'bool':
    case 'short':
      return 'gisFieldTypeSmallInteger';
    case 'ushort':
    case 'int':
      return 'gisFieldTypeInteger';
    case 'float':
      return 'gisFieldTypeSingle';
    // Integers of 64 bits are exact up to 2^53.
    case 'uint':
    case 'long':
    case 'ulong':
    case 'double':
      return 'gisFieldTypeDouble';
    case 'string':
    case 'json':
      return 'gisFieldTypeString';
    case 'datetime':
      return 'gisFieldTypeDate';
    default:
      return undefined;
  }
}
