import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

/** What was typed and not saved, by the place of the form: it outlives a look at another page. */
const unsavedValues = new Map<string, object>();

/** The places of forms that hold something that is not saved. */
export const unsaved = signal<ReadonlySet<string>>(new Set());

function markUnsaved(form: string, isChanged: boolean): void {
  if (unsaved.peek().has(form) === isChanged) return;
  const next = new Set(unsaved.peek());
  if (isChanged) next.add(form);
  else next.delete(form);
  unsaved.value = next;
}

/**
 * Values of a form over those that are stored: what nobody touched follows what is stored.
 *
 * @param form service and form, by which it is found again
 */
export function useDraft<T extends object>(
  form: string,
  stored: T,
): { now: T; put: (change: Partial<T>) => void; changed: Partial<T>; isChanged: boolean; discard: () => void } {
  const [own, setOwn] = useState((unsavedValues.get(form) ?? {}) as Partial<T>);
  const keep = (values: Partial<T>) => {
    unsavedValues.set(form, values);
    setOwn(values);
  };
  const changed = Object.fromEntries(
    Object.entries(own).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof T])),
  ) as Partial<T>;
  const isChanged = Object.keys(changed).length > 0;
  useEffect(() => markUnsaved(form, isChanged), [form, isChanged]);
  return {
    now: { ...stored, ...own },
    // Two changes may come before the form is drawn again.
    put: (change) => keep({ ...(unsavedValues.get(form) as Partial<T>), ...change }),
    changed,
    isChanged,
    discard: () => keep({}),
  };
}

/** The stored values of the names that a change has: what undoes it. */
export const before = <T extends object>(stored: T, change: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, stored[name as keyof T] ?? null])) as Partial<T>;
