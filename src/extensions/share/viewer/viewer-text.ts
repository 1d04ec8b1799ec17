import { setLocale } from '../../../text/locale.ts';

/** Texts of a shared map page; the map sets the language. */
const english = {
  layers: 'Layers',
  search: 'Search the map',
  searchHint: 'Search',
  none: 'Nothing found.',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  nothingHere: 'There is no feature here.',
  back: 'Back to the list',
  close: 'Close',
  previous: 'Previous result',
  next: 'Next result',
  position: (index: number, count: number) => `${index} of ${count}`,
  zoomTo: 'Zoom to it',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Whole map',
  theme: 'Switch between light and dark',
  panel: 'Legend and layers',
  map: (title: string) => `Map: ${title}. Arrow keys move it, plus and minus zoom, Enter identifies the centre.`,
  noValue: 'no value',
  pixelValue: 'Pixel value',
  className: 'Class',
  noData: 'No data',
  attachments: 'Attachments',
  openLink: 'Open the page of this feature',
  details: 'Description',
  credits: 'Data',
  outOfScale: 'not at this scale',
  failed: 'The map cannot be drawn.',
};

const german: typeof english = {
  layers: 'Layer',
  search: 'In der Karte suchen',
  searchHint: 'Suchen',
  none: 'Nichts gefunden.',
  found: (count) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
  nothingHere: 'Hier liegt kein Objekt.',
  back: 'Zurück zur Liste',
  close: 'Schließen',
  previous: 'Voriger Treffer',
  next: 'Nächster Treffer',
  position: (index, count) => `${index} von ${count}`,
  zoomTo: 'Darauf zoomen',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  whole: 'Ganze Karte',
  theme: 'Zwischen hell und dunkel wechseln',
  panel: 'Legende und Layer',
  map: (title) =>
    `Karte: ${title}. Pfeiltasten verschieben sie, Plus und Minus zoomen, die Eingabetaste fragt die Mitte ab.`,
  noValue: 'kein Wert',
  pixelValue: 'Pixelwert',
  className: 'Klasse',
  noData: 'Keine Daten',
  attachments: 'Anhänge',
  openLink: 'Seite zu diesem Objekt öffnen',
  details: 'Beschreibung',
  credits: 'Daten',
  outOfScale: 'nicht in diesem Maßstab',
  failed: 'Die Karte lässt sich nicht zeichnen.',
};

export let viewerText = english;

/** Set the language; must be called before rendering. */
export function useLanguage(language: 'de' | 'en'): void {
  viewerText = language === 'de' ? german : english;
  setLocale(language);
}
