import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showToast } from '../../state/toasts.ts';
import { text } from '../../text/text.ts';
import { OperationForm } from '../operation-form.tsx';
import { portalText as t } from '../text/portal-text.ts';

/** Take part in a collaboration by its invitation; for a host on another server there is an answer to hand back. */
export function AcceptInvitation({ portalId, onClose }: { portalId: string; onClose: () => void }) {
  const [response, setResponse] = useState<string>();
  if (response !== undefined) return <Letter title={t.collaborations.answerTitle} words={response} onClose={onClose} />;
  return (
    <OperationForm
      title={t.collaborations.accept}
      operation="acceptInvitation"
      path={{ portalId }}
      submit={t.collaborations.acceptGo}
      onClose={onClose}
      onDone={(answer) => {
        showToast({ message: t.collaborations.accepted });
        if (answer.response) setResponse(answer.response);
        else onClose();
      }}
    >
      <p class="soft">{t.collaborations.acceptDetail}</p>
    </OperationForm>
  );
}

/** A text to hand over to another portal in confidence. */
export function Letter({ title, words, onClose }: { title: string; words: string; onClose: () => void }) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <p>{t.collaborations.letterDetail}</p>
      <CopyField name={title} value={words} />
    </Dialog>
  );
}
