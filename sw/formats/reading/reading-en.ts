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

  nothing: () => 'none',

  // All formats.
  isEmpty: (file: string) => `${file} is empty.`,
  unread: (file: string, kind: string) => `${file} is ${kind}.`,
  notAsNamed: (file: string, kind: string, reason: string) => `${file} is ${kind}. ${reason}`,
  allUnread: (...reasons: string[]) => reasons.join('\n'),
  fileGeodatabase: (name: string, command: string) =>
    `${name} is a File Geodatabase. No maintained library reads its format in a browser. Convert it to a GeoPackage and add that: in QGIS with “Package Layers”, or with GDAL by ${command}`,
  asSaid: (message: string) => `${message}`,

  // Kinds of files, some with advice.
  kindPdf: () => 'a PDF document, which holds no features that could be read',
  kindOffice: () => 'a document of an office program; only spreadsheets hold tables',
  kindOldOffice: () => 'a document of an old office program; save a spreadsheet as XLSX or CSV',
  kindZip: () => 'a zip file',
  kindPacked: (program: string) => `a file packed by ${program}; unpack it first`,
  kindLfs: () => 'a pointer of Git LFS instead of the file; fetch the file by “git lfs pull”',
  kindArchive: () => 'a packed archive; unpack it first',
  kindSqlite: () => 'an SQLite database',
  kindDwg: () => 'a DWG drawing; save it as DXF',
  kindImage: () => 'a picture',
  kindTiff: () => 'a TIFF picture',
  kindShp: () => 'a shapefile',
  kindParquet: () => 'a Parquet file',
  kindFlatGeobuf: () => 'a FlatGeobuf file',
  kindPmtiles: () => 'an archive of tiles (PMTiles)',
  kindArrow: () => 'an Arrow file, whose format cannot be read; save it as GeoParquet',
  kindGrid: () => 'a scientific grid (HDF or NetCDF), whose format cannot be read; save it as GeoTIFF',
  kind3d: () => 'a point cloud or 3D model, which has no features',
  kindProgram: () => 'a program',
  kindSound: () => 'a recording of sound or video',
  kindHtml: () => 'an HTML page; a server may have sent it instead of the file; download the file itself',
  kindProject: () => 'a project or style of QGIS, which has no data; add the files that it shows',
  kindReference: () => 'the description of a coordinate system; add it together with the file that it belongs to',
  kindJson: () => 'JSON, but neither GeoJSON nor TopoJSON',
  kindXmlRoot: (root: string) => `XML with the root <${root}>, whose format cannot be read`,
  kindTable: () => 'a table of delimited text; change its ending to .csv',
  kindText: () => 'text without a table that could be recognised',
  kindBinary: () => 'a binary file whose format is not known',
  nothingToRead: () => 'None of the files holds data.',
  mostDepth: (location: string, max: number, actual: number) =>
    `${location}: expected at most ${max} lists and objects in each other, found ${actual}.`,
  silent: (files: string, minutes: number) =>
    `${files}: expected progress within ${minutes} minutes, found none. Reading was stopped.`,
  viewEndless: (table: string, actual: string) => `${table}: expected a table, or a view that ends, found "${actual}".`,
  overBudget: (file: string, max: number, unit: string, actual: number) =>
    `${file}: expected at most ${max} ${unit}, found ${actual}.`,
  unitVertices: () => 'vertices',
  unitCells: () => 'cells',
  unitColumns: () => 'columns',
  unitBytes: () => 'bytes',
  unitPixels: () => 'pixels',
  unitLetters: () => 'letters',
  unitElements: () => 'elements',
  unitEntries: () => 'entries',
  unitSteps: () => 'steps of reading',
  mostBytes: (file: string, max: number, actual: number) => `${file}: expected at most ${max} MB, found ${actual} MB.`,
  attachedTooLarge: (max: number, actual: number) =>
    `Files of rows: expected at most ${max} MB together, found ${actual} MB.`,
  ...workerEn,
  onePackage: () => 'A package holds a whole service: choose a single package without other files.',
  noReference: (name: string) => `${name}: expected a coordinate system, but the file names none.`,

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
    `${file}, line ${line}: the file ends after feature ${feature}; what begins at line ${from} is not closed.`,
  badJson: (location: string, feature: number, reason: string) =>
    `${location}${feature > 0 ? ` (feature ${feature})` : ''}: ${reason}.`,
  commaExpected: (location: string, feature: number) => `${location}: expected a comma before feature ${feature}.`,
  nothingOpen: (location: string, actual: string) => `${location}: "${actual}" found where nothing is open.`,
  featureOrEnd: (location: string, feature: number) =>
    `${location}: expected a feature or the end of the list after feature ${feature}.`,
  jsonExpected: (location: string) => `${location}: expected JSON, found other text.`,
  objectExpected: (location: string, feature: number) => `${location}: feature ${feature}: expected an object.`,
  utf8Expected: (location: string) => `${location}: expected text in UTF-8.`,
  featureExpected: (location: string, actual: string) => `${location}: expected type "Feature", found ${actual}.`,
  collectionExpected: (location: string, actual: string) =>
    `${location}: expected GeoJSON with type "FeatureCollection", found type ${actual}.`,
  emptyJson: (file: string) => `${file} is empty; expected GeoJSON.`,
  noFeatures: (file: string) => `${file} has no features.`,
  objectsExpected: (file: string) => `${file}: expected TopoJSON with at least one object, found none.`,
  arcsExpected: (location: string, actual: string) => `${location}: expected a list of positions, found ${actual}.`,
  arcIndexExpected: (location: string, count: number, actual: string) =>
    `${location}: expected the number of one of the ${count} arcs, found ${actual}.`,
  transformExpected: (file: string) =>
    `${file}: expected a transform with two finite numbers each as scale and translate.`,

  joinKinds: (layer: string, layerKey: string, tableKey: string) =>
    `${layer}: expected keys of one kind for a join, found ${layerKey} and ${tableKey}, of which one is text.`,

  // CSV.
  emptyCsv: (file: string) => `${file} is empty; expected a line of column names.`,
  noRows: (file: string) => `${file} has a line of column names but no rows.`,
  quoteOpen: (location: string) => `${location}: a quote is never closed; it is read as a letter.`,
  cellsExpected: (location: string, expected: number, actual: number) =>
    `${location}: expected ${expected} cells, found ${actual}.`,
  moreRows: (count: number) => `and ${count} more rows like these.`,
  noCoordinates: () => 'No row has coordinates that can be read; the file is read as a plain table.',
  wktExpected: (location: string, actual: string) =>
    `${location}: expected the well-known text of a geometry, found "${actual}".`,
  coordinateExpected: (location: string, actual: string) =>
    `${location}: expected a number or degrees, minutes and seconds as coordinate, found "${actual}".`,
  pairExpected: (location: string, actual: string) => `${location}: expected two coordinates, found "${actual}".`,
  gridExpected: (location: string, actual: string) =>
    `${location}: expected MGRS such as 32UPU9160834760 or UTM such as 32U 691608 5334760, found "${actual}".`,
  geohashExpected: (location: string, actual: string) => `${location}: expected a geohash, found "${actual}".`,
  letterO: () => 'The letter O in the coordinates was read as east. Check the locations on the map.',

  // Shapefiles and zips.
  noShapefile: (file: string) => `${file} holds no shapefile (.shp) and no other file that can be read.`,
  countsDiffer: (shapes: number, records: number) =>
    `The .shp has ${shapes} shapes, the .dbf ${records} records: what only one of them has was left out.`,
  indexRepaired: () =>
    'The .shx file is missing or broken. The shapes were searched in the .shp: check that attributes and shapes fit.',
  noTable: () => 'There is no .dbf file: the features have no attributes.',
  badProjection: () => 'The .prj file could not be read.',
  badShp: (file: string) => `${file} is not a shapefile: expected code 9994 and a header of 100 bytes.`,
  multipatch: (file: string) => `${file} holds multipatches; expected points, lines or polygons.`,
  unknownShape: (file: string, type: number) => `${file}: shape type ${type} is unknown.`,
  bytesLeft: (location: string, expected: number, remaining: number) =>
    `${location}: expected ${expected} bytes, found ${remaining}.`,
  bytesInRecord: (location: string, expected: number, actual: number) =>
    `${location}: expected ${expected} bytes, found a record of ${actual}.`,
  shapeExpected: (location: string, expected: number, actual: number) =>
    `${location}: expected shape type ${expected}, found ${actual}.`,
  recordMissing: (file: string, expected: number, actual: number, record: number) =>
    `${file}: expected ${expected} bytes, found ${actual}; record ${record} is missing.`,
  badPart: (location: string, part: number, from: number, to: number, count: number) =>
    `${location}: part ${part} runs from vertex ${from} to ${to} of ${count}.`,
  dbfHeader: (file: string, actual: number) => `${file}: expected a dBase header of 33 bytes, found ${actual}.`,
  dbfRecordLength: (file: string, expected: number, actual: number) =>
    `${file}: expected records of ${expected} bytes, found ${actual} in the header.`,
  dbfCut: (file: string, expected: number, record: number) =>
    `${file}: expected ${expected} records, but the file ends in record ${record}.`,
  dbfFieldCut: (file: string, field: number) =>
    `${file}: expected the end of the field list, but field ${field} is cut off.`,
  dbfFieldType: (file: string, field: string, type: string) =>
    `${file}: field "${field}" has the unknown type "${type}".`,
  zipEntries: (file: string, max: number) => `${file}: expected at most ${max} entries, found more.`,
  zipLeaves: (file: string, entry: string) => `${file}: entry "${entry}" would leave its folder.`,
  zipDamaged: (file: string, entry: string, reason: string) => `${file}: entry "${entry}" is damaged (${reason}).`,
  zipTooLarge: (file: string, entry: string, limit: number, actual: number) =>
    `${file}, entry "${entry}": expected at most ${limit} bytes, found ${actual}.`,
  noZip: (file: string) => `${file} is not a zip file.`,
  zipEncrypted: (file: string, entry: string) =>
    `${file}: entry "${entry}" is encrypted. Unpack it with its password, and drop what comes out.`,
  zipMethod: (file: string, entry: string, method: number) =>
    `${file}: entry "${entry}" is packed by method ${method}; expected deflate (8) or none (0). Unpack it, and drop what comes out.`,
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
  binaryDxf: (file: string) => `${file} is a drawing in binary DXF; save it as DXF (ASCII).`,
  noDxf: (file: string) => `${file} is not a drawing: DXF begins with a group 0 and SECTION.`,
  dxfCut: (file: string) => `${file} is a drawing that ends before its EOF; the end of the file is missing.`,
  dxfCode: (location: string, actual: string) => `${location}: expected the number of a DXF group, found "${actual}".`,
  dxfEmpty: (file: string) => `${file} is a drawing without points, lines, areas or texts in its model space.`,
  gmlPositions: (location: string, actual: string) =>
    `${location}: expected numbers as coordinates, found "${actual}".`,
  noGml: (file: string, root: string) =>
    `${file} is XML with the root <${root}>: expected GML with a collection of features.`,
  onlySchema: (file: string) =>
    `${file} is an XML schema, which only describes data; drop it together with the GML file of the same name.`,
  serverError: (file: string, text: string) => `${file} has no data but the error report of a server: ${text}`,

  // KML and GPX.
  rootExpected: (file: string, expected: string, actual: string) =>
    `${file}: expected XML with the root <${expected}>, found <${actual}>.`,
  noKmlInside: (file: string) => `${file} holds no KML file (.kml).`,
  noPlacemarks: (file: string) => `${file} has no placemarks; expected at least one.`,
  onlyLinks: (file: string, address: string) =>
    `${file} has no placemarks, only a link to ${address}; save its target as a separate file.`,
  kmlCoordinates: (location: string, actual: string) =>
    `${location}: expected coordinates longitude,latitude, found "${actual}".`,
  noGpxPoints: (file: string) => `${file} has no waypoints, routes or tracks; expected at least one.`,
  gpxPosition: (location: string, lat: string, lon: string) =>
    `${location}: expected numbers as lat and lon, found lat="${lat}" and lon="${lon}".`,

  // Rasters.
  pixelsExpected: (file: string, widthPx: number, heightPx: number) =>
    `${file}: expected a raster with pixels, found ${widthPx} x ${heightPx}.`,
  rasterTooLarge: (file: string, maxMillion: number, maxMb: number, widthPx: number, heightPx: number, mb: number) =>
    `${file}: expected at most ${maxMillion} million pixels and ${maxMb} MB, found ${widthPx} x ${heightPx} pixels with ${mb} MB.`,
  worldLine: (file: string, actual: string, line: number) =>
    `${file}: expected a world file of six lines with a number each, found "${actual}" in line ${line}.`,
  worldLines: (file: string, count: number) =>
    `${file}: expected a world file of six lines with a number each, found ${count} lines.`,
  turnedRaster: (file: string) =>
    `${file}: expected a north-up raster, found a rotated one. gdalwarp makes one: gdalwarp ${file} north-up.tif`,
  controlPoints: (file: string, count: number) =>
    `${file}: expected the size of a pixel, found ${count} control points. gdalwarp makes a north-up raster of them: gdalwarp ${file} north-up.tif`,
  northwardsRows: (file: string) =>
    `${file}: expected rows that run southwards; others can't be read in place. gdalwarp -of COG makes a file that can. Or publish a copy.`,
  pixelSizeExpected: (file: string, width: string, height: string) =>
    `${file}: expected pixels with a size that run eastwards, found ${width} x ${height}.`,
  imageExpected: (file: string) => `${file}: expected a PNG or JPEG picture, found something else.`,
  worldFileExpected: (file: string, world: string) =>
    `${file}: expected a world file (${world}) beside the picture, found none. It gives the picture's location.`,
  wholeImageExpected: (file: string, type: string, reason: string) =>
    `${file} can't be read as a ${type} picture: ${reason}.`,
  headDiffers: (file: string, widthPx: number, heightPx: number, actualWidth: number, actualHeight: number) =>
    `${file}: expected ${widthPx} x ${heightPx} pixels as in its header, found ${actualWidth} x ${actualHeight}.`,
  geoTiffExpected: (file: string, reason: string) => `${file} can't be read as a GeoTIFF: ${reason}.`,
  locationExpected: (file: string, world: string) =>
    `${file}: expected a GeoTIFF or a world file (${world}) beside it, found neither.`,

  // GeoPackage.
  sqliteExpected: (file: string, actual: string) =>
    `${file}: expected a SQLite file, which begins with "SQLite format 3", found the bytes ${actual}. Encrypted files cannot be read.`,
  sqliteCut: (file: string, expected: number, actual: number) =>
    `${file}: expected ${expected} bytes as in its header, found ${actual}; the end of the file is missing.`,
  sqliteDamaged: (location: string, reason: string) => `${location} can't be read as SQLite: ${reason}.`,
  geoPackageExpected: (file: string, actual: string) =>
    `${file}: expected a GeoPackage, which lists its tables in gpkg_contents, found a SQLite file with these tables: ${actual}.`,
  journalOutside: (file: string) =>
    `${file}: expected tables of data, found none: they are still in ${file}-wal. Choose both together, or close the file in the program that has it open, so that it writes them back.`,
  dataTableExpected: (file: string, actual: string) =>
    `${file}: expected a table of features or attributes, found only others: ${actual}.`,
  tablesExpected: (file: string, missing: string) => `${file}: tables listed in gpkg_contents are missing: ${missing}.`,
  columnExpected: (location: string, column: string) =>
    `${location}: expected geometry column "${column}", found none.`,
  geoPackageGeometry: (location: string, actual: string) =>
    `${location}: expected a geometry of a GeoPackage, which begins with "GP", found ${actual}.`,
  envelopeExpected: (location: string, actual: number) =>
    `${location}: expected an envelope type from 0 to 4, found ${actual}.`,
  byteOrderExpected: (location: string, actual: number) => `${location}: expected byte order 0 or 1, found ${actual}.`,

  // FlatGeobuf, Parquet and tiles.
  formatExpected: (file: string, format: string, reason: string) => `${file} can't be read as ${format}: ${reason}.`,
  featuresCut: (file: string, feature: number, expected: number, actual: number) =>
    `${file}: expected ${expected} bytes up to the end of feature ${feature}, found ${actual}; the end of the file is missing.`,
  parquetExpected: (file: string) => `${file}: expected a Parquet file, which begins with "PAR1", found other bytes.`,
  parquetCut: (file: string) =>
    `${file}: expected a whole Parquet file, which ends with "PAR1"; the end of the file is missing.`,
  encryptedParquet: (file: string) => `${file} is an encrypted Parquet file, which cannot be read.`,
  mostRows: (file: string, max: number, actual: number) => `${file}: expected at most ${max} rows, found ${actual}.`,
  imagesUndecoded: (file: string) => `${file}: the pictures of its tiles cannot be decoded here.`,
  tilesExpected: (file: string) => `${file}: expected at least one tile, found none.`,
  tileTypeExpected: (file: string, type: string) =>
    `${file}: expected tiles of PNG, JPEG or WebP pictures or of features (MVT), found ${type || 'tiles of another type'}.`,
  tilesTableExpected: (file: string, actual: string) =>
    `${file}: expected MBTiles, which have a table "tiles", found a SQLite file with these tables: ${actual || 'none'}.`,
  mostTiles: (file: string, max: number, level: number, actual: number) =>
    `${file}: expected at most ${max} tiles of features in level ${level}, found ${actual}.`,
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
    `${count} ${count === 1 ? 'shape' : 'shapes'} with solid surfaces or curves that cannot be drawn (${kinds}) ${count === 1 ? 'was' : 'were'} left out, first in row ${row}.`,
  referenceUnread: (id: number) => `The coordinate system with srs_id ${id} could not be read.`,
  imageTiles: (count: number, from: number, to: number) =>
    `${count} tiles of the levels ${from} to ${to} become the tile cache of the service.`,
  fromTiles: (level: number) =>
    `Read from the tiles of level ${level}: their author left out features and simplified shapes; shapes are cut at the edges of tiles, and coordinates are rounded to their grid.`,
  tilesAreFiner: (level: number) =>
    `Images that are drawn, as in another projection or in print, are as fine as level ${level}; finer levels come as tiles only.`,
  namedReferenceUnread: (name: string) => `The coordinate system ${name} could not be read.`,
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
  rowsTurned: () => 'The rows of the file run northwards; they were flipped.',
  crossesItself: (feature: number) => `Feature ${feature} has a self-intersection.`,
  jumpDateLine: (count: number, first: number) =>
    `${count} ${count === 1 ? 'feature has an edge' : 'features have edges'} of more than 180 degrees, the first is feature ${first}. They stay as they are, which is the long way around the earth: split them at the 180th meridian if they cross it.`,
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
  dxfUnit: (unit: string) => `The drawing says that its unit is ${unit}; its coordinates are taken as they are.`,
  dxfLeftOut: (types: string) => `Left out because they have no geometry on a map: ${types}.`,
  layersMerged: (count: number) =>
    `The objects of ${count} layers of the drawing are in one layer; the field "layer" holds theirs.`,
  gmlLeftOut: (names: string) => `Left out, or drawn by their control points alone: ${names}.`,
  otherGeometries: (property: string, names: string) =>
    `The shapes are those of "${property}"; other geometries were left out: ${names}.`,
  otherReferences: (count: number) =>
    count === 1
      ? '1 feature has another coordinate system than the first; its shape was left out.'
      : `${count} features have another coordinate system than the first; their shapes were left out.`,
  axesTurned: () => 'The coordinates are longitude, latitude, though the name of the coordinate system says otherwise.',
  moreOnServer: (returned: number, matched: number) =>
    `The server sent ${returned} of ${matched} features; ask it for the others as well.`,
  kmlLeftOut: (names: string) => `Left out because they are not features: ${names}.`,
  foldersMerged: (count: number) =>
    `The features of ${count} folders are in one layer; the field "folder" holds their folder.`,
  shortLines: (count: number) =>
    `${count} ${count === 1 ? 'line with a single point was' : 'lines with a single point were'} left out.`,
};

export type ReadingText = typeof readingEn;
