import type { Sort } from '../../state/tasks.ts';

/**
 * Return the order after a click on a column, which cycles through ascending, descending and none.
 *
 * @param isFurther whether the column is added to those sorted by; otherwise it replaces them
 */
export function nextOrder(now: readonly Sort[], field: string, isFurther: boolean): readonly Sort[] {
  const found = now.find((one) => one.field === field);
  const next = found === undefined ? { field, isDown: false } : found.isDown ? undefined : { field, isDown: true };
  if (!isFurther) return next ? [next] : [];
  if (!next) return now.filter((one) => one !== found);
  return found ? now.map((one) => (one === found ? next : one)) : [...now, next];
}
