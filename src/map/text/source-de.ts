import type { sourceEn } from './source-text.ts';

export const de: typeof sourceEn = {
  tiles: 'aus dem Kachel-Cache',
  drawn: 'direkt gezeichnet',
  because: (why) => `direkt gezeichnet: ${why}`,
  use: 'Kacheln aus dem Cache zeigen',
  why: {
    none: '',
    layers: 'der Cache hat einen Baum je Layer',
    empty: 'der Cache ist leer',
    stale: 'der Cache ist veraltet',
    unwanted: '',
    reference: 'der Cache hat eine andere Projektion',
    changed: 'Sie haben die Karte geändert',
    turned: 'die Karte ist gedreht',
    level: 'diese Stufe fehlt im Cache',
    missing: 'hier fehlen Kacheln',
  },
};
