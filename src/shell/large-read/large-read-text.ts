import { preferredLanguage } from '../../text/text.ts';

const en = {
  title: (bytes: string, source: string) => `Read about ${bytes} from ${source}?`,
  sort: (bytes: string, source: string) => `Sorting reads about ${bytes} from ${source}. Continue?`,
  search: (bytes: string, source: string) => `This search reads about ${bytes} from ${source}. Continue?`,
  statistics: (bytes: string, source: string) => `These statistics read about ${bytes} from ${source}. Continue?`,
  detail:
    'What is stored in this browser is not fetched again. This can take a few minutes, and you can cancel it at any time.',
  goOn: 'Continue',
  reading: (source: string) => `Reading from ${source}`,
};

const de: typeof en = {
  title: (bytes, source) => `Etwa ${bytes} von ${source} lesen?`,
  sort: (bytes, source) => `Zum Sortieren werden etwa ${bytes} von ${source} gelesen. Fortfahren?`,
  search: (bytes, source) => `Für diese Suche werden etwa ${bytes} von ${source} gelesen. Fortfahren?`,
  statistics: (bytes, source) => `Für diese Statistik werden etwa ${bytes} von ${source} gelesen. Fortfahren?`,
  detail:
    'Was in diesem Browser gespeichert ist, wird nicht noch einmal geladen. Es kann einige Minuten dauern und lässt sich jederzeit abbrechen.',
  goOn: 'Fortfahren',
  reading: (source) => `Es wird von ${source} gelesen`,
};

export const largeReadText = preferredLanguage() === 'de' ? de : en;
