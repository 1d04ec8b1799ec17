import { type ReadonlySignal, signal } from '@preact/signals';

type Overlay = 'none' | 'palette' | 'shortcuts' | 'describe';

const shown = signal<Overlay>('none');

/** The dialog over every page: the command palette, the shortcuts, or the description of the view. */
export const overlay: ReadonlySignal<Overlay> = shown;

/** Keys typed before the palette was loaded. */
interface TypedAhead {
  readonly query: string;
  /** Enter was pressed last. */
  readonly isEntered: boolean;
}

const nothing: TypedAhead = { query: '', isEntered: false };
let ahead = nothing;

/** Open a dialog over every page, replacing an open one; `none` closes it. */
export function showOverlay(next: Overlay): void {
  ahead = nothing;
  shown.value = next;
}

/**
 * Buffer a key for the palette while its code is loading.
 *
 * @returns false for a key that isn't used for typing
 */
export function typeAhead(key: string): boolean {
  const { query, isEntered } = ahead;
  if (key === 'Enter') ahead = { query, isEntered: true };
  else if (key === 'Backspace') ahead = { query: query.slice(0, -1), isEntered };
  else if ([...key].length === 1) ahead = { query: query + key, isEntered };
  else return false;
  return true;
}

/** Return the buffered keys and clear them. */
export function takeTypedAhead(): TypedAhead {
  const taken = ahead;
  ahead = nothing;
  return taken;
}
