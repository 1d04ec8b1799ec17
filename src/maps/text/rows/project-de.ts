import type { ProjectText } from './project-en.ts';

export const projectDe: ProjectText = {
  title: 'Für QGIS und MapServer exportieren',
  intro:
    'Wenn viele die Karte zugleich brauchen, übernimmt ein Server. Der Ordner enthält die Karte, wie sie jetzt gezeichnet ist; nichts muss neu gebaut werden.',
  files: [
    'data.gpkg mit allen Zeilen, Aliasnamen, Codes, angehängten Dateien und Darstellungen',
    'map.qgs für QGIS und QGIS Server',
    'map.map für MapServer',
    'README.html: wie man ihn verwendet und was nicht mitkommen konnte',
  ],
  reading: 'Die Layer werden gelesen',
  layers: (count) => `Layer im Ordner: ${count}`,
  rasters: (names) => `Raster bleiben zurück: ${names}.`,
  action: 'Ordner speichern',
  working: 'Der Ordner wird geschrieben',
  failed: 'Der Ordner konnte nicht geschrieben werden',
  saved: (name, size) => `${name} gespeichert, ${size}`,
};
