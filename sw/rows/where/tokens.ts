import { type Fault, wrongValue } from '../../contract/index.ts';

/**
 * A word, literal or sign of a clause. `text` of a string or quoted name has no quotes, and doubled quotes inside are
 * single.
 */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'sign' | 'list' | 'end';
  readonly text: string;
  /** For the grammar to compare: words in uppercase, signs as written, otherwise empty. */
  readonly key: string;
  /** Counted from 1. */
  readonly position: number;
  /** The constants of a list. */
  readonly values?: readonly (number | string | null)[];
}

/** Maximum length of a clause in UTF-16 units, not counting its lists of constants. */
export const maxClauseLength = 16384;
/** Maximum number of constants in one list, the same as for lists in messages. */
const maxListed = 1_000_000;
/** Maximum length of a clause including its lists, checked before anything is allocated. */
const maxTextLength = 2 ** 25;

const space = /[\s\u00a0]+/uy;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_$#]*/uy;
const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
/** Matches one constant of a list and the separator after it. */
const listed =
  /[\s\u00a0]*(?:([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|[nN]?'([^']*(?:''[^']*)*)'|(null))[\s\u00a0]*([,)])/iy;
// `--` is a separate token so that it is refused: in SQL it starts a comment.
const sign = /<>|!=|<=|>=|\|\||--|[=<>+\-*/%(),.]/y;

/**
 * Split an SQL clause into tokens; the last token is the end.
 *
 * @param path name of the clause in faults, e.g. `WhereClause`
 * @throws {Fault} `too-large` for more than 16,384 characters, not counting lists of constants; `too-complex` for a
 *   list of more than 1,000,000 constants; `bad-sql` for an invalid character or an unclosed quote
 */
export function tokenize(text: string, path: string): Token[] {
  const checkLength = (length: number, maxLength: number): void => {
    if (length > maxLength) throw wrongValue('too-large', path, `at most ${maxLength} characters`, `${length}`);
  };
  checkLength(text.length, maxTextLength);
  const tokens: Token[] = [];
  let offset = 0;
  let inLists = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    offset += match(space)?.length ?? 0;
    const position = offset + 1;
    checkLength(offset - inLists, maxClauseLength);
    if (offset >= text.length) {
      tokens.push({ kind: 'end', text: '', key: '', position });
      return tokens;
    }
    const first = text[offset]!;
    // N'...' allows any characters in the string; here every string does.
    const isNational = /n/i.test(first) && text[offset + 1] === "'";
    if (isNational || first === "'" || first === '"') {
      const [content, end] = readQuoted(text, offset + Number(isNational), path);
      if (first === '"' && content === '') throw sqlFault(path, position, 'a name', '""');
      tokens.push({ kind: first === '"' ? 'quoted' : 'string', text: content, key: '', position });
      offset = end;
      continue;
    }
    const matchedWord = match(word);
    if (matchedWord !== undefined) {
      tokens.push({ kind: 'word', text: matchedWord, key: matchedWord.toUpperCase(), position });
      offset += matchedWord.length;
      continue;
    }
    const digits = match(number);
    if (digits !== undefined) {
      offset += digits.length;
      const tail = match(word);
      if (tail !== undefined) throw sqlFault(path, position, 'a number', quote(digits + tail));
      tokens.push({ kind: 'number', text: digits, key: '', position });
      continue;
    }
    const mark = match(sign);
    if (mark === undefined) {
      throw sqlFault(
        path,
        position,
        'a name, value or operator',
        quote(String.fromCodePoint(text.codePointAt(offset)!)),
      );
    }
    const list = mark === '(' && tokens.at(-1)?.key === 'IN' ? readList(text, offset + 1, path) : undefined;
    if (list) {
      tokens.push({ kind: 'list', text: '(', key: '', position, values: list.values });
      inLists += list.end - offset;
      offset = list.end;
      continue;
    }
    tokens.push({ kind: 'sign', text: mark, key: mark === '!=' ? '<>' : mark, position });
    offset += mark.length;
  }
}

/**
 * Read a whole list of constants as one token: a token for each would take more memory than their text.
 *
 * @returns undefined for a single constant or a list that contains anything else, which is then read token by token
 */
function readList(text: string, from: number, path: string) {
  const values: (number | string | null)[] = [];
  listed.lastIndex = from;
  for (;;) {
    const match = listed.exec(text);
    if (!match) return undefined;
    const [, digits, content, , mark] = match;
    const value = digits === undefined ? (content?.replaceAll("''", "'") ?? null) : Number(digits);
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return undefined;
    if (values.push(value) > maxListed) {
      throw wrongValue('too-complex', `${path} position ${from}`, `at most ${maxListed} values`, 'more');
    }
    // A single constant in parentheses may be an operand: POSITION('a' IN ('ab')).
    if (mark === ')') return values.length > 1 ? { values, end: listed.lastIndex } : undefined;
  }
}

/** Return the fault for an error in a clause, with its position and the expected and found text. */
export function sqlFault(path: string, position: number, expected: string, actual: string): Fault {
  return wrongValue('bad-sql', `${path} position ${position}`, expected, actual, { position });
}

/** Describe a token for a fault. */
export function describeToken(token: Token): string {
  if (token.kind === 'end') return 'the end';
  return token.kind === 'string' ? `the string '${shorten(token.text)}'` : quote(token.text);
}

const quote = (text: string): string => `"${shorten(text)}"`;
const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function readQuoted(text: string, start: number, path: string): [content: string, end: number] {
  const mark = text[start]!;
  let content = '';
  for (let pieceStart = start + 1; ; ) {
    const end = text.indexOf(mark, pieceStart);
    if (end < 0) throw sqlFault(path, start + 1, `a closing ${mark}`, 'the end');
    content += text.slice(pieceStart, end);
    if (text[end + 1] !== mark) return [content, end + 1];
    content += mark;
    pieceStart = end + 2;
  }
}
