import type { ReportText } from './report-en.ts';

export const projectDe: ReportText = {
  intro:
    'Dieser Ordner enthält eine Karte für QGIS, QGIS Server und MapServer. Lassen Sie seine Dateien beisammen; keine nennt einen Ort auf Ihrer Platte.',
  files: [
    'data.gpkg: alle Zeilen als GeoPackage, mit räumlichen Indizes, Aliasnamen, Codes, Wertebereichen, angehängten Dateien und Darstellungen',
    'map.qgs: das Projekt für QGIS 3 und QGIS Server, mit Gruppen, Maßstabsbereichen, Filtern, Darstellungen, Beschriftungen, Aliasnamen, Codelisten und Beziehungen',
    'map.map: das Mapfile für MapServer 8, mit Maßstabsbereichen, Filtern, Klassen und Beschriftungen',
  ],
  lostTitle: 'Was nicht mitgekommen ist',
  nothingLost: 'Alles auf dieser Karte hat in beiden Programmen seine Entsprechung.',
  layer: 'Layer oder Tabelle',
  lost: 'Nicht übernommen',
  alwaysTitle: 'Was auf jeder Karte anders ist',
  always: [
    'Beschriftungen: Jedes Programm platziert seine eigenen; manche stehen anders oder fehlen. Die Schrift ist eine des Rechners.',
    'MapServer kennt weder Aliasnamen noch Beziehungen: Aliasnamen stehen in den Metadaten seiner Layer, Beziehungen fehlen.',
    'Benutzer, Rechte, Kachelcaches und das Portal gehören zu Soapstone.',
    'SOAP und die REST-Schnittstelle: Clients verwenden stattdessen WMS und WFS.',
  ],
  useTitle: 'So wird er verwendet',
  use: (layer) => [
    ['QGIS: Öffnen Sie map.qgs.'],
    [
      'QGIS Server: Kopieren Sie den Ordner auf den Server und nennen Sie das Projekt in der Adresse.',
      'http://localhost/cgi-bin/qgis_mapserv.fcgi?MAP=/srv/map/map.qgs&SERVICE=WMS&REQUEST=GetCapabilities',
    ],
    [
      'MapServer: Kopieren Sie den Ordner auf den Server und lassen Sie das Mapfile in dessen Konfiguration zu.',
      `http://localhost/cgi-bin/mapserv?map=/srv/map/map.map&SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=${layer}&RESULTTYPE=hits`,
    ],
    [
      'PostGIS: Laden Sie das GeoPackage und lassen Sie die Datenquellen die Datenbank nennen.',
      'ogr2ogr -f PostgreSQL "PG:dbname=maps" data.gpkg',
    ],
  ],
  losses: {
    raster: 'Das Raster. Exportieren Sie es als GeoTIFF und fügen Sie es dem Projekt hinzu',
    renderer: 'Die Darstellung',
    symbol: 'Ein Symbol, das kein einfaches ist; ein graues steht an seiner Stelle',
    reduction: 'Heatmap, Cluster oder Zellen; gezeichnet werden einzelne Punkte',
    sizes: 'Größen nach den Werten eines Feldes',
    rotation: 'Drehung nach einem Feld',
    transparencyField: 'Transparenz nach einem Feld',
    label: 'Ein Beschriftungsausdruck',
    filter: 'Ein Filter ohne Entsprechung in SQLite; alle Zeilen werden gezeigt',
    popup: 'Das Pop-up',
    time: 'Die Zeit; das Feld selbst ist in den Daten',
    subtypes: 'Arten von Zeilen mit eigenen Codes',
    pictures: 'Bilder in Feldern',
  },
};
