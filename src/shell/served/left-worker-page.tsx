import { useState } from 'preact/hooks';
import { formatError } from '../../connection/call.ts';
import { removeLeftWorker, saveLeftMaps } from '../../connection/left-worker.ts';
import { Button } from '../../parts/button.tsx';
import { Logo } from '../../parts/logo.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { servedText } from './served-text.ts';

/** Asks what to do with the service worker, and the maps, of an earlier version at this address. */
export function LeftWorkerPage() {
  const t = servedText.left;
  const [isWorking, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const leave = async (takesMaps: boolean) => {
    setProblem(undefined);
    setWorking(true);
    try {
      if (takesMaps) await saveLeftMaps();
      await removeLeftWorker();
    } catch (error) {
      setProblem(formatError(error));
      setWorking(false);
    }
  };
  return (
    <main class="threshold">
      <div>
        <Logo size={72} />
        <h1>{t.title}</h1>
        <p>{t.detail}</p>
        <p>{t.stays}</p>
        {problem && <Notice kind="error">{t.failed(problem)}</Notice>}
        {isWorking && <ProgressBar name={t.working} />}
        <div class="row">
          <Button kind="primary" icon="download" disabled={isWorking} onClick={() => void leave(true)}>
            {t.take}
          </Button>
          <Button disabled={isWorking} onClick={() => void leave(false)}>
            {t.leave}
          </Button>
        </div>
      </div>
    </main>
  );
}
