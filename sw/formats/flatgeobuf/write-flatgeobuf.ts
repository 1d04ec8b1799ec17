import { Builder } from 'flatbuffers';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import type { Extent } from '../../geometry/extent.ts';
import type { FlatGeometry } from '../../geometry/flat-geometry.ts';
import { lastEpsg } from '../../geometry/reference-definitions.ts';
import { getWkid } from '../../geometry/spatial-reference.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { type Cell, type Field, getValueKind, type RowsToWrite, type ValueKind } from '../writing/rows-to-write.ts';
import { computeRowExtent, groupPolygonParts, reverseRing, typeNames } from '../writing/shapes.ts';
import { hilbertSpool } from './hilbert-spool.ts';
import { computePackedTree, nodeBytes } from './packed-tree.ts';

/** Magic number of the format, version 3. */
const magic = [0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0];

const columnTypes: Record<ValueKind, ColumnType> = {
  short: ColumnType.Short,
  int: ColumnType.Int,
  double: ColumnType.Double,
  date: ColumnType.DateTime,
  text: ColumnType.String,
};

/**
 * Write a layer as FlatGeobuf: a packed index and features along a Hilbert curve, so that clients can read it by range.
 * Aliases become column titles.
 *
 * @throws errors of `batches` are passed on
 * @see https://github.com/flatgeobuf/flatgeobuf
 */
export async function writeFlatGeobuf(rows: RowsToWrite & { readonly geometry: GeometryKind }): Promise<Blob> {
  const spool = hilbertSpool();
  const builder = new Builder(65536);
  for await (const { rowCount, columns, geometry } of rows.batches)
    for (let row = 0; row < rowCount; row++)
      spool.add(feature(builder, rows, geometry, row, columns), geometry && computeRowExtent(geometry, row));
  const spooled = spool.finish();
  const index = buildPackedIndex(spooled.extents, spooled.offsets);
  const parts: Blob[] = [];
  for await (const piece of spooled.pieces()) parts.push(new Blob([piece]));
  const head = header(rows, spooled.rowCount, index?.extent);
  return new Blob([new Uint8Array(magic), head, ...(index ? [index.bytes] : []), ...parts]);
}

function header(
  { name, fields, geometry, reference }: RowsToWrite & { readonly geometry: GeometryKind },
  rowCount: number,
  extent: readonly number[] | undefined,
): Uint8Array<ArrayBuffer> {
  const builder = new Builder(4096);
  const columns = fields.map((field) => {
    const columnName = builder.createString(field.Name);
    const title = field.AliasName && field.AliasName !== field.Name ? builder.createString(field.AliasName) : 0;
    Column.startColumn(builder);
    Column.addName(builder, columnName);
    Column.addType(builder, columnTypes[getValueKind(field)!]);
    if (title) Column.addTitle(builder, title);
    return Column.endColumn(builder);
  });
  const columnList = Header.createColumnsVector(builder, columns);
  const title = builder.createString(name);
  const envelope = extent && Header.createEnvelopeVector(builder, [...extent]);
  const wkid = getWkid(reference);
  const text = reference?.WKT;
  const wkt = text === undefined ? 0 : builder.createString(text);
  const org = wkid === undefined ? 0 : builder.createString(wkid > lastEpsg ? 'ESRI' : 'EPSG');
  let crs = 0;
  if (wkt || org) {
    Crs.startCrs(builder);
    if (org) Crs.addOrg(builder, org);
    if (wkid !== undefined) Crs.addCode(builder, wkid);
    if (wkt) Crs.addWkt(builder, wkt);
    crs = Crs.endCrs(builder);
  }
  Header.startHeader(builder);
  Header.addName(builder, title);
  if (envelope) Header.addEnvelope(builder, envelope);
  Header.addGeometryType(builder, GeometryType[typeNames[geometry]]);
  Header.addColumns(builder, columnList);
  Header.addFeaturesCount(builder, BigInt(rowCount));
  if (!extent) Header.addIndexNodeSize(builder, 0);
  if (crs) Header.addCrs(builder, crs);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array().slice();
}

function feature(
  builder: Builder,
  { fields, geometry: kind }: RowsToWrite & { readonly geometry: GeometryKind },
  geometry: FlatGeometry | undefined,
  row: number,
  columns: readonly (readonly Cell[])[],
): Uint8Array<ArrayBuffer> {
  builder.clear();
  const shape = geometry ? writeGeometry(builder, kind, geometry, row) : 0;
  const properties = Feature.createPropertiesVector(builder, encodeProperties(fields, columns, row));
  Feature.startFeature(builder);
  if (shape) Feature.addGeometry(builder, shape);
  Feature.addProperties(builder, properties);
  builder.finishSizePrefixed(Feature.endFeature(builder));
  return builder.asUint8Array().slice();
}

/** Write the geometry of a row. @returns its offset in the builder; 0 for a row without geometry */
function writeGeometry(builder: Builder, kind: GeometryKind, geometry: FlatGeometry, row: number): number {
  const { xy, partOffsets, featureOffsets } = geometry;
  const [first, end] = [featureOffsets[row]!, featureOffsets[row + 1]!];
  if (first === end) return 0;
  if (kind === 'polygon') {
    const polygons = groupPolygonParts(geometry, row).map((rings) =>
      shape(
        builder,
        GeometryType.Polygon,
        rings.map((part) => reverseRing(geometry, part)),
      ),
    );
    const parts = Geometry.createPartsVector(builder, polygons);
    Geometry.startGeometry(builder);
    Geometry.addType(builder, GeometryType.MultiPolygon);
    Geometry.addParts(builder, parts);
    return Geometry.endGeometry(builder);
  }
  if (kind !== 'polyline')
    return shape(builder, GeometryType[typeNames[kind]], [
      xy.subarray(2 * partOffsets[first]!, 2 * partOffsets[kind === 'point' ? first + 1 : end]!),
    ]);
  const lines = Array.from({ length: end - first }, (_, i) =>
    xy.subarray(2 * partOffsets[first + i]!, 2 * partOffsets[first + i + 1]!),
  );
  return shape(builder, GeometryType.MultiLineString, lines);
}

/**
 * Write a geometry with one list of coordinates. If it may have several parts, the ends of its parts are also listed.
 */
function shape(builder: Builder, type: GeometryType, parts: readonly Float64Array[]): number {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  builder.startVector(8, length, 8);
  for (const part of parts.toReversed()) for (let i = part.length - 1; i >= 0; i--) builder.addFloat64(part[i]!);
  const xy = builder.endVector();
  let ends = 0;
  if (parts.length > 1 || type === GeometryType.MultiLineString) {
    let end = 0;
    ends = Geometry.createEndsVector(
      builder,
      parts.map((part) => {
        end += part.length / 2;
        return end;
      }),
    );
  }
  Geometry.startGeometry(builder);
  if (ends) Geometry.addEnds(builder, ends);
  Geometry.addXy(builder, xy);
  Geometry.addType(builder, type);
  return Geometry.endGeometry(builder);
}

const encoder = new TextEncoder();

/** Encode the values of a row, each after its column index; nulls are omitted. */
function encodeProperties(fields: readonly Field[], columns: readonly (readonly Cell[])[], row: number): Uint8Array {
  const texts: (Uint8Array | undefined)[] = [];
  let size = 0;
  fields.forEach((field, i) => {
    const value = columns[i]![row];
    if (value === null || value === undefined) return;
    const kind = getValueKind(field)!;
    if (kind === 'text' || kind === 'date') {
      texts[i] = encoder.encode(kind === 'date' ? new Date(value).toISOString() : String(value));
      size += 6 + texts[i].length;
    } else size += 2 + { short: 2, int: 4, double: 8 }[kind];
  });
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  fields.forEach((field, i) => {
    const value = columns[i]![row];
    if (value === null || value === undefined) return;
    view.setUint16(offset, i, true);
    offset += 2;
    const text = texts[i];
    if (text) {
      view.setUint32(offset, text.length, true);
      bytes.set(text, offset + 4);
      offset += 4 + text.length;
      return;
    }
    const kind = getValueKind(field);
    if (kind === 'short') view.setInt16(offset, Number(value), true);
    else if (kind === 'int') view.setInt32(offset, Number(value), true);
    else view.setFloat64(offset, Number(value), true);
    offset += kind === 'short' ? 2 : kind === 'int' ? 4 : 8;
  });
  return bytes;
}

const nodeSize = 16;

/**
 * Build the packed R-tree of a FlatGeobuf, with the root first, over features in written order. A feature without
 * geometry gets a box that intersects nothing.
 *
 * @param extents [xmin, ymin, xmax, ymax] each, NaN without geometry
 * @param offsets of the features in bytes, from the first
 * @returns the index and the extent of all features; undefined if none has a geometry
 */
function buildPackedIndex(
  extents: Float64Array,
  offsets: Float64Array,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly extent: Extent } | undefined {
  if (offsets.length === 0) return undefined;
  const { counts, firstNodes, bytes: length } = computePackedTree(offsets.length, nodeSize);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < offsets.length; i++) {
    const isPlaced = !Number.isNaN(extents[4 * i]!);
    const box = isPlaced
      ? extents.subarray(4 * i, 4 * i + 4)
      : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    writeNode(view, firstNodes[0]! + i, box, offsets[i]!);
  }
  for (let level = 1; level < counts.length; level++)
    for (let i = 0; i < counts[level]!; i++) {
      const first = firstNodes[level - 1]! + i * nodeSize;
      const end = Math.min(first + nodeSize, firstNodes[level - 1]! + counts[level - 1]!);
      writeNode(view, firstNodes[level]! + i, computeBox(view, first, end), first);
    }
  const extent = computeBox(view, 0, 1);
  return extent[0] > extent[2] ? undefined : { bytes, extent };
}

function writeNode(view: DataView, node: number, box: ArrayLike<number>, offset: number): void {
  for (let side = 0; side < 4; side++) view.setFloat64(node * nodeBytes + 8 * side, box[side]!, true);
  view.setBigUint64(node * nodeBytes + 32, BigInt(offset), true);
}

function computeBox(view: DataView, first: number, end: number): [number, number, number, number] {
  const box: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let node = first; node < end; node++)
    for (let side = 0; side < 4; side++) {
      const value = view.getFloat64(node * nodeBytes + 8 * side, true);
      box[side] = side < 2 ? Math.min(box[side]!, value) : Math.max(box[side]!, value);
    }
  return box;
}
