import type { pastedEn } from './pasted-text.ts';

export const de: typeof pastedEn = {
  title: 'Adresse oder Text einfügen',
  label: 'Adresse einer Datei oder GeoJSON, WKT oder CSV als Text',
  hint: 'Sie können auch überall auf dieser Seite mit Strg+V einfügen. Eine Adresse wird von ihrem Server geholt, der dann Ihre Anfrage sieht.',
  fetch: 'Holen',
  addText: 'Text hinzufügen',
  pastedName: 'eingefuegt',
  fetching: (host) => `Holen von ${host}`,
  unreachable: (host) => `${host} lässt diese Seite die Datei nicht lesen`,
  cors: (host) =>
    `Entweder ist der Server nicht erreichbar, oder er erlaubt Seiten anderer Herkunft nicht, seine Dateien zu lesen (CORS). Wer ${host} betreibt, kann es mit dieser Kopfzeile der Antwort erlauben:`,
  header: 'Kopfzeile der Antwort',
  download: 'Adresse in einem neuen Tab öffnen, die Datei speichern und hier ablegen',
  status: (host, status) => `${host} hat die Datei nicht geliefert (HTTP ${status}).`,
  cutOff: (host) => `Die Verbindung zu ${host} endete, bevor die ganze Datei hier war. Versuchen Sie es noch einmal.`,
  tooLarge: (limit) => `Die Datei ist größer als ${limit}.`,
};
