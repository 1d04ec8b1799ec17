import type { Sort } from '../../state/tasks.ts';

/**
 * Return the order after a click on a column, which cycles through ascending, descending and none.
 *
 * @param isFurther whether to keep the other sort columns; otherwise the rows are only sorted by this one
 */
export function nextOrder(now: readonly Sort[], field: string, isFurther: boolean): readonly Sort[] {
  const current = now.find((order) => order.field === field);
  const next = current === undefined ? { field, isDown: false } : current.isDown ? undefined : { field, isDown: true };
  if (!isFurther) return next ? [next] : [];
  if (!next) return now.filter((order) => order !== current);
  return current ? now.map((order) => (order === current ? next : order)) : [...now, next];
}
