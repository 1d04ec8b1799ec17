import type { shareEn } from './share-text.ts';

export const de: typeof shareEn = {
  title: 'Als Webseite teilen',
  action: 'Seite speichern',
  intro:
    'Eine Datei mit der Karte, ihrer Legende, Pop-ups und Suche. Sie öffnet sich in jedem Browser von der Festplatte oder aus einer E-Mail, ohne Netz und ohne Soapstone.',
  name: 'Titel',
  text: 'Text',
  textHint: 'Steht neben der Legende',
  layers: 'Layer',
  hidden: 'auf der Karte gerade ausgeblendet',
  rows: (count) => `${count} Zeilen`,
  raster: 'Raster, bei großen Dateien in geringerer Auflösung',
  fields: (chosen, all) => `Felder: ${chosen} von ${all}`,
  fieldsOf: (layer) => `Felder von ${layer}`,
  needed: 'für die Darstellung nötig',
  which: 'Zeilen',
  whichChoices: { all: 'Alle Zeilen', view: 'Nur der Ausschnitt' },
  filtered: 'Filter, gewählte Zeit und Darstellung gelten wie gerade auf der Karte.',
  attachments: (count) => `Anhänge (${count})`,
  backgroundMap: { World: 'Hintergrund: Weltkarte', Earth: 'Hintergrund: Satellitenbild', other: 'Hintergrund' },
  noBackground: 'Kacheln anderer Server kommen nicht mit: Die Seite braucht kein Netz.',
  leaves:
    'Wer die Datei hat, kann alle hier gewählten Zeilen und Felder in voller Genauigkeit lesen. Sonst kommt nichts hinein, und nichts wird hochgeladen.',
  none: 'Wählen Sie mindestens einen Layer.',
  reading: 'Layer werden gelesen',
  working: 'Die Seite wird geschrieben',
  saved: (name, size) => `${name} gespeichert, ${size}`,
  failed: 'Die Seite konnte nicht geschrieben werden',
};
