import { Budget } from '../../contract/budget.ts';
import type { Fault } from '../../contract/index.ts';
import { readGeometryType } from '../../formats/flatgeobuf/features.ts';
import { rootTable } from '../../formats/flatgeobuf/flat-buffer.ts';
import { getFlatGeobufFieldType, readFlatGeobufHeader } from '../../formats/flatgeobuf/header.ts';
import { batchLevel, computePackedTree, nodeBoxes, nodeBytes } from '../../formats/flatgeobuf/packed-tree.ts';
import { sourceFault, toSourceFault } from '../../formats/reading/range-reader.ts';
import { sourceName } from '../../formats/reading/source-address.ts';
import type { Extent } from '../../geometry/extent.ts';
import { kindOfCode } from '../../rows/geometry/geometry-codes.ts';
import { blockBytes } from './block-reader.ts';
import type { IdentifiedSource } from './identify-source.ts';
import type { RemoteDescription } from './remote-manifest.ts';

const headBytes = 64 * 1024;

/**
 * Describe a remote FlatGeobuf file.
 *
 * @throws {Fault} `source-failed` if the file can't be read, is empty, or has no index or no supported geometry
 */
export async function describeFlatGeobuf({ file, reader }: IdentifiedSource): Promise<RemoteDescription> {
  const { address, sizeBytes } = file;
  const header = await readFlatGeobufHeader(reader, new Budget(sourceName(address))).catch((error: unknown) => {
    throw toSourceFault(address, error);
  });
  const { featureCount, nodeSize, indexStart, featuresStart, name, crs, geometryType } = header;
  if (geometryType > 6) throw shapesFault(address, geometryType);
  if (featureCount === 0) throw sourceFault(address, 'empty', 'expected features and their count, found nothing.');
  if (nodeSize < 2)
    throw sourceFault(
      address,
      'no-index',
      'expected a spatial index, found nothing. Write the file with GDAL or QGIS, which add one by default.',
    );
  const tree = computePackedTree(featureCount, nodeSize);
  if (featuresStart >= sizeBytes) throw sourceFault(address, 'damaged', 'the file ends before its first feature.');
  // An index level of one block is detailed enough to estimate how densely features are spaced.
  const level = tree.counts.findIndex((count) => count <= blockBytes / nodeBytes);
  const count = tree.counts[level]!;
  const boxes = nodeBoxes(
    await reader.read(indexStart + tree.firstNodes[level]! * nodeBytes, count * nodeBytes),
    count,
  );
  const batchCount = tree.counts[batchLevel(tree, sizeBytes - featuresStart)]!;
  const root = nodeBoxes(await reader.read(indexStart, nodeBytes), 1);
  const geometry = kindOfCode(geometryType || (await firstType()));
  if (!geometry || Number.isNaN(root[0]!))
    throw sourceFault(address, 'shapes', 'expected points, lines or polygons, found nothing.');
  const typed = header.columns.flatMap((column) => {
    const fieldType = getFlatGeobufFieldType(column);
    return fieldType ? [{ ...column, fieldType }] : [];
  });
  return {
    kind: 'rows',
    remote: { format: 'flatgeobuf', ...file },
    name,
    geometry,
    rowCount: featureCount,
    extent: [...root] as unknown as Extent,
    crs: crs && { code: crs.code > 0 ? crs.code : undefined, wkt: crs.wkt || undefined },
    columns: typed,
    leftOut: header.columns.filter((column) => !getFlatGeobufFieldType(column)).map((column) => column.name),
    openingBytes: indexStart + batchCount * nodeBytes,
    batchBytes: sizeBytes / batchCount,
    typicalBox: { rows: nodeSize ** level, ...medianBox(boxes), center: boxCenter(boxes, count >> 1) },
  };

  /** Read the type of the first feature, for files that only give the type per feature. */
  async function firstType(): Promise<number> {
    const bytes = await reader.read(featuresStart, Math.min(headBytes, sizeBytes - featuresStart));
    const type = readGeometryType(rootTable(new DataView(bytes.buffer), 4));
    if (type > 6) throw shapesFault(address, type);
    return type;
  }
}

const kindNames: readonly string[] = [
  ...['shapes of no kind', 'points', 'lines', 'polygons', 'points', 'lines', 'polygons', 'geometry collections'],
  ...['arcs', 'compound curves', 'curve polygons', 'collections of curves', 'collections of curve polygons'],
];

/** Create the fault for a geometry type other than points, lines or polygons. */
function shapesFault(address: string, type: number): Fault {
  const kindName = kindNames[type] ?? `geometry type ${type}`;
  return sourceFault(address, 'shapes', `expected points, lines or polygons, found ${kindName}.`, undefined, {
    found: kindName,
  });
}

const boxCenter = (boxes: Float64Array, node: number): readonly [number, number] => [
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
