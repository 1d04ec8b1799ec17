import type { dataFileEn } from './data-file-text.ts';

export const de: typeof dataFileEn = {
  formats: { gpkg: 'GeoPackage', fgb: 'FlatGeobuf', parquet: 'GeoParquet', shp: 'Shapefile' },
  details: {
    gpkg: 'Für QGIS und andere Desktop-Programme: mit Aliasnamen, Codes, Wertebereichen und der Darstellung; höchstens 512 MB',
    fgb: 'Eine Datei mit räumlichem Index, die Programme auch stückweise von einem Webserver lesen',
    parquet: 'Für Auswertungen: spaltenweise, in Länge und Breite, in Gruppen von 20.000 Zeilen',
    shp: 'Ein Zip, für Programme, die nichts Neueres lesen',
  },
  noShape: 'Braucht Formen, und diese Tabelle hat keine.',
  files: 'Mit den Dateien an den Zeilen',
  limits: 'Ein Shapefile kann nicht alles aufnehmen:',
  limitNames: (pairs) => `Feldnamen haben höchstens 10 Zeichen: ${pairs}`,
  limitTexts:
    'Texte haben höchstens 254 Byte (ein Umlaut braucht zwei, ein chinesisches Zeichen drei); längere werden gekürzt.',
  limitDates: 'Ein Datum hat keine Uhrzeit; wo es eine gibt, wird das Feld zu Text.',
  limitRest:
    'Ein leerer Text wird zu „kein Wert“. Aliasnamen, Codes und Darstellungen bleiben zurück, und jede Datei hat höchstens 2 GB.',
  cutTexts: (count) => `${count} Texte wurden auf 254 Byte gekürzt.`,
  timeFields: (names) => `Wegen der Uhrzeit als Text geschrieben: ${names}.`,
};
