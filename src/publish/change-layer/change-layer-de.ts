import type { LostSetting } from '../import/lost-settings.ts';
import type { changeLayerEn } from './change-layer-text.ts';

type Use = LostSetting['use'];
const shapes = {
  points: 'Punkte',
  lines: 'Linien',
  polygons: 'Polygone',
  none: 'eine Tabelle ohne Orte',
  raster: 'ein Raster',
} as const;
const uses: Readonly<Record<Use, (field: string) => string>> = {
  style: (field) => `die Darstellung verwendet ${field}; der Layer erhält eine einfache`,
  labels: (field) => `die Beschriftungen verwenden ${field} und entfallen`,
  filter: (field) => `der Filter verwendet ${field} und entfällt; alle Zeilen werden gezeigt`,
  time: (field) => `die Zeiteinstellungen verwenden ${field} und entfallen`,
  displayField: (field) => `${field} ist das Anzeigefeld; ein anderes wird gewählt`,
  hyperlink: (field) => `${field} ist das Linkfeld; der Layer hat dann keines`,
  subtypes: (field) => `die Subtypen verwenden ${field} und entfallen`,
  popup: (field) => `das Pop-up zeigt ${field}, das dann leer bleibt`,
  relation: (field) => `eine Beziehung verwendet ${field} und entfällt`,
};

export const de: typeof changeLayerEn = {
  add: 'Layer hinzufügen',
  addTo: (service) => `Layer zu ${service} hinzufügen`,
  replace: 'Daten dieses Layers ersetzen',
  replaceOf: (layer, service) => `Neue Daten für ${layer} in ${service}`,
  addDetail: 'Die Layer des Dienstes und ihre Daten bleiben, wie sie sind.',
  replaceDetail:
    'Der Layer behält Nummer, Namen, Darstellung und Einstellungen, soweit die neuen Daten es zulassen. Bis die neuen Daten vollständig sind, bleiben die bisherigen.',
  back: (service) => `Zurück zu ${service}`,
  stepAdd: 'Darstellung und Position',
  stepReplace: 'Was sich ändert',
  publishAdd: 'Zum Dienst hinzufügen',
  position: 'Position',
  bottom: 'Unter den anderen Layern',
  bottomDetail: 'Alle Layer behalten ihre Nummern.',
  top: 'Über den anderen Layern',
  topDetail: (count) =>
    `Die Nummern aller Layer und Tabellen werden um ${count} größer: Passen Sie Apps an, die Layer nach Nummer abfragen. Gespeicherte Karten finden ihre Layer wieder; Kachel-Caches einzelner Layer werden gelöscht.`,
  tablesMove: (names, count) => `Die Nummern dieser Tabellen werden um ${count} größer: ${names}.`,
  include: (name) => `${name} verwenden`,
  leftOut: 'Nicht verwendet',
  lost: (layer, field, use) => `${layer}: ${uses[use](field)}.`,
  chooseOne: (layer) => `Wählen Sie den einen Layer, der die neuen Daten für ${layer} enthält.`,
  otherShape: (layer, before, fresh, now) =>
    `${layer} enthält ${shapes[before]}, ${fresh} dagegen ${shapes[now]}: Wählen Sie Daten derselben Art, oder fügen Sie sie als neuen Layer hinzu.`,
  wholeService:
    'Diese Datei ist ein exportierter Dienst. Publizieren Sie sie als eigenen Dienst, oder wählen Sie Dateien mit Daten.',
  noLayer: (id) => `Der Dienst hat keinen Layer ${id}.`,
  failed: 'Der Dienst wurde nicht geändert',
};
