import { useState } from 'preact/hooks';

/** Values of a form over those that are stored: what nobody touched follows what is stored. */
export function useDraft<T extends object>(
  stored: T,
): { now: T; put: (change: Partial<T>) => void; changed: Partial<T>; isChanged: boolean; discard: () => void } {
  const [own, setOwn] = useState<Partial<T>>({});
  const changed = Object.fromEntries(
    Object.entries(own).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name as keyof T])),
  ) as Partial<T>;
  return {
    now: { ...stored, ...own },
    put: (change) => setOwn((before) => ({ ...before, ...change })),
    changed,
    isChanged: Object.keys(changed).length > 0,
    discard: () => setOwn({}),
  };
}

/** The stored values of the names that a change has: what undoes it. */
export const before = <T extends object>(stored: T, change: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(change).map((name) => [name, stored[name as keyof T] ?? null])) as Partial<T>;
