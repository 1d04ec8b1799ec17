import { sourceFaultsDe } from '../../text/source-faults-de.ts';
import type { remoteEn } from './remote-text.ts';

export const de: typeof remoteEn = {
  title: 'Daten lassen, wo sie sind',
  detail:
    'Eine große Datei auf einem Webserver wird zum Layer, ohne kopiert zu werden: Eine Karte liest den Teil, den sie zeigt. So lesen lassen sich FlatGeobuf und GeoParquet mit Objekten, PMTiles mit Bildern und Cloud-Optimised GeoTIFF.',
  address: 'Adresse der Datei',
  hint: 'https://… auf einem Server, der Range-Anfragen und Seiten anderer Herkunft zulässt (CORS)',
  privacy: (host) => `${host} sieht, welche Orte Sie auf diesem Layer ansehen, und Ihre Netzadresse.`,
  allow: 'Einverstanden',
  read: 'Datei lesen',
  reading: 'Der Dateikopf wird gelesen …',
  found: (rows, size, host) => `${rows} Objekte, ${size}, auf ${host}`,
  foundPixels: (width, height, size, host) => `Ein Bild von ${width} × ${height} Pixeln, ${size}, auf ${host}`,
  leftOut: (names) => `Weggelassen: ${names}`,
  inexact: (names) => `Spalten mit gerundeten Werten (Zahlen auf 15 Stellen, Zeiten auf Millisekunden): ${names}`,
  name: 'Titel',
  publish: 'Publizieren',
  service: 'Dienst',
  newService: 'Neuer Dienst',
  copy: 'Um stattdessen eine Kopie zu speichern, laden Sie die Datei herunter und legen Sie sie hier ab.',
  layerNote: (host) => `Die Zeilen bleiben auf ${host} und werden dort gelesen.`,
  pixelsNote: (host) => `Die Pixel bleiben auf ${host} und werden dort gelesen.`,
  extents: (names) => `Ausdehnungen von Objektgruppen aus ${names}. Zum Anzeigen der Objekte hineinzoomen.`,
  sources: 'Entfernte Daten',
  notAllowed: (host) =>
    `Von ${host} wird nichts gelesen, bis Sie es erlauben. Der Server sieht dann, welche Orte angesehen werden.`,
  allowHost: (host) => `${host} erlauben`,
  sourcesDetail:
    'Die Zeilen dieser Layer bleiben auf anderen Servern. Was davon gelesen wurde, ist hier gespeichert und wird nicht noch einmal geholt.',
  stored: (stored, limit, size) => `${stored} von höchstens ${limit} hier gespeichert; die Datei ist ${size} groß.`,
  storedLabel: 'Hier gespeichert',
  limit: 'Grenze in MB',
  setLimit: 'Grenze setzen',
  localSource: (name) =>
    `${name} auf diesem Computer wird nicht mehr an ihrem Ort gelesen, daher wird der Layer nicht gezeichnet. Fügen Sie die Daten neu hinzu, um eine Kopie zu speichern.`,
  renewed: 'Neue Adresse',
  renewedHint:
    'Ist die Adresse signiert und abgelaufen, geben Sie sie mit neuer Signatur ein. Sie wird nur hier gespeichert.',
  renew: 'Erneuern',
  forget: 'Gespeichertes löschen',
  pinned: (size) => `Weitere ${size} sind für die Offline-Nutzung gespeichert und zählen nicht zur Grenze.`,
  unpin: 'Offline-Daten löschen',
  offline: 'Offline-Nutzung',
  offlineDetail:
    'Sie können für die Offline-Nutzung speichern, was die Karte zeigt, und ein Viertel ihrer Größe ringsum: Objekte mit allen Feldern und Bilder, die bis zur vierfachen Vergrößerung scharf bleiben. Das Gespeicherte bleibt, bis Sie es löschen oder die Datei sich ändert.',
  offlineOpen:
    'Um einen Ausschnitt zu speichern, öffnen Sie die Karte, gehen Sie zum Ausschnitt und kommen Sie hierher zurück.',
  offlineCount: 'Diesen Ausschnitt offline verfügbar machen …',
  offlineCounting: 'Die Größe dieses Ausschnitts wird ermittelt …',
  offlineSize: (missing, requests, host, all) =>
    `${missing} in ${requests} Anfragen von ${host} zu laden; mit dem schon Gespeicherten umfasst der Ausschnitt ${all}.`,
  offlineHere: (all) => `Nichts zu laden: Alle ${all} des Ausschnitts sind schon gespeichert und bleiben erhalten.`,
  offlineStore: 'Herunterladen und speichern',
  offlineKeep: 'Speichern',
  offlineStoring: 'Der Ausschnitt wird gespeichert',
  offlineStored: (percent) => `${percent} % gespeichert`,
  offlineReady: 'Dieser Ausschnitt ist offline verfügbar.',
  cancel: 'Abbrechen',
  failed: 'Diese Datei lässt sich nicht an ihrem Ort lesen.',
  copyHere: (size) => `Ganze Datei kopieren (${size})`,
  faults: sourceFaultsDe,
};
