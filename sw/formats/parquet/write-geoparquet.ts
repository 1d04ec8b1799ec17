import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Extent, union } from '../../geometry/extent.ts';
import { hilbertOrder } from '../../rows/write/row-order.ts';
import { blobPiece } from '../flatgeobuf/hilbert-spool.ts';
import { type Cell, freeName, getValueKind, type RowsToWrite, type ValueKind } from '../writing/rows-to-write.ts';
import { computeRowExtent, typeNames, wellKnownBinary } from '../writing/shapes.ts';

/** Rows of a row group, the smallest unit that readers fetch. */
const groupRows = 20_000;
/** Rows are sorted along a Hilbert curve in windows of this many rows, or this many bytes of geometry. */
const windowRows = 5 * groupRows;
const windowBytes = 64 * 2 ** 20;

const elements: Record<ValueKind, { readonly type: string; readonly converted_type?: string }> = {
  short: { type: 'INT32', converted_type: 'INT_16' },
  int: { type: 'INT32' },
  double: { type: 'DOUBLE' },
  date: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};
const sides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

/** Rows waiting for their row group. */
interface Window {
  readonly columns: Cell[][];
  readonly shapes: (Uint8Array | null)[];
  readonly extents: (Extent | undefined)[];
  bytes: number;
}

/**
 * Write rows as Parquet, and geometries as GeoParquet 1.1: WKB with a column of boxes, whose statistics let readers
 * skip row groups. Coordinates must be longitude and latitude, the default CRS of the format.
 *
 * @throws errors of `batches` are passed on
 * @see https://geoparquet.org/releases/v1.1.0/
 */
export async function writeGeoParquet({ fields, geometry: kind, batches }: RowsToWrite): Promise<Blob> {
  const used = new Set<string>();
  const names = fields.map(({ Name }) => freeName(Name, used));
  const [shapeName, boxName] = [freeName('geometry', used), freeName('bbox', used)];
  const geo: { key: string; value: string }[] = [];
  const file = blobPiece();
  const writer = partWriter(file.add);
  const parquet = new ParquetWriter({
    writer,
    createdBy: 'Soapstone',
    kvMetadata: kind && geo,
    schema: [
      { name: 'schema', num_children: fields.length + (kind ? 2 : 0) },
      ...fields.map((field, i) => ({
        name: names[i]!,
        repetition_type: 'OPTIONAL',
        ...elements[getValueKind(field)!],
      })),
      ...(kind
        ? [
            { name: shapeName, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
            { name: boxName, num_children: sides.length, repetition_type: 'OPTIONAL' },
            ...sides.map((name) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' })),
          ]
        : []),
    ] as ConstructorParameters<typeof ParquetWriter>[0]['schema'],
  });
  const empty = (): Window => ({ columns: fields.map(() => []), shapes: [], extents: [], bytes: 0 });
  let window = empty();
  let whole: Extent | undefined;
  let rowCount = 0;
  const writeGroup = (): void => {
    const order = computeOrder(window.extents);
    const reorder = <T>(values: readonly T[]): T[] => order.map((row) => values[row]!);
    const columnData = [
      ...fields.map((field, i) => {
        const values = reorder(window.columns[i]!);
        const isDate = getValueKind(field) === 'date';
        return {
          name: names[i]!,
          data: isDate ? values.map((value) => (value === null ? null : new Date(value))) : values,
        };
      }),
      ...(kind
        ? [
            { name: shapeName, data: reorder(window.shapes) },
            { name: boxName, data: reorder(window.extents).map((extent) => (extent ? toBox(extent) : null)) },
          ]
        : []),
    ];
    parquet.write({ columnData, rowGroupSize: groupRows });
    window = empty();
  };
  for await (const batch of batches) {
    rowCount += batch.rowCount;
    for (const [i, column] of batch.columns.entries()) for (const value of column) window.columns[i]!.push(value);
    for (let row = 0; row < batch.rowCount; row++) {
      const extent = batch.geometry && computeRowExtent(batch.geometry, row);
      const shape = kind && batch.geometry ? wellKnownBinary(kind, batch.geometry, row) : undefined;
      window.extents.push(extent);
      window.shapes.push(shape ?? null);
      window.bytes += shape?.length ?? 0;
      if (extent) whole = whole ? union(whole, extent) : extent;
    }
    if (window.extents.length >= windowRows || window.bytes > windowBytes) writeGroup();
  }
  // Write a row group even without rows, because some readers require one.
  if (window.extents.length > 0 || rowCount === 0) writeGroup();
  if (kind) geo.push({ key: 'geo', value: makeGeoMetadata(shapeName, boxName, typeNames[kind], whole) });
  await parquet.finish();
  return file.finish();
}

const toBox = ([xmin, ymin, xmax, ymax]: Extent) => ({ xmin, ymin, xmax, ymax });

function makeGeoMetadata(
  shapeName: string,
  boxName: string,
  typeName: string,
  bbox: readonly number[] | undefined,
): string {
  return JSON.stringify({
    version: '1.1.0',
    primary_column: shapeName,
    columns: {
      [shapeName]: {
        encoding: 'WKB',
        geometry_types: [typeName],
        orientation: 'counterclockwise',
        bbox,
        covering: { bbox: Object.fromEntries(sides.map((side) => [side, [boxName, side]])) },
      },
    },
  });
}

function computeOrder(extents: readonly (Extent | undefined)[]): number[] {
  const flat = new Float64Array(4 * extents.length).fill(Number.NaN);
  extents.forEach((extent, row) => {
    if (extent) flat.set(extent, 4 * row);
  });
  return [...hilbertOrder(flat).order];
}

/** Create a writer that passes its bytes on after each row group. */
function partWriter(take: (bytes: Uint8Array<ArrayBuffer>) => void): ByteWriter {
  const writer = new ByteWriter();
  const flush = (): void => {
    take(new Uint8Array(writer.buffer.slice(0, writer.index)));
    writer.index = 0;
  };
  writer.finish = flush;
  return Object.assign(writer, { flush });
}
