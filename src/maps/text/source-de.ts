import type { SourceText } from './source-en.ts';

/** Woher das Bild auf der Karte kommt. */
export const sourceDe: SourceText = {
  tiles: 'aus dem Kachel-Cache',
  drawn: 'jetzt gezeichnet',
  because: (why) => `jetzt gezeichnet: ${why}`,
  use: 'Kacheln aus dem Cache zeigen',
  why: {
    none: '',
    layers: 'der Cache ist nach Ebenen getrennt',
    empty: 'der Cache ist leer',
    stale: 'der Cache ist veraltet',
    unwanted: '',
    reference: 'der Cache hat eine andere Projektion',
    changed: 'die Karte wurde hier verändert',
    turned: 'die Karte ist gedreht',
    level: 'diese Stufe fehlt im Cache',
    missing: 'hier fehlen Kacheln',
  },
};
