import type { joinsEn } from './joins-text.ts';

export const de: typeof joinsEn = {
  title: 'Tabellen verbinden',
  detail:
    'Die Spalten einer Tabelle werden zu Feldern eines Layers, Zeile für Zeile mit demselben Schlüssel. Die Tabelle selbst wird dann weggelassen; nehmen Sie sie unter „Daten prüfen“ wieder auf, wenn Sie sie zusätzlich brauchen.',
  offer: (table, layer, keys) => `Die Spalten von ${table} zu ${layer} hinzufügen, wo ${keys}`,
  matched: (matched, all) => `${matched} von ${all} Objekten haben eine Zeile.`,
  unused: (count, isOne) =>
    isOne ? '1 Zeile der Tabelle gehört zu keinem Objekt.' : `${count} Zeilen der Tabelle gehören zu keinem Objekt.`,
  other: 'Über andere Spalten verbinden',
  choose: (table, layer) => `Die Spalten von ${table} zu ${layer} hinzufügen`,
  layerKey: (layer) => `Schlüssel in ${layer}`,
  tableKey: (table) => `Schlüssel in ${table}`,
  repeated: (count, isOne) =>
    isOne
      ? '1 Zeile wiederholt einen Schlüssel: von gleichen Schlüsseln zählt die erste Zeile.'
      : `${count} Zeilen wiederholen einen Schlüssel: von gleichen Schlüsseln zählt die erste Zeile.`,
  unlike: 'Text und Zahlen passen nicht zusammen: Wählen Sie Spalten einer Art, oder lesen Sie eine davon anders.',
  unlikeKeys: (table, layer, tableKey, layerKey) =>
    `${table} lässt sich nicht mit ${layer} verbinden: Von ${tableKey} und ${layerKey} ist nur eine Spalte Text.`,
  readAs: (column, of, isText) => `${column} in ${of} als ${isText ? 'Text' : 'Zahl'} lesen`,
};
