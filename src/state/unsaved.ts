import { effect, signal } from '@preact/signals';

/** Work that is not stored yet and that opening another map would lose. */
interface Unsaved {
  /** What it is about, for the question: the name of the layer. */
  readonly name: string;
  /** @throws {ServiceFault} */
  readonly save: () => Promise<void>;
  readonly discard: () => void;
}
export const unsaved = signal<Unsaved | undefined>(undefined);

/** What is done once a person has decided about unsaved work. */
export const pendingStep = signal<(() => void) | undefined>(undefined);

/** Go on at once, or ask about unsaved work first; never goes on where a person cancels. */
export function afterUnsaved(step: () => void): void {
  if (unsaved.peek()) pendingStep.value = step;
  else step();
}

const askBrowser = (event: Event): void => event.preventDefault();

// Closing the tab or reloading it asks too, in the words of the browser.
effect(() => {
  if (unsaved.value) globalThis.addEventListener('beforeunload', askBrowser);
  else globalThis.removeEventListener?.('beforeunload', askBrowser);
});
