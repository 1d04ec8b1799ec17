import { fontFiles, shippedFamily } from '../../service/font-files.ts';

/**
 * Return the font family for a symbol's font name: the named family if it is shipped, otherwise the default shipped
 * family. Other fonts would differ between machines.
 */
export function chooseFontFamily(name: string | undefined): string {
  return fontFiles.find((font) => font.family === name)?.family ?? shippedFamily;
}
