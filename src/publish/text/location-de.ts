import type { locationEn } from './location-text.ts';

export const de: typeof locationEn = {
  title: 'Lage der Zeilen',
  form: 'Die Lage steht in',
  forms: {
    none: 'keiner Spalte: als Tabelle publizieren',
    xy: 'zwei Spalten',
    'lat-lon': 'einer Spalte: Breite, Länge',
    'lon-lat': 'einer Spalte: Länge, Breite',
    text: 'einer Spalte: WKT oder GeoJSON',
    grid: 'einer Spalte: MGRS oder UTM',
    geohash: 'einer Spalte: Geohash',
  },
  x: 'X, Länge, Rechtswert',
  y: 'Y, Breite, Hochwert',
  column: 'Spalte',
  swap: 'X und Y tauschen',
  isTable:
    'Es wurden keine Koordinaten erkannt: Daraus wird eine Tabelle ohne Lage auf der Karte. Wählen Sie die Spalten, wenn welche die Lage enthalten.',
  asTable: 'Daraus wird eine Tabelle ohne Lage auf der Karte.',
  offer: (columns) =>
    `Die Spalten ${columns} enthalten vielleicht Koordinaten. Verwenden Sie sie, wenn die Karte den richtigen Ort zeigt.`,
  use: 'Diese Spalten verwenden',
  byFormat: 'Wie das Format es festlegt',
  drawing: {
    applies: 'Die Wahl gilt für alle Layer dieser Zeichnung.',
    follows: (layer) => `wie für „${layer}“ aus derselben Zeichnung gewählt`,
    another: 'Ein anderes wählen',
    same: (layer) => `Wie für „${layer}“`,
  },
  unread: (count) =>
    count === 1 ? '1 Datei konnte nicht gelesen werden:' : `${count} Dateien konnten nicht gelesen werden:`,
  moreUnread: (count) => `und ${count} weitere.`,
};
