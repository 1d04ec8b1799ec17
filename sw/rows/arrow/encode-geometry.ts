import { type Data, Field, FixedSizeList, Float64, List, makeData } from 'apache-arrow';
import type { Value } from '../../contract/index.ts';
import type { GeometryBatch } from '../batch.ts';
import type { GeometryKind } from '../manifest.ts';

const xyType = new FixedSizeList(2, new Field('xy', new Float64(), false));
const verticesType = new List(new Field('vertices', xyType, false));

/** The GeoArrow layouts. A multipart polygon stores all its rings in one list, so no kind nests deeper. */
const layouts = {
  point: { extension: 'geoarrow.point', type: xyType },
  multipoint: { extension: 'geoarrow.multipoint', type: new List(new Field('points', xyType, false)) },
  polyline: { extension: 'geoarrow.multilinestring', type: new List(new Field('linestrings', verticesType, false)) },
  polygon: { extension: 'geoarrow.polygon', type: new List(new Field('rings', verticesType, false)) },
} as const;

/** Up to this many vertices, copying one by one is faster than `set`. */
const maxLoopVertices = 64;

/** Return the Arrow field of a geometry column, with GeoArrow's metadata. @see https://geoarrow.org/extension-types */
export function geometryField(name: string, kind: GeometryKind, reference?: Value<'SpatialReference'>): Field {
  const metadata = new Map([
    ['ARROW:extension:name', layouts[kind].extension],
    ['ARROW:extension:metadata', JSON.stringify(crs(reference))],
  ]);
  return new Field(name, layouts[kind].type, true, metadata);
}

function crs(reference?: Value<'SpatialReference'>): Record<string, string> {
  const code = reference?.LatestWKID ?? reference?.WKID;
  if (code) return { crs: `${code > 32767 ? 'ESRI' : 'EPSG'}:${code}`, crs_type: 'authority_code' };
  return reference?.WKT ? { crs: reference.WKT } : {};
}

/**
 * Encode the geometry of some rows.
 *
 * @param geometry all rows, in input order
 * @param rows     the rows to encode, in file order; a row without parts is written as null
 */
export function encodeGeometry(geometry: GeometryBatch, rows: Uint32Array): Data {
  const { featureOffsets, partOffsets, xy, kind } = geometry;
  const length = rows.length;
  const nullBitmap = new Uint8Array((length + 7) >> 3);
  const rowOffsets = new Int32Array(length + 1);
  let nullCount = 0;
  let vertexCount = 0;
  for (let i = 0; i < length; i++) {
    const from = featureOffsets[rows[i]!]!;
    const to = featureOffsets[rows[i]! + 1]!;
    if (from === to) nullCount++;
    else nullBitmap[i >> 3]! |= 1 << (i & 7);
    rowOffsets[i + 1] = rowOffsets[i]! + to - from;
    vertexCount += partOffsets[to]! - partOffsets[from]!;
  }
  const partCount = rowOffsets[length]!;
  const isPoint = kind === 'point';
  const ordinates = new Float64Array(2 * (isPoint ? length : vertexCount));
  const offsets = new Int32Array(partCount + 1);
  let vertex = 0;
  let part = 0;
  for (let i = 0; i < length; i++) {
    const from = featureOffsets[rows[i]!]!;
    const to = featureOffsets[rows[i]! + 1]!;
    const start = partOffsets[from]!;
    const end = partOffsets[to]!;
    if (isPoint) vertex = i;
    if (end - start > maxLoopVertices) ordinates.set(xy.subarray(2 * start, 2 * end), 2 * vertex);
    else for (let index = 2 * start, to = 2 * vertex; index < 2 * end; index++, to++) ordinates[to] = xy[index]!;
    for (let p = from; p < to; p++) offsets[++part] = vertex + partOffsets[p + 1]! - start;
    vertex += end - start;
  }
  const nulls = nullCount > 0 ? { nullCount, nullBitmap } : { nullCount: 0 };
  const coordinates = makeData({ type: new Float64(), length: ordinates.length, nullCount: 0, data: ordinates });
  const points = { type: xyType, length: ordinates.length / 2, child: coordinates };
  if (isPoint) return makeData({ ...points, ...nulls });
  const flat = makeData({ ...points, nullCount: 0 });
  const lists = { length, ...nulls, valueOffsets: rowOffsets };
  if (kind === 'multipoint') return makeData({ ...lists, type: layouts.multipoint.type, child: flat });
  const child = makeData({ type: verticesType, length: partCount, nullCount: 0, valueOffsets: offsets, child: flat });
  return makeData({ ...lists, type: layouts[kind].type, child });
}
