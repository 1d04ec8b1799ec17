import { Fault } from '../../contract/index.ts';

/** A word, literal or sign of a clause. `text` of a string or quoted name is without quotes, doubled quotes undone. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'sign' | 'list' | 'end';
  readonly text: string;
  /** Words in capitals, signs as they are, otherwise empty: what the grammar compares. */
  readonly key: string;
  /** Counted from 1. */
  readonly position: number;
  /** Of a list: its constants. */
  readonly values?: readonly (number | string | null)[];
}

/** Longest clause that is read, in UTF-16 units, without its lists of constants. */
export const longestClause = 16384;
/** Constants of one list: as many as lists of messages may have. */
const maxListed = 1_000_000;
/** Longest clause with its lists, so that what is refused is refused before it takes memory. */
const longestText = 2 ** 25;

const space = /[\s\u00a0]+/uy;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_$#]*/uy;
const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
/** One constant of a list and what follows it. */
const listed =
  /[\s\u00a0]*(?:([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|[nN]?'([^']*(?:''[^']*)*)'|(null))[\s\u00a0]*([,)])/iy;
// Two dashes start a comment in SQL; a double negation is never meant.
const sign = /<>|!=|<=|>=|\|\||--|[=<>+\-*/%(),.]/y;

/**
 * Split a clause of SQL into tokens; the last one is the end.
 *
 * @param path what the clause is called in messages, e.g. `WhereClause`
 * @throws {Fault} `too-large` for more than 16,384 characters beside lists of constants, `too-complex` for one of more than
 *   1,000,000, `bad-sql` for a character that begins no token or a quote that is not closed
 */
export function tokenize(text: string, path: string): Token[] {
  const checkLength = (length: number, most: number): void => {
    if (length > most) throw new Fault('too-large', `${path}: at most ${most} characters expected, ${length} found.`);
  };
  checkLength(text.length, longestText);
  const tokens: Token[] = [];
  let at = 0;
  let inLists = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    at += match(space)?.length ?? 0;
    const position = at + 1;
    checkLength(at - inLists, longestClause);
    if (at >= text.length) {
      tokens.push({ kind: 'end', text: '', key: '', position });
      return tokens;
    }
    const first = text[at]!;
    // N'...' says that the string may have any letters, as all may here.
    const isNational = /n/i.test(first) && text[at + 1] === "'";
    if (isNational || first === "'" || first === '"') {
      const [content, end] = readQuoted(text, at + Number(isNational), path);
      if (first === '"' && content === '') throw sqlFault(path, position, 'a name', '""');
      tokens.push({ kind: first === '"' ? 'quoted' : 'string', text: content, key: '', position });
      at = end;
      continue;
    }
    const found = match(word);
    if (found !== undefined) {
      tokens.push({ kind: 'word', text: found, key: found.toUpperCase(), position });
      at += found.length;
      continue;
    }
    const digits = match(number);
    if (digits !== undefined) {
      at += digits.length;
      const tail = match(word);
      if (tail !== undefined) throw sqlFault(path, position, 'a number', quote(digits + tail));
      tokens.push({ kind: 'number', text: digits, key: '', position });
      continue;
    }
    const mark = match(sign);
    if (mark === undefined) {
      throw sqlFault(path, position, 'a name, value or operator', quote(String.fromCodePoint(text.codePointAt(at)!)));
    }
    const list = mark === '(' && tokens.at(-1)?.key === 'IN' ? readList(text, at + 1, path) : undefined;
    if (list) {
      tokens.push({ kind: 'list', text: '(', key: '', position, values: list.values });
      inLists += list.end - at;
      at = list.end;
      continue;
    }
    tokens.push({ kind: 'sign', text: mark, key: mark === '!=' ? '<>' : mark, position });
    at += mark.length;
  }
}

/**
 * Read a list of constants at once: a token for each would take more memory than their text.
 *
 * @returns undefined where it has one alone, or anything else is in it: that is then read token by token
 */
function readList(text: string, from: number, path: string) {
  const values: (number | string | null)[] = [];
  listed.lastIndex = from;
  for (;;) {
    const found = listed.exec(text);
    if (!found) return undefined;
    const [, digits, content, , mark] = found;
    const value = digits === undefined ? (content?.replaceAll("''", "'") ?? null) : Number(digits);
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return undefined;
    if (values.push(value) > maxListed) {
      throw new Fault('too-complex', `${path} position ${from}: at most ${maxListed} values expected.`);
    }
    // A single one in brackets may be an operand: POSITION('a' IN ('ab')).
    if (mark === ')') return values.length > 1 ? { values, end: listed.lastIndex } : undefined;
  }
}

/** Say where a clause is wrong, what was expected and what was found. */
export function sqlFault(path: string, position: number, expected: string, found: string): Fault {
  return new Fault('bad-sql', `${path} position ${position}: ${expected} expected, ${found} found.`, { position });
}

/** Name a token in a message. */
export function describeToken(token: Token): string {
  if (token.kind === 'end') return 'the end';
  return token.kind === 'string' ? `the string '${shorten(token.text)}'` : quote(token.text);
}

const quote = (text: string): string => `"${shorten(text)}"`;
const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function readQuoted(text: string, start: number, path: string): [content: string, end: number] {
  const mark = text[start]!;
  let content = '';
  for (let at = start + 1; ; ) {
    const end = text.indexOf(mark, at);
    if (end < 0) throw sqlFault(path, start + 1, `a closing ${mark}`, 'the end');
    content += text.slice(at, end);
    if (text[end + 1] !== mark) return [content, end + 1];
    content += mark;
    at = end + 2;
  }
}
