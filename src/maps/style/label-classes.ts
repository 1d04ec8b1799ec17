import type { Value } from '../../../sw/contract/index.ts';

type LabelClass = Value<'LabelClassDescription'>;

/** Change one of the label classes, or all of them where none is chosen. */
export const changed = (
  classes: readonly LabelClass[],
  chosen: number | undefined,
  change: (one: LabelClass) => LabelClass,
): LabelClass[] => classes.map((one, at) => (chosen === undefined || at === chosen ? change(one) : one));

/** Add a class behind the others that looks like one of them and is for all features. */
export function added(classes: readonly LabelClass[], like: LabelClass): LabelClass[] {
  const { WhereClause: _, ...rest } = like;
  return [...classes, rest];
}

/** Restrict a class to the features that meet a condition; empty for all. */
export function restricted(one: LabelClass, clause: string): LabelClass {
  const { WhereClause: _, ...rest } = one;
  return clause === '' ? rest : { ...rest, WhereClause: clause };
}
