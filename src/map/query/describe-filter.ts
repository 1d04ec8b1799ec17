import { type Field, fieldTitle } from '../../state/rows.ts';
import { queryText } from '../text/query-text.ts';

const { operators, value2: to, and, or } = queryText;
const tokenPattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|<=|>=|<>|[<>=]|[\p{L}_][\p{L}\p{N}_.]*|\d[\w.]*|\S/gu;

/**
 * Describe a where clause in words, with field titles and the operators of the query builder. Anything that the builder
 * doesn't write, such as arithmetic, stays SQL.
 */
export function describeFilter(where: string, fields: readonly Field[]): string {
  const tokens = where.match(tokenPattern) ?? [];
  const isAt = (index: number, sequence: string): boolean =>
    sequence.split(' ').every((word, i) => tokens[index + i]?.toUpperCase() === word);
  const joins = new Set(
    tokens.map((token) => token.toUpperCase()).filter((token) => token === 'AND' || token === 'OR'),
  );
  const parts: string[] = [];
  /** Whether each open parenthesis is omitted, because the builder writes it around every condition. */
  const dropped: boolean[] = [];
  let isBetween = false;
  const take = (word: string, count = 1): number => {
    parts.push(word);
    return count;
  };
  const next = (index: number): number => {
    const token = tokens[index]!;
    const upper = token.toUpperCase();
    if (isAt(index, 'IS NOT NULL')) return take(operators.notNull!, 3);
    if (isAt(index, 'IS NULL')) return take(operators.null!, 2);
    const likePattern =
      isAt(index, 'UPPER (') && isAt(index + 3, ') LIKE') ? /^'(%?)(.*)%'$/s.exec(tokens[index + 5] ?? '') : null;
    if (likePattern) {
      const text = likePattern[2]!.replaceAll("''", "'").replaceAll(/\\([\\%_])/g, '$1');
      take(
        `${tokenTitle(tokens[index + 2]!, fields)} ${likePattern[1] ? operators.contains : operators.begins} “${text}”`,
      );
      return isAt(index + 6, 'ESCAPE') ? 8 : 6;
    }
    if (upper === 'BETWEEN') {
      isBetween = true;
      return take(operators.between!);
    }
    if (upper === 'AND' && isBetween) {
      isBetween = false;
      return take(to);
    }
    if (upper === 'AND') return take(and);
    if (upper === 'OR') return take(or);
    if (token === '(') {
      const before = tokens[index - 1];
      // Keep the parentheses of IN lists and function calls.
      dropped.push(joins.size < 2 && (before === undefined || before === '(' || /^(?:AND|OR)$/i.test(before)));
      return dropped.at(-1) ? 1 : take(token);
    }
    if (token === ')') return dropped.pop() ? 1 : take(token);
    if ((upper === 'DATE' || upper === 'TIMESTAMP') && tokens[index + 1]?.startsWith("'"))
      return take(tokens[index + 1]!.slice(1, -1), 2);
    if (token.startsWith("'")) return take(`“${token.slice(1, -1).replaceAll("''", "'")}”`);
    return take(operators[token] ?? tokenTitle(token, fields));
  };
  for (let index = 0; index < tokens.length; ) index += next(index);
  return parts.join(' ').replaceAll('( ', '(').replaceAll(' )', ')').replaceAll(' ,', ',');
}

function tokenTitle(token: string, fields: readonly Field[]): string {
  const name = token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token;
  const field = fields.find(({ Name }) => Name.toUpperCase() === name.toUpperCase());
  return field ? fieldTitle(field) : token;
}
