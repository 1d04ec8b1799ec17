import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Value } from '../../../../sw/contract/index.ts';
import { type EsriNames, withText } from '../../../../sw/formats/writing/reference-text.ts';
import type { Cell, RowBatch, RowsToWrite } from '../../../../sw/formats/writing/rows-to-write.ts';
import { singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import type { GeometryKind } from '../../../../sw/rows/manifest.ts';

type Field = Value<'Field'>;

export const makeSampleField = (Name: string, Type: Field['Type'], more: Partial<Field> = {}): Field => ({
  Name,
  Type,
  IsNullable: true,
  Length: Type === 'gisFieldTypeString' ? 300 : 4,
  Precision: 0,
  Scale: 0,
  ...more,
});

const head = {
  FieldType: 'gisFieldTypeSmallInteger',
  MergePolicy: 'gisMPTDefaultValue',
  SplitPolicy: 'gisSPTDuplicate',
} as const;
export const kinds: Value<'CodedValueDomain'> = {
  type: 'CodedValueDomain',
  DomainName: 'Nutzung',
  ...head,
  CodedValues: [
    { Name: 'Grünfläche', Code: { type: 'short', value: 1 } },
    { Name: 'Straße', Code: { type: 'short', value: 2 } },
  ],
};
const range: Value<'RangeDomain'> = {
  type: 'RangeDomain',
  DomainName: 'Höhen',
  ...head,
  FieldType: 'gisFieldTypeDouble',
  MinValue: -10.5,
  MaxValue: 9000,
};

export const fields: readonly Field[] = [
  makeSampleField('OBJECTID', 'gisFieldTypeOID'),
  makeSampleField('Straßenname_lang', 'gisFieldTypeString', { AliasName: 'Name der Straße' }),
  makeSampleField('kind', 'gisFieldTypeSmallInteger', { Domain: kinds }),
  makeSampleField('count', 'gisFieldTypeInteger'),
  makeSampleField('height', 'gisFieldTypeDouble', { AliasName: 'Höhe über Meer', Domain: range }),
  makeSampleField('seen', 'gisFieldTypeDate'),
  makeSampleField('day', 'gisFieldTypeDate'),
];

/** Exterior rings are clockwise; the third row has no geometry and no values. */
const shapes: Record<GeometryKind, readonly (readonly number[])[][]> = {
  point: [[[7, 51]], [[-120.5, 35.25]], [], [[8, 52]]],
  multipoint: [
    [
      [7, 51],
      [7.5, 51.5],
    ],
    [[1, 2]],
    [],
    [[8, 52]],
  ],
  polyline: [
    [[7, 51, 7.5, 51.5, 8, 51]],
    [
      [0, 0, 1, 1],
      [2, 2, 3, 3, 4, 2],
    ],
    [],
    [[5, 5, 6, 6]],
  ],
  polygon: [
    // An area with a hole, an island in the hole, and a separate area.
    [
      [0, 0, 0, 10, 10, 10, 10, 0, 0, 0],
      [2, 2, 8, 2, 8, 8, 2, 8, 2, 2],
      [4, 4, 4, 6, 6, 6, 6, 4, 4, 4],
      [20, 0, 20, 1, 21, 1, 21, 0, 20, 0],
    ],
    [[30, 30, 30, 31, 31, 31, 30, 30]],
    [],
    [[40, 40, 40, 41, 41, 41, 40, 40]],
  ],
};
export const day = Date.UTC(2024, 1, 29);
const values: readonly (readonly Cell[])[] = [
  [11, 'Königsallee ß "zitiert", 東京', 1, 2_000_000_000, 0.1, day + 3_723_004, day],
  [12, 'x'.repeat(300), 2, -7, -1234567.890625, Date.UTC(1969, 6, 20, 20, 17), Date.UTC(1899, 0, 1)],
  [13, null, null, null, null, null, null],
  [14, '', 2, 0, 1e-9, Date.UTC(2031, 0, 1), Date.UTC(2031, 0, 1)],
];

/** Make four rows in two batches. */
export function sampleRows(kind: GeometryKind | undefined, wkid = 4326, names?: EsriNames): RowsToWrite {
  const reference = kind && withText(referenceFromWkid(wkid), names);
  return {
    name: 'Flächen & Straßen',
    fields,
    idField: 'OBJECTID',
    ...(kind ? { geometry: kind } : {}),
    ...(reference ? { reference } : {}),
    batches: inBatches([[0, 1, 2].map((row) => row), [3]].map((rows) => makeBatch(rows, kind))),
  };
}

function makeBatch(rows: readonly number[], kind: GeometryKind | undefined): RowBatch {
  const columns = fields.map((_, i) => rows.map((row) => values[row]![i]!));
  if (!kind) return { rowCount: rows.length, columns };
  const rowShapes = rows.map((row) => shapes[kind][row]!);
  let end = 0;
  const featureOffsets = Int32Array.from([0, ...rowShapes.map((parts) => (end += parts.length))]);
  return { rowCount: rows.length, columns, geometry: { ...singleGeometry(kind, rowShapes.flat()), featureOffsets } };
}

export async function* inBatches(batches: readonly RowBatch[]): AsyncGenerator<RowBatch> {
  yield* batches;
}

/** Write a file to disk, where other programs can open it. */
export async function onDisk(file: Blob, name: string): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'written-')), name);
  writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
  return path;
}

/** Read a file with GDAL, which converts it to GeoJSON in the file's CRS. */
export function readByGdal(
  path: string,
  options: readonly string[] = [],
): { properties: Record<string, unknown>; geometry: { type: string; coordinates: unknown } | null }[] {
  const text = execFileSync(
    'ogr2ogr',
    ['-f', 'GeoJSON', '/vsistdout/', path, '-lco', 'COORDINATE_PRECISION=12', ...options],
    { maxBuffer: 1 << 28, encoding: 'utf8' },
  );
  return JSON.parse(text).features;
}

export const describeByGdal = (path: string, options: readonly string[] = []): string =>
  execFileSync('ogrinfo', ['-so', '-al', path, ...options], { encoding: 'utf8' });

/** List the sample's features as they should be read, by ID. */
export function sampleFeatures(kind: GeometryKind) {
  return values.map((row, i) => ({
    id: row[0],
    values: row.slice(1),
    shape: plainShape(kind, shapes[kind][i]!),
  }));
}

/** Normalize a geometry: ignore where its rings begin and their direction, and the order of points. */
function plainShape(kind: GeometryKind, parts: readonly (readonly number[])[]): unknown {
  const vertices = parts.map((part) =>
    Array.from({ length: part.length / 2 }, (_, v) => `${part[2 * v]} ${part[2 * v + 1]}`),
  );
  if (parts.length === 0) return null;
  if (kind === 'point' || kind === 'multipoint') return vertices.flat().sort();
  if (kind === 'polyline') return vertices;
  const rings = vertices.map((ring) => [...new Set(ring)].sort());
  return rings.length === 1 ? [[rings[0]]] : [[rings[0], rings[1]], [rings[2]], [rings[3]]];
}

/** Normalize a geometry read by GDAL like `plainShape`; null for a missing geometry. */
export function plainGeometry(geometry: { type: string; coordinates: unknown } | null): unknown {
  if (!geometry) return null;
  const { type, coordinates } = geometry;
  const text = (position: readonly number[]) => position.join(' ');
  if (type === 'Point') return [text(coordinates as number[])];
  if (type === 'MultiPoint') return (coordinates as number[][]).map(text).sort();
  if (type === 'LineString') return [(coordinates as number[][]).map(text)];
  if (type === 'MultiLineString') return (coordinates as number[][][]).map((line) => line.map(text));
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as number[][][][];
  return polygons.map((rings) => rings.map((ring) => [...new Set(ring.map(text))].sort()));
}
