import { Fault } from '../../../contract/index.ts';

/** Functions of CQL2 that a where clause has no word for. */
const unknown = /^(S_\w+|T_\w+|A_\w+|BBOX|POINT|POLYGON|LINESTRING|MULTI\w+|INTERVAL|ENVELOPE)$/i;

/** Texts in quotes, quoted names, a call such as `DATE(`, or another word. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\b[A-Za-z_]\w*\b/g;

/**
 * Write a condition in CQL2 text as a where clause, which has the same words but for dates, CASEI and what is spatial.
 *
 * @throws {Fault} `not-supported` for functions of space, time and lists
 */
export function whereOf(filter: string): string {
  const withDates = filter.replace(
    /('(?:[^']|'')*'|"(?:[^"]|"")*")|\b(DATE|TIMESTAMP)\s*\(\s*'([^']*)'\s*\)/gi,
    (whole, quoted: string | undefined, word: string, text: string) =>
      quoted ? whole : `${word.toUpperCase()} '${text.replace(/(\d)T(\d)/i, '$1 $2').replace(/(\.\d+)?Z$/i, '')}'`,
  );
  return withDates.replace(token, (word) => {
    if (word.startsWith("'") || word.startsWith('"')) return word;
    if (unknown.test(word))
      throw new Fault(
        'not-supported',
        `filter: comparisons, AND, OR, NOT, LIKE, IN, BETWEEN and IS NULL expected, "${word}" found; bbox and datetime restrict space and time.`,
      );
    if (/^CASEI$/i.test(word)) return 'UPPER';
    return word;
  });
}
