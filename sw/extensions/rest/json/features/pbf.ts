import type { AnyValue, Value } from '../../../../contract/infer.ts';
import { createProtobufWriter, type ProtobufWriter } from '../../../../formats/protobuf.ts';
import type { SingleGeometry } from '../../../../geometry/single-geometry.ts';
import { forEachItem, type Scheduler } from '../../../../scheduler.ts';
import { writeReference } from '../spatial-reference.ts';
import { globalIdField } from './feature-text.ts';
import type { FeaturePage } from './page.ts';
import { differences, type Transform } from './quantize.ts';

/** Field numbers of each message (https://github.com/Esri/arcgis-pbf, FeatureCollection.proto). */
const queryResult = 2;
const resultKinds = { features: 1, count: 2, ids: 3, extent: 4 } as const;

const fieldTypes: readonly Value<'gisFieldType'>[] = [
  'gisFieldTypeSmallInteger',
  'gisFieldTypeInteger',
  'gisFieldTypeSingle',
  'gisFieldTypeDouble',
  'gisFieldTypeString',
  'gisFieldTypeDate',
  'gisFieldTypeOID',
  'gisFieldTypeGeometry',
  'gisFieldTypeBlob',
  'gisFieldTypeRaster',
  'gisFieldTypeGUID',
  'gisFieldTypeGlobalID',
  'gisFieldTypeXML',
];

const geometryKinds: readonly SingleGeometry['kind'][] = ['point', 'multipoint', 'polyline', 'polygon'];
const noGeometry = 127;

/**
 * Write rows as the message FeatureCollectionPBuffer. Coordinates are integers, so geometries must have a transform.
 */
export async function featuresPbf(page: FeaturePage, scheduler?: Scheduler): Promise<Uint8Array<ArrayBuffer>> {
  const { fields, values, geometry } = page;
  const writer = createProtobufWriter();
  writeHead(writer, page);
  const writers = fields.map(({ Type }) => valueWriter(Type));
  await forEachItem(values, scheduler, (list, row) => {
    const shape = geometry?.shapes[row];
    const centroid = geometry?.centroids?.[row];
    writer.message(15, () => {
      // Readers match values to fields by position, so a missing value is an empty message.
      for (const [i, write] of writers.entries()) writer.message(1, () => write(writer, list[i]!));
      if (shape) writer.message(2, () => writeShape(writer, shape));
      if (centroid) writer.message(4, () => writeShape(writer, centroid));
    });
  });
  return wrapResult(resultKinds.features, writer);
}

/** Write the number of rows that match. */
export function countPbf(count: number): Uint8Array<ArrayBuffer> {
  const writer = createProtobufWriter();
  writer.uint(1, count);
  return wrapResult(resultKinds.count, writer);
}

/** Write the IDs of rows that match. */
export function idsPbf(idField: string, ids: readonly number[]): Uint8Array<ArrayBuffer> {
  const writer = createProtobufWriter();
  writer.text(1, idField);
  writer.uints(3, ids);
  return wrapResult(resultKinds.ids, writer);
}

/** Write the number of rows that match and their extent, which is left out if none has a geometry. */
export function extentPbf(extent: Value<'Envelope'> | undefined, count: number): Uint8Array<ArrayBuffer> {
  const writer = createProtobufWriter();
  if (extent?.type === 'EnvelopeN')
    writer.message(1, () => {
      const { XMin, YMin, XMax, YMax, SpatialReference } = extent;
      [XMin, YMin, XMax, YMax].forEach((side, i) => {
        writer.double(i + 1, side);
      });
      if (SpatialReference) writer.message(5, () => writeReferenceTo(writer, SpatialReference));
    });
  writer.uint(2, count);
  return wrapResult(resultKinds.extent, writer);
}

function wrapResult(kind: number, result: ProtobufWriter): Uint8Array<ArrayBuffer> {
  const writer = createProtobufWriter();
  writer.message(queryResult, () => writer.data(kind, result.bytes()));
  return writer.bytes();
}

function writeHead(writer: ProtobufWriter, { fields, idField, isExceeded, geometry }: FeaturePage): void {
  writer.text(1, idField ?? '');
  if (idField !== undefined)
    writer.message(2, () => {
      writer.text(1, idField);
      writer.bool(2, true);
    });
  writer.text(3, globalIdField(fields));
  writer.uint(7, geometry ? geometryKinds.indexOf(geometry.kind) : noGeometry);
  const { reference, transform } = geometry ?? {};
  if (reference) writer.message(8, () => writeReferenceTo(writer, reference));
  writer.bool(9, isExceeded);
  if (transform) writer.message(12, () => writeTransform(writer, transform));
  for (const { Name, Type, AliasName } of fields)
    writer.message(13, () => {
      writer.text(1, Name);
      writer.uint(2, fieldTypes.indexOf(Type));
      writer.text(3, AliasName ?? Name);
    });
}

function writeReferenceTo(writer: ProtobufWriter, reference: Value<'SpatialReference'>): void {
  const { wkid, latestWkid, vcsWkid, latestVcsWkid, wkt } = writeReference(reference);
  [wkid, latestWkid, vcsWkid, latestVcsWkid].forEach((number, i) => {
    if (typeof number === 'number') writer.uint(i + 1, number);
  });
  if (typeof wkt === 'string') writer.text(5, wkt);
}

function writeTransform(writer: ProtobufWriter, { scale, originX, originY, isUpperLeft }: Transform): void {
  writer.uint(1, isUpperLeft ? 0 : 1);
  for (const [field, x, y] of [
    [2, scale, scale],
    [3, originX, originY],
  ] as const)
    writer.message(field, () => {
      writer.double(1, x);
      writer.double(2, y);
    });
}

/** Write a geometry: the vertex count of each part, then the vertices as deltas that restart in each part. */
function writeShape(writer: ProtobufWriter, { kind, xy, partOffsets }: SingleGeometry): void {
  const offsets = kind === 'multipoint' ? [0, xy.length / 2] : partOffsets;
  const counts = new Int32Array(offsets.length - 1);
  const numbers = new Float64Array(xy.length);
  for (let part = 0; part < counts.length; part++) {
    const [first, end] = [offsets[part]!, offsets[part + 1]!];
    counts[part] = end - first;
    numbers.set(differences(xy, first, end), 2 * first);
  }
  if (kind !== 'point') writer.uints(2, counts);
  writer.sints(3, numbers);
}

type ValueWriter = (writer: ProtobufWriter, value: AnyValue) => void;

/** Return the writer of a field's values. It writes one field of the message Value, or none for null. */
function valueWriter(type: Value<'gisFieldType'>): ValueWriter {
  const number = (write: (writer: ProtobufWriter, value: number) => void): ValueWriter => {
    return (writer, value) => {
      const plain = value instanceof Date ? value.getTime() : toNumber(value);
      if (plain !== undefined && Number.isFinite(plain)) write(writer, plain);
    };
  };
  switch (type) {
    case 'gisFieldTypeOID':
      return number((writer, value) => writer.uint(5, value));
    case 'gisFieldTypeInteger':
    case 'gisFieldTypeSmallInteger':
      return number((writer, value) => writer.sint(4, value));
    case 'gisFieldTypeSingle':
      return number((writer, value) => writer.float(2, value));
    case 'gisFieldTypeDouble':
      return number((writer, value) => writer.double(3, value));
    case 'gisFieldTypeDate':
      return number((writer, value) => writer.sint(8, Math.round(value)));
    default:
      return (writer, value) => {
        if (typeof value === 'string') writer.text(1, value);
      };
  }
}

function toNumber(value: AnyValue): number | undefined {
  if (typeof value === 'number') return value;
  return value !== null && typeof value === 'object' && 'value' in value ? Number(value.value) : undefined;
}
