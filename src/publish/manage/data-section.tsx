import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { exportService } from '../../parts/save-file.ts';
import { useWork } from '../../parts/use-work.ts';
import { openPage } from '../../state/route.ts';
import { changeLayerText } from '../change-layer/change-layer-text.ts';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { startOver } from '../wizard/draft.ts';

export function DataSection({ managed }: { managed: Managed }) {
  const { problem, isRunning, run } = useWork();
  const { key } = managed;
  return (
    <section class="card manage-section" aria-labelledby="manage-data">
      <h2 id="manage-data">{t.manage.data}</h2>
      <p class="soft">{t.manage.dataDetail}</p>
      <div class="row">
        <Button icon="upload" onClick={() => openPage('publish', { replace: key })}>
          {t.manage.replace}
        </Button>
        <Button
          icon="plus"
          onClick={() => {
            startOver();
            openPage('publish', { into: key });
          }}
        >
          {changeLayerText.add}
        </Button>
        <Button icon="download" disabled={isRunning} onClick={() => void run(() => exportService(key))}>
          {t.manage.export}
        </Button>
      </div>
      {isRunning && <ProgressBar name={t.manage.exporting} />}
      {problem && <Notice kind="error">{problem}</Notice>}
    </section>
  );
}
