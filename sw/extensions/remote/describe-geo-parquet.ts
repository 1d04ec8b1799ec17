import type { FileMetaData } from 'hyparquet';
import type { GeoColumn } from '../../formats/parquet/geo-columns.ts';
import { openRemoteParquet } from '../../formats/parquet/open-geo-parquet.ts';
import { projjsonToWkt, readProjjsonName } from '../../formats/parquet/projjson.ts';
import { findChunk, inexactFields, makeParquetBatches, readParquetLayout } from '../../formats/parquet/row-groups.ts';
import { type SourceDetail, type SourceReason, sourceFault } from '../../formats/reading/range-reader.ts';
import { wkbKind } from '../../formats/reading/shapes/wkb.ts';
import { union } from '../../geometry/extent.ts';
import { readReferenceName } from '../../geometry/reference-name.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import type { IdentifiedSource } from './identify-source.ts';
import type { RemoteDescription } from './remote-manifest.ts';

/** Maximum bytes of a row group. A row group is the smallest unit to read, even for a map of a single location. */
const maxGroupBytes = 24 * 1024 ** 2;
const copy = 'Publish a copy instead.';

/**
 * Describe a remote GeoParquet file from its footer.
 *
 * @throws {Fault} `source-failed` if the file can't be read, or its parts can't be located or read separately
 */
export async function describeGeoParquet({ file, reader }: IdentifiedSource): Promise<RemoteDescription> {
  const parquet = await openRemoteParquet(reader);
  const { metadata, footerBytes } = parquet;
  const layout = readParquetLayout(metadata);
  const { geometry, fields, leftOut } = layout;
  const refuse = (reason: SourceReason, why: string, detail?: SourceDetail): never => {
    throw sourceFault(file.address, reason, `${why} ${copy}`, undefined, detail);
  };
  if (!geometry) return refuse('not-placed', 'expected a geometry column, found nothing.');
  const { encoding } = geometry;
  if (encoding !== 'WKB')
    return refuse('encoding', `geometry encoding ${encoding} can't be read in place.`, {
      found: encoding,
    });
  const groups = makeParquetBatches(metadata, layout);
  const batches = groups.map(({ batch }) => batch);
  const boxes = batches.flatMap(({ extent }) => (extent ? [extent] : []));
  const rowCount = batches.reduce((sum, batch) => sum + batch.rowCount, 0);
  if (rowCount === 0) throw sourceFault(file.address, 'empty', 'expected rows, found nothing.');
  if (boxes.length === 0 || groups.some(({ batch: { extent }, isBare }) => !extent && !isBare))
    return refuse(
      'no-index',
      'expected the extent of each row group (a bbox column or geospatial statistics), found nothing.',
    );
  const shapeBytes = groups.map(({ group }) =>
    Number(findChunk(metadata.row_groups[group]!, geometry.name)?.total_compressed_size ?? 0),
  );
  const largest = shapeBytes.reduce((most, bytes) => Math.max(most, bytes), 0);
  if (largest > maxGroupBytes) {
    const [mb, limitMb] = [largest, maxGroupBytes].map((bytes) => Math.ceil(bytes / 1024 ** 2)) as [number, number];
    return refuse(
      'large-parts',
      `expected at most ${limitMb} MB of geometry per row group, found ${mb} MB. Write row groups of about 50,000 rows.`,
      { mb, limitMb },
    );
  }
  const types = geometry.types.length > 0 ? geometry.types : listCountedTypes(metadata, geometry);
  const kind = types.length > 0 ? findGeometryKind(types) : await firstKind();
  if (!kind) {
    const foundTypes = types.join(', ');
    return refuse(
      'shapes',
      `expected one geometry type, found ${foundTypes || 'several'}.`,
      foundTypes ? { found: foundTypes } : {},
    );
  }
  const middle = boxes[boxes.length >> 1]!;
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;
  return {
    kind: 'rows',
    remote: { format: 'geoparquet', ...file },
    name: '',
    geometry: kind,
    rowCount,
    extent: boxes.reduce(union),
    ...readColumnCrs(geometry),
    columns: fields.map(({ name, title, fieldType }) => ({ name, title, fieldType })),
    leftOut,
    inexact: inexactFields(metadata, fields),
    openingBytes: footerBytes,
    batchBytes: file.sizeBytes / batches.length,
    typicalBox: {
      rows: median(batches.map((batch) => batch.rowCount)),
      width: median(boxes.map(([xmin, , xmax]) => xmax - xmin)),
      height: median(boxes.map(([, ymin, , ymax]) => ymax - ymin)),
      center: [(middle[0] + middle[2]) / 2, (middle[1] + middle[3]) / 2],
    },
  };

  /** Read the kind of the first geometry, for files that don't declare it. */
  async function firstKind(): Promise<GeometryKind | undefined> {
    const cells = await parquet.cells(groups[0]!.group, geometry!.name);
    const first = Array.from(cells).find((cell) => cell instanceof Uint8Array);
    return first instanceof Uint8Array ? wkbKind(first) : undefined;
  }
}

/** Type names by their well-known binary codes. */
const typeNames = [
  '',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

const families: Readonly<Record<string, GeometryKind>> = {
  Point: 'point',
  MultiPoint: 'multipoint',
  LineString: 'polyline',
  MultiLineString: 'polyline',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

/** List the geometry types in Parquet's statistics, each once. Empty if a row group doesn't list its types. */
function listCountedTypes({ row_groups: groups }: FileMetaData, { name }: GeoColumn): string[] {
  const types = groups.flatMap((group) => {
    const chunk = findChunk(group, name);
    if (chunk?.statistics?.null_count === group.num_rows) return [];
    // Well-known binary codes; Z and M add thousands.
    return (chunk?.geospatial_statistics?.geospatial_types ?? [0]).map((code) => typeNames[code % 1000] ?? '');
  });
  return types.includes('') ? [] : [...new Set(types)];
}

/** Return the common kind of all types; undefined if there are several or none. */
function findGeometryKind(types: readonly string[]): GeometryKind | undefined {
  const kinds = new Set(types.map((type) => families[type.replace(/ (?:Z|M|ZM)$/, '')]));
  if (kinds.has('multipoint')) kinds.delete('point');
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

function readColumnCrs({ crs }: GeoColumn): Pick<RemoteDescription, 'crs'> {
  if (crs === undefined) return {};
  const name = typeof crs === 'string' ? crs : readProjjsonName(crs);
  const named = readReferenceName(name ?? '');
  if (named?.registry === 'OGC') return { crs: { code: named.code } };
  const wkt = typeof crs === 'string' ? crs : projjsonToWkt(crs);
  if (!named && !wkt) return {};
  return { crs: { code: named?.code, wkt: wkt || undefined } };
}
