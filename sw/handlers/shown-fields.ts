import type { Value } from '../contract/index.ts';
import type { PublishedTable } from './published.ts';

/** The fields that answers list and requests may name: all but those the author hides. */
export function shownFields({ manifest, definition }: PublishedTable): readonly Value<'Field'>[] {
  const hidden = definition.presentation?.hiddenFields ?? [];
  return hidden.length === 0 ? manifest.fields : manifest.fields.filter(({ Name }) => !hidden.includes(Name));
}
