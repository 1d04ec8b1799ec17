import { quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import { columnKind } from '../column-kind.ts';
import { findField } from '../field-list.ts';
import { arithmetic, cast, extract } from './bind-arithmetic.ts';
import { type Bound, type Condition, partsOf, type ValueType } from './bound.ts';
import { dayMs } from './date-text.ts';
import { functions } from './functions.ts';
import { parse } from './parse.ts';
import { constantValue } from './row-value.ts';
import { type Scope, typed } from './scope.ts';
import type { Expression, ParsedClause } from './syntax.ts';
import { sqlFault } from './tokens.ts';

/**
 * Resolve the field names of a clause and check its types. Names are compared without regard to case.
 *
 * @param fields fields that the clause may use
 * @throws {Fault} `unknown-field` for a name that isn't a field, `bad-sql` with position if types don't match or the
 *   clause isn't a condition
 */
function bind(clause: ParsedClause, fields: readonly Value<'Field'>[], now: number): Condition {
  const bound = bindValue(clause, fields, now);
  if (!isCondition(bound)) {
    throw sqlFault(clause.path, clause.root.position, 'a condition', `a ${bound.type}`);
  }
  return bound;
}

/** Like `bind`, but for any value, such as a term of ORDER BY. */
export function bindValue(clause: ParsedClause, fields: readonly Value<'Field'>[], now = 0): Bound {
  const scope: Scope = { path: clause.path, fields, now, bind: (node) => bindNode(node, scope) };
  return scope.bind(clause.root);
}

/**
 * Parse and bind a clause.
 *
 * @param now time for CURRENT_DATE, CURRENT_TIME and CURRENT_TIMESTAMP, in epoch milliseconds
 * @returns undefined for an empty text, which restricts nothing
 * @throws {Fault} as `parse` and `bind`
 */
export function readCondition(
  text: string,
  fields: readonly Value<'Field'>[],
  path = 'WhereClause',
  now = 0,
): Condition | undefined {
  const clause = parse(text, path);
  return clause && bind(clause, fields, now);
}

const isCondition = (bound: Bound): bound is Condition => bound.type === 'boolean' || bound.type === 'null';

/** Evaluate an expression that doesn't depend on rows into a constant. */
function folded(bound: Bound): Bound {
  if (bound.kind === 'constant' || !partsOf(bound).every((part) => part.kind === 'constant')) return bound;
  return { kind: 'constant', type: bound.type, value: constantValue(bound) };
}

function bindNode(node: Expression, scope: Scope): Bound {
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'date':
      return { kind: 'constant', type: node.kind, value: node.value };
    case 'null':
      return { kind: 'constant', type: 'null', value: null };
    case 'interval':
      throw sqlFault(scope.path, node.position, 'an interval only beside a date with + or -', 'another one');
    case 'current': {
      const { now } = scope;
      const today = Math.floor(now / dayMs) * dayMs;
      const value = node.what === 'DATE' ? today : node.what === 'TIME' ? now - today : now;
      return { kind: 'constant', type: 'date', value };
    }
    case 'field':
      return bindField(node.name, node.qualifier, node.position, scope);
    case 'negate':
    case 'arithmetic':
      return folded(arithmetic(node, scope));
    case 'cast':
      return folded(cast(node, scope));
    case 'extract':
      return folded(extract(node, scope));
    case 'and':
    case 'or':
      return folded({ kind: node.kind, type: 'boolean', terms: node.terms.map((term) => condition(term, scope)) });
    case 'not':
      return folded({ kind: 'not', type: 'boolean', value: condition(node.value, scope) });
    case 'compare': {
      const [left, right] = alike([node.left, node.right], scope);
      return folded({ kind: 'compare', type: 'boolean', operator: node.operator, left: left!, right: right! });
    }
    case 'isNull':
      return negatedIf(node.negated, { kind: 'isNull', type: 'boolean', value: scope.bind(node.value) });
    case 'isTruth': {
      const value = condition(node.value, scope);
      return negatedIf(node.negated, { kind: 'isTruth', type: 'boolean', value, truth: node.truth });
    }
    case 'like':
      return negatedIf(node.negated, bindLike(node, scope));
    case 'in': {
      const [value, ...items] = alike([node.value, ...node.items], scope);
      return negatedIf(node.negated, { kind: 'in', type: 'boolean', value: value!, items });
    }
    case 'between': {
      const [value, low, high] = alike([node.value, node.low, node.high], scope);
      return negatedIf(node.negated, { kind: 'between', type: 'boolean', value: value!, low: low!, high: high! });
    }
    case 'case':
      return bindCase(node, scope);
    case 'call':
      return folded(bindCall(node, scope));
  }
}

function bindField(name: string, qualifier: string | undefined, position: number, scope: Scope): Bound {
  const full = qualifier === undefined ? name : `${qualifier}.${name}`;
  const field = findField(scope.fields, full);
  if (!field) {
    const shown = full.length > 80 ? `${full.slice(0, 80)}…` : full;
    throw wrongValue('unknown-field', `${scope.path} position ${position}`, 'a field', quoteValue(shown), {
      position,
    });
  }
  const kind = columnKind(field);
  if (!kind) throw sqlFault(scope.path, position, 'a field that is no shape', `"${field.Name}"`);
  return { kind: 'column', type: kind === 'int' || kind === 'double' ? 'number' : kind, name: field.Name };
}

function condition(node: Expression, scope: Scope): Bound {
  const bound = scope.bind(node);
  if (isCondition(bound)) return bound;
  throw sqlFault(scope.path, node.position, 'a condition', `a ${bound.type}`);
}

/**
 * Bind values that are compared with each other, converting all to one type: date if any is a date, else the type of
 * the first non-constant, else of the first value. So `'5' = POP` compares numbers.
 */
function alike(nodes: readonly Expression[], scope: Scope): Bound[] {
  const bound = nodes.map((node) => scope.bind(node));
  const known = bound.filter((value) => value.type !== 'null');
  const type = (
    known.find((value) => value.type === 'date') ??
    known.find((value) => value.kind !== 'constant') ??
    known[0]
  )?.type;
  if (type === undefined || type === 'null') return bound;
  return bound.map((value, i) => typed(value, type, nodes[i]!, scope));
}

const negatedIf = (negated: boolean, bound: Bound): Bound =>
  negated ? folded({ kind: 'not', type: 'boolean', value: folded(bound) }) : folded(bound);

function bindLike(node: Expression & { kind: 'like' }, scope: Scope): Bound {
  const value = typed(scope.bind(node.value), 'string', node.value, scope);
  const pattern = typed(scope.bind(node.pattern), 'string', node.pattern, scope);
  const escapeSign = node.escapeSign && typed(scope.bind(node.escapeSign), 'string', node.escapeSign, scope);
  if (
    escapeSign?.kind === 'constant' &&
    typeof escapeSign.value === 'string' &&
    Array.from(escapeSign.value).length !== 1
  ) {
    throw sqlFault(scope.path, node.escapeSign!.position, 'one character', `'${escapeSign.value.slice(0, 40)}'`);
  }
  return { kind: 'like', type: 'boolean', value, pattern, escapeSign };
}

function bindCase(node: Expression & { kind: 'case' }, scope: Scope): Bound {
  const { operand } = node;
  const whens = node.branches.map(({ when }): Bound => {
    if (!operand) return condition(when, scope);
    const [left, right] = alike([operand, when], scope);
    return folded({ kind: 'compare', type: 'boolean', operator: '=', left: left!, right: right! });
  });
  const results = alike(
    [...node.branches.map(({ result }) => result), ...(node.otherwise ? [node.otherwise] : [])],
    scope,
  );
  return folded({
    kind: 'case',
    type: commonType(results),
    branches: whens.map((when, i) => ({ when, result: results[i]! })),
    otherwise: node.otherwise ? results.at(-1)! : { kind: 'constant', type: 'null', value: null },
  });
}

const commonType = (values: readonly Bound[]): ValueType | 'null' =>
  values.find((value) => value.type !== 'null')?.type ?? 'null';

function bindCall(node: Expression & { kind: 'call' }, scope: Scope): Bound {
  const { name, args, position } = node;
  const count = `${args.length} argument${args.length === 1 ? '' : 's'}`;
  if (name === 'COALESCE') {
    if (args.length === 0) throw sqlFault(scope.path, position, 'COALESCE with arguments', 'none');
    const values = alike(args, scope);
    return { kind: 'coalesce', type: commonType(values), args: values };
  }
  if (name === 'NULLIF') {
    if (args.length !== 2) throw sqlFault(scope.path, position, 'NULLIF with 2 arguments', count);
    const [left, right] = alike(args, scope);
    const when: Bound = { kind: 'compare', type: 'boolean', operator: '=', left: left!, right: right! };
    const nothing: Bound = { kind: 'constant', type: 'null', value: null };
    return { kind: 'case', type: left!.type, branches: [{ when: folded(when), result: nothing }], otherwise: left! };
  }
  const known = functions.get(name);
  if (!known) throw sqlFault(scope.path, position, 'a known function', `"${name.slice(0, 80)}"`);
  const maximum = known.parameters.length;
  const minimum = maximum - (known.optional ?? 0);
  if (args.length < minimum || (args.length > maximum && !known.repeats)) {
    const expected = known.repeats
      ? `${minimum} or more`
      : minimum === maximum
        ? `${maximum}`
        : `${minimum} to ${maximum}`;
    throw sqlFault(scope.path, position, `${name} with ${expected} arguments`, count);
  }
  const values = args.map((arg, i) => typed(scope.bind(arg), known.parameters[Math.min(i, maximum - 1)]!, arg, scope));
  return { kind: 'call', type: known.result, args: values, apply: known.apply };
}
