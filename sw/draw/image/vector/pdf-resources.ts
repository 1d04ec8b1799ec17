import type { Drawing } from '../../surface/record.ts';
import type { LoadedFont, TextLayouts } from '../font/text-layout.ts';
import type { PdfFile } from './pdf-file.ts';

/** What the content of a page names. One dictionary serves the page and everything inside of it. */
export interface PdfResources {
  readonly pdf: PdfFile;
  readonly drawing: Drawing;
  readonly layouts: TextLayouts;
  /** Name of the state that sets an alpha. */
  readonly alphas: Map<number, string>;
  /** Name of a group, marker or picture by its object number. */
  readonly objects: Map<number, string>;
  /** Name of a pattern by its object number. */
  readonly patterns: Map<number, string>;
  /** What brings pixels of the drawing to where the page or group begins, which patterns are placed from. */
  readonly space: readonly [number, number, number, number, number, number];
  readonly fonts: Map<LoadedFont, { readonly name: string; readonly number: number }>;
  /** Object number of the dictionary. */
  readonly dictionary: number;
}

export function alphaName({ alphas }: PdfResources, alpha: number): string {
  const name = alphas.get(alpha) ?? `A${alphas.size}`;
  alphas.set(alpha, name);
  return name;
}

export function objectName({ objects }: PdfResources, number: number): string {
  const name = `X${number}`;
  objects.set(number, name);
  return name;
}

export function fontName({ fonts, pdf }: PdfResources, font: LoadedFont): string {
  const known = fonts.get(font) ?? { name: `F${fonts.size}`, number: pdf.reserve() };
  fonts.set(font, known);
  return known.name;
}
