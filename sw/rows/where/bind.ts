import { quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import { columnKind } from '../column-kind.ts';
import { findField } from '../field-list.ts';
import { arithmetic, cast, extract } from './bind-arithmetic.ts';
import { type Bound, type Condition, childrenOfBound, type ValueType } from './bound.ts';
import { dayMs } from './date-text.ts';
import { functions } from './functions.ts';
import { parse } from './parse.ts';
import { constantValue } from './row-value.ts';
import { coerceType, type Scope } from './scope.ts';
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

/** Resolve the field names of a value, such as a term of ORDER BY, and check its types. @throws {Fault} as `bind` */
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
function foldConstants(bound: Bound): Bound {
  if (bound.kind === 'constant' || !childrenOfBound(bound).every((part) => part.kind === 'constant')) return bound;
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
      throw sqlFault(
        scope.path,
        node.position,
        'an interval added to or subtracted from a date',
        'an interval elsewhere',
      );
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
      return foldConstants(arithmetic(node, scope));
    case 'cast':
      return foldConstants(cast(node, scope));
    case 'extract':
      return foldConstants(extract(node, scope));
    case 'and':
    case 'or':
      return foldConstants({
        kind: node.kind,
        type: 'boolean',
        terms: node.terms.map((term) => condition(term, scope)),
      });
    case 'not':
      return foldConstants({ kind: 'not', type: 'boolean', value: condition(node.value, scope) });
    case 'compare': {
      const [left, right] = alike([node.left, node.right], scope);
      return foldConstants({ kind: 'compare', type: 'boolean', operator: node.operator, left: left!, right: right! });
    }
    case 'isNull':
      return negateIf(node.negated, { kind: 'isNull', type: 'boolean', value: scope.bind(node.value) });
    case 'isTruth': {
      const value = condition(node.value, scope);
      return negateIf(node.negated, { kind: 'isTruth', type: 'boolean', value, truth: node.truth });
    }
    case 'like':
      return negateIf(node.negated, bindLike(node, scope));
    case 'in': {
      const [value, ...items] = alike([node.value, ...node.items], scope);
      return negateIf(node.negated, { kind: 'in', type: 'boolean', value: value!, items });
    }
    case 'between': {
      const [value, low, high] = alike([node.value, node.low, node.high], scope);
      return negateIf(node.negated, { kind: 'between', type: 'boolean', value: value!, low: low!, high: high! });
    }
    case 'case':
      return bindCase(node, scope);
    case 'call':
      return foldConstants(bindCall(node, scope));
  }
}

function bindField(name: string, qualifier: string | undefined, position: number, scope: Scope): Bound {
  const full = qualifier === undefined ? name : `${qualifier}.${name}`;
  const field = findField(scope.fields, full);
  if (!field) {
    const shown = full.length > 80 ? `${full.slice(0, 80)}…` : full;
    throw wrongValue('unknown-field', `${scope.path} position ${position}`, 'a known field', quoteValue(shown), {
      position,
    });
  }
  const kind = columnKind(field);
  if (!kind) throw sqlFault(scope.path, position, 'an attribute field', `"${field.Name}"`);
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
  const typedValues = bound.filter((value) => value.type !== 'null');
  const type = (
    typedValues.find((value) => value.type === 'date') ??
    typedValues.find((value) => value.kind !== 'constant') ??
    typedValues[0]
  )?.type;
  if (type === undefined || type === 'null') return bound;
  return bound.map((value, i) => coerceType(value, type, nodes[i]!, scope));
}

const negateIf = (negated: boolean, bound: Bound): Bound =>
  negated ? foldConstants({ kind: 'not', type: 'boolean', value: foldConstants(bound) }) : foldConstants(bound);

function bindLike(node: Expression & { kind: 'like' }, scope: Scope): Bound {
  const value = coerceType(scope.bind(node.value), 'string', node.value, scope);
  const pattern = coerceType(scope.bind(node.pattern), 'string', node.pattern, scope);
  const escapeSign = node.escapeSign && coerceType(scope.bind(node.escapeSign), 'string', node.escapeSign, scope);
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
    return foldConstants({ kind: 'compare', type: 'boolean', operator: '=', left: left!, right: right! });
  });
  const results = alike(
    [...node.branches.map(({ result }) => result), ...(node.otherwise ? [node.otherwise] : [])],
    scope,
  );
  return foldConstants({
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
    if (args.length === 0) throw sqlFault(scope.path, position, 'COALESCE with arguments', 'nothing');
    const values = alike(args, scope);
    return { kind: 'coalesce', type: commonType(values), args: values };
  }
  if (name === 'NULLIF') {
    if (args.length !== 2) throw sqlFault(scope.path, position, 'NULLIF with 2 arguments', count);
    const [left, right] = alike(args, scope);
    const when: Bound = { kind: 'compare', type: 'boolean', operator: '=', left: left!, right: right! };
    const nullBound: Bound = { kind: 'constant', type: 'null', value: null };
    return {
      kind: 'case',
      type: left!.type,
      branches: [{ when: foldConstants(when), result: nullBound }],
      otherwise: left!,
    };
  }
  const definition = functions.get(name);
  if (!definition) throw sqlFault(scope.path, position, 'a known function', `"${name.slice(0, 80)}"`);
  const maximum = definition.parameters.length;
  const minimum = maximum - (definition.optional ?? 0);
  if (args.length < minimum || (args.length > maximum && !definition.repeats)) {
    const expected = definition.repeats
      ? `${minimum} or more`
      : minimum === maximum
        ? `${maximum}`
        : `${minimum} to ${maximum}`;
    throw sqlFault(scope.path, position, `${name} with ${expected} arguments`, count);
  }
  const values = args.map((arg, i) =>
    coerceType(scope.bind(arg), definition.parameters[Math.min(i, maximum - 1)]!, arg, scope),
  );
  return { kind: 'call', type: definition.result, args: values, apply: definition.apply };
}
