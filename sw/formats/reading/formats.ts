/** The files of one format by ending: lower case, without the dot. */
interface FormatFiles {
  /** Files that hold data. */
  readonly endings: readonly string[];
  /** Files that say where a raster lies. */
  readonly worldFiles?: readonly string[];
  /** Other files that belong beside those with data. */
  readonly companions?: readonly string[];
}

const rasterCompanions = ['prj', 'aux.xml', 'ovr'];

/** Every format that can be published. The readers are in `read/read-file.ts`: the page needs the endings without them. */
export const formats = {
  GeoJSON: { endings: ['geojson', 'geojsonl', 'geojsons', 'ndjson', 'jsonl', 'json'] },
  TopoJSON: { endings: ['topojson'] },
  GeoPackage: { endings: ['gpkg'], companions: ['gpkg-wal', 'gpkg-shm'] },
  FlatGeobuf: { endings: ['fgb'] },
  Parquet: { endings: ['parquet', 'geoparquet', 'parq'] },
  PMTiles: { endings: ['pmtiles'] },
  MBTiles: { endings: ['mbtiles'] },
  KML: { endings: ['kml', 'kmz'] },
  GML: { endings: ['gml'], companions: ['xsd', 'gfs'] },
  DXF: { endings: ['dxf'] },
  GPX: { endings: ['gpx'] },
  XLSX: { endings: ['xlsx', 'xlsm'] },
  ODS: { endings: ['ods'] },
  CSV: { endings: ['csv', 'tsv', 'txt'] },
  Shapefile: { endings: ['shp', 'dbf'], companions: ['prj', 'cpg', 'shx', 'sbn', 'sbx', 'qix', 'qmd', 'shp.xml'] },
  Zip: { endings: ['zip'] },
  GeoTIFF: { endings: ['tif', 'tiff'], worldFiles: ['tfw', 'tifw', 'tiffw', 'wld'], companions: rasterCompanions },
  Picture: {
    endings: ['png', 'jpg', 'jpeg'],
    worldFiles: ['pgw', 'pngw', 'jgw', 'jpgw', 'jpegw', 'wld'],
    companions: rasterCompanions,
  },
} satisfies Readonly<Record<string, FormatFiles>>;

export type FormatKey = keyof typeof formats;

const rows: readonly FormatFiles[] = Object.values(formats);
const { GeoTIFF, Picture } = formats;

export const dataEndings: readonly string[] = rows.flatMap(({ endings }) => endings);
export const companionEndings: readonly string[] = rows.flatMap(({ companions = [], worldFiles = [] }) => [
  ...companions,
  ...worldFiles,
]);
export const sheetEndings: readonly string[] = [...formats.XLSX.endings, ...formats.ODS.endings];
export const rasterEndings: readonly string[] = [...GeoTIFF.endings, ...Picture.endings];
export const worldFileEndings: readonly string[] = [...GeoTIFF.worldFiles, ...Picture.worldFiles];

/** Split a file name, in lower case, at the one of these endings that it has; undefined when it has none. */
export function splitEnding(
  name: string,
  endings: readonly string[],
): readonly [base: string, ending: string] | undefined {
  const lower = name.toLowerCase();
  const ending = endings.find((one) => lower.endsWith(`.${one}`));
  return ending === undefined ? undefined : [lower.slice(0, -ending.length - 1), ending];
}

/** The name, in lower case, of the raster that a file belongs to, without its ending: of `a.pgw` and `a.png.pgw` it is `a`. */
export function rasterBase(name: string, endings: readonly string[]): string | undefined {
  const base = splitEnding(name, endings)?.[0];
  return base === undefined ? undefined : (splitEnding(base, rasterEndings)?.[0] ?? base);
}
