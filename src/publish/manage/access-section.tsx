import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { Section } from './section.tsx';
import { useDraft } from './use-draft.ts';
import type { Save } from './use-managed.ts';

export function AccessSection({ managed, save }: { managed: Managed; save: Save }) {
  const { access } = managed;
  const draft = useDraft(`${managed.key} access`, { access });
  return (
    <Section
      title={t.manage.access}
      isChanged={draft.isChanged}
      onDiscard={draft.discard}
      onSave={() => save({ access: draft.now.access }, { access })}
    >
      <fieldset aria-label={t.manage.access}>
        {(['public', 'private'] as const).map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="access"
              checked={draft.now.access === one}
              onChange={() => draft.put({ access: one })}
            />
            <span>
              {t.manage[one]}
              <small>{t.manage[`${one}Detail`]}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
