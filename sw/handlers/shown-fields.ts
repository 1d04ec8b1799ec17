import type { Value } from '../contract/index.ts';
import type { PublishedTable } from './published.ts';

/** List the fields that answers contain and requests may name: all but those the author hides. */
export function shownFields({
  manifest,
  definition,
}: Pick<PublishedTable, 'manifest' | 'definition'>): Value<'Field'>[] {
  const hidden = definition.presentation?.hiddenFields;
  return manifest.fields.filter(({ Name }) => !hidden?.includes(Name));
}
