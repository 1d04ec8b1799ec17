import type { RemoteFile } from '../rows/manifest.ts';

/** A file format and how to recognize it. Its code is in the folder of the same name. */
interface FormatRow {
  /** Extensions of data files: lower case, without the dot. */
  readonly endings: readonly string[];
  /** Extensions of world files, which locate a raster. */
  readonly worldFiles?: readonly string[];
  /** Extensions of other files that accompany data files. */
  readonly companions?: readonly string[];
  /** Matches the first bytes, read as text, of files without a known extension. */
  readonly begins?: RegExp;
  /**
   * Media types that servers send for such files. Their extension is the first of `endings` unless the media type has
   * its own.
   */
  readonly mediaTypes?: readonly (string | readonly [type: string, ending: string])[];
  /** Name of the format in manifests of remote files. */
  readonly remote?: RemoteFile['format'];
}

const rasterCompanions = ['prj', 'aux.xml', 'ovr'];
const markup = /<(?:\w+:)?(?:\w*FeatureCollection|\w*ExceptionReport|schema)[\s>]|opengis\.net\/gml/i;

/**
 * All formats that can be published, in the order in which they are tried. The readers are in `read-file.ts`, because
 * the page and the list of remote files need the rows without them.
 */
export const formats = {
  Zip: { endings: ['zip'], begins: /^PK/, mediaTypes: ['application/zip', 'application/x-zip-compressed'] },
  GeoJSON: {
    endings: ['geojson', 'geojsonl', 'geojsons', 'ndjson', 'jsonl', 'json'],
    begins: /^\{/,
    mediaTypes: ['application/geo+json', 'application/vnd.geo+json', ['application/json', 'json']],
  },
  TopoJSON: { endings: ['topojson'] },
  GeoPackage: {
    endings: ['gpkg'],
    companions: ['gpkg-wal', 'gpkg-shm'],
    begins: /^SQLite format 3\0/,
    mediaTypes: ['application/geopackage+sqlite3', 'application/geopackage+vnd.sqlite3'],
  },
  FlatGeobuf: {
    endings: ['fgb'],
    begins: /^fgb/,
    mediaTypes: ['application/vnd.flatgeobuf'],
    remote: 'flatgeobuf',
  },
  Parquet: {
    endings: ['parquet', 'geoparquet', 'parq'],
    begins: /^PAR1/,
    mediaTypes: ['application/vnd.apache.parquet'],
    remote: 'geoparquet',
  },
  PMTiles: { endings: ['pmtiles'], begins: /^PMTiles/, remote: 'pmtiles' },
  MBTiles: { endings: ['mbtiles'] },
  KML: {
    endings: ['kml', 'kmz'],
    begins: /<(?:\w+:)?kml[\s>]/i,
    mediaTypes: ['application/vnd.google-earth.kml+xml', ['application/vnd.google-earth.kmz', 'kmz']],
  },
  GPX: { endings: ['gpx'], begins: /<(?:\w+:)?gpx[\s>]/i, mediaTypes: ['application/gpx+xml'] },
  GML: { endings: ['gml'], companions: ['xsd', 'gfs'], begins: markup, mediaTypes: ['application/gml+xml'] },
  DXF: {
    endings: ['dxf'],
    begins: /^AutoCAD Binary DXF|^\s*(?:0|999)\s+(?:SECTION|\S.*\s+0\s+SECTION)\s/,
  },
  XLSX: {
    endings: ['xlsx', 'xlsm'],
    mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  ODS: { endings: ['ods'], mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'] },
  CSV: {
    endings: ['csv', 'tsv', 'txt'],
    mediaTypes: ['text/csv', ['text/tab-separated-values', 'tsv'], ['text/plain', 'txt']],
  },
  Shapefile: {
    endings: ['shp', 'dbf'],
    companions: ['prj', 'cpg', 'shx', 'sbn', 'sbx', 'qix', 'qmd', 'shp.xml'],
  },
  GeoTIFF: {
    endings: ['tif', 'tiff'],
    worldFiles: ['tfw', 'tifw', 'tiffw', 'wld'],
    companions: rasterCompanions,
    begins: /^(?:II[*+]\0|MM\0[*+])/,
    mediaTypes: ['image/tiff'],
    remote: 'geotiff',
  },
  Image: {
    endings: ['png', 'jpg', 'jpeg'],
    worldFiles: ['pgw', 'pngw', 'jgw', 'jpgw', 'jpegw', 'wld'],
    companions: rasterCompanions,
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type FormatKey = keyof typeof formats;

const rows: readonly FormatRow[] = Object.values(formats);
const { GeoTIFF, Image } = formats;

export const dataEndings: readonly string[] = rows.flatMap(({ endings }) => endings);
export const companionEndings: readonly string[] = rows.flatMap(({ companions = [], worldFiles = [] }) => [
  ...companions,
  ...worldFiles,
]);
export const sheetEndings: readonly string[] = [...formats.XLSX.endings, ...formats.ODS.endings];
export const rasterEndings: readonly string[] = [...GeoTIFF.endings, ...Image.endings];
export const worldFileEndings: readonly string[] = [...GeoTIFF.worldFiles, ...Image.worldFiles];

/** Return the extension for a media type that a server sends; undefined for unknown types. */
export const findEndingByType = (type: string): string | undefined =>
  rows
    .flatMap(({ endings, mediaTypes = [] }) =>
      mediaTypes.map((mediaType): readonly [string, string | undefined] =>
        typeof mediaType === 'string' ? [mediaType, endings[0]] : mediaType,
      ),
    )
    .find(([mediaType]) => mediaType === type)?.[1];

/** Return the formats whose files begin with this text, the most likely first. */
export const formatsByHead = (head: string): FormatKey[] =>
  (Object.keys(formats) as FormatKey[]).filter((key) => (formats[key] as FormatRow).begins?.test(head));

/** Return the name of a format in manifests of remote files; undefined if its files can't be remote. */
export const getRemoteFormat = (key: FormatKey): RemoteFile['format'] | undefined => (formats[key] as FormatRow).remote;

/** Split a file name, in lower case, at one of these extensions; undefined if it has none of them. */
export function splitEnding(
  name: string,
  endings: readonly string[],
): readonly [base: string, ending: string] | undefined {
  const lower = name.toLowerCase();
  const ending = endings.find((candidate) => lower.endsWith(`.${candidate}`));
  return ending === undefined ? undefined : [lower.slice(0, -ending.length - 1), ending];
}

/** Return the name, in lower case, of the raster that a file belongs to: `a` for `a.pgw` and `a.png.pgw`. */
export function rasterBase(name: string, endings: readonly string[]): string | undefined {
  const base = splitEnding(name, endings)?.[0];
  return base === undefined ? undefined : (splitEnding(base, rasterEndings)?.[0] ?? base);
}
