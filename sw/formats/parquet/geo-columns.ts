import type { FileMetaData } from 'hyparquet';
import { Fault, reasonOf } from '../../contract/index.ts';

const encodings = ['WKB', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon'] as const;

export type GeoEncoding = (typeof encodings)[number];

/** A column of geometry of a Parquet file. */
export interface GeoColumn {
  readonly name: string;
  readonly encoding: GeoEncoding;
  /** A name such as `EPSG:25832`, or PROJJSON; undefined when the file says that it is not known. */
  readonly crs: string | object | undefined;
  /** Names of the columns that repeat the extent of each row, with dots; absent without. */
  /** As GeoParquet lists them; empty when they are not said. */
  readonly types: readonly string[];
  readonly covering?: Readonly<Record<'xmin' | 'ymin' | 'xmax' | 'ymax', string>>;
}

/** Longitude and latitude: what a file means that does not say its coordinate system (GeoParquet 1.1, `crs`; Parquet, GEOMETRY). */
const defaultCrs = 'OGC:CRS84';

/**
 * Find the columns of geometry: those that GeoParquet 1 lists under `geo`, the primary first, else those of the types GEOMETRY
 * and GEOGRAPHY.
 *
 * @param metadata read with `geoparquet: false`, so that types are as in the file
 * @returns empty for a table without geometry
 * @throws {Fault} `bad-package` when what the file says of them cannot be read
 */
export function geoColumns({ schema, key_value_metadata: pairs }: FileMetaData): GeoColumn[] {
  const text = pairs?.find(({ key }) => key === 'geo')?.value;
  if (text) return listedColumns(text);
  const textUnder = (key: string): string | undefined => pairs?.find((pair) => pair.key === key)?.value;
  return schema.flatMap(({ name, logical_type: type }): GeoColumn[] =>
    type?.type === 'GEOMETRY' || type?.type === 'GEOGRAPHY'
      ? [{ name, encoding: 'WKB', crs: typedCrs(type.crs, textUnder), types: [] }]
      : [],
  );
}

function listedColumns(text: string): GeoColumn[] {
  const geo = parsed(text, 'geo');
  const columns = Object(geo.columns) as Record<string, Record<string, unknown>>;
  const names = Object.keys(columns).sort(
    (a, b) => Number(b === geo.primary_column) - Number(a === geo.primary_column),
  );
  return names.map((name): GeoColumn => {
    const { encoding, crs, covering, geometry_types: types } = Object(columns[name]) as Record<string, unknown>;
    const known = encodings.find((one) => one === encoding);
    if (!known) {
      const found = String(JSON.stringify(encoding)).slice(0, 40);
      throw new Fault(
        'bad-package',
        `the encoding of column ${name} as one of ${encodings.join(', ')} expected, ${found} found`,
      );
    }
    const box = (Object(covering) as { bbox?: unknown }).bbox;
    const paths = coveringPaths(Object(box));
    return {
      name,
      encoding: known,
      crs: listedCrs(crs),
      types: Array.isArray(types) ? types.map(String) : [],
      ...(paths ? { covering: paths } : {}),
    };
  });
}

function listedCrs(crs: unknown): GeoColumn['crs'] {
  if (crs === undefined) return defaultCrs;
  if (crs === null) return undefined;
  // Version 0.3 and before had well-known text.
  return typeof crs === 'string' ? crs : Object(crs);
}

function coveringPaths(box: Record<string, unknown>): GeoColumn['covering'] {
  const path = (key: string): string | undefined => {
    const found = box[key];
    return Array.isArray(found) && found.every((part) => typeof part === 'string') ? found.join('.') : undefined;
  };
  const [xmin, ymin, xmax, ymax] = ['xmin', 'ymin', 'xmax', 'ymax'].map(path);
  return xmin && ymin && xmax && ymax ? { xmin, ymin, xmax, ymax } : undefined;
}

/** The coordinate system of the types GEOMETRY and GEOGRAPHY: a name, `srid:` and a code, or `projjson:` and a key of the file. */
function typedCrs(crs: string | undefined, textUnder: (key: string) => string | undefined): GeoColumn['crs'] {
  if (!crs) return defaultCrs;
  const [, kind, rest] = /^(srid|projjson):(.*)$/is.exec(crs) ?? [];
  if (kind?.toLowerCase() === 'srid') return rest === '0' ? undefined : `EPSG:${rest}`;
  const json = kind ? textUnder(rest!) : crs.trimStart().startsWith('{') ? crs : undefined;
  return json ? parsed(json, 'crs') : crs;
}

function parsed(text: string, key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    throw new Fault('bad-package', `JSON under ${key} expected, ${reasonOf(error)} found`);
  }
}
