let changes = 0;

/** Say that fonts were added: the same text may now look otherwise, and be wider. */
export function noteFontChange(): void {
  changes++;
}

/** Count how often fonts were added. */
export const countFontChanges = (): number => changes;
