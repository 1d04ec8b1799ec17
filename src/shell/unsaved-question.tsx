import { useState } from 'preact/hooks';
import { messageOf } from '../connection/call.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { pendingStep, unsaved } from '../state/unsaved.ts';
import { text } from '../text/text.ts';

/** Ask what becomes of unsaved work before a step that would lose it. */
export function UnsavedQuestion() {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [work, step] = [unsaved.value, pendingStep.value];
  if (!work || !step) return null;
  const cancel = () => {
    pendingStep.value = undefined;
  };
  const goOn = () => {
    unsaved.value = undefined;
    pendingStep.value = undefined;
    step();
  };
  const save = async () => {
    setSaving(true);
    setProblem(undefined);
    try {
      await work.save();
      goOn();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setSaving(false);
  };
  return (
    <Dialog
      title={text.unsaved.title(work.name)}
      onClose={cancel}
      dismissible={!isSaving}
      footer={
        <>
          <Button disabled={isSaving} onClick={cancel}>
            {text.cancel}
          </Button>
          <Button
            disabled={isSaving}
            onClick={() => {
              work.discard();
              goOn();
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
