import { parseDate, parseInterval, parseTime } from './date-text.ts';
import type { Reader } from './parse.ts';
import { type CastTarget, type DatePart, dateParts, type Expression, reservedWords } from './syntax.ts';
import { sqlFault, type Token } from './tokens.ts';

/** Parse an operand: a literal, a name, a call, CASE or a parenthesized expression. @throws {Fault} as `parse` */
export function parsePrimary(reader: Reader): Expression {
  const token = reader.peek();
  const { position } = token;
  switch (token.kind) {
    case 'number': {
      reader.next();
      const value = Number(token.text);
      if (!Number.isFinite(value))
        throw sqlFault(reader.path, position, 'a number below 1e308', token.text.slice(0, 40));
      return reader.make(position, { kind: 'number', value });
    }
    case 'string':
      reader.next();
      return reader.make(position, { kind: 'string', value: token.text });
    case 'quoted':
      reader.next();
      return parseField(reader, token);
    case 'word':
      return parseWord(reader, token);
    case 'sign':
      if (token.key === '(') return parseGroup(reader);
      break;
    default:
  }
  return reader.fail('a field, value or "("');
}

function parseGroup(reader: Reader): Expression {
  reader.next();
  if (reader.peek().key === 'SELECT') reader.fail("a field or value (subqueries aren't supported)");
  const inner = reader.expression();
  if (!reader.accept(')')) reader.fail('")"');
  return inner;
}

function parseWord(reader: Reader, token: Token): Expression {
  const { position, key } = token;
  const following = reader.peek(1);
  reader.next();
  if (following.kind === 'string' && literals.has(key)) return parseLiteral(reader, token);
  switch (key) {
    case 'NULL':
      return reader.make(position, { kind: 'null' });
    case 'TRUE':
    case 'FALSE':
      return reader.make(position, { kind: 'boolean', value: key === 'TRUE' });
    case 'CURRENT_DATE':
    case 'CURRENT_TIME':
    case 'CURRENT_TIMESTAMP': {
      if (reader.peek().key === '(' && reader.peek(1).key === ')') {
        reader.next();
        reader.next();
      }
      const what = key.slice('CURRENT_'.length) as 'DATE' | 'TIME' | 'TIMESTAMP';
      return reader.make(position, { kind: 'current', what });
    }
    case 'CASE':
      return parseCase(reader, position);
    default:
  }
  if (reservedWords.has(key)) reader.fail('a field or value', token);
  return following.key === '(' ? parseCall(reader, token) : parseField(reader, token);
}

function parseField(reader: Reader, token: Token): Expression {
  let qualifier: string | undefined;
  let name = token.text;
  // The last part is the field. The parts before it are the table, optionally with its owner.
  while (reader.accept('.')) {
    const part = reader.peek();
    if (part.kind !== 'word' && part.kind !== 'quoted') reader.fail('a field name');
    qualifier = qualifier === undefined ? name : `${qualifier}.${name}`;
    name = reader.next().text;
  }
  return reader.make(token.position, { kind: 'field', name, qualifier });
}

const literals = new Set(['DATE', 'TIMESTAMP', 'TIME', 'INTERVAL']);

function parseLiteral(reader: Reader, token: Token): Expression {
  const { position, key } = token;
  const text = reader.next();
  if (key === 'INTERVAL') {
    const first = parsePart(reader);
    const last = reader.accept('TO') ? parsePart(reader) : first;
    const value = parseInterval(text.text, first, last);
    return value
      ? reader.make(position, { kind: 'interval', value })
      : reader.fail(first === last ? `a number of ${first}S` : `an interval from ${first} to ${last}`, text);
  }
  const value = key === 'TIME' ? parseTime(text.text) : parseDate(text.text);
  if (value === undefined) {
    const form = { DATE: 'yyyy-mm-dd', TIMESTAMP: 'yyyy-mm-dd hh:mm:ss', TIME: 'hh:mm:ss' }[key];
    reader.fail(`${key} '${form}'`, text);
  }
  return reader.make(position, { kind: 'date', value });
}

function parsePart(reader: Reader): DatePart {
  const token = reader.accept(...dateParts) ?? reader.fail('YEAR, MONTH, DAY, HOUR, MINUTE or SECOND');
  return token.key as DatePart;
}

function parseCase(reader: Reader, position: number): Expression {
  const operand = reader.peek().key === 'WHEN' ? undefined : reader.expression();
  const branches: { when: Expression; result: Expression }[] = [];
  while (reader.accept('WHEN')) {
    const when = reader.expression();
    reader.expect('THEN');
    branches.push({ when, result: reader.expression() });
  }
  if (branches.length === 0) reader.fail('WHEN');
  const elseResult = reader.accept('ELSE') ? reader.expression() : undefined;
  if (!reader.accept('END')) reader.fail(elseResult ? 'END' : 'WHEN, ELSE or END');
  const form = { kind: 'case', operand, branches, otherwise: elseResult } as const;
  return reader.make(position, form, operand, elseResult, ...branches.flatMap(({ when, result }) => [when, result]));
}

/** Parse a function call; the reader is at the parenthesis. CAST, EXTRACT, POSITION and TRIM have special syntax. */
function parseCall(reader: Reader, token: Token): Expression {
  const { position } = token;
  reader.next();
  const args: Expression[] = [];
  let name = token.key;
  switch (name) {
    case 'CAST': {
      const value = reader.expression();
      reader.expect('AS');
      const target = parseCastTarget(reader);
      reader.expect(')');
      return reader.make(position, { kind: 'cast', value, target }, value);
    }
    case 'EXTRACT': {
      const part = parsePart(reader);
      reader.expect('FROM');
      const value = reader.expression();
      reader.expect(')');
      return reader.make(position, { kind: 'extract', part, value }, value);
    }
    case 'POSITION':
      // IN is part of the call here, so the first operand must end before it.
      args.push(reader.operand());
      if (!reader.accept('IN', ',')) reader.fail('IN');
      args.push(reader.expression());
      break;
    case 'TRIM':
      name = parseTrim(reader, args);
      break;
    default:
      if (reader.peek().key === ')') break;
      args.push(reader.expression());
      if (name === 'SUBSTRING' && reader.accept('FROM')) {
        args.push(reader.expression());
        if (reader.accept('FOR')) args.push(reader.expression());
      }
      while (reader.accept(',')) args.push(reader.expression());
  }
  if (!reader.accept(')')) reader.fail('"," or ")"');
  return reader.make(position, { kind: 'call', name, args }, ...args);
}

/**
 * Parse `TRIM(x)`, `TRIM(LEADING FROM x)`, `TRIM(BOTH 'c' FROM x)` or `TRIM('c' FROM x)`: the arguments are the text,
 * then the characters to remove. Return the function's name.
 */
function parseTrim(reader: Reader, args: Expression[]): string {
  const side = reader.peek(1).key === ')' ? undefined : reader.accept('LEADING', 'TRAILING', 'BOTH');
  const name = side?.key === 'LEADING' ? 'LTRIM' : side?.key === 'TRAILING' ? 'RTRIM' : 'TRIM';
  if (side && reader.accept('FROM')) {
    args.push(reader.expression());
    return name;
  }
  const first = reader.expression();
  if (reader.accept('FROM')) args.push(reader.expression(), first);
  else if (side) reader.fail('FROM');
  else args.push(first);
  return name;
}

const castTargets: ReadonlyMap<string, CastTarget['type']> = new Map([
  ...['INTEGER', 'INT', 'SMALLINT', 'BIGINT'].map((name) => [name, 'integer'] as const),
  ...['FLOAT', 'REAL', 'DOUBLE'].map((name) => [name, 'number'] as const),
  ...['NUMERIC', 'DECIMAL'].map((name) => [name, 'decimal'] as const),
  ...['VARCHAR', 'CHAR', 'NVARCHAR', 'CHARACTER'].map((name) => [name, 'string'] as const),
  ['DATE', 'date'],
  ['TIMESTAMP', 'timestamp'],
]);

function parseCastTarget(reader: Reader): CastTarget {
  const type =
    castTargets.get(reader.peek().key) ?? reader.fail('INTEGER, DOUBLE, DECIMAL, VARCHAR, DATE or TIMESTAMP');
  const { key } = reader.next();
  if (key === 'DOUBLE') reader.accept('PRECISION');
  if (key === 'CHARACTER') reader.accept('VARYING');
  if (!reader.accept('(')) return { type };
  let size = parseSize(reader);
  if (type === 'decimal') size = reader.accept(',') ? parseSize(reader) : 0;
  reader.expect(')');
  return type === 'string' || type === 'decimal' ? { type, size } : { type };
}

function parseSize(reader: Reader): number {
  const token = reader.peek();
  if (token.kind !== 'number' || !/^\d{1,4}$/.test(token.text)) reader.fail('a whole number up to 9999');
  return Number(reader.next().text);
}
