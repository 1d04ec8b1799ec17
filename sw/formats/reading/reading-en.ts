import { workerEn } from './worker-en.ts';

/**
 * English messages of the readers of files: locations first, then faults, then notes about changed or omitted data.
 * Every member returns a sentence, or part of one, from values of a reader.
 */
export const readingEn = {
  // Locations, at the beginning of a sentence.
  inFile: (file: string, location: string) => `${file}, ${location}`,
  line: (line: number) => `line ${line}`,
  rowAt: (row: number) => `row ${row}`,
  lineColumn: (line: number, column: number) => `line ${line}, column ${column}`,
  feature: (feature: number, line: number) => `feature ${feature} (line ${line})`,
  tile: (level: number, row: number, column: number) => `tile ${level}/${column}/${row}`,
  numberedFeature: (feature: number) => `feature ${feature}`,
  record: (record: number) => `record ${record}`,
  band: (band: number) => `band ${band}`,
  element: (line: number, name: string) => `line ${line}, <${name}>`,
  placemark: (line: number, name: string) => `line ${line}, placemark ${name ? `"${name}"` : 'without a name'}`,
  sheetRow: (sheet: string, row: number) => `sheet "${sheet}", row ${row}`,
  object: (name: string, number: number) => `object "${name}", geometry ${number}`,
  numberedArc: (arc: number) => `arc ${arc}`,

  dataTable: (table: string) => `table "${table}"`,
  tableRow: (table: string, row: string) => `table "${table}", row ${row}`,

  nothing: () => 'nothing',

  // All formats.
  isEmpty: (file: string) => `${file} is empty.`,
  unread: (file: string, kind: string) => `${file} is ${kind}.`,
  notAsNamed: (file: string, kind: string, reason: string) => `${file} is ${kind}. ${reason}`,
  allUnread: (...reasons: string[]) => reasons.join('\n'),
  fileGeodatabase: (name: string, command: string) =>
    `${name} is a File Geodatabase. It can't be read in a browser. Convert it to a GeoPackage and add that: in QGIS with “Package Layers”, or with GDAL by ${command}`,
  asSaid: (message: string) => `${message}`,

  // Kinds of files, some with advice.
  kindPdf: () => 'a PDF document, which has no features',
  kindOffice: () => 'an office document; only spreadsheets have tables',
  kindOldOffice: () => 'an old office document; save spreadsheets as XLSX or CSV',
  kindZip: () => 'a zip file',
  kindPacked: (program: string) => `a file compressed with ${program}; unpack it first`,
  kindLfs: () => 'a Git LFS pointer instead of the file; run “git lfs pull” first',
  kindArchive: () => 'an archive; unpack it first',
  kindSqlite: () => 'an SQLite database',
  kindDwg: () => 'a DWG drawing; save it as DXF',
  kindImage: () => 'an image',
  kindTiff: () => 'a TIFF image',
  kindShp: () => 'a shapefile',
  kindParquet: () => 'a Parquet file',
  kindFlatGeobuf: () => 'a FlatGeobuf file',
  kindPmtiles: () => 'a tile archive (PMTiles)',
  kindArrow: () => "an Arrow file, which isn't supported; save it as GeoParquet",
  kindGrid: () => "a scientific grid (HDF or NetCDF), which isn't supported; save it as GeoTIFF",
  kind3d: () => 'a point cloud or 3D model, which has no features',
  kindProgram: () => 'a program',
  kindSound: () => 'an audio or video file',
  kindHtml: () => 'an HTML page, perhaps sent by a server instead of the file; download the file itself',
  kindProject: () => 'a QGIS project or style without data; add the data files as well',
  kindReference: () => 'a coordinate system definition; add it together with its data file',
  kindJson: () => 'JSON, but neither GeoJSON nor TopoJSON',
  kindXmlRoot: (root: string) => `XML with the root <${root}>, which isn't supported`,
  kindTable: () => 'delimited text; change the extension to .csv',
  kindText: () => 'text without a recognisable table',
  kindBinary: () => 'a binary file of an unknown format',
  nothingToRead: () => 'None of the files has data.',
  mostDepth: (location: string, max: number, actual: number) =>
    `${location}: expected at most ${max} nested lists and objects, found ${actual}.`,
  silent: (files: string, minutes: number) =>
    `${files}: reading was stopped after ${minutes} minutes without progress.`,
  viewEndless: (table: string, actual: string) =>
    `${table}: expected a table or a view with an end, found "${actual}".`,
  overBudget: (file: string, max: number, unit: string, actual: number) =>
    `${file}: expected at most ${max} ${unit}, found ${actual}.`,
  unitVertices: () => 'vertices',
  unitCells: () => 'cells',
  unitColumns: () => 'columns',
  unitBytes: () => 'bytes',
  unitPixels: () => 'pixels',
  unitLetters: () => 'characters',
  unitElements: () => 'elements',
  unitEntries: () => 'entries',
  unitSteps: () => 'reading steps',
  mostBytes: (file: string, max: number, actual: number) => `${file}: expected at most ${max} MB, found ${actual} MB.`,
  attachedTooLarge: (max: number, actual: number) =>
    `Attachments: expected at most ${max} MB in total, found ${actual} MB.`,
  ...workerEn,
  onePackage: () => 'A package is a whole service: choose one package without other files.',
  noReference: (name: string) => `${name}: expected a coordinate system, found nothing. Choose one.`,

  // Geometry.
  positionExpected: (location: string, actual: string) =>
    `${location}: expected a position [x, y] of finite numbers, found ${actual}.`,
  listExpected: (location: string, actual: string) => `${location}: expected a list of coordinates, found ${actual}.`,
  geometryTypeExpected: (location: string, actual: string) => `${location}: expected a geometry type, found ${actual}.`,
  finiteExpected: (location: string, actual: string) => `${location}: expected finite coordinates, found ${actual}.`,

  // GeoJSON and TopoJSON.
  jsonCutInFeature: (file: string, line: number, feature: number, from: number) =>
    `${file}, line ${line}: the file ends in the middle of feature ${feature}, which begins at line ${from}.`,
  jsonCutAfterFeature: (file: string, line: number, feature: number, from: number) =>
    `${file}, line ${line}: the file ends after feature ${feature}; the object from line ${from} isn't closed.`,
  badJson: (location: string, feature: number, reason: string) =>
    `${location}${feature > 0 ? ` (feature ${feature})` : ''}: ${reason}.`,
  commaExpected: (location: string, feature: number) => `${location}: expected a comma before feature ${feature}.`,
  nothingOpen: (location: string, actual: string) => `${location}: unexpected "${actual}".`,
  featureOrEnd: (location: string, feature: number) =>
    `${location}: expected a feature or the end of the list after feature ${feature}.`,
  jsonExpected: (location: string) => `${location}: expected JSON, found other text.`,
  objectExpected: (location: string, feature: number) => `${location}: feature ${feature}: expected an object.`,
  utf8Expected: (location: string) => `${location}: expected UTF-8 text.`,
  featureExpected: (location: string, actual: string) => `${location}: expected type "Feature", found ${actual}.`,
  collectionExpected: (location: string, actual: string) =>
    `${location}: expected GeoJSON with type "FeatureCollection", found type ${actual}.`,
  emptyJson: (file: string) => `${file}: expected GeoJSON, found an empty file.`,
  noFeatures: (file: string) => `${file} has no features.`,
  objectsExpected: (file: string) => `${file}: expected TopoJSON with at least one object, found nothing.`,
  arcsExpected: (location: string, actual: string) => `${location}: expected a list of positions, found ${actual}.`,
  arcIndexExpected: (location: string, count: number, actual: string) =>
    `${location}: expected the number of one of ${count} arcs, found ${actual}.`,
  transformExpected: (file: string) =>
    `${file}: expected a transform with two finite numbers each in scale and translate.`,

  joinKinds: (layer: string, layerKey: string, tableKey: string) =>
    `${layer}: expected join keys of one type, found ${layerKey} and ${tableKey}, one of which is text.`,

  // CSV.
  emptyCsv: (file: string) => `${file}: expected a line of column names, found an empty file.`,
  noRows: (file: string) => `${file} has a line of column names but no rows.`,
  quoteOpen: (location: string) => `${location}: a quote is never closed; it is read as a character.`,
  cellsExpected: (location: string, expected: number, actual: number) =>
    `${location}: expected ${expected} cells, found ${actual}.`,
  moreRows: (count: number) => `and ${count} more rows like these.`,
  noCoordinates: () => 'No row has coordinates that can be read; the file is read as a plain table.',
  wktExpected: (location: string, actual: string) => `${location}: expected a WKT geometry, found "${actual}".`,
  coordinateExpected: (location: string, actual: string) =>
    `${location}: expected a number or degrees, minutes and seconds, found "${actual}".`,
  pairExpected: (location: string, actual: string) => `${location}: expected two coordinates, found "${actual}".`,
  gridExpected: (location: string, actual: string) =>
    `${location}: expected MGRS such as 32UPU9160834760 or UTM such as 32U 691608 5334760, found "${actual}".`,
  geohashExpected: (location: string, actual: string) => `${location}: expected a geohash, found "${actual}".`,
  letterO: () => 'The letter O in the coordinates was read as east. Check the locations on the map.',

  // Shapefiles and zips.
  noShapefile: (file: string) => `${file} has no shapefile (.shp) or other supported file.`,
  countsDiffer: (shapes: number, records: number) =>
    `The .shp has ${shapes} geometries and the .dbf ${records} records: the unmatched ones were left out.`,
  indexRepaired: () =>
    'The .shx file is missing or damaged. The geometry was found by scanning the .shp: check that attributes and geometry match.',
  noTable: () => 'There is no .dbf file: the features have no attributes.',
  badProjection: () => "The .prj file couldn't be read.",
  badShp: (file: string) => `${file} is not a shapefile: expected code 9994 and a header of 100 bytes.`,
  multipatch: (file: string) => `${file}: expected points, lines or polygons, found multipatches.`,
  unknownShape: (file: string, type: number) => `${file}: unknown geometry type ${type}.`,
  bytesLeft: (location: string, expected: number, remaining: number) =>
    `${location}: expected ${expected} bytes, found ${remaining}.`,
  bytesInRecord: (location: string, expected: number, actual: number) =>
    `${location}: expected a record of ${expected} bytes, found ${actual}.`,
  shapeExpected: (location: string, expected: number, actual: number) =>
    `${location}: expected geometry type ${expected}, found ${actual}.`,
  recordMissing: (file: string, expected: number, actual: number, record: number) =>
    `${file}: expected ${expected} bytes, found ${actual}; record ${record} is missing.`,
  badPart: (location: string, part: number, from: number, to: number, count: number) =>
    `${location}: expected part ${part} within ${count} vertices, found vertex ${from} to ${to}.`,
  dbfHeader: (file: string, actual: number) =>
    `${file}: expected a dBase header of at least 33 bytes, found ${actual}.`,
  dbfRecordLength: (file: string, expected: number, actual: number) =>
    `${file}: expected records of ${expected} bytes, found ${actual} in the header.`,
  dbfCut: (file: string, expected: number, record: number) =>
    `${file}: expected ${expected} records, but the file ends in record ${record}.`,
  dbfFieldCut: (file: string, field: number) =>
    `${file}: expected the end of the field list, but field ${field} is cut off.`,
  dbfFieldType: (file: string, field: string, type: string) => `${file}: unknown type "${type}" of field "${field}".`,
  zipEntries: (file: string, max: number) => `${file}: expected at most ${max} entries, found more.`,
  zipLeaves: (file: string, entry: string) => `${file}: entry "${entry}" has a path outside the zip file.`,
  zipDamaged: (file: string, entry: string, reason: string) => `${file}: entry "${entry}" is damaged (${reason}).`,
  zipTooLarge: (file: string, entry: string, limit: number, actual: number) =>
    `${file}, entry "${entry}": expected at most ${limit} bytes, found ${actual}.`,
  noZip: (file: string) => `${file} is not a zip file.`,
  zipEncrypted: (file: string, entry: string) =>
    `${file}: entry "${entry}" is encrypted. Unpack it with its password, then drop the files.`,
  zipMethod: (file: string, entry: string, method: number) =>
    `${file}: entry "${entry}": expected compression method 8 (deflate) or 0, found ${method}. Unpack it, then drop the files.`,
  badZip: (file: string, reason: string) => `${file} is a damaged zip file (${reason}).`,

  // Spreadsheets.
  oldWorkbook: (file: string) =>
    `${file} is an encrypted spreadsheet or one in the old XLS format; save it without a password as XLSX or ODS.`,
  noWorkbook: (file: string) => `${file} is not a spreadsheet: expected a zip file with a workbook inside.`,
  noSheetRows: (file: string) =>
    `${file} is a spreadsheet without rows: expected a header and at least one row below it.`,
  sheetTooLarge: (file: string, sheet: string, rows: number, columns: number, row: number, column: number) =>
    `${file}, sheet "${sheet}": expected at most ${rows} rows and ${columns} columns, found row ${row}, column ${column}.`,

  // XML.
  xmlBroken: (location: string, reason: string) => `${location}: not well-formed XML: ${reason}.`,
  // DXF and GML.
  binaryDxf: (file: string) => `${file} is a binary DXF drawing; save it as DXF (ASCII).`,
  noDxf: (file: string) => `${file}: expected a DXF drawing, which begins with group 0 and SECTION, found other text.`,
  dxfCut: (file: string) => `${file}: expected EOF at the end of the drawing; the end of the file is missing.`,
  dxfCode: (location: string, actual: string) => `${location}: expected a DXF group code, found "${actual}".`,
  dxfEmpty: (file: string) => `${file}: expected points, lines, areas or text in the model space, found nothing.`,
  gmlPositions: (location: string, actual: string) =>
    `${location}: expected numbers as coordinates, found "${actual}".`,
  noGml: (file: string, root: string) =>
    `${file}: expected GML with a feature collection, found XML with the root <${root}>.`,
  onlySchema: (file: string) =>
    `${file} is an XML schema, which only describes data; drop it together with the GML file of the same name.`,
  serverError: (file: string, text: string) => `${file} has no data, only a server error: ${text}`,

  // KML and GPX.
  rootExpected: (file: string, expected: string, actual: string) =>
    `${file}: expected XML with the root <${expected}>, found <${actual}>.`,
  noKmlInside: (file: string) => `${file} has no KML file (.kml).`,
  noPlacemarks: (file: string) => `${file}: expected at least one placemark, found nothing.`,
  onlyLinks: (file: string, address: string) =>
    `${file} has no placemarks, only a link to ${address}; save its target as a separate file.`,
  kmlCoordinates: (location: string, actual: string) =>
    `${location}: expected coordinates longitude,latitude, found "${actual}".`,
  noGpxPoints: (file: string) => `${file}: expected a waypoint, route or track, found nothing.`,
  gpxPosition: (location: string, lat: string, lon: string) =>
    `${location}: expected numbers as lat and lon, found lat="${lat}" and lon="${lon}".`,

  // Rasters.
  pixelsExpected: (file: string, widthPx: number, heightPx: number) =>
    `${file}: expected a raster with pixels, found ${widthPx} x ${heightPx}.`,
  rasterTooLarge: (file: string, maxMillion: number, maxMb: number, widthPx: number, heightPx: number, mb: number) =>
    `${file}: expected at most ${maxMillion} million pixels and ${maxMb} MB, found ${widthPx} x ${heightPx} pixels with ${mb} MB.`,
  worldLine: (file: string, actual: string, line: number) =>
    `${file}: expected a world file with six lines of one number, found "${actual}" in line ${line}.`,
  worldLines: (file: string, count: number) =>
    `${file}: expected a world file with six lines of one number, found ${count} lines.`,
  turnedRaster: (file: string) =>
    `${file}: expected a north-up raster, found a rotated one. Rectify it: gdalwarp ${file} north-up.tif`,
  controlPoints: (file: string, count: number) =>
    `${file}: expected a pixel size, found ${count} control points. Rectify it: gdalwarp ${file} north-up.tif`,
  northwardsRows: (file: string) =>
    `${file}: expected rows from north to south, found the reverse. Convert it with gdalwarp -of COG, or publish a copy.`,
  pixelSizeExpected: (file: string, width: string, height: string) =>
    `${file}: expected a pixel width > 0 and a height other than 0, found ${width} x ${height}.`,
  imageExpected: (file: string) => `${file}: expected a PNG or JPEG image, found another file type.`,
  worldFileExpected: (file: string, world: string) =>
    `${file}: expected a world file (${world}) with the image's location, found nothing. Choose both together.`,
  wholeImageExpected: (file: string, type: string, reason: string) =>
    `${file} can't be read as a ${type} image: ${reason}.`,
  headDiffers: (file: string, widthPx: number, heightPx: number, actualWidth: number, actualHeight: number) =>
    `${file}: expected ${widthPx} x ${heightPx} pixels (as in the header), found ${actualWidth} x ${actualHeight}.`,
  geoTiffExpected: (file: string, reason: string) => `${file} can't be read as a GeoTIFF: ${reason}.`,
  locationExpected: (file: string, world: string) =>
    `${file}: expected a GeoTIFF or a world file (${world}), found neither. Choose both together.`,

  // GeoPackage.
  sqliteExpected: (file: string, actual: string) =>
    `${file}: expected an SQLite file, which begins with "SQLite format 3", found bytes ${actual}. Encrypted files can't be read.`,
  sqliteCut: (file: string, expected: number, actual: number) =>
    `${file}: expected ${expected} bytes (as in the header), found ${actual}; the end of the file is missing.`,
  sqliteDamaged: (location: string, reason: string) => `${location} can't be read as SQLite: ${reason}.`,
  geoPackageExpected: (file: string, actual: string) =>
    `${file}: expected a GeoPackage, which lists its tables in gpkg_contents, found an SQLite file with these tables: ${actual}.`,
  journalOutside: (file: string) =>
    `${file}: expected data tables, found nothing: they are still in ${file}-wal. Choose both together, or close the file in the program that uses it.`,
  dataTableExpected: (file: string, actual: string) =>
    `${file}: expected a table of features or attributes, found only other tables: ${actual}.`,
  tablesExpected: (file: string, missing: string) => `${file}: tables listed in gpkg_contents are missing: ${missing}.`,
  columnExpected: (location: string, column: string) =>
    `${location}: expected geometry column "${column}", found nothing.`,
  geoPackageGeometry: (location: string, actual: string) =>
    `${location}: expected a GeoPackage geometry, which begins with "GP", found ${actual}.`,
  envelopeExpected: (location: string, actual: number) =>
    `${location}: expected an envelope type from 0 to 4, found ${actual}.`,
  byteOrderExpected: (location: string, actual: number) => `${location}: expected byte order 0 or 1, found ${actual}.`,

  // FlatGeobuf, Parquet and tiles.
  formatExpected: (file: string, format: string, reason: string) => `${file} can't be read as ${format}: ${reason}.`,
  featuresCut: (file: string, feature: number, expected: number, actual: number) =>
    `${file}: expected ${expected} bytes up to the end of feature ${feature}, found ${actual}; the end of the file is missing.`,
  parquetExpected: (file: string) => `${file}: expected a Parquet file, which begins with "PAR1", found other bytes.`,
  parquetCut: (file: string) =>
    `${file}: expected a Parquet file that ends with "PAR1"; the end of the file is missing.`,
  encryptedParquet: (file: string) =>
    `${file} is an encrypted Parquet file, which can't be read. Add a decrypted copy.`,
  mostRows: (file: string, max: number, actual: number) => `${file}: expected at most ${max} rows, found ${actual}.`,
  imagesUndecoded: (file: string) => `${file}: this browser can't decode the images of its tiles.`,
  tilesExpected: (file: string) => `${file}: expected at least one tile, found nothing.`,
  tileTypeExpected: (file: string, type: string) =>
    `${file}: expected PNG, JPEG, WebP or vector tiles (MVT), found ${type || 'another type'}.`,
  tilesTableExpected: (file: string, actual: string) =>
    `${file}: expected MBTiles, which have a table "tiles", found an SQLite file with these tables: ${actual || 'none'}.`,
  mostTiles: (file: string, max: number, level: number, actual: number) =>
    `${file}: expected at most ${max} vector tiles in level ${level}, found ${actual}.`,
  mostFeatures: (file: string, max: number, level: number) =>
    `${file}: expected at most ${max} features in level ${level}, found more.`,
  tileSizeExpected: (file: string, widthPx: number, heightPx: number) =>
    `${file}: expected tiles of 256 or 512 pixels, found ${widthPx} x ${heightPx}.`,
  damaged: (location: string, reason: string) => `${location} is damaged: ${reason}.`,
  damagedFile: (file: string) => `${file} can't be read: it is damaged or incomplete.`,

  // Changed or omitted data.
  journalUnread: (file: string) => `Changes in ${file}-wal were not read; if this file exists, choose both together.`,
  tablesMissing: (names: string) => `Tables listed in gpkg_contents are missing from the file: ${names}.`,
  tilesLeftOut: (names: string) => `Left out because they have neither features nor attributes: ${names}.`,
  binaryLeftOut: (names: string) => `Binary fields were left out: ${names}.`,
  rulesLeftOut: (names: string) => `Rules that are neither coded values nor a closed range were left out: ${names}.`,
  columnAsFound: (location: string, column: string, expected: string, actual: string) =>
    `${location}: expected values of type ${expected} in ${column}, found "${actual}"; the type follows from the values.`,
  numbersRounded: (column: string) => `Numbers of more than 53 bits in ${column} were rounded.`,
  timesCut: (column: string) => `Times in ${column} were cut to milliseconds.`,
  curvesLeftOut: (count: number, kinds: string, row: string) =>
    `${count} ${count === 1 ? 'geometry' : 'geometries'} with solid surfaces or unsupported curves (${kinds}) ${count === 1 ? 'was' : 'were'} left out, first in row ${row}.`,
  referenceUnread: (id: number) => `The coordinate system with srs_id ${id} couldn't be read.`,
  imageTiles: (count: number, from: number, to: number) =>
    `${count} tiles of the levels ${from} to ${to} become the tile cache of the service.`,
  fromTiles: (level: number) =>
    `Read from the tiles of level ${level}, which may omit features and simplify geometry. Geometry is cut at tile edges, and coordinates are rounded to the tile grid.`,
  tilesAreFiner: (level: number) =>
    `Drawn images, such as prints or other projections, use level ${level}; finer levels are served as tiles only.`,
  namedReferenceUnread: (name: string) => `The coordinate system ${name} couldn't be read.`,
  withoutGeometry: (count: number) => `${count} ${count === 1 ? 'feature has' : 'features have'} no geometry.`,
  noGeometry: () => 'No feature has a geometry.',
  ringsLeftOut: (count: number) =>
    `${count} ${count === 1 ? 'ring with fewer than three corners was' : 'rings with fewer than three corners were'} left out.`,
  heightsLeftOut: () => 'Heights were left out: layers are flat.',
  measuresLeftOut: () => 'Measures were left out.',
  memosLeftOut: (names: string) => `Memo fields were left out: ${names}.`,
  deletedLeftOut: (count: number) =>
    `${count} ${count === 1 ? 'deleted record was' : 'deleted records were'} left out.`,
  windows1252: () => 'The text is not UTF-8; it was read as Windows-1252.',
  rowsTurned: () => 'The rows of the file run from south to north; they were flipped.',
  crossesItself: (feature: number) => `Feature ${feature} has a self-intersection.`,
  jumpDateLine: (count: number, first: number) =>
    `${count} ${count === 1 ? 'feature has an edge' : 'features have edges'} of more than 180 degrees, the first is feature ${first}. They are unchanged and go the long way around the earth. Split them at the 180th meridian if they cross it.`,
  crossThemselves: (count: number, first: number) =>
    `${count} features have self-intersections, the first is feature ${first}.`,
  sheetsLeftOut: (names: string) => `Sheets without rows were left out: ${names}.`,
  cellErrors: (count: number, kinds: string, first: string) =>
    count === 1
      ? `1 cell has an error (${kinds}), ${first}; it is empty here.`
      : `${count} cells have errors (${kinds}), the first is ${first}; they are empty here.`,
  noHeader: () => 'There is no row of column names: the columns are numbered.',
  curvesDrawn: (count: number) =>
    `${count} ${count === 1 ? 'curve was' : 'curves were'} drawn by straight segments, at most 5 cm off.`,
  dxfScaled: (unit: string) => `The drawing is in ${unit}; coordinates were changed to metres.`,
  dxfUnit: (unit: string) => `The drawing's unit is ${unit}; its coordinates are unchanged.`,
  dxfLeftOut: (types: string) => `Left out because they have no geometry on a map: ${types}.`,
  layersMerged: (count: number) =>
    `The objects of ${count} layers of the drawing are in one layer; the field "layer" has their original layer.`,
  gmlLeftOut: (names: string) => `Left out, or drawn by their control points only: ${names}.`,
  otherGeometries: (property: string, names: string) =>
    `The geometry is from "${property}"; other geometries were left out: ${names}.`,
  otherReferences: (count: number) =>
    count === 1
      ? '1 feature has another coordinate system than the first; its geometry was left out.'
      : `${count} features have another coordinate system than the first; their geometries were left out.`,
  axesTurned: () => 'The coordinates are longitude, latitude, although the coordinate system has the opposite order.',
  moreOnServer: (returned: number, matched: number) =>
    `The server sent ${returned} of ${matched} features; request the others as well.`,
  kmlLeftOut: (names: string) => `Left out because they are not features: ${names}.`,
  foldersMerged: (count: number) =>
    `The features of ${count} folders are in one layer; the field "folder" has their folder.`,
  shortLines: (count: number) =>
    `${count} ${count === 1 ? 'line with a single point was' : 'lines with a single point were'} left out.`,
};

export type ReadingText = typeof readingEn;
