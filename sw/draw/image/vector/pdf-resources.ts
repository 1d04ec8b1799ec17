import type { Drawing } from '../../surface/record.ts';
import type { LoadedFont, TextLayouts } from '../font/text-layout.ts';
import type { PdfFile } from './pdf-file.ts';

/** Resources of a page's content. The page and all its groups share one dictionary. */
export interface PdfResources {
  readonly pdf: PdfFile;
  readonly drawing: Drawing;
  readonly layouts: TextLayouts;
  /** Names of graphics states by alpha. */
  readonly alphas: Map<number, string>;
  /** Names of groups, markers and images by object number. */
  readonly objects: Map<number, string>;
  /** Names of patterns by object number. */
  readonly patterns: Map<number, string>;
  /** Matrix from drawing pixels to the space of the page or group. Patterns are positioned by it. */
  readonly space: readonly [number, number, number, number, number, number];
  readonly fonts: Map<LoadedFont, { readonly name: string; readonly number: number }>;
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
  const resource = fonts.get(font) ?? { name: `F${fonts.size}`, number: pdf.reserve() };
  fonts.set(font, resource);
  return resource.name;
}
