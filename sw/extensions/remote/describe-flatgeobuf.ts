import type { Value } from '../../contract/index.ts';
import { rootTable, tableOf, uint8Of } from '../../formats/flatgeobuf/flat-buffer.ts';
import { fieldTypeOf, readFlatGeobufHeader, shapesFault } from '../../formats/flatgeobuf/flatgeobuf-header.ts';
import { batchLevel, nodeBoxes, nodeBytes, packedTree } from '../../formats/flatgeobuf/packed-tree.ts';
import { sourceFault } from '../../formats/reading/range-reader.ts';
import type { Extent } from '../../geometry/extent.ts';
import { kindOfCode } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryKind, RemoteFile } from '../../rows/manifest.ts';
import { blockBytes } from './block-reader.ts';
import type { IdentifiedSource } from './identify-source.ts';

/** A column of a file elsewhere, and the type of the field that has it. */
interface RemoteColumn {
  readonly name: string;
  readonly title?: string;
  readonly fieldType: Value<'Field'>['Type'];
}

/** What is known of a file elsewhere once its head and the top of its index were read. */
export interface RemoteDescription {
  readonly kind: 'rows';
  readonly remote: RemoteFile;
  readonly name: string;
  readonly geometry: GeometryKind;
  readonly rowCount: number;
  readonly extent: Extent;
  readonly crs?: { readonly code?: number; readonly wkt?: string };
  readonly columns: readonly RemoteColumn[];
  /** Names of columns of types that are not read. */
  readonly leftOut: readonly string[];
  /** Names of columns whose values have more digits than are shown, where the file tells. */
  readonly inexact?: readonly string[];
  /** What is read once before the first row: the head, and the boxes of the batches. */
  readonly openingBytes: number;
  /** What is read for a single row: a batch, on average. */
  readonly batchBytes: number;
  /** Half of the runs of `rows` rows that follow each other in the file lie in boxes no larger, in units of the file. */
  readonly typicalBox: {
    readonly rows: number;
    readonly width: number;
    readonly height: number;
    /** Of the run in the middle of the file. */
    readonly center: readonly [number, number];
  };
}

const headBytes = 64 * 1024;

/**
 * Find out what a FlatGeobuf file elsewhere has.
 *
 * @throws {Fault} `source-failed`
 */
export async function describeFlatGeobuf({ file, reader }: IdentifiedSource): Promise<RemoteDescription> {
  const { address, sizeBytes } = file;
  const header = await readFlatGeobufHeader(reader);
  const { featureCount, nodeSize, indexStart, name, crs } = header;
  if (featureCount === 0) throw sourceFault(address, 'empty', 'it has no features, or does not say how many.');
  if (nodeSize < 2)
    throw sourceFault(
      address,
      'no-index',
      'it has no index, so parts of it cannot be found. GDAL and QGIS write one by default.',
    );
  const tree = packedTree(featureCount, nodeSize);
  const featuresStart = indexStart + tree.bytes;
  if (featuresStart >= sizeBytes) throw sourceFault(address, 'damaged', 'it ends before its features begin.');
  // A level of one block says enough of how densely features lie.
  const level = tree.counts.findIndex((count) => count <= blockBytes / nodeBytes);
  const count = tree.counts[level]!;
  const boxes = nodeBoxes(await reader.read(indexStart + tree.firsts[level]! * nodeBytes, count * nodeBytes), count);
  const batchCount = tree.counts[batchLevel(tree, sizeBytes - featuresStart)]!;
  const root = nodeBoxes(await reader.read(indexStart, nodeBytes), 1);
  const geometry = header.geometry ?? (await firstKind());
  if (!geometry || Number.isNaN(root[0]!)) throw sourceFault(address, 'shapes', 'points, lines or polygons expected.');
  const typed = header.columns.flatMap((column) => {
    const fieldType = fieldTypeOf(column);
    return fieldType ? [{ ...column, fieldType }] : [];
  });
  return {
    kind: 'rows',
    remote: { format: 'flatgeobuf', ...file },
    name,
    geometry,
    rowCount: featureCount,
    extent: [...root] as unknown as Extent,
    ...(crs ? { crs } : {}),
    columns: typed,
    leftOut: header.columns.filter((column) => !fieldTypeOf(column)).map((column) => column.name),
    openingBytes: indexStart + batchCount * nodeBytes,
    batchBytes: sizeBytes / batchCount,
    typicalBox: { rows: nodeSize ** level, ...medianBox(boxes), center: centerOf(boxes, count >> 1) },
  };

  /** The kind of the first feature, for a file whose features say it each. */
  async function firstKind(): Promise<GeometryKind | undefined> {
    const bytes = await reader.read(featuresStart, Math.min(headBytes, sizeBytes - featuresStart));
    const shape = tableOf(rootTable(new DataView(bytes.buffer), 4), 0);
    const type = shape && uint8Of(shape, 6, 0);
    if (type && !kindOfCode(type)) throw shapesFault(address, type);
    return type ? kindOfCode(type) : undefined;
  }
}

const centerOf = (boxes: Float64Array, node: number): readonly [number, number] => [
  (boxes[4 * node]! + boxes[4 * node + 2]!) / 2 || 0,
  (boxes[4 * node + 1]! + boxes[4 * node + 3]!) / 2 || 0,
];

function medianBox(boxes: Float64Array): { width: number; height: number } {
  const middle = (sizes: number[]): number => sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? 0;
  const sizes = (low: number): number[] =>
    Array.from({ length: boxes.length / 4 }, (_, i) => boxes[4 * i + low + 2]! - boxes[4 * i + low]!).filter(
      (size) => size >= 0,
    );
  return { width: middle(sizes(0)), height: middle(sizes(1)) };
}
