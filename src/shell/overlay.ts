import { type ReadonlySignal, signal } from '@preact/signals';

type Overlay = 'none' | 'palette' | 'shortcuts' | 'describe';

const shown = signal<Overlay>('none');

/** The window that lies over every page: the command palette, the shortcuts, or the text of the view. */
export const overlay: ReadonlySignal<Overlay> = shown;

/** What was typed for the palette before it could be typed into. */
interface TypedAhead {
  readonly query: string;
  /** Enter was pressed after it. */
  readonly isEntered: boolean;
}

const nothing: TypedAhead = { query: '', isEntered: false };
let ahead = nothing;

/** Open a window over every page in place of the one that is open; `none` closes that. */
export function showOverlay(next: Overlay): void {
  ahead = nothing;
  shown.value = next;
}

/**
 * Keep a key for the palette that was asked for and is not there yet: its code comes when it is first opened.
 *
 * @returns false for a key that is not one of typing
 */
export function typeAhead(key: string): boolean {
  const { query, isEntered } = ahead;
  if (key === 'Enter') ahead = { query, isEntered: true };
  else if (key === 'Backspace') ahead = { query: query.slice(0, -1), isEntered };
  else if ([...key].length === 1) ahead = { query: query + key, isEntered };
  else return false;
  return true;
}

/** Take what was typed ahead; it is given once. */
export function takeTypedAhead(): TypedAhead {
  const taken = ahead;
  ahead = nothing;
  return taken;
}
