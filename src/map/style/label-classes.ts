import type { Value } from '../../../sw/contract/index.ts';

type LabelClass = Value<'LabelClassDescription'>;

/** Change one label class, or all if none is chosen. */
export const changeLabelClasses = (
  classes: readonly LabelClass[],
  chosen: number | undefined,
  change: (one: LabelClass) => LabelClass,
): LabelClass[] =>
  classes.map((labelClass, index) => (chosen === undefined || index === chosen ? change(labelClass) : labelClass));

/** Append a class for all features, with the style of another. */
export function addLabelClass(classes: readonly LabelClass[], like: LabelClass): LabelClass[] {
  const { WhereClause: _, ...rest } = like;
  return [...classes, rest];
}

/** Restrict a class to the features that meet a condition; empty for all. */
export function restrictLabelClass(labelClass: LabelClass, clause: string): LabelClass {
  const { WhereClause: _, ...rest } = labelClass;
  return clause === '' ? rest : { ...rest, WhereClause: clause };
}
