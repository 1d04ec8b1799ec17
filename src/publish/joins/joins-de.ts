import type { JoinsText } from './joins-en.ts';

export const joinsDe: JoinsText = {
  title: 'Tabellen verbinden',
  detail:
    'Die Spalten einer Tabelle werden zu Feldern eines Layers, Zeile für Zeile mit demselben Schlüssel. Die Tabelle selbst wird dann weggelassen; nehmen Sie sie unter „Daten prüfen“ wieder auf, wenn Sie sie zusätzlich brauchen.',
  offer: (table, layer, keys) => `Die Spalten von ${table} zu ${layer} hinzufügen, wo ${keys}`,
  matched: (matched, all) => `${matched} von ${all} Objekten haben eine Zeile.`,
  unused: (count, isOne) =>
    isOne ? '1 Zeile der Tabelle gehört zu keinem Objekt.' : `${count} Zeilen der Tabelle gehören zu keinem Objekt.`,
};
