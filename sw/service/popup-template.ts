import { escapeAttribute } from '../contract/markup.ts';
import type { PresentationDefinition } from '../rows/manifest.ts';

type Popup = NonNullable<PresentationDefinition['popup']>;

/**
 * Fill a pop-up template: `{FIELD}` is replaced by the displayed value, escaped in a text and percent-encoded in a URL,
 * so that data never becomes markup. Unknown names stay as they are; missing values become empty.
 *
 * @param readText returns the displayed text of a field, null for a missing value, undefined for an unknown name
 */
export function fillTemplate(
  { kind, template }: Popup,
  readText: (field: string) => string | null | undefined,
): string {
  return template.replace(/\{([^{}]{1,128})\}/g, (whole, name: string) => {
    const value = readText(name);
    if (value === undefined) return whole;
    return kind === 'url'
      ? encodeURIComponent((value ?? '').replace(/\p{Surrogate}/gu, '\ufffd')).replace(/'/g, '%27')
      : escapeAttribute(value ?? '');
  });
}
