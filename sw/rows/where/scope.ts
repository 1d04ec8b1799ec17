import type { Value } from '../../contract/index.ts';
import type { Bound, ValueType } from './bound.ts';
import { parseDate } from './date-text.ts';
import type { Expression } from './syntax.ts';
import { sqlFault } from './tokens.ts';

/** What the parts of one clause are bound with. */
export interface Scope {
  readonly path: string;
  readonly fields: readonly Value<'Field'>[];
  /** What CURRENT_DATE and its like mean: epoch milliseconds. */
  readonly now: number;
  bind(node: Expression): Bound;
}

/**
 * Make sure that a bound expression is of a type; null is of every type, and a constant string is read as a date or a number
 * where one is expected.
 */
export function typed(bound: Bound, type: ValueType, node: Expression, scope: Scope): Bound {
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
