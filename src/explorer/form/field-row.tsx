import type { ComponentChildren } from 'preact';
import { IconButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { explorerText as t } from '../text/explorer-text.ts';

/** A field with its name, its type and its control. */
export function FieldRow(props: {
  name: string;
  type: string;
  onRemove: (() => void) | undefined;
  children: ComponentChildren;
}) {
  const { name, type, onRemove, children } = props;
  return (
    <div class="field-row">
      <span class="field-name">
        <strong>{name}</strong>
        <code>{type}</code>
      </span>
      <span class="field-value">{children}</span>
      {onRemove && <IconButton small icon="close" name={t.removeItem(name)} onClick={onRemove} />}
    </div>
  );
}

/** Optional fields that are not given: each is a button that adds it. */
export function AbsentFields(props: {
  fields: readonly { readonly name: string; readonly note: string | undefined; readonly add: () => void }[];
}) {
  if (props.fields.length === 0) return null;
  return (
    <details class="absent">
      <summary>{t.optional(props.fields.length)}</summary>
      <div class="row">
        {props.fields.map(({ name, note, add }) => (
          <button type="button" class="chip" key={name} title={note} aria-label={t.addField(name)} onClick={add}>
            <Icon name="plus" size={13} />
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}
