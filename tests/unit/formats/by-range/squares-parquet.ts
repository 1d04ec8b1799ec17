import {
  Binary,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
} from 'apache-arrow';
import { Compression, Table as WasmTable, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm';
import type { MadeFile } from '../../../range-server.ts';
import { giantPoint, giantRowValues, rowAt } from './giant.ts';

/** Points per side of a row group, which is a square of the grid. */
const side = 100;
const groupsAcross = 5;
const pointCount = 20 * side ** 2;

/** Return the row in `giantFile` of a row in `squaresParquet`. */
export function pointOfParquet(row: number): number {
  const [group, inGroup] = [Math.floor(row / side ** 2), row % side ** 2];
  const [column, line] = [group % groupsAcross, Math.floor(group / groupsAcross)];
  return rowAt(column * side + (inGroup % side), line * side + Math.floor(inGroup / side));
}

/** Make a GeoParquet file with 200,000 points of `giantFile`, in 20 row groups with a bbox column. */
export function squaresParquet(): MadeFile {
  const ids = Int32Array.from({ length: pointCount }, (_, row) => pointOfParquet(row));
  const kinds = new Uint8Array(4 * pointCount);
  const shares = new Float64Array(pointCount);
  const [x, y] = [new Float64Array(pointCount), new Float64Array(pointCount)];
  // Byte order, type 1, x and y
  const shapes = new DataView(new ArrayBuffer(21 * pointCount));
  ids.forEach((id, row) => {
    const { KIND, SHARE } = giantRowValues(id);
    for (let i = 0; i < 4; i++) kinds[4 * row + i] = KIND.charCodeAt(i);
    shares[row] = SHARE;
    [x[row], y[row]] = giantPoint(id);
    shapes.setUint8(21 * row, 1);
    shapes.setUint32(21 * row + 1, 1, true);
    shapes.setFloat64(21 * row + 5, x[row]!, true);
    shapes.setFloat64(21 * row + 13, y[row]!, true);
  });
  const offsets = (step: number) => Int32Array.from({ length: pointCount + 1 }, (_, row) => step * row);
  const doubles = (data: Float64Array) => makeData({ type: new Float64(), length: pointCount, data });
  const sides = ['xmin', 'ymin', 'xmax', 'ymax'];
  const box = new Struct(sides.map((side) => new Field(side, new Float64())) as never);
  const columns = {
    ID: makeData({ type: new Int32(), length: pointCount, data: ids }),
    KIND: makeData({ type: new Utf8(), length: pointCount, valueOffsets: offsets(4), data: kinds }),
    SHARE: doubles(shares),
    geometry: makeData({
      type: new Binary(),
      length: pointCount,
      valueOffsets: offsets(21),
      data: new Uint8Array(shapes.buffer),
    }),
    bbox: makeData({ type: box, length: pointCount, children: [x, y, x, y].map(doubles) as never }),
  };
  const schema = new Schema(Object.entries(columns).map(([name, { type }]) => new Field(name, type)));
  const rows = makeData({
    type: new Struct(schema.fields),
    length: pointCount,
    children: Object.values(columns) as never,
  });
  const geo = {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['Point'],
        covering: { bbox: Object.fromEntries(sides.map((side) => [side, ['bbox', side]])) },
      },
    },
  };
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setMaxRowGroupSize(side ** 2)
    .setKeyValueMetadata(new Map([['geo', JSON.stringify(geo)]]))
    .build();
  const table = new Table([new RecordBatch(schema, rows as never)]);
  const bytes = writeParquet(
    WasmTable.fromIPCStream(tableToIPC(table, 'stream')),
    properties,
  ) as Uint8Array<ArrayBuffer>;
  return { sizeBytes: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}
