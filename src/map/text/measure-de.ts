import { isTouch, pressDe as press } from '../../text/touch.ts';
import type { measureEn } from './measure-text.ts';

export const de: typeof measureEn = {
  title: 'Messen',
  what: 'Was gemessen wird',
  kinds: { length: 'Strecke', area: 'Fläche' },
  hintLength: `${press.Klicken} Sie entlang der Linie; ein ${press.Doppelklick} beendet sie.${isTouch ? '' : ' Esc beendet das Messen.'}`,
  hintArea: `${press.Klicken} Sie die Ecken der Fläche an; ein ${press.Doppelklick} beendet sie.${isTouch ? '' : ' Esc beendet das Messen.'}`,
  keys: 'Tastatur: Pfeiltasten verschieben die Karte, Enter setzt einen Punkt in ihrer Mitte, die Rücktaste entfernt den letzten.',
  length: 'Strecke',
  lastSegment: 'Letzter Abschnitt',
  area: 'Fläche',
  perimeter: 'Umfang',
  unit: 'Einheit',
  automatic: 'Automatisch',
  units: {
    m: 'Meter',
    km: 'Kilometer',
    ft: 'Fuß',
    mi: 'Meilen',
    nmi: 'Seemeilen',
    'm²': 'Quadratmeter',
    ha: 'Hektar',
    'km²': 'Quadratkilometer',
    'ft²': 'Quadratfuß',
    ac: 'Acres',
    'mi²': 'Quadratmeilen',
  },
  method: 'Auf dem Ellipsoid WGS 84 gemessen.',
  crossing: 'Die Kanten kreuzen sich. Die Fläche stimmt nur für ein Polygon, dessen Kanten sich nicht kreuzen.',
  unknown: 'Die Lage dieser Karte auf der Erde ist nicht bekannt, deshalb lässt sich nichts messen.',
};
