import type { attachmentsEn } from './attachments-text.ts';

export const de: typeof attachmentsEn = {
  title: 'Anhänge',
  detail: 'Bilder und Dokumente, die zu einzelnen Zeilen gehören. Änderungen hier werden sofort gespeichert.',
  find: 'Zeile suchen',
  findHint: 'Name oder Nummer der Zeile',
  onlyWith: 'Nur Zeilen mit Dateien',
  rows: 'Zeilen',
  noRows: 'Keine Zeile hat diesen Namen.',
  noneWith: 'Noch hat keine Zeile Dateien.',
  more: (count) => `Die ersten ${count} sind zu sehen. Suchen Sie nach anderen.`,
  count: (count, isSingular) => (isSingular ? `${count} Datei` : `${count} Dateien`),
  rowsFailed: 'Die Zeilen konnten nicht gelesen werden',
  listFailed: 'Die Dateien konnten nicht gelesen werden',
  choose: 'Wählen Sie eine Zeile, um ihre Dateien zu sehen.',
  of: (title) => `Dateien von ${title}`,
  add: 'Dateien hinzufügen …',
  drop: 'Legen Sie Dateien hier ab oder wählen Sie welche aus.',
  none: 'Noch keine Dateien.',
  adding: (index, all) => `${index} von ${all} wird hinzugefügt`,
  added: (count, isSingular, title) =>
    isSingular ? `Eine Datei wurde zu ${title} hinzugefügt` : `${count} Dateien wurden zu ${title} hinzugefügt`,
  removed: (name) => `„${name}“ wurde entfernt`,
  undone: 'Rückgängig gemacht',
  notAdded: (name, reason) => `„${name}“ wurde nicht hinzugefügt: ${reason}`,
  tooLarge: (most) => `die Grenze ist ${most}.`,
  removeFailed: (name, reason) => `„${name}“ wurde nicht entfernt: ${reason}`,
  remove: (name) => `${name} entfernen`,
  download: (name) => `${name} herunterladen`,
  unknownType: 'Datei',
  attach: {
    title: 'Dateien für Zeilen',
    detail: (count, isSingular) =>
      isSingular
        ? 'Eine Datei enthält keine Daten. Sie kann an die Zeilen einer Tabelle angehängt werden, in der ein Feld ihren Namen enthält.'
        : `${count} Dateien enthalten keine Daten. Sie können an die Zeilen einer Tabelle angehängt werden, in der ein Feld ihre Namen enthält.`,
    field: 'Feld mit den Namen',
    leaveOut: 'Dateien nicht anhängen',
    option: (layer, field, files, all) => `${layer} · ${field} (${files} von ${all})`,
    noField:
      'Kein Feld enthält ihre Namen, weder mit noch ohne Endung; darum bleiben sie weg. Sobald der Dienst publiziert ist, lassen sich Dateien von Hand anhängen.',
    outcome: (files, isSingular, rows, oneRow) =>
      `${isSingular ? 'Eine Datei geht' : `${files} Dateien gehen`} an ${oneRow ? 'eine Zeile' : `${rows} Zeilen`}.`,
    asField: 'Das erste Bild jeder Zeile auch in einem eigenen Feld speichern',
    imageField: 'Bild',
    unmatched: (count, isSingular) =>
      isSingular ? 'Eine Datei passt zu keiner Zeile' : `${count} Dateien passen zu keiner Zeile`,
    lost: (layer, count, isSingular) =>
      `${layer}: ${isSingular ? 'Die Datei einer Zeile geht' : `Die ${count} Dateien von Zeilen gehen`} mit den alten Zeilen verloren. Exportieren Sie vorher den Dienst, um sie zu behalten.`,
    tooMuch: (most) =>
      `Zusammen sind die Dateien für Zeilen größer als ${most}. Lassen Sie sie weg und hängen Sie sie an, sobald der Dienst publiziert ist.`,
  },
};
