import { Budget } from '../../contract/budget.ts';
import { bracketedPattern, bracketField, unbracketField } from '../../rows/text/field-in-brackets.ts';

/** Value inside a label expression. Nulls are empty strings. */
export type LabelScalar = string | number;

/** Part of a label expression, evaluated per row. */
type LabelPart = (read: (field: string) => LabelScalar) => LabelScalar;

/** Parsed label expression. */
export interface LabelScript {
  readonly part: LabelPart;
  /** Names of the fields in order of appearance. */
  readonly fields: readonly string[];
  /** Expression of only fields, strings and `&`; undefined if it is more complex. */
  readonly simple?: string;
}

/** Syntax error with its position. */
export class LabelScriptError extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super(`character ${offset + 1}`);
    this.offset = offset;
  }
}

interface Piece {
  readonly part: LabelPart;
  readonly simple?: string;
}

const token = new RegExp(
  String.raw`\s*(?:(?<field>${bracketedPattern})|(?<text>"(?:[^"\\]|""|\\.)*"|'(?:[^'\\]|''|\\.)*')|(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)|(?<sign>[&+\-*/().,]))`,
  'suy',
);

interface Token {
  readonly kind: 'field' | 'text' | 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly offset: number;
}

/**
 * Parse a label expression: fields in brackets, strings in quotes, numbers, `&` and `+`. The script dialects also have
 * the four operations and the functions and methods of `functions`. Nothing is executed as a program.
 *
 * @param isSimple true to allow only fields and strings joined by `&` or `+`
 * @throws {LabelScriptError} if the expression is invalid
 */
export function readLabelScript(expression: string, isSimple: boolean): LabelScript {
  const tokens = tokenize(expression);
  const fields: string[] = [];
  let next = 0;
  const peek = () => tokens[next]!;
  const isSign = (...signs: string[]) => peek().kind === 'sign' && signs.includes(peek().text);
  const fail = (): never => {
    throw new LabelScriptError(peek().offset);
  };
  const expect = (sign: string) => (isSign(sign) ? next++ : fail());

  function sum(depth: number): Piece {
    let left = product(depth);
    while (isSign('&', '+', ...(isSimple ? [] : ['-']))) {
      const sign = tokens[next++]!.text;
      const right = product(depth);
      const [a, b] = [left.part, right.part];
      const part: LabelPart =
        sign === '-' ? (read) => Number(a(read)) - Number(b(read)) : (read) => join(a(read), b(read), sign, isSimple);
      const isPlain = left.simple !== undefined && right.simple !== undefined && sign !== '-';
      left = { part, simple: isPlain ? `${left.simple} & ${right.simple}` : undefined };
    }
    return left;
  }

  function product(depth: number): Piece {
    let left = value(depth);
    while (!isSimple && isSign('*', '/')) {
      const isTimes = tokens[next++]!.text === '*';
      const right = value(depth);
      const [a, b] = [left.part, right.part];
      left = { part: (read) => (isTimes ? Number(a(read)) * Number(b(read)) : Number(a(read)) / Number(b(read))) };
    }
    return left;
  }

  function value(depth: number): Piece {
    if (depth > 32) fail();
    let piece = plainValue(depth);
    while (!isSimple && isSign('.')) {
      next++;
      const method = peek().kind === 'name' ? functions[`.${peek().text.toLowerCase()}`] : undefined;
      if (!method) fail();
      next++;
      piece = callFunction(method!, [piece, ...readArguments(depth)]);
    }
    return piece;
  }

  function plainValue(depth: number): Piece {
    const { kind, text } = peek();
    if (kind === 'field') {
      next++;
      const name = unbracketField(text);
      fields.push(name);
      return { part: (read) => read(name), simple: bracketField(name) };
    }
    if (kind === 'text') {
      next++;
      const written = unquote(text, isSimple);
      return { part: () => written, simple: `"${written.replaceAll('"', '""')}"` };
    }
    if (kind === 'name') {
      const name = text.toLowerCase();
      // Inherited members of an object aren't words of the dialect.
      if (Object.hasOwn(constants, name)) {
        const broken = constants[name]!;
        next++;
        return { part: () => broken, simple: text };
      }
      const apply = !isSimple && Object.hasOwn(functions, name) && functions[name];
      if (!apply) return fail();
      next++;
      return callFunction(apply, readArguments(depth));
    }
    if (isSimple) return fail();
    if (kind === 'number') {
      next++;
      return { part: () => Number(text) };
    }
    if (isSign('-')) {
      next++;
      const { part } = value(depth + 1);
      return { part: (read) => -Number(part(read)) };
    }
    expect('(');
    const inside = sum(depth + 1);
    expect(')');
    return { part: inside.part };
  }

  function readArguments(depth: number): Piece[] {
    const list: Piece[] = [];
    expect('(');
    while (!isSign(')')) {
      if (list.length > 0) expect(',');
      list.push(sum(depth + 1));
    }
    next++;
    return list;
  }

  const whole = sum(0);
  if (peek().kind !== 'end') fail();
  return { ...whole, fields };
}

function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  const end = expression.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const offset = token.lastIndex;
    const groups = token.exec(expression)?.groups;
    const match = groups && Object.entries(groups).find(([, text]) => text !== undefined);
    if (!match) throw new LabelScriptError(offset);
    tokens.push({ kind: match[0] as Token['kind'], text: match[1]!, offset });
  }
  tokens.push({ kind: 'end', text: '', offset: end });
  return tokens;
}

/** Apply a joining operator: `&` always joins; `+` adds two numbers in the script dialects. */
function join(a: LabelScalar, b: LabelScalar, sign: string, isSimple: boolean): LabelScalar {
  return !isSimple && sign === '+' && typeof a === 'number' && typeof b === 'number' ? a + b : text(a) + text(b);
}

/** Maximum characters of a label. Longer labels aren't readable. */
const maxTextLength = 10_000;

/** Format a number for labels, without the digits of binary rounding. */
export function text(value: LabelScalar | undefined): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : (value ?? '').slice(0, maxTextLength);
}

const callFunction = (apply: Apply, pieces: readonly Piece[]): Piece => ({
  part: (read) => apply(...pieces.map(({ part }) => part(read))),
});

function unquote(quoted: string, isSimple: boolean): string {
  const mark = quoted[0]!;
  const inside = quoted.slice(1, -1).replaceAll(mark + mark, mark);
  if (isSimple) return inside;
  return inside.replace(/\\(.)/gs, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : letter));
}

const constants: Readonly<Record<string, string>> = { vbnewline: '\n', vbcrlf: '\n', vblf: '\n', vbtab: '\t' };

type Apply = (...values: LabelScalar[]) => LabelScalar;

const upper: Apply = (value) => text(value).toUpperCase();
const lower: Apply = (value) => text(value).toLowerCase();
const trim: Apply = (value) => text(value).trim();
const length: Apply = (value) => text(value).length;
function replace(value: LabelScalar, search?: LabelScalar, other?: LabelScalar): LabelScalar {
  const [whole, searchText, replacement] = [text(value), text(search), text(other)];
  if (searchText === '') return whole;
  const pieces = whole.split(searchText);
  // Check the length first, because a few nested replacements can produce text of any length.
  new Budget('LabelExpression', { letters: maxTextLength }).take(
    'letters',
    whole.length + (pieces.length - 1) * (replacement.length - searchText.length),
  );
  return pieces.join(replacement);
}
const title: Apply = (value) =>
  text(value)
    .toLowerCase()
    .replace(/(^|[^\p{L}\p{N}'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
const round: Apply = (value, digits) => {
  const steps = 10 ** Math.min(12, Math.max(-12, Number(digits ?? 0)));
  return Math.round(Number(value) * steps) / steps;
};
const toFixed: Apply = (value, digits) => Number(value).toFixed(Math.min(20, Math.max(0, Number(digits ?? 0))));

/**
 * Functions of the three dialects by lower-case name. The names of methods start with a dot, and their first argument
 * is the text they are called on.
 */
const functions: Readonly<Record<string, Apply>> = {
  ucase: upper,
  lcase: lower,
  trim,
  ltrim: (value) => text(value).trimStart(),
  rtrim: (value) => text(value).trimEnd(),
  len: length,
  cstr: text,
  str: text,
  string: text,
  replace,
  left: (value, count) => text(value).slice(0, Math.max(0, Number(count))),
  right: (value, count) => (Number(count) > 0 ? text(value).slice(-Number(count)) : ''),
  mid: (value, first, count) =>
    text(value).slice(Number(first) - 1, count === undefined ? undefined : Number(first) - 1 + Number(count)),
  round,
  int: (value) => Math.floor(Number(value)),
  abs: (value) => Math.abs(Number(value)),
  formatnumber: toFixed,
  'math.round': (value) => Math.round(Number(value)),
  'math.floor': (value) => Math.floor(Number(value)),
  'math.ceil': (value) => Math.ceil(Number(value)),
  '.upper': upper,
  '.touppercase': upper,
  '.lower': lower,
  '.tolowercase': lower,
  '.title': title,
  '.strip': trim,
  '.trim': trim,
  '.replace': replace,
  '.tostring': text,
  '.tofixed': toFixed,
  '.substr': (value, first, count) =>
    text(value).substr(Number(first), count === undefined ? undefined : Number(count)),
  '.substring': (value, first, end) =>
    text(value).substring(Number(first), end === undefined ? undefined : Number(end)),
  '.slice': (value, first, end) => text(value).slice(Number(first), end === undefined ? undefined : Number(end)),
};
