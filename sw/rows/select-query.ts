import { Fault } from '../contract/index.ts';

/** What a simple query says; the clauses are left as text. */
interface SelectQuery {
  /** Names of columns, or undefined for all. */
  readonly columns?: readonly string[];
  readonly table: string;
  /** Empty for none. */
  readonly where: string;
}

const keywords = ['SELECT', 'FROM', 'WHERE'] as const;
const name = /^(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_]*)(?:\.(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_]*))*$/u;

/**
 * Read `SELECT columns FROM table WHERE condition`: one table, plain columns or `*`. An order is refused: rows of a source
 * have none, a query of them orders its answer.
 *
 * @throws {Fault} `bad-sql` with what was expected where
 */
export function readSelect(query: string, path: string): SelectQuery {
  const parts: Partial<Record<(typeof keywords)[number], string>> = {};
  let last: (typeof keywords)[number] | undefined;
  let from = 0;
  // Texts and quoted names are passed over as wholes, so that a keyword in them is none.
  for (const match of query.matchAll(/'(?:[^']|'')*'|"[^"]*"|\b(SELECT|FROM|WHERE|ORDER\s+BY)\b/gi)) {
    if (!match[1]) continue;
    const word = match[1].toUpperCase() as (typeof keywords)[number];
    if (!keywords.includes(word))
      throw fault(path, 'no ORDER BY, since a source has no order,', query.slice(match.index));
    if (last) parts[last] = query.slice(from, match.index).trim();
    else if (query.slice(0, match.index).trim() !== '' || word !== 'SELECT') throw fault(path, 'SELECT first', query);
    if (last && keywords.indexOf(word) <= keywords.indexOf(last)) throw fault(path, `no second ${word}`, query);
    last = word;
    from = match.index + match[0].length;
  }
  if (last) parts[last] = query.slice(from).replace(/;\s*$/, '').trim();
  const { SELECT: list = '', FROM: table = '', WHERE: where = '' } = parts;
  if (!name.test(table)) throw fault(path, 'the name of one table after FROM', table);
  if (list === '') throw fault(path, 'names of columns after SELECT', list);
  const columns = list === '*' ? undefined : list.split(',').map((column) => column.trim());
  const other = columns?.find((column) => !name.test(column));
  if (other !== undefined) throw fault(path, 'a plain name of a column', other);
  return { columns: columns?.map(unquoted), table: unquoted(table), where };
}

const unquoted = (text: string): string => text.replaceAll('"', '');

const fault = (path: string, expected: string, found: string): Fault =>
  new Fault('bad-sql', `${path}.Query: ${expected} expected, "${found.slice(0, 80)}" found.`);
