import { wrongValue } from '../../contract/index.ts';
import { parsePrimary } from './parse-primary.ts';
import type { ArithmeticOperator, CompareOperator, Expression, ExpressionForm, ParsedClause } from './syntax.ts';
import { describeToken, sqlFault, type Token, tokenize } from './tokens.ts';

const deepest = 50;
const highest = 250;
/** Maximum items of a list with non-constant items, because each item is evaluated for every row. */
const maximumItems = 1000;

/** The reading position and the operations of a recursive descent parser. */
export interface Reader {
  readonly path: string;
  /** Return the token `ahead` tokens after the next token; by default the next token. */
  peek(ahead?: number): Token;
  next(): Token;
  /** Consume the next token if its key is one of these; otherwise return undefined. */
  accept(...keys: string[]): Token | undefined;
  expect(key: string): Token;
  fail(expected: string, token?: Token): never;
  expression(): Expression;
  /** Parse an expression that ends before a comparison, AND or OR. */
  operand(): Expression;
  make(position: number, form: ExpressionForm, ...children: (Expression | undefined)[]): Expression;
  /** Parse a nested expression; nesting that is too deep is a fault. */
  nested<T>(read: () => T): T;
}

/**
 * Parse a condition or value of the portable SQL subset.
 *
 * @param text without the word WHERE
 * @param path name of the clause in faults
 * @returns undefined for an empty clause
 * @throws {Fault} `bad-sql` with position
 * @throws {Fault} `too-large` for more than 16,384 characters, not counting lists of constants
 * @throws {Fault} `too-complex` for more than 50 nested levels, 250 operations in a row, 1,000,000 constants in a list,
 *   or 1,000 items in a list that isn't all constants
 */
export function parse(text: string, path = 'WhereClause'): ParsedClause | undefined {
  const reader = makeReader(tokenize(text, path), path);
  if (reader.peek().kind === 'end') return undefined;
  const root = reader.expression();
  if (reader.peek().kind !== 'end') reader.fail('AND, OR or the end');
  return { path, root };
}

/** One term of an ORDER BY list. */
interface ParsedOrder {
  readonly clause: ParsedClause;
  readonly descending: boolean;
  readonly nulls?: 'first' | 'last';
}

/**
 * Parse a list such as `a, b DESC NULLS LAST`, with or without the words ORDER BY before it.
 *
 * @returns empty for an empty text
 * @throws {Fault} as `parse`
 */
export function parseOrderBy(text: string, path = 'PostfixClause'): ParsedOrder[] {
  const reader = makeReader(tokenize(text, path), path);
  if (reader.peek().kind === 'end') return [];
  if (reader.peek().key === 'ORDER' && reader.peek(1).key === 'BY') {
    reader.next();
    reader.next();
  }
  const terms: ParsedOrder[] = [];
  do {
    const root = reader.expression();
    const direction = reader.accept('ASC', 'DESC');
    let nulls: 'first' | 'last' | undefined;
    if (reader.accept('NULLS')) {
      const word = reader.accept('FIRST', 'LAST') ?? reader.fail('FIRST or LAST');
      nulls = word.key === 'FIRST' ? 'first' : 'last';
    }
    terms.push({ clause: { path, root }, descending: direction?.key === 'DESC', nulls });
  } while (reader.accept(','));
  if (reader.peek().kind !== 'end') reader.fail('ASC, DESC, "," or the end');
  return terms;
}

function makeReader(tokens: readonly Token[], path: string): Reader {
  let index = 0;
  let depth = 0;
  const last = tokens.length - 1;
  const reader: Reader = {
    path,
    peek: (ahead = 0) => tokens[Math.min(index + ahead, last)]!,
    next: () => tokens[Math.min(index++, last)]!,
    accept(...keys) {
      const token = reader.peek();
      if (!keys.includes(token.key) || token.key === '') return undefined;
      return reader.next();
    },
    expect: (key) => reader.accept(key) ?? reader.fail(key.length > 1 ? key : `"${key}"`),
    fail(expected, token = reader.peek()) {
      throw sqlFault(path, token.position, expected, describeToken(token));
    },
    expression: () => reader.nested(() => parseInfix(reader, 0)),
    operand: () => reader.nested(() => parseInfix(reader, powers.concatenation)),
    make(position, form, ...children) {
      let height = 0;
      for (const child of children) if (child && child.height > height) height = child.height;
      if (++height > highest) {
        throw wrongValue(
          'too-complex',
          `${path} position ${position}`,
          `at most ${highest} consecutive operations`,
          'more',
        );
      }
      return { ...form, position, height };
    },
    nested(read) {
      if (++depth > deepest) {
        const { position } = reader.peek();
        throw wrongValue('too-complex', `${path} position ${position}`, `at most ${deepest} nested levels`, 'more');
      }
      const result = read();
      depth--;
      return result;
    },
  };
  return reader;
}

/** Binding powers of operators; NOT is between AND and the comparisons. */
const powers = { or: 1, and: 2, not: 3, comparison: 4, concatenation: 5, sum: 6, product: 7, sign: 8 };

const infixPowers = new Map<string, number>([
  ['OR', powers.or],
  ['AND', powers.and],
  ...['=', '<>', '<', '<=', '>', '>=', 'IS', 'LIKE', 'IN', 'BETWEEN', 'NOT'].map((key): [string, number] => [
    key,
    powers.comparison,
  ]),
  ['||', powers.concatenation],
  ['+', powers.sum],
  ['-', powers.sum],
  ['*', powers.product],
  ['/', powers.product],
  ['%', powers.product],
]);

function parseInfix(reader: Reader, minimumPower: number): Expression {
  let left = parsePrefix(reader, minimumPower);
  // Comparisons don't chain: only AND and OR may follow a comparison.
  let maximumPower = Number.POSITIVE_INFINITY;
  for (;;) {
    const token = reader.peek();
    const power = infixPowers.get(token.key);
    if (power === undefined || power < minimumPower || power > maximumPower) return left;
    if (power === powers.comparison) {
      left = parseComparison(reader, left);
      maximumPower = powers.and;
      continue;
    }
    reader.next();
    const right = parseInfix(reader, power + 1);
    if (power === powers.or || power === powers.and) {
      const kind = power === powers.or ? 'or' : 'and';
      // Flatten long chains into one list, so that they don't count as nesting.
      const terms = left.kind === kind ? [...left.terms, right] : [left, right];
      left = reader.make(left.position, { kind, terms }, ...terms);
      maximumPower = power;
    } else {
      const operator = token.key as ArithmeticOperator;
      left = reader.make(token.position, { kind: 'arithmetic', operator, left, right }, left, right);
    }
  }
}

function parsePrefix(reader: Reader, minimumPower: number): Expression {
  const token = reader.peek();
  if (token.key === 'NOT' && minimumPower <= powers.not) {
    reader.next();
    const value = reader.nested(() => parseInfix(reader, powers.not));
    return reader.make(token.position, { kind: 'not', value }, value);
  }
  if (token.key === '-' || token.key === '+') {
    reader.next();
    const value = reader.nested(() => parseInfix(reader, powers.sign));
    return token.key === '+' && value.kind === 'number'
      ? value
      : reader.make(
          token.position,
          { kind: 'negate', value: token.key === '-' ? value : parseNegation(reader, value) },
          value,
        );
  }
  return parsePrimary(reader);
}

/** `+x` requires that x is a number, like two minus signs do. */
const parseNegation = (reader: Reader, value: Expression): Expression =>
  reader.make(value.position, { kind: 'negate', value }, value);

function parseComparison(reader: Reader, left: Expression): Expression {
  const token = reader.next();
  const { position } = left;
  if (token.key === 'IS') return parseIs(reader, left);
  const negated = token.key === 'NOT';
  const key = negated ? (reader.accept('LIKE', 'IN', 'BETWEEN') ?? reader.fail('LIKE, IN or BETWEEN')).key : token.key;
  switch (key) {
    case 'LIKE': {
      const pattern = parseInfix(reader, powers.concatenation);
      const escapeSign = reader.accept('ESCAPE') ? parseInfix(reader, powers.concatenation) : undefined;
      const form = { kind: 'like', value: left, pattern, escapeSign, negated } as const;
      return reader.make(position, form, left, pattern, escapeSign);
    }
    case 'BETWEEN': {
      const low = parseInfix(reader, powers.concatenation);
      reader.expect('AND');
      const high = parseInfix(reader, powers.concatenation);
      return reader.make(position, { kind: 'between', value: left, low, high, negated }, left, low, high);
    }
    case 'IN': {
      const items = parseItems(reader);
      const tallest = items.reduce((a, b) => (b.height > a.height ? b : a));
      return reader.make(position, { kind: 'in', value: left, items, negated }, left, tallest);
    }
    default: {
      const right = parseInfix(reader, powers.concatenation);
      const form = { kind: 'compare', operator: key as CompareOperator, left, right } as const;
      return reader.make(token.position, form, left, right);
    }
  }
}

function parseIs(reader: Reader, value: Expression): Expression {
  const negated = reader.accept('NOT') !== undefined;
  const word = reader.accept('NULL', 'TRUE', 'FALSE') ?? reader.fail(negated ? 'NULL' : 'NULL or NOT NULL');
  const form: ExpressionForm =
    word.key === 'NULL'
      ? { kind: 'isNull', value, negated }
      : { kind: 'isTruth', value, truth: word.key === 'TRUE', negated };
  return reader.make(value.position, form, value);
}

function parseItems(reader: Reader): Expression[] {
  const { kind, position, values } = reader.peek();
  if (kind === 'list') {
    reader.next();
    return values!.map((value): Expression => {
      if (value === null) return { kind: 'null', position, height: 1 };
      return typeof value === 'number'
        ? { kind: 'number', value, position, height: 1 }
        : { kind: 'string', value, position, height: 1 };
    });
  }
  reader.expect('(');
  const items: Expression[] = [];
  do {
    if (items.length === maximumItems) {
      const { position } = reader.peek();
      throw wrongValue('too-complex', `${reader.path} position ${position}`, `at most ${maximumItems} values`, 'more');
    }
    items.push(reader.expression());
  } while (reader.accept(','));
  if (!reader.accept(')')) reader.fail('"," or ")"');
  return items;
}

/**
 * Join conditions with AND. Each condition is parsed separately first, so that its parentheses can't close a
 * parenthesis of another condition. Empty conditions restrict nothing.
 *
 * @returns empty if all conditions are empty
 * @throws {Fault} as `parse`, with the path of the invalid condition
 */
export function combineConditions(conditions: readonly { readonly text: string; readonly path: string }[]): string {
  const written = conditions.filter(({ text, path }) => parse(text, path)).map(({ text }) => text);
  return written.length < 2 ? (written[0] ?? '') : written.map((text) => `(${text})`).join(' AND ');
}
