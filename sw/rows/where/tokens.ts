import { Fault } from '../../contract/index.ts';

/** A word, literal or sign of a clause. `text` of a string or quoted name is without quotes, doubled quotes undone. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'sign' | 'end';
  readonly text: string;
  /** Words in capitals, signs as they are, otherwise empty: what the grammar compares. */
  readonly key: string;
  /** Counted from 1. */
  readonly position: number;
}

/** Longest clause that is read, in UTF-16 units. */
export const longestClause = 16384;

const space = /[\s\u00a0]+/uy;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_$#]*/uy;
const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
// Two dashes start a comment in SQL; a double negation is never meant.
const sign = /<>|!=|<=|>=|\|\||--|[=<>+\-*/%(),.]/y;

/**
 * Split a clause of SQL into tokens; the last one is the end.
 *
 * @param path what the clause is called in messages, e.g. `WhereClause`
 * @throws {Fault} `too-large` for more than 16,384 characters, `bad-sql` for a character that begins no token or a quote that is not closed
 */
export function tokenize(text: string, path: string): Token[] {
  if (text.length > longestClause) {
    throw new Fault('too-large', `${path}: at most ${longestClause} characters expected, ${text.length} found.`);
  }
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    at += match(space)?.length ?? 0;
    const position = at + 1;
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
    tokens.push({ kind: 'sign', text: mark, key: mark === '!=' ? '<>' : mark, position });
    at += mark.length;
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
