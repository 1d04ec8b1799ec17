import { texts } from '../../../text/text.ts';

export const dataFileEn = {
  formats: {
    gpkg: 'GeoPackage',
    fgb: 'FlatGeobuf',
    parquet: 'GeoParquet',
    shp: 'Shapefile',
  },
  details: {
    gpkg: 'For QGIS and other desktop programs: with aliases, codes, value ranges and the style; at most 512 MB',
    fgb: 'One file with a spatial index, which programs also read in parts from a web server',
    parquet: 'For analysis: by columns, in longitude and latitude, in groups of 20,000 rows',
    shp: 'A zip, for programs that read nothing newer',
  },
  noShape: 'Needs shapes, and this table has none.',
  files: 'With the files attached to the rows',
  limits: 'A shapefile cannot hold everything:',
  limitNames: (pairs: string) => `Field names have at most 10 letters: ${pairs}`,
  limitTexts: 'Texts have at most 254 bytes (an umlaut takes two, a Chinese character three); longer ones are cut.',
  limitDates: 'Dates have no time of day; where there is one, the field becomes text.',
  limitRest: 'An empty text becomes no value. Aliases, codes and styles stay behind, and each file has at most 2 GB.',
  cutTexts: (count: string) => `${count} texts were cut to 254 bytes.`,
  timeFields: (names: string) => `Written as text because of the time of day: ${names}.`,
};

export const dataFileText = await texts(dataFileEn, () => import('./data-file-de.ts'));
