/**
 * A parsed expression whose names aren't resolved yet. `position` is the character position, from 1; `height` is the
 * depth of nested expressions, including this one.
 */
export type Expression = ExpressionForm & { readonly position: number; readonly height: number };

export type ExpressionForm =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Epoch milliseconds; a time of day is on 1 January 1970. */
  | { readonly kind: 'date'; readonly value: number }
  | { readonly kind: 'interval'; readonly value: Interval }
  | { readonly kind: 'current'; readonly what: 'DATE' | 'TIME' | 'TIMESTAMP' }
  | { readonly kind: 'field'; readonly name: string; readonly qualifier?: string }
  | { readonly kind: 'negate'; readonly value: Expression }
  | { readonly kind: 'not'; readonly value: Expression }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Expression[] }
  | {
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'arithmetic';
      readonly operator: ArithmeticOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'isNull'; readonly value: Expression; readonly negated: boolean }
  | { readonly kind: 'isTruth'; readonly value: Expression; readonly truth: boolean; readonly negated: boolean }
  | {
      readonly kind: 'like';
      readonly value: Expression;
      readonly pattern: Expression;
      readonly escapeSign?: Expression;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'in';
      readonly value: Expression;
      readonly items: readonly Expression[];
      readonly negated: boolean;
    }
  | {
      readonly kind: 'between';
      readonly value: Expression;
      readonly low: Expression;
      readonly high: Expression;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'case';
      readonly operand?: Expression;
      readonly branches: readonly { readonly when: Expression; readonly result: Expression }[];
      readonly otherwise?: Expression;
    }
  | { readonly kind: 'cast'; readonly value: Expression; readonly target: CastTarget }
  | { readonly kind: 'extract'; readonly part: DatePart; readonly value: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

export type CompareOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '||';

export const dateParts = ['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND'] as const;
export type DatePart = (typeof dateParts)[number];

/** A time span: calendar months plus milliseconds. */
export interface Interval {
  readonly months: number;
  readonly ms: number;
}

export interface CastTarget {
  readonly type: 'integer' | 'number' | 'decimal' | 'string' | 'date' | 'timestamp';
  /** Maximum length of a string, or decimal places of a decimal. */
  readonly size?: number;
}

/** A parsed clause, with its name in faults. */
export interface ParsedClause {
  readonly path: string;
  readonly root: Expression;
}

/** Words that can't be a field name unless quoted. */
export const reservedWords: ReadonlySet<string> = new Set(
  'AND OR NOT IN LIKE BETWEEN IS NULL CASE WHEN THEN ELSE END ESCAPE TRUE FALSE SELECT FROM WHERE'.split(' '),
);
