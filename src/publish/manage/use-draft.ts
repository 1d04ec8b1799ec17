import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

/** Unsaved input by form, which is kept while the user visits another page. */
const unsavedValues = new Map<string, object>();

/** Forms with unsaved input. */
export const unsaved = signal<ReadonlySet<string>>(new Set());

function markUnsaved(form: string, isChanged: boolean): void {
  if (unsaved.peek().has(form) === isChanged) return;
  const next = new Set(unsaved.peek());
  if (isChanged) next.add(form);
  else next.delete(form);
  unsaved.value = next;
}

/**
 * Merge unsaved input over stored values; untouched values follow the stored ones.
 *
 * @param form key of service and form
 */
export function useDraft<T extends object>(
  form: string,
  stored: T,
): { now: T; put: (change: Partial<T>) => void; changed: Partial<T>; isChanged: boolean; discard: () => void } {
  const [ownValues, setOwn] = useState((unsavedValues.get(form) ?? {}) as Partial<T>);
  const keep = (values: Partial<T>) => {
    unsavedValues.set(form, values);
    setOwn(values);
  };
  const changed = Object.fromEntries(
    Object.entries(ownValues).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof T]),
    ),
  ) as Partial<T>;
  const isChanged = Object.keys(changed).length > 0;
  useEffect(() => markUnsaved(form, isChanged), [form, isChanged]);
  return {
    now: { ...stored, ...ownValues },
    // Read the latest values, because two changes may come before the next render.
    put: (change) => keep({ ...(unsavedValues.get(form) as Partial<T>), ...change }),
    changed,
    isChanged,
    discard: () => keep({}),
  };
}

/** Return the stored values of the changed names, to undo the change. */
export const before = <T extends object>(stored: T, change: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, stored[name as keyof T] ?? null])) as Partial<T>;
