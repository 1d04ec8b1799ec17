import { useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { removeWithUndo } from '../../state/removing.ts';
import { openPage } from '../../state/route.ts';
import { text } from '../../text/text.ts';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';

/** Delete the service: apart from everything else, at the end of the page. */
export function RemoveSection({ managed }: { managed: Managed }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section class="card manage-section" aria-labelledby="manage-remove">
      <h2 id="manage-remove">{t.manage.removal}</h2>
      <p class="soft">{t.manage.removalDetail}</p>
      <div class="request-actions">
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {t.manage.remove}
        </Button>
      </div>
      {isAsking && <RemoveDialog managed={managed} onClose={() => setAsking(false)} />}
    </section>
  );
}

function RemoveDialog({ managed, onClose }: { managed: Managed; onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const { key } = managed;
  const title = managed.definition.document.Title || key;
  const remove = async () => {
    setWorking(true);
    try {
      await removeWithUndo({ name: key, title });
      openPage('publish');
    } catch (error) {
      setProblem(text.services.removeFailed(messageOf(error)));
      setWorking(false);
    }
  };
  return (
    <Dialog
      title={t.manage.removeTitle(title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="danger" icon="trash" disabled={isWorking} onClick={() => void remove()}>
            {t.manage.remove}
          </Button>
        </>
      }
    >
      <p>{t.manage.removeDetail}</p>
      {problem && <Notice kind="error">{problem}</Notice>}
    </Dialog>
  );
}
