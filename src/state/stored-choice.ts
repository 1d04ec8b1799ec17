import { effect, type ReadonlySignal, signal } from '@preact/signals';

type StoredChoice<Choice> = ReadonlySignal<Choice> & { readonly choose: (next: Choice) => void };

/** A choice among a few words that this browser remembers and all its tabs share; without storage it lasts as long as the page. */
export function storedChoice<Choice extends string>(
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
      // It lasts as long as the page.
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
