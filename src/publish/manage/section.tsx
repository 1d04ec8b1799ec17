import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { publishText as t } from '../text/publish-text.ts';

/** A section of the page whose form is saved and discarded separately. */
export function Section(props: {
  title: string;
  detail?: string | undefined;
  isChanged: boolean;
  isValid?: boolean;
  onSave: () => Promise<string | undefined>;
  onDiscard: () => void;
  children: ComponentChildren;
}) {
  const { title, detail, isChanged, isValid = true, onSave, onDiscard, children } = props;
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const id = useId();
  const save = async () => {
    setSaving(true);
    setProblem(undefined);
    const failed = await onSave();
    setSaving(false);
    setProblem(failed);
    if (!failed) onDiscard();
  };
  return (
    <section class="card manage-section" aria-labelledby={id}>
      <form
        class="stack far"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && isValid && !isSaving) void save();
        }}
      >
        <h2 id={id}>{title}</h2>
        {detail && <p class="soft">{detail}</p>}
        {children}
        {problem && <Notice kind="error">{problem}</Notice>}
        {(isChanged || problem) && (
          <div class="row save-bar">
            <span class="soft">{t.manage.unsaved}</span>
            <Button
              small
              onClick={() => {
                setProblem(undefined);
                onDiscard();
              }}
            >
              {t.manage.discard}
            </Button>
            <Button small kind="primary" type="submit" disabled={!isChanged || !isValid || isSaving}>
              {t.manage.save}
            </Button>
          </div>
        )}
      </form>
    </section>
  );
}
