import './settings.css';
import { useRef } from 'preact/hooks';
import { giveUpLost } from '../connection/mark.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { notifyOtherTabs } from '../state/other-tabs.ts';
import { lost } from '../state/services.ts';
import { formatMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { FileChoice, useWork } from './backup-work.tsx';

export function LostPage() {
  const { isWorking, progress, restore } = useWork();
  const restoring = useRef<HTMLInputElement>(null);
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
          <Button kind="primary" icon="upload" disabled={isWorking} onClick={() => restoring.current?.click()}>
            {text.settings.restore}
          </Button>
          <Button disabled={isWorking} onClick={() => void goOn()}>
            {text.lost.goOn}
          </Button>
        </div>
        <p>{text.lost.goOnDetail}</p>
        <FileChoice of={restoring} name={text.settings.restore} onFile={(file) => void restore(file)} />
        {progress}
      </section>
    </main>
  );
}
