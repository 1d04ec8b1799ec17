import { signal } from '@preact/signals';

/** The window that lies over every page: the command palette, the shortcuts, or the text of the view. */
export const overlay = signal<'none' | 'palette' | 'shortcuts' | 'describe'>('none');
