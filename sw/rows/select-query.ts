import { type Fault, quoteValue, wrongValue } from '../contract/index.ts';

/** The clauses of a simple query; the condition stays unparsed. */
interface SelectQuery {
  /** Names of columns, or undefined for all. */
  readonly columns?: readonly string[];
  readonly table: string;
  /** Empty if the query has no condition. */
  readonly where: string;
}

const keywords = ['SELECT', 'FROM', 'WHERE'] as const;
const name = /^(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_]*)(?:\.(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_]*))*$/u;

/**
 * Parse `SELECT columns FROM table [WHERE condition]` with one table, and plain columns or `*`. ORDER BY is refused,
 * because the rows of a source have no order; a query of these rows orders its response.
 *
 * @throws {Fault} `bad-sql` for any other text
 */
export function readSelect(query: string, path: string): SelectQuery {
  const parts: Partial<Record<(typeof keywords)[number], string>> = {};
  let last: (typeof keywords)[number] | undefined;
  let from = 0;
  // Skip string literals and quoted names as a whole, so keywords in them don't count.
  for (const match of query.matchAll(/'(?:[^']|'')*'|"[^"]*"|\b(SELECT|FROM|WHERE|ORDER\s+BY)\b/gi)) {
    if (!match[1]) continue;
    const word = match[1].toUpperCase() as (typeof keywords)[number];
    if (!keywords.includes(word))
      throw fault(path, 'no ORDER BY, because a source has no order', query.slice(match.index));
    if (last) parts[last] = query.slice(from, match.index).trim();
    else if (query.slice(0, match.index).trim() !== '' || word !== 'SELECT')
      throw fault(path, 'SELECT at the start', query);
    if (last && keywords.indexOf(word) <= keywords.indexOf(last)) throw fault(path, `no second ${word}`, query);
    last = word;
    from = match.index + match[0].length;
  }
  if (last) parts[last] = query.slice(from).replace(/;\s*$/, '').trim();
  const { SELECT: list = '', FROM: table = '', WHERE: where = '' } = parts;
  if (!name.test(table)) throw fault(path, 'one table name after FROM', table);
  if (list === '') throw fault(path, 'column names after SELECT', list);
  const columns = list === '*' ? undefined : list.split(',').map((column) => column.trim());
  const other = columns?.find((column) => !name.test(column));
  if (other !== undefined) throw fault(path, 'a plain column name', other);
  return { columns: columns?.map(removeQuotes), table: removeQuotes(table), where };
}

const removeQuotes = (text: string): string => text.replaceAll('"', '');

const fault = (path: string, expected: string, actual: string): Fault =>
  wrongValue('bad-sql', `${path}.Query`, expected, quoteValue(actual));
