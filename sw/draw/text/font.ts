import { fontFiles, shippedFamily } from '../../service/font-files.ts';

/** Return the family for a symbol's font name: a shipped one, since others would differ between machines. */
export function familyOf(name: string | undefined): string {
  return fontFiles.find((font) => font.family === name)?.family ?? shippedFamily;
}
