import { escapeAttribute } from '../contract/markup.ts';
import type { PresentationDefinition } from '../rows/manifest.ts';

type Popup = NonNullable<PresentationDefinition['popup']>;

/**
 * Fill a pop-up template: `{FIELD}` is replaced by the value as people see it, escaped in a text and percent-encoded in an
 * address, so that data never becomes markup. A name without regard to case that is no field stays as it is; a missing
 * value is empty.
 */
export function fillTemplate({ kind, template }: Popup, textOf: (field: string) => string | null | undefined): string {
  return template.replace(/\{([^{}]{1,128})\}/g, (whole, name: string) => {
    const value = textOf(name);
    if (value === undefined) return whole;
    return kind === 'url'
      ? encodeURIComponent((value ?? '').replace(/\p{Surrogate}/gu, '\ufffd')).replace(/'/g, '%27')
      : escapeAttribute(value ?? '');
  });
}
