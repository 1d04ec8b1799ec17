import { useId } from 'preact/hooks';
import type { PresentationDefinition } from '../../../sw/rows/manifest.ts';
import { Select } from '../../parts/form/select.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { publishText as t } from '../text/publish-text.ts';

type Popup = PresentationDefinition['popup'];

export function PopupPart(props: { popup: Popup; names: readonly string[]; onPopup: (popup: Popup) => void }) {
  const { popup, names, onPopup } = props;
  const group = useId();
  return (
    <fieldset class="field">
      <legend>{t.manage.popup}</legend>
      <div class="row">
        {(['none', 'text', 'url'] as const).map((kind) => (
          <label key={kind} class="check">
            <input
              type="radio"
              name={group}
              checked={(popup?.kind ?? 'none') === kind}
              onChange={() =>
                onPopup(
                  kind === 'none' ? undefined : { kind, template: popup?.template ?? initialContent(kind, names) },
                )
              }
            />
            {t.manage.popupKind[kind]}
          </label>
        ))}
      </div>
      {popup && (
        <>
          <TextField
            isLong
            isCode
            label={t.manage.template[popup.kind]}
            value={popup.template}
            hint={t.manage.templateHint}
            problem={popup.template === '' ? t.manage.templateHint : undefined}
            onInput={(template) => onPopup({ ...popup, template })}
          />
          <Select
            class="small"
            aria-label={t.manage.insert}
            value=""
            choices={[['', t.manage.insert], ...names.map((name) => [name, name] as const)]}
            onChange={(name) => onPopup({ ...popup, template: `${popup.template}{${name}}` })}
          />
        </>
      )}
    </fieldset>
  );
}

const initialContent = (kind: 'text' | 'url', names: readonly string[]): string =>
  kind === 'url' ? 'https://' : `<b>{${names[1] ?? names[0] ?? ''}}</b>`;
