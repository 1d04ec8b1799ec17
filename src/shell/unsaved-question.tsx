import { useState } from 'preact/hooks';
import { formatError } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { cancelStep, pendingStep, takeStep, unsaved } from '../state/unsaved.ts';
import { text } from '../text/text.ts';

/** Dialog that asks about unsaved work before a step that would lose it. */
export function UnsavedQuestion() {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const work = unsaved.value;
  if (!work || !pendingStep.value) return null;
  const save = async () => {
    setSaving(true);
    setProblem(undefined);
    try {
      await work.save();
      takeStep();
    } catch (error) {
      setProblem(formatError(error));
    }
    setSaving(false);
  };
  return (
    <Dialog
      title={text.unsaved.title(work.name)}
      onClose={cancelStep}
      dismissible={!isSaving}
      footer={
        <>
          <Button disabled={isSaving} onClick={cancelStep}>
            {text.cancel}
          </Button>
          <Button
            disabled={isSaving}
            onClick={() => {
              work.discard();
              takeStep();
            }}
          >
            {text.unsaved.discard}
          </Button>
          <Button kind="primary" icon="check" disabled={isSaving} onClick={() => void save()}>
            {text.unsaved.save}
          </Button>
        </>
      }
    >
      <p>{text.unsaved.detail}</p>
      {problem && <Notice kind="error">{problem}</Notice>}
    </Dialog>
  );
}
