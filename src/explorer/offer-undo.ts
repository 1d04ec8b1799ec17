import { showToast } from '../state/toasts.ts';
import { text } from '../text/text.ts';
import { explorerText as t } from './text/explorer-text.ts';

/** Say that an example took the place of what was typed, and offer to bring that back. */
export const offerUndo = (back: () => void): void =>
  showToast({ message: t.exampleTaken, actions: [{ label: text.undo, onSelect: back }] });
