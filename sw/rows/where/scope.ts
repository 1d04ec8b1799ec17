import type { Value } from '../../contract/index.ts';
import type { Bound, ValueType } from './bound.ts';
import { parseDate } from './date-text.ts';
import type { Expression } from './syntax.ts';
import { sqlFault } from './tokens.ts';

/** Context for binding the parts of one clause. */
export interface Scope {
  readonly path: string;
  readonly fields: readonly Value<'Field'>[];
  /** Time for CURRENT_DATE, CURRENT_TIME and CURRENT_TIMESTAMP, in epoch milliseconds. */
  readonly now: number;
  bind(node: Expression): Bound;
}

/**
 * Return a bound expression as an expression of a type. null has every type. A constant string is parsed if a date or
 * number is expected.
 *
 * @throws {Fault} `bad-sql` with position if the type doesn't match
 */
export function coerceType(bound: Bound, type: ValueType, node: Expression, scope: Scope): Bound {
  if (bound.type === type || bound.type === 'null') return bound;
  if (type === 'date' && bound.kind === 'constant' && typeof bound.value === 'string') {
    const value = parseDate(bound.value);
    if (value !== undefined) return { kind: 'constant', type, value };
    throw sqlFault(scope.path, node.position, "a date 'yyyy-mm-dd'", `'${bound.value.slice(0, 40)}'`);
  }
  if (type === 'number' && bound.kind === 'constant' && typeof bound.value === 'string') {
    const value = bound.value.trim() === '' ? Number.NaN : Number(bound.value);
    if (Number.isFinite(value)) return { kind: 'constant', type, value };
  }
  throw sqlFault(scope.path, node.position, `a ${type}`, `a ${bound.type}`);
}
