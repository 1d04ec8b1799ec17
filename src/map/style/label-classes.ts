import type { Value } from '../../../sw/contract/index.ts';

type LabelClass = Value<'LabelClassDescription'>;

/** Change one label class, or all if none is chosen. */
export const changed = (
  classes: readonly LabelClass[],
  chosen: number | undefined,
  change: (one: LabelClass) => LabelClass,
): LabelClass[] => classes.map((one, at) => (chosen === undefined || at === chosen ? change(one) : one));

/** Append a class for all features, with the style of another. */
export function added(classes: readonly LabelClass[], like: LabelClass): LabelClass[] {
  const { WhereClause: _, ...rest } = like;
  return [...classes, rest];
}

/** Restrict a class to the features that meet a condition; empty for all. */
export function restricted(one: LabelClass, clause: string): LabelClass {
  const { WhereClause: _, ...rest } = one;
  return clause === '' ? rest : { ...rest, WhereClause: clause };
}
