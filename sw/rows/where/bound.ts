import type { CompareOperator } from './syntax.ts';

export type ValueType = 'number' | 'string' | 'date' | 'boolean';

/** The value of a field or expression. Dates are epoch milliseconds; null is SQL's "unknown". */
export type Scalar = number | string | boolean | null;

/** An expression with resolved names and checked types. It can be evaluated on every batch of the table. */
export type Bound =
  | { readonly kind: 'constant'; readonly type: ValueType | 'null'; readonly value: Scalar }
  | { readonly kind: 'column'; readonly type: ValueType; readonly name: string }
  | {
      readonly kind: 'compare';
      readonly type: 'boolean';
      readonly operator: CompareOperator;
      readonly left: Bound;
      readonly right: Bound;
    }
  | { readonly kind: 'and' | 'or'; readonly type: 'boolean'; readonly terms: readonly Bound[] }
  | { readonly kind: 'not'; readonly type: 'boolean'; readonly value: Bound }
  | { readonly kind: 'isNull'; readonly type: 'boolean'; readonly value: Bound }
  | { readonly kind: 'isTruth'; readonly type: 'boolean'; readonly value: Bound; readonly truth: boolean }
  | {
      readonly kind: 'like';
      readonly type: 'boolean';
      readonly value: Bound;
      readonly pattern: Bound;
      readonly escapeSign?: Bound;
    }
  | { readonly kind: 'in'; readonly type: 'boolean'; readonly value: Bound; readonly items: readonly Bound[] }
  | {
      readonly kind: 'between';
      readonly type: 'boolean';
      readonly value: Bound;
      readonly low: Bound;
      readonly high: Bound;
    }
  | {
      readonly kind: 'case';
      readonly type: ValueType | 'null';
      readonly branches: readonly { readonly when: Bound; readonly result: Bound }[];
      readonly otherwise: Bound;
    }
  | { readonly kind: 'coalesce'; readonly type: ValueType | 'null'; readonly args: readonly Bound[] }
  /** Null if any argument is null; `apply` never gets null. */
  | {
      readonly kind: 'call';
      readonly type: ValueType;
      readonly args: readonly Bound[];
      readonly apply: (...args: never[]) => Scalar;
    };

/** A condition on rows: a boolean expression. Rows for which it is false or null aren't selected. */
export type Condition = Bound & { readonly type: 'boolean' | 'null' };

/** Return the names of the columns that expressions read; names may repeat. */
export const columnsIn = (expressions: readonly Bound[]): string[] =>
  expressions.flatMap((expression) =>
    expression.kind === 'column' ? [expression.name] : columnsIn(childrenOfBound(expression)),
  );

/** Return the direct subexpressions. */
export function childrenOfBound(bound: Bound): readonly Bound[] {
  switch (bound.kind) {
    case 'constant':
    case 'column':
      return [];
    case 'compare':
      return [bound.left, bound.right];
    case 'and':
    case 'or':
      return bound.terms;
    case 'not':
    case 'isNull':
    case 'isTruth':
      return [bound.value];
    case 'like':
      return bound.escapeSign ? [bound.value, bound.pattern, bound.escapeSign] : [bound.value, bound.pattern];
    case 'in':
      return [bound.value, ...bound.items];
    case 'between':
      return [bound.value, bound.low, bound.high];
    case 'case':
      return [...bound.branches.flatMap(({ when, result }) => [when, result]), bound.otherwise];
    case 'coalesce':
    case 'call':
      return bound.args;
  }
}
