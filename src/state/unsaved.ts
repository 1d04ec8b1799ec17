import { effect, signal } from '@preact/signals';

/** Unsaved work that would be lost when another map opens. */
interface Unsaved {
  /** Name of the layer, for the question to the user. */
  readonly name: string;
  /** @throws {ServiceFault} */
  readonly save: () => Promise<void>;
  readonly discard: () => void;
}
export const unsaved = signal<Unsaved | undefined>(undefined);

/** Set the work that would be lost; undefined if there is none. */
export function noteUnsaved(work: Unsaved | undefined): void {
  unsaved.value = work;
}

/** Step to take once the user has decided about unsaved work. */
export const pendingStep = signal<(() => void) | undefined>(undefined);

/** Take a step now, or ask about unsaved work first. If the user cancels, the step isn't taken. */
export function afterUnsaved(step: () => void): void {
  if (unsaved.peek()) pendingStep.value = step;
  else step();
}

/** Take the waiting step, after the work was saved or discarded. */
export function takeStep(): void {
  const step = pendingStep.peek();
  noteUnsaved(undefined);
  cancelStep();
  step?.();
}

/** Keep the unsaved work and drop the waiting step. */
export function cancelStep(): void {
  pendingStep.value = undefined;
}

const askBrowser = (event: Event): void => event.preventDefault();

// Let the browser also ask before the tab is closed or reloaded.
effect(() => {
  if (unsaved.value) globalThis.addEventListener('beforeunload', askBrowser);
  else globalThis.removeEventListener?.('beforeunload', askBrowser);
});
