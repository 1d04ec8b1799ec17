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

/** Name the work that would be lost; undefined where there is none any more. */
export function noteUnsaved(work: Unsaved | undefined): void {
  unsaved.value = work;
}

/** What is done once a person has decided about unsaved work. */
export const pendingStep = signal<(() => void) | undefined>(undefined);

/** Go on at once, or ask about unsaved work first; never goes on where a person cancels. */
export function afterUnsaved(step: () => void): void {
  if (unsaved.peek()) pendingStep.value = step;
  else step();
}

/** Do the step that waited, now that the work is stored or given up. */
export function takeStep(): void {
  const step = pendingStep.peek();
  noteUnsaved(undefined);
  cancelStep();
  step?.();
}

/** Stay with the unsaved work. */
export function cancelStep(): void {
  pendingStep.value = undefined;
}

const askBrowser = (event: Event): void => event.preventDefault();

// Closing the tab or reloading it asks too, in the words of the browser.
effect(() => {
  if (unsaved.value) globalThis.addEventListener('beforeunload', askBrowser);
  else globalThis.removeEventListener?.('beforeunload', askBrowser);
});
