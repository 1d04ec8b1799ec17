import { wrongValue } from '../../contract/index.ts';
import type { FlatGeometry } from '../../geometry/flat-geometry.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { blobPiece } from '../flatgeobuf/hilbert-spool.ts';
import type { RowsToWrite } from '../writing/rows-to-write.ts';
import { computeRowExtent } from '../writing/shapes.ts';
import { writeDeflatedZip } from '../zip/zip-files.ts';
import { type DbfNotes, dbfWriter } from './write-dbf.ts';

const codes = { point: 1, polyline: 3, polygon: 5, multipoint: 8 } as const satisfies Record<GeometryKind, number>;
const headBytes = 100;
/** Maximum bytes of each file, because programs use signed 32-bit numbers. */
const maxBytes = 2 ** 31 - 1;

export interface WrittenShapefile {
  /** Zip of .shp, .shx, .dbf, .cpg, and .prj if the CRS is known. */
  readonly file: Blob;
  readonly notes: DbfNotes;
}

/**
 * Write a layer as a zipped shapefile with text in UTF-8.
 *
 * @param name base name of the files in the zip
 * @throws {Fault} `too-large` above 2 GB in one of its files; errors of `batches` are passed on
 * @see ESRI Shapefile Technical Description, July 1998
 */
export async function writeShapefile(
  rows: RowsToWrite & { readonly geometry: GeometryKind },
  name: string,
): Promise<WrittenShapefile> {
  const [shapes, index] = [blobPiece(), blobPiece()];
  const table = dbfWriter(rows.fields);
  let count = 0;
  const whole = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for await (const { rowCount, columns, geometry } of rows.batches) {
    for (let row = 0; row < rowCount; row++) {
      const record = encodeRecord(rows.geometry, geometry, row, ++count);
      const extent = geometry && computeRowExtent(geometry, row);
      extent?.forEach((value, side) => {
        whole[side] = side < 2 ? Math.min(whole[side]!, value) : Math.max(whole[side]!, value);
      });
      index.add(bigEndian(Math.floor((headBytes + shapes.size) / 2), (record.length - 8) / 2));
      shapes.add(record);
      if (shapes.size > maxBytes - headBytes)
        throw wrongValue('too-large', 'Shapefile', 'at most 2 GB of geometry', `more after ${count} rows`);
    }
    table.add(columns, rowCount);
  }
  const extent = whole[0]! > whole[2]! ? [0, 0, 0, 0] : whole;
  const { file, notes } = await table.finish();
  const text = rows.reference?.WKT;
  return {
    file: await writeDeflatedZip([
      [`${name}.shp`, new Blob([head(codes[rows.geometry], shapes.size, extent), shapes.finish()])],
      [`${name}.shx`, new Blob([head(codes[rows.geometry], index.size, extent), index.finish()])],
      [`${name}.dbf`, file],
      [`${name}.cpg`, new Blob(['UTF-8'])],
      ...(text ? [[`${name}.prj`, new Blob([text])] as const] : []),
    ]),
    notes,
  };
}

function bigEndian(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => {
    view.setInt32(4 * i, value);
  });
  return new Uint8Array(view.buffer);
}

function head(code: number, bodyBytes: number, extent: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(headBytes));
  view.setInt32(0, 9994);
  view.setInt32(24, (headBytes + bodyBytes) / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, code, true);
  extent.forEach((value, side) => {
    view.setFloat64(36 + 8 * side, value, true);
  });
  return new Uint8Array(view.buffer);
}

/** Encode a geometry with its record header; a null shape for a row without geometry. */
function encodeRecord(
  kind: GeometryKind,
  geometry: FlatGeometry | undefined,
  row: number,
  number: number,
): Uint8Array<ArrayBuffer> {
  const [first, end] = geometry ? [geometry.featureOffsets[row]!, geometry.featureOffsets[row + 1]!] : [0, 0];
  if (!geometry || first === end) {
    const record = new Uint8Array(12);
    record.set(bigEndian(number, 2));
    return record;
  }
  const { xy, partOffsets } = geometry;
  const parts = end - first;
  const [start, stop] = [partOffsets[first]!, partOffsets[kind === 'point' ? first + 1 : end]!];
  const vertices = stop - start;
  const isPath = kind === 'polyline' || kind === 'polygon';
  const size = kind === 'point' ? 20 : 36 + (isPath ? 8 + 4 * parts : 4) + 16 * vertices;
  const view = new DataView(new ArrayBuffer(8 + size));
  view.setInt32(0, number);
  view.setInt32(4, size / 2);
  view.setInt32(8, codes[kind], true);
  let offset = 12;
  if (kind !== 'point') {
    computeRowExtent(geometry, row)!.forEach((value, side) => {
      view.setFloat64(12 + 8 * side, value, true);
    });
    offset = 44;
    const counts = isPath
      ? [parts, vertices, ...Array.from({ length: parts }, (_, i) => partOffsets[first + i]! - start)]
      : [vertices];
    for (const value of counts) {
      view.setInt32(offset, value, true);
      offset += 4;
    }
  }
  for (let i = 2 * start; i < 2 * stop; i++, offset += 8) view.setFloat64(offset, xy[i]!, true);
  return new Uint8Array(view.buffer);
}
