import { FileButton } from '../parts/form/file-button.tsx';
import './settings.css';
import { giveUpLost } from '../connection/mark.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { workspaceFiles } from '../parts/workspace-file.ts';
import { offerWorkspace } from '../state/incoming.ts';
import { notifyOtherTabs } from '../state/other-tabs.ts';
import { lost } from '../state/services.ts';
import { formatMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { workspaceText } from '../text/workspace-text.ts';
import { useWork } from './backup-work.tsx';

export function LostPage() {
  const { isWorking, progress } = useWork();
  const { services, seenAt } = lost.value ?? { services: [], seenAt: 0 };
  const goOn = async () => {
    await giveUpLost();
    notifyOtherTabs();
    location.reload();
  };
  return (
    <main class="page column settings" id="main" tabIndex={-1}>
      <header>
        <h1>{text.lost.title}</h1>
        <p>{text.lost.detail}</p>
      </header>
      <section class="card">
        <Notice kind="warning">{text.lost.missing(formatMoment(seenAt))}</Notice>
        <ul class="plain-list">
          {services.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
        <div class="row">
          <FileButton
            kind="primary"
            icon="upload"
            name={workspaceText.restore}
            accept={workspaceFiles}
            disabled={isWorking}
            onFiles={([file]) => file && offerWorkspace(file)}
          />
          <Button disabled={isWorking} onClick={() => void goOn()}>
            {text.lost.goOn}
          </Button>
        </div>
        <p>{text.lost.goOnDetail}</p>
        {progress}
      </section>
    </main>
  );
}
