import { effect } from '@preact/signals';
import { createStoredChoice } from './stored-choice.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The theme that the user chose; `system` follows the system. */
export const theme = createStoredChoice<Theme>('soapstone-theme', themes, 'system');

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
