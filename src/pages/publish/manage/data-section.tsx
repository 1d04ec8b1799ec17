import { useState } from 'preact/hooks';
import { messageOf } from '../../../call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { ProgressBar } from '../../../parts/progress-bar.tsx';
import { openPage } from '../../../state/place.ts';
import { removeWithUndo } from '../../../state/removing.ts';
import { publishText as t } from '../../../text/publish-text.ts';
import { text } from '../../../text/text.ts';
import { exportService } from '../../settings/save-file.ts';
import type { Managed } from '../managed-services.ts';

/** Replace the data, keep them as a file, or delete the service. */
export function DataSection({ managed }: { managed: Managed }) {
  const [isExporting, setExporting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { key } = managed;
  const title = managed.definition.document.Title || key;
  return (
    <section class="card manage-section" aria-labelledby="manage-data">
      <h2 id="manage-data">{t.manage.data}</h2>
      <p class="soft">{t.manage.dataDetail}</p>
      <div class="request-actions">
        <Button icon="upload" onClick={() => openPage('publish', { replace: key })}>
          {t.manage.replace}
        </Button>
        <Button
          icon="download"
          disabled={isExporting}
          onClick={async () => {
            setExporting(true);
            await exportService(key);
            setExporting(false);
          }}
        >
          {t.manage.export}
        </Button>
        <Button kind="danger" icon="trash" onClick={() => setAsking(true)}>
          {t.manage.remove}
        </Button>
      </div>
      {isExporting && <ProgressBar name={t.manage.exporting} />}
      {isAsking && <RemoveDialog managed={managed} title={title} onClose={() => setAsking(false)} />}
    </section>
  );
}

function RemoveDialog({ managed, title, onClose }: { managed: Managed; title: string; onClose: () => void }) {
  const [problem, setProblem] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const { key } = managed;
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
