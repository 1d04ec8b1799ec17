import { effect, type ReadonlySignal, signal } from '@preact/signals';

type StoredChoice<Choice> = ReadonlySignal<Choice> & { readonly choose: (next: Choice) => void };

/**
 * Create a choice that this browser stores and all its tabs share. Without storage it lasts until the page is closed.
 */
export function createStoredChoice<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  standard: Choice,
): StoredChoice<Choice> {
  const read = (): Choice => {
    try {
      const stored = localStorage.getItem(key);
      return choices.find((choice) => choice === stored) ?? standard;
    } catch {
      return standard;
    }
  };
  const chosen = signal(read());
  effect(() => {
    const value = chosen.value;
    try {
      if (value === standard) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
  });
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) chosen.value = read();
  });
  return Object.assign(chosen, {
    choose(next: Choice) {
      chosen.value = next;
    },
  });
}
