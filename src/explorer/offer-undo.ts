import { showToast } from '../state/toasts.ts';
import { text } from '../text/text.ts';
import { explorerText as t } from './text/explorer-text.ts';

export const offerUndo = (back: () => void): void =>
  showToast({ message: t.exampleTaken, actions: [{ label: text.undo, onSelect: back }] });
