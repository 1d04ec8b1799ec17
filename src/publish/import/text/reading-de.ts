import type { ReadingText } from '../../../../sw/formats/reading/reading-en.ts';

export const de: ReadingText = {
  inFile: (file, location) => `${file}, ${location}`,
  line: (line) => `Zeile ${line}`,
  rowAt: (row) => `Zeile ${row}`,
  lineColumn: (line, column) => `Zeile ${line}, Spalte ${column}`,
  feature: (feature, line) => `Objekt ${feature} (Zeile ${line})`,
  tile: (level, row, column) => `Kachel ${level}/${column}/${row}`,
  numberedFeature: (feature) => `Objekt ${feature}`,
  record: (record) => `Datensatz ${record}`,
  band: (band) => `Kanal ${band}`,
  element: (line, name) => `Zeile ${line}, <${name}>`,
  placemark: (line, name) => `Zeile ${line}, Ortsmarke ${name ? `„${name}“` : 'ohne Namen'}`,
  sheetRow: (sheet, row) => `Tabellenblatt „${sheet}“, Zeile ${row}`,
  object: (name, number) => `Objekt „${name}“, Geometrie ${number}`,
  numberedArc: (arc) => `Bogen ${arc}`,
  dataTable: (table) => `Tabelle „${table}“`,
  tableRow: (table, row) => `Tabelle „${table}“, Zeile ${row}`,
  nothing: () => 'nichts',

  isEmpty: (file) => `${file} ist leer.`,
  unread: (file, kind) => `${file} ist ${kind}.`,
  notAsNamed: (file, kind, reason) => `${file} ist ${kind}. ${reason}`,
  allUnread: (...reasons) => reasons.join('\n'),
  fileGeodatabase: (name, command) =>
    `${name} ist eine File-Geodatabase. Im Browser lässt sie sich nicht lesen. Wandeln Sie sie in ein GeoPackage um und fügen Sie dieses hinzu: in QGIS mit „Layer verpacken“ oder mit GDAL durch ${command}`,
  asSaid: (message) => `${message}`,

  kindPdf: () => 'ein PDF-Dokument, das keine lesbaren Objekte enthält',
  kindOffice: () => 'ein Dokument eines Büroprogramms; nur Tabellenblätter enthalten Tabellen',
  kindOldOffice: () => 'ein Dokument eines alten Büroprogramms; speichern Sie eine Tabelle als XLSX oder CSV',
  kindZip: () => 'eine Zip-Datei',
  kindPacked: (program) => `eine mit ${program} gepackte Datei; entpacken Sie sie zuerst`,
  kindLfs: () => 'ein Verweis von Git LFS statt der Datei; holen Sie sie mit „git lfs pull“',
  kindArchive: () => 'ein gepacktes Archiv; entpacken Sie es zuerst',
  kindSqlite: () => 'eine SQLite-Datenbank',
  kindDwg: () => 'eine DWG-Zeichnung; speichern Sie sie als DXF',
  kindImage: () => 'ein Bild',
  kindTiff: () => 'ein TIFF-Bild',
  kindShp: () => 'ein Shapefile',
  kindParquet: () => 'eine Parquet-Datei',
  kindFlatGeobuf: () => 'eine FlatGeobuf-Datei',
  kindPmtiles: () => 'ein Archiv von Kacheln (PMTiles)',
  kindArrow: () => 'eine Arrow-Datei, deren Format nicht gelesen wird; speichern Sie sie als GeoParquet',
  kindGrid: () =>
    'ein wissenschaftliches Raster (HDF oder NetCDF), dessen Format nicht gelesen wird; speichern Sie es als GeoTIFF',
  kind3d: () => 'eine Punktwolke oder ein 3D-Modell ohne Objekte',
  kindProgram: () => 'ein Programm',
  kindSound: () => 'eine Ton- oder Filmaufnahme',
  kindHtml: () =>
    'eine HTML-Seite; vielleicht hat sie ein Server statt der Datei gesendet; laden Sie die Datei selbst herunter',
  kindProject: () =>
    'ein Projekt oder eine Darstellung von QGIS ohne Daten; fügen Sie die Dateien hinzu, die darin gezeigt werden',
  kindReference: () =>
    'die Beschreibung eines Koordinatensystems; fügen Sie sie zusammen mit der Datei hinzu, zu der sie gehört',
  kindJson: () => 'JSON, aber weder GeoJSON noch TopoJSON',
  kindXmlRoot: (root) => `XML mit der Wurzel <${root}>, dessen Format nicht gelesen wird`,
  kindTable: () => 'eine Tabelle als Text mit Trennzeichen; ändern Sie die Endung in .csv',
  kindText: () => 'Text ohne erkennbare Tabelle',
  kindBinary: () => 'eine Binärdatei unbekannten Formats',
  nothingToRead: () => 'Keine der Dateien enthält Daten.',
  mostDepth: (location, max, actual) =>
    `${location}: höchstens ${max} Listen und Objekte ineinander erwartet, ${actual} gefunden.`,
  silent: (files, minutes) => `${files}: Das Lesen wurde nach ${minutes} Minuten ohne Fortschritt beendet.`,
  viewEndless: (table, actual) => `${table}: eine Tabelle oder ein View mit Ende erwartet, „${actual}“ gefunden.`,
  overBudget: (file, max, unit, actual) => `${file}: höchstens ${max} ${unit} erwartet, ${actual} gefunden.`,
  unitVertices: () => 'Stützpunkte',
  unitCells: () => 'Zellen',
  unitColumns: () => 'Spalten',
  unitBytes: () => 'Bytes',
  unitPixels: () => 'Pixel',
  unitLetters: () => 'Zeichen',
  unitElements: () => 'Elemente',
  unitEntries: () => 'Einträge',
  unitSteps: () => 'Leseschritte',
  mostBytes: (file, max, actual) => `${file}: höchstens ${max} MB erwartet, ${actual} MB gefunden.`,
  attachedTooLarge: (max, actual) => `Anhänge: zusammen höchstens ${max} MB erwartet, ${actual} MB gefunden.`,
  outOfMemory: () => 'Die Datei ist zu groß für den Speicher dieses Browsers.',
  goneFile: () => 'Die Datei lässt sich nicht mehr lesen; wählen Sie sie erneut.',
  stopped: (reason) =>
    `Die Arbeit wurde abgebrochen: ${reason || 'Der Speicher reichte nicht, oder das Programm ließ sich nicht laden'}.`,
  onePackage: () =>
    'Ein Paket enthält einen ganzen Dienst: Es wird ein einziges erwartet, ohne andere Dateien daneben.',
  noReference: (name) => `${name}: Koordinatensystem erwartet, nichts gefunden. Wählen Sie eines.`,

  positionExpected: (location, actual) =>
    `${location}: Position [x, y] aus zwei endlichen Zahlen erwartet, ${actual} gefunden.`,
  listExpected: (location, actual) => `${location}: Liste von Koordinaten erwartet, ${actual} gefunden.`,
  geometryTypeExpected: (location, actual) => `${location}: Typ einer Geometrie erwartet, ${actual} gefunden.`,
  finiteExpected: (location, actual) => `${location}: endliche Koordinaten erwartet, ${actual} gefunden.`,

  jsonCutInFeature: (file, line, feature, from) =>
    `${file}, Zeile ${line}: Die Datei endet mitten in Objekt ${feature}, das in Zeile ${from} beginnt.`,
  jsonCutAfterFeature: (file, line, feature, from) =>
    `${file}, Zeile ${line}: Die Datei endet nach Objekt ${feature}; was in Zeile ${from} beginnt, ist nicht abgeschlossen.`,
  badJson: (location, feature, reason) =>
    `${location}${feature > 0 ? ` (Objekt ${feature})` : ''}: gültiges JSON erwartet (Wortlaut des Browsers: ${reason}).`,
  commaExpected: (location, feature) => `${location}: Komma vor Objekt ${feature} erwartet.`,
  nothingOpen: (location, actual) => `${location}: unerwartetes „${actual}“.`,
  featureOrEnd: (location, feature) =>
    `${location}: nach Objekt ${feature} ein weiteres oder das Ende der Liste erwartet.`,
  jsonExpected: (location) => `${location}: JSON erwartet, anderer Text gefunden.`,
  objectExpected: (location, feature) => `${location}: Objekt ${feature}: geschweifte Klammer erwartet.`,
  utf8Expected: (location) => `${location}: Text in UTF-8 erwartet.`,
  featureExpected: (location, actual) => `${location}: Typ "Feature" erwartet, ${actual} gefunden.`,
  collectionExpected: (location, actual) =>
    `${location}: GeoJSON vom Typ "FeatureCollection" erwartet, als Typ ${actual} gefunden.`,
  emptyJson: (file) => `${file} ist leer; GeoJSON wird erwartet.`,
  noFeatures: (file) => `${file} enthält keine Objekte.`,
  objectsExpected: (file) => `${file}: TopoJSON mit mindestens einem Objekt erwartet, keines gefunden.`,
  arcsExpected: (location, actual) => `${location}: Liste von Positionen aus Zahlen erwartet, ${actual} gefunden.`,
  arcIndexExpected: (location, count, actual) =>
    `${location}: Nummer eines der ${count} Bögen erwartet, ${actual} gefunden.`,
  transformExpected: (file) => `${file}: transform mit je zwei endlichen Zahlen in scale und translate erwartet.`,

  joinKinds: (layer, layerKey, tableKey) =>
    `${layer}: Schlüssel einer Art für die Verbindung erwartet, ${layerKey} und ${tableKey} gefunden, von denen einer Text ist.`,
  emptyCsv: (file) => `${file} ist leer; eine Zeile mit Spaltennamen wird erwartet.`,
  noRows: (file) => `${file} hat eine Zeile mit Spaltennamen, aber keine Daten darunter.`,
  quoteOpen: (location) => `${location}: Ein Anführungszeichen wird nie geschlossen; es gilt als Buchstabe.`,
  cellsExpected: (location, expected, actual) => `${location}: ${expected} Zellen erwartet, ${actual} gefunden.`,
  moreRows: (count) => `und ${count} weitere Zeilen dieser Art.`,
  noCoordinates: () => 'Keine Zeile hat lesbare Koordinaten; die Datei bleibt eine reine Tabelle.',
  wktExpected: (location, actual) => `${location}: Geometrie als Well-known Text erwartet, „${actual}“ gefunden.`,
  coordinateExpected: (location, actual) =>
    `${location}: Zahl oder Grad, Minuten und Sekunden als Koordinate erwartet, „${actual}“ gefunden.`,
  pairExpected: (location, actual) => `${location}: zwei Koordinaten erwartet, „${actual}“ gefunden.`,
  gridExpected: (location, actual) =>
    `${location}: MGRS wie 32UPU9160834760 oder UTM wie 32U 691608 5334760 erwartet, „${actual}“ gefunden.`,
  geohashExpected: (location, actual) => `${location}: Geohash erwartet, „${actual}“ gefunden.`,
  letterO: () => 'Der Buchstabe O in den Koordinaten wurde als Ost gelesen. Prüfen Sie die Lage auf der Karte.',

  noShapefile: (file) => `${file} enthält kein Shapefile (.shp) und keine andere lesbare Datei.`,
  countsDiffer: (shapes, records) =>
    `Die .shp-Datei hat ${shapes} Geometrien, die .dbf-Datei ${records} Datensätze: Was nur eine von beiden hat, wurde weggelassen.`,
  indexRepaired: () =>
    'Die .shx-Datei fehlt oder ist beschädigt. Die Geometrien wurden in der .shp-Datei gesucht: Prüfen Sie, ob Attribute und Geometrien zusammenpassen.',
  noTable: () => 'Es gibt keine .dbf-Datei: Die Objekte haben keine Attribute.',
  badProjection: () => 'Die .prj-Datei ließ sich nicht lesen.',
  badShp: (file) => `${file} ist kein Shapefile: Kennung 9994 und ein Kopf von 100 Byte erwartet.`,
  multipatch: (file) => `${file} enthält Multipatches; Punkte, Linien oder Flächen werden erwartet.`,
  unknownShape: (file, type) => `${file}: Der Geometrietyp ${type} ist unbekannt.`,
  bytesLeft: (location, expected, remaining) => `${location}: ${expected} Byte erwartet, ${remaining} sind übrig.`,
  bytesInRecord: (location, expected, actual) => `${location}: ${expected} Byte erwartet, der Datensatz hat ${actual}.`,
  shapeExpected: (location, expected, actual) => `${location}: Geometrietyp ${expected} erwartet, ${actual} gefunden.`,
  recordMissing: (file, expected, actual, record) =>
    `${file}: ${expected} Byte erwartet, ${actual} gefunden; Datensatz ${record} fehlt.`,
  badPart: (location, part, from, to, count) =>
    `${location}: Teil ${part} reicht von Stützpunkt ${from} bis ${to}, es gibt ${count}.`,
  dbfHeader: (file, actual) => `${file}: dBase-Kopf von 33 Byte erwartet, ${actual} gefunden.`,
  dbfRecordLength: (file, expected, actual) =>
    `${file}: Datensätze von ${expected} Byte erwartet, im Kopf steht ${actual}.`,
  dbfCut: (file, expected, record) =>
    `${file}: ${expected} Datensätze erwartet, die Datei endet in Datensatz ${record}.`,
  dbfFieldCut: (file, field) => `${file}: Ende der Feldliste erwartet, Feld ${field} ist abgeschnitten.`,
  dbfFieldType: (file, field, type) => `${file}: Das Feld „${field}“ hat den unbekannten Typ „${type}“.`,
  zipEntries: (file, max) => `${file}: höchstens ${max} Einträge erwartet.`,
  zipLeaves: (file, entry) => `${file}: Der Eintrag „${entry}“ läge außerhalb seines Ordners.`,
  zipDamaged: (file, entry, reason) => `${file}: Der Eintrag „${entry}“ ist beschädigt (${reason}).`,
  zipTooLarge: (file, entry, limit, actual) =>
    `${file}, Eintrag „${entry}“: höchstens ${limit} Byte erwartet, ${actual} gefunden.`,
  noZip: (file) => `${file} ist keine ZIP-Datei.`,
  zipEncrypted: (file, entry) =>
    `${file}: Der Eintrag „${entry}“ ist verschlüsselt. Entpacken Sie ihn mit dem Passwort und legen Sie den Inhalt ab.`,
  zipMethod: (file, entry, method) =>
    `${file}: Der Eintrag „${entry}“ ist nach Verfahren ${method} gepackt; Deflate (8) oder keines (0) erwartet. Entpacken Sie ihn und legen Sie den Inhalt ab.`,
  badZip: (file, reason) => `${file} ist eine beschädigte ZIP-Datei (${reason}).`,

  oldWorkbook: (file) =>
    `${file} ist eine verschlüsselte Tabelle oder eine im alten Format XLS; speichern Sie sie ohne Kennwort als XLSX oder ODS.`,
  noWorkbook: (file) => `${file} ist keine Tabellendatei: eine ZIP-Datei mit einer Arbeitsmappe erwartet.`,
  noSheetRows: (file) =>
    `${file} ist eine Tabelle ohne Zeilen: eine Kopfzeile und mindestens eine Zeile darunter erwartet.`,
  sheetTooLarge: (file, sheet, rows, columns, row, column) =>
    `${file}, Blatt „${sheet}“: höchstens ${rows} Zeilen und ${columns} Spalten erwartet, Zeile ${row}, Spalte ${column} gefunden.`,

  xmlBroken: (location, reason) => `${location}: wohlgeformtes XML erwartet (Wortlaut des XML-Lesers: ${reason}).`,
  binaryDxf: (file) => `${file} ist eine Zeichnung in binärem DXF; speichern Sie sie als DXF (ASCII).`,
  noDxf: (file) => `${file} ist keine Zeichnung: DXF beginnt mit einer Gruppe 0 und SECTION.`,
  dxfCut: (file) => `${file} ist eine Zeichnung, die vor ihrem EOF endet; das Ende der Datei fehlt.`,
  dxfCode: (location, actual) => `${location}: Nummer einer DXF-Gruppe erwartet, „${actual}“ gefunden.`,
  dxfEmpty: (file) => `${file} ist eine Zeichnung ohne Punkte, Linien, Flächen oder Texte im Modellbereich.`,
  gmlPositions: (location, actual) => `${location}: Zahlen als Koordinaten erwartet, „${actual}“ gefunden.`,
  noGml: (file, root) => `${file} ist XML mit der Wurzel <${root}>: GML mit einer Sammlung von Objekten erwartet.`,
  onlySchema: (file) =>
    `${file} ist ein XML-Schema, das Daten nur beschreibt; wählen Sie es zusammen mit der gleichnamigen GML-Datei.`,
  serverError: (file, text) => `${file} enthält keine Daten, nur die Fehlermeldung eines Servers: ${text}`,

  rootExpected: (file, expected, actual) =>
    `${file}: XML mit <${expected}> außen herum erwartet, <${actual}> gefunden.`,
  noKmlInside: (file) => `${file} enthält keine KML-Datei (.kml).`,
  noPlacemarks: (file) => `${file} hat keine Ortsmarken; mindestens eine wird erwartet.`,
  onlyLinks: (file, address) =>
    `${file} hat keine Ortsmarken, nur einen Verweis auf ${address}; speichern Sie als eigene Datei, was er zeigt.`,
  kmlCoordinates: (location, actual) => `${location}: Koordinaten Länge,Breite erwartet, „${actual}“ gefunden.`,
  noGpxPoints: (file) => `${file} hat weder Wegpunkte noch Routen noch Tracks; mindestens eines davon wird erwartet.`,
  gpxPosition: (location, lat, lon) =>
    `${location}: Zahlen in lat und lon erwartet, lat="${lat}" und lon="${lon}" gefunden.`,

  pixelsExpected: (file, widthPx, heightPx) =>
    `${file}: ein Raster mit Pixeln erwartet, ${widthPx} x ${heightPx} gefunden.`,
  rasterTooLarge: (file, maxMillion, maxMb, widthPx, heightPx, mb) =>
    `${file}: höchstens ${maxMillion} Millionen Pixel und ${maxMb} MB erwartet, ${widthPx} x ${heightPx} Pixel mit ${mb} MB gefunden.`,
  worldLine: (file, actual, line) =>
    `${file}: World-Datei mit sechs Zeilen zu je einer Zahl erwartet, „${actual}“ in Zeile ${line} gefunden.`,
  worldLines: (file, count) =>
    `${file}: World-Datei mit sechs Zeilen zu je einer Zahl erwartet, ${count} Zeilen gefunden.`,
  turnedRaster: (file) =>
    `${file}: ein Raster mit Norden oben erwartet, ein gedrehtes gefunden. Entzerren Sie es: gdalwarp ${file} norden-oben.tif`,
  controlPoints: (file, count) =>
    `${file}: die Größe eines Pixels erwartet, ${count} Passpunkte gefunden. Entzerren Sie das Raster: gdalwarp ${file} norden-oben.tif`,
  northwardsRows: (file) =>
    `${file}: Zeilen von Nord nach Süd erwartet, die umgekehrte Reihenfolge gefunden. Wandeln Sie die Datei mit gdalwarp -of COG um, oder publizieren Sie eine Kopie.`,
  pixelSizeExpected: (file, width, height) =>
    `${file}: Pixel mit einer Größe erwartet, die nach Osten laufen, ${width} x ${height} gefunden.`,
  imageExpected: (file) => `${file}: ein PNG- oder JPEG-Bild erwartet, etwas anderes gefunden.`,
  worldFileExpected: (file, world) =>
    `${file}: eine World-Datei (${world}) mit der Lage des Bildes erwartet, nichts gefunden. Wählen Sie beide zusammen.`,
  wholeImageExpected: (file, type, reason) => `${file}: ein ganzes ${type}-Bild erwartet (${reason}).`,
  headDiffers: (file, widthPx, heightPx, foundWidth, foundHeight) =>
    `${file}: ${widthPx} x ${heightPx} Pixel erwartet, wie es im Kopf steht, ${foundWidth} x ${foundHeight} gefunden.`,
  geoTiffExpected: (file, reason) => `${file}: ein GeoTIFF erwartet (${reason}).`,
  locationExpected: (file, world) =>
    `${file}: ein GeoTIFF oder eine World-Datei (${world}) erwartet, keines von beiden gefunden. Wählen Sie beide zusammen.`,

  sqliteExpected: (file, actual) =>
    `${file}: eine SQLite-Datei erwartet, die mit „SQLite format 3“ beginnt; die Bytes ${actual} gefunden. Verschlüsselte Dateien lassen sich nicht lesen.`,
  sqliteCut: (file, expected, actual) =>
    `${file}: ${expected} Byte erwartet, wie es im Kopf steht, ${actual} gefunden; das Ende der Datei fehlt.`,
  sqliteDamaged: (location, reason) =>
    `${location}: eine unbeschädigte SQLite-Datei erwartet (Wortlaut von SQLite: ${reason}).`,
  geoPackageExpected: (file, actual) =>
    `${file}: ein GeoPackage erwartet, das seine Tabellen in gpkg_contents nennt; eine SQLite-Datei mit diesen Tabellen gefunden: ${actual}.`,
  journalOutside: (file) =>
    `${file}: Tabellen mit Daten erwartet, keine gefunden: Sie sind noch in ${file}-wal. Wählen Sie beide zusammen, oder schließen Sie die Datei in dem Programm, das sie geöffnet hat, damit es sie zurückschreibt.`,
  dataTableExpected: (file, actual) =>
    `${file}: eine Tabelle mit Objekten oder Attributen erwartet, andere gefunden: ${actual}.`,
  tablesExpected: (file, missing) =>
    `${file}: die Tabellen erwartet, die gpkg_contents nennt; nicht gefunden: ${missing}.`,
  columnExpected: (location, column) => `${location}: Geometriespalte „${column}“ erwartet, keine gefunden.`,
  geoPackageGeometry: (location, actual) =>
    `${location}: eine Geometrie eines GeoPackage erwartet, die mit „GP“ beginnt; ${actual} gefunden.`,
  envelopeExpected: (location, actual) => `${location}: eine Art der Hülle von 0 bis 4 erwartet, ${actual} gefunden.`,
  byteOrderExpected: (location, actual) => `${location}: Bytereihenfolge 0 oder 1 erwartet, ${actual} gefunden.`,

  formatExpected: (file, format, reason) =>
    `${file}: eine unbeschädigte ${format}-Datei erwartet (Wortlaut: ${reason}).`,
  featuresCut: (file, feature, expected, actual) =>
    `${file}: ${expected} Byte bis zum Ende von Objekt ${feature} erwartet, ${actual} gefunden; das Ende der Datei fehlt.`,
  parquetExpected: (file) => `${file}: eine Parquet-Datei erwartet, die mit „PAR1“ beginnt; andere Bytes gefunden.`,
  parquetCut: (file) =>
    `${file}: eine vollständige Parquet-Datei erwartet, die mit „PAR1“ endet; das Ende der Datei fehlt.`,
  encryptedParquet: (file) =>
    `${file} ist eine verschlüsselte Parquet-Datei und kann nicht gelesen werden. Fügen Sie eine entschlüsselte Kopie hinzu.`,
  mostRows: (file, max, actual) => `${file}: höchstens ${max} Zeilen erwartet, ${actual} gefunden.`,
  imagesUndecoded: (file) => `${file}: Die Bilder der Kacheln lassen sich hier nicht dekodieren.`,
  tilesExpected: (file) => `${file}: mindestens eine Kachel erwartet, keine gefunden.`,
  tileTypeExpected: (file, type) =>
    `${file}: Kacheln aus PNG-, JPEG- oder WebP-Bildern oder aus Objekten (MVT) erwartet, ${type || 'Kacheln anderer Art'} gefunden.`,
  tilesTableExpected: (file, actual) =>
    `${file}: MBTiles mit einer Tabelle „tiles“ erwartet; eine SQLite-Datei mit diesen Tabellen gefunden: ${actual || 'keine'}.`,
  mostTiles: (file, max, level, actual) =>
    `${file}: höchstens ${max} Kacheln mit Objekten in Stufe ${level} erwartet, ${actual} gefunden.`,
  mostFeatures: (file, max, level) => `${file}: höchstens ${max} Objekte in Stufe ${level} erwartet, mehr gefunden.`,
  tileSizeExpected: (file, widthPx, heightPx) =>
    `${file}: Kacheln von 256 oder 512 Pixeln erwartet, ${widthPx} x ${heightPx} gefunden.`,
  damaged: (location, reason) => `${location} ist beschädigt (Wortlaut: ${reason}).`,
  damagedFile: (file) => `${file} lässt sich nicht lesen: Die Datei ist beschädigt oder unvollständig.`,

  journalUnread: (file) =>
    `Änderungen in ${file}-wal wurden nicht gelesen; gibt es diese Datei, wählen Sie beide zusammen.`,
  tablesMissing: (names) => `Tabellen, die gpkg_contents nennt, fehlen in der Datei: ${names}.`,
  tilesLeftOut: (names) => `Ausgelassen, da sie weder Objekte noch Attribute enthalten: ${names}.`,
  binaryLeftOut: (names) => `Binärfelder wurden ausgelassen: ${names}.`,
  rulesLeftOut: (names) =>
    `Regeln, die weder codierte Werte noch ein geschlossener Bereich sind, wurden ausgelassen: ${names}.`,
  columnAsFound: (location, column, expected, actual) =>
    `${location}: in ${column} Werte vom Typ ${expected} erwartet, „${actual}“ gefunden; der Typ richtet sich nach den Werten.`,
  numbersRounded: (column) => `Zahlen mit mehr als 53 Bit in ${column} wurden gerundet.`,
  timesCut: (column) => `Zeiten in ${column} wurden auf Millisekunden gekürzt.`,
  curvesLeftOut: (count, kinds, row) =>
    count === 1
      ? `1 Geometrie mit räumlichen Flächen oder nicht darstellbaren Kurven (${kinds}) wurde ausgelassen, in Zeile ${row}.`
      : `${count} Geometrien mit räumlichen Flächen oder nicht darstellbaren Kurven (${kinds}) wurden ausgelassen, zuerst in Zeile ${row}.`,
  referenceUnread: (id) => `Das Koordinatensystem mit der srs_id ${id} ließ sich nicht lesen.`,
  imageTiles: (count, from, to) =>
    `${count} Kacheln der Stufen ${from} bis ${to} werden zum Kachel-Cache des Dienstes.`,
  fromTiles: (level) =>
    `Aus den Kacheln der Stufe ${level} gelesen: Ihr Urheber hat Objekte weggelassen und Formen vereinfacht; Formen sind an den Kachelrändern zerschnitten, Koordinaten auf das Raster der Kacheln gerundet.`,
  tilesAreFiner: (level) =>
    `Gezeichnete Bilder, etwa in einer anderen Projektion oder im Druck, sind so fein wie Stufe ${level}; feinere Stufen gibt es nur als Kacheln.`,
  namedReferenceUnread: (name) => `Das Koordinatensystem ${name} ließ sich nicht lesen.`,
  withoutGeometry: (count) =>
    count === 1 ? '1 Objekt hat keine Geometrie.' : `${count} Objekte haben keine Geometrie.`,
  noGeometry: () => 'Kein Objekt hat eine Geometrie.',
  ringsLeftOut: (count) =>
    count === 1
      ? '1 Ring mit weniger als drei Ecken wurde ausgelassen.'
      : `${count} Ringe mit weniger als drei Ecken wurden ausgelassen.`,
  heightsLeftOut: () => 'Höhen wurden ausgelassen: Layer sind flach.',
  measuresLeftOut: () => 'Messwerte (M) wurden ausgelassen.',
  memosLeftOut: (names) => `Memofelder wurden ausgelassen: ${names}.`,
  deletedLeftOut: (count) =>
    count === 1 ? '1 gelöschter Datensatz wurde ausgelassen.' : `${count} gelöschte Datensätze wurden ausgelassen.`,
  windows1252: () => 'Der Text ist kein UTF-8; er wurde als Windows-1252 gelesen.',
  rowsTurned: () => 'Die Zeilen der Datei laufen nach Norden; sie wurden umgedreht.',
  crossesItself: (feature) => `Objekt ${feature} überschneidet sich selbst.`,
  jumpDateLine: (count, first) =>
    `${count} ${count === 1 ? 'Objekt hat eine Kante' : 'Objekte haben Kanten'} von mehr als 180 Grad, als erstes Objekt ${first}. Sie bleiben, wie sie sind, also der lange Weg um die Erde: Teile sie am 180. Längengrad, falls sie ihn überqueren.`,
  crossThemselves: (count, first) => `${count} Objekte überschneiden sich selbst, als erstes Objekt ${first}.`,
  sheetsLeftOut: (names) => `Tabellenblätter ohne Zeilen wurden ausgelassen: ${names}.`,
  cellErrors: (count, kinds, first) =>
    count === 1
      ? `1 Zelle hat einen Fehlerwert (${kinds}), ${first}; sie ist hier leer.`
      : `${count} Zellen haben Fehlerwerte (${kinds}), die erste ist ${first}; sie sind hier leer.`,
  noHeader: () => 'Es gibt keine Zeile mit Spaltennamen: Die Spalten sind nummeriert.',
  curvesDrawn: (count) =>
    count === 1
      ? '1 Bogen wurde durch gerade Strecken ersetzt, höchstens 5 cm daneben.'
      : `${count} Bögen wurden durch gerade Strecken ersetzt, höchstens 5 cm daneben.`,
  dxfScaled: (unit) => `Die Zeichnung ist in ${unit}; die Koordinaten wurden in Meter umgerechnet.`,
  dxfUnit: (unit) => `Die Zeichnung nennt als Einheit ${unit}; ihre Koordinaten wurden unverändert übernommen.`,
  dxfLeftOut: (types) => `Ausgelassen, da sie auf einer Karte keine Form haben: ${types}.`,
  layersMerged: (count) =>
    `Die Objekte von ${count} Layern der Zeichnung sind in einem Layer; das Feld „layer“ enthält den ursprünglichen.`,
  gmlLeftOut: (names) => `Ausgelassen oder nur durch ihre Stützpunkte gezeichnet: ${names}.`,
  otherGeometries: (property, names) =>
    `Die Geometrien sind die von „${property}“; andere wurden ausgelassen: ${names}.`,
  otherReferences: (count) =>
    count === 1
      ? '1 Objekt hat ein anderes Koordinatensystem als das erste; seine Geometrie wurde ausgelassen.'
      : `${count} Objekte haben ein anderes Koordinatensystem als das erste; ihre Geometrien wurden ausgelassen.`,
  axesTurned: () => 'Die Koordinaten sind Länge, Breite, obwohl der Name des Koordinatensystems anderes sagt.',
  moreOnServer: (returned, matched) =>
    `Der Server hat ${returned} von ${matched} Objekten geliefert; fordern Sie die übrigen ebenfalls an.`,
  kmlLeftOut: (names) => `Ausgelassen, da es keine Objekte sind: ${names}.`,
  foldersMerged: (count) =>
    `Die Objekte aus ${count} Ordnern sind in einem Layer; das Feld „folder“ enthält ihren Ordner.`,
  shortLines: (count) =>
    count === 1
      ? '1 Linie mit einem einzigen Punkt wurde ausgelassen.'
      : `${count} Linien mit einem einzigen Punkt wurden ausgelassen.`,
};
