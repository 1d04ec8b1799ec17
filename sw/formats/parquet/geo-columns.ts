import type { FileMetaData } from 'hyparquet';
import { Fault, reasonOf } from '../../contract/index.ts';
import type { Family } from '../../rows/geometry/geometry-codes.ts';
import type { GeometryBuilder } from '../reading/geometry-builder.ts';
import { GeometryFault, type Shape } from '../reading/shapes/shape.ts';

const encodings = ['WKB', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon'] as const;

type GeoEncoding = (typeof encodings)[number];

/** Geometry column of a Parquet file. */
export interface GeoColumn {
  readonly name: string;
  readonly encoding: GeoEncoding;
  /** Name like `EPSG:25832`, or PROJJSON; undefined if the file declares it as unknown. */
  readonly crs: string | object | undefined;
  /** Geometry types listed by GeoParquet; empty if it lists none. */
  readonly types: readonly string[];
  /** Dotted names of the columns with the extent of each row; undefined if there are none. */
  readonly covering?: Readonly<Record<'xmin' | 'ymin' | 'xmax' | 'ymax', string>>;
}

/** Longitude and latitude: the default for files without a CRS (GeoParquet 1.1, `crs`; Parquet, GEOMETRY). */
const defaultCrs = 'OGC:CRS84';

/**
 * Find the geometry columns: the columns that GeoParquet 1 lists under `geo`, the primary first, otherwise the columns
 * of type GEOMETRY and GEOGRAPHY. The metadata must be read with `geoparquet: false`, so that types are as in the file.
 *
 * @returns empty for a table without geometry
 * @throws {Fault} `bad-package` when the metadata of the columns can't be read
 */
export function geoColumns({ schema, key_value_metadata: pairs }: FileMetaData): GeoColumn[] {
  const text = pairs?.find(({ key }) => key === 'geo')?.value;
  if (text) return parseListedColumns(text);
  const textUnder = (key: string): string | undefined => pairs?.find((pair) => pair.key === key)?.value;
  return schema.flatMap(({ name, logical_type: type }): GeoColumn[] =>
    type?.type === 'GEOMETRY' || type?.type === 'GEOGRAPHY'
      ? [{ name, encoding: 'WKB', crs: parseTypedCrs(type.crs, textUnder), types: [] }]
      : [],
  );
}

function parseListedColumns(text: string): GeoColumn[] {
  const geo = parseJson(text, 'geo');
  const columns = Object(geo.columns) as Record<string, Record<string, unknown>>;
  const names = Object.keys(columns).sort(
    (a, b) => Number(b === geo.primary_column) - Number(a === geo.primary_column),
  );
  return names.map((name): GeoColumn => {
    const { encoding, crs, covering, geometry_types: types } = Object(columns[name]) as Record<string, unknown>;
    const supported = encodings.find((candidate) => candidate === encoding);
    if (!supported) {
      const actual = String(JSON.stringify(encoding)).slice(0, 40);
      throw new Fault(
        'bad-package',
        `column ${name}: expected one of the encodings ${encodings.join(', ')}, found ${actual}.`,
      );
    }
    const box = (Object(covering) as { bbox?: unknown }).bbox;
    const paths = coveringPaths(Object(box));
    return {
      name,
      encoding: supported,
      crs: parseListedCrs(crs),
      types: Array.isArray(types) ? types.map(String) : [],
      covering: paths,
    };
  });
}

function parseListedCrs(crs: unknown): GeoColumn['crs'] {
  if (crs === undefined) return defaultCrs;
  if (crs === null) return undefined;
  // Up to version 0.3, this is WKT.
  return typeof crs === 'string' ? crs : Object(crs);
}

function coveringPaths(box: Record<string, unknown>): GeoColumn['covering'] {
  const path = (key: string): string | undefined => {
    const value = box[key];
    return Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join('.') : undefined;
  };
  const [xmin, ymin, xmax, ymax] = ['xmin', 'ymin', 'xmax', 'ymax'].map(path);
  return xmin && ymin && xmax && ymax ? { xmin, ymin, xmax, ymax } : undefined;
}

/**
 * Return the CRS of a GEOMETRY or GEOGRAPHY column: a name, `srid:` and a code, or `projjson:` and a key of the
 * metadata.
 */
function parseTypedCrs(crs: string | undefined, textUnder: (key: string) => string | undefined): GeoColumn['crs'] {
  if (!crs) return defaultCrs;
  const [, kind, rest] = /^(srid|projjson):(.*)$/is.exec(crs) ?? [];
  if (kind?.toLowerCase() === 'srid') return rest === '0' ? undefined : `EPSG:${rest}`;
  const json = kind ? textUnder(rest!) : crs.trimStart().startsWith('{') ? crs : undefined;
  return json ? parseJson(json, 'crs') : crs;
}

function parseJson(text: string, key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    throw new Fault('bad-package', `not valid JSON under ${key}: ${reasonOf(error)}.`);
  }
}

type NativeEncoding = Exclude<GeoEncoding, 'WKB'>;

const families: Readonly<Record<NativeEncoding, Family>> = {
  point: 'points',
  multipoint: 'points',
  linestring: 'lines',
  multilinestring: 'lines',
  polygon: 'polygons',
  multipolygon: 'polygons',
};

interface Vertex {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly z?: unknown;
  readonly m?: unknown;
}

/**
 * Read a geometry in one of the GeoParquet 1.1 encodings other than WKB: lists of vertices.
 *
 * @returns undefined if it's empty
 * @throws {GeometryFault} from `draw` when a coordinate isn't finite
 */
export function nativeShape(value: unknown, encoding: NativeEncoding): Shape | undefined {
  if (value === null || value === undefined) return undefined;
  const first = firstVertex(value);
  if (!first) return undefined;
  const family = families[encoding];
  return {
    families: new Set([family]),
    hasHeights: first.z !== undefined,
    hasMeasures: first.m !== undefined,
    draw(getBuilder) {
      const builder = getBuilder(family);
      if (encoding === 'point') points([value], builder);
      else if (encoding === 'multipoint') points(list(value), builder);
      else if (encoding === 'linestring') line(value, builder);
      else if (encoding === 'multilinestring') for (const part of list(value)) line(part, builder);
      else if (encoding === 'polygon') return rings(value, builder);
      else return list(value).reduce<number>((sum, part) => sum + rings(part, builder), 0);
      return 0;
    },
  };
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function firstVertex(value: unknown): Vertex | undefined {
  if (Array.isArray(value)) {
    for (const item of value) {
      const nested = firstVertex(item);
      if (nested) return nested;
    }
    return undefined;
  }
  const { x, y } = Object(value) as Vertex;
  // A point with NaN coordinates is empty.
  return x === null || x === undefined || (Number.isNaN(x) && Number.isNaN(y)) ? undefined : (value as Vertex);
}

function vertex(value: unknown, builder: GeometryBuilder): void {
  const { x, y } = Object(value) as Vertex;
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new GeometryFault('finiteExpected', `(${x}, ${y})`);
  builder.addVertex(x as number, y as number);
}

function points(vertices: readonly unknown[], builder: GeometryBuilder): void {
  for (const item of vertices) {
    vertex(item, builder);
    builder.endPart();
  }
}

function line(vertices: unknown, builder: GeometryBuilder): void {
  for (const item of list(vertices)) vertex(item, builder);
  builder.endPart();
}

function rings(value: unknown, builder: GeometryBuilder): number {
  let dropped = 0;
  for (const [i, ring] of list(value).entries()) {
    for (const item of list(ring)) vertex(item, builder);
    if (!builder.endRing(i === 0 ? 'exterior' : 'hole')) dropped++;
  }
  return dropped;
}
