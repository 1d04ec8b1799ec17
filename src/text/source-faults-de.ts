import type { SourceFaults } from './source-faults.ts';

const http = (status: string): string => (status ? ` (HTTP ${status})` : '');
const which = (value: string): string => (value ? `: ${value}` : '');

export const sourceFaultsDe: SourceFaults = {
  unreachable: ({ host }) => [
    `${host} ist nicht erreichbar.`,
    'Prüfen Sie Verbindung und Adresse. Weiterleitungen wird nicht gefolgt. Eine Seite mit https kann nur Adressen mit https lesen.',
  ],
  'not-allowed': ({ host }) => [
    `Anfragen an ${host} sind noch nicht erlaubt.`,
    'Verwalten Sie den Dienst, und erlauben Sie es unter Entfernte Daten.',
  ],
  silent: ({ host }) => [`${host} antwortet nicht.`, 'Versuchen Sie es später noch einmal.'],
  cors: ({ host }) => [
    `${host} lässt diese Seite die Datei nicht lesen (CORS).`,
    'Der Server muss mit Access-Control-Allow-Origin: * und Access-Control-Expose-Headers: ETag, Content-Range antworten. Oder publizieren Sie eine Kopie.',
  ],
  'no-ranges': ({ host }) => [
    `${host} liefert nur ganze Dateien.`,
    'Nötig ist ein Server, der Teile ausliefert (Ranges). Oder publizieren Sie eine Kopie.',
  ],
  changed: ({ file }) => [`${file} hat sich seit dem Publizieren geändert.`, 'Publizieren Sie die Datei neu.'],
  hidden: ({ host }) => [
    `${host} nennt dieser Seite weder Größe noch Version der Datei.`,
    'Der Server muss mit Access-Control-Expose-Headers: ETag, Content-Range antworten. Oder publizieren Sie eine Kopie.',
  ],
  refused: ({ host, status }) => [
    `${host} verweigert die Datei${http(status)}.`,
    'Prüfen Sie die Adresse. Ist sie signiert, kann sie abgelaufen sein: Holen Sie eine neue.',
  ],
  missing: ({ file, status }) => [
    `${file} nicht gefunden${http(status)}.`,
    'Prüfen Sie, ob die Datei verschoben oder gelöscht wurde.',
  ],
  busy: ({ host, status, waitSeconds }) => [
    `${host} ist überlastet oder gestört${http(status)}.`,
    waitSeconds ? `Versuchen Sie es in ${waitSeconds} Sekunden noch einmal.` : 'Versuchen Sie es später noch einmal.',
  ],
  'cut-off': ({ host }) => [
    `Die Verbindung zu ${host} ist abgebrochen.`,
    'Versuchen Sie es noch einmal. Bricht sie jedes Mal ab, muss die Datei unkomprimiert ausgeliefert werden.',
  ],
  compressed: ({ file }) => [
    `${file} ist als Ganzes komprimiert, darum lassen sich keine Teile lesen.`,
    'Die Datei muss unkomprimiert ausgeliefert werden. Oder publizieren Sie eine Kopie.',
  ],
  format: ({ file }) => [
    `${file} hat ein Format, das sich nicht an seinem Ort lesen lässt.`,
    'Möglich sind FlatGeobuf, GeoParquet, GeoTIFF und PMTiles. Andere Dateien publizieren Sie als Kopie.',
  ],
  damaged: ({ file }) => [
    `${file} ist beschädigt oder unvollständig.`,
    'Laden Sie die Datei neu, oder erzeugen Sie sie neu.',
  ],
  encrypted: ({ file }) => [`${file} ist verschlüsselt.`, 'Publizieren Sie eine unverschlüsselte Datei.'],
  empty: ({ file }) => [`${file} enthält keine Daten für eine Karte.`, 'Wählen Sie eine andere Datei.'],
  'no-index': ({ file }) => [
    `${file} hat keinen räumlichen Index, darum lässt sich die Datei nicht in Teilen lesen.`,
    'Erzeugen Sie die Datei mit Index (FlatGeobuf) oder bbox-Spalte (GeoParquet), wie GDAL es tut. Oder publizieren Sie eine Kopie.',
  ],
  'large-parts': ({ file, mb, limitMb }) => [
    `${file} lässt sich nur in Teilen bis zu ${mb} MB lesen, und höchstens ${limitMb} MB werden auf einmal gelesen.`,
    'Erzeugen Sie die Datei mit kleineren Kacheln oder mit Row Groups von etwa 50.000 Zeilen. Oder publizieren Sie eine Kopie.',
  ],
  shapes: ({ file, found }) => [
    `${file} enthält Geometrien, die sich nicht an ihrem Ort lesen lassen${which(found)}.`,
    'Nötig ist eine Art: Punkte, Linien oder Polygone. Oder publizieren Sie eine Kopie.',
  ],
  encoding: ({ file, found }) => [
    `${file} ist so codiert, dass sich die Datei nicht an ihrem Ort lesen lässt${which(found)}.`,
    'Wandeln Sie sie um, zum Beispiel mit GDAL.',
  ],
  'no-tiles': ({ file }) => [
    `${file} speichert die Pixel in Streifen, darum lässt sich die Datei nicht in Teilen lesen.`,
    'Erzeugen Sie ein Cloud-Optimised GeoTIFF: gdal_translate -of COG. Oder publizieren Sie eine Kopie.',
  ],
  'not-placed': ({ file }) => [
    `${file} enthält keine Ortsangaben.`,
    'Erzeugen Sie die Datei mit Ortsangaben, wie GeoTIFF und GeoParquet sie haben.',
  ],
  'vector-tiles': ({ file }) => [
    `${file} enthält Vektorkacheln, und von PMTiles werden nur Bilder an ihrem Ort gelesen.`,
    'Publizieren Sie eine Kopie: Ihre Objekte werden zu Layern.',
  ],
  'no-longer': ({ file }) => [
    `${file} wurde von einer früheren Version publiziert und wird nicht mehr an ihrem Ort gelesen, daher wird der Layer nicht gezeichnet.`,
    'Fügen Sie die Daten neu hinzu, um eine Kopie zu speichern.',
  ],
  'too-much': ({ file, mb, limitMb }) => [
    `Dafür sind etwa ${mb} MB von ${file} nötig, und höchstens ${limitMb} MB werden auf einmal gelesen.`,
    'Zoomen Sie hinein, oder wählen Sie einen kleineren Ausschnitt.',
  ],
};
