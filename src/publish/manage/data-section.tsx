import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { exportService } from '../../parts/save-file.ts';
import { openPage } from '../../state/route.ts';
import type { Managed } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';

export function DataSection({ managed }: { managed: Managed }) {
  const [isExporting, setExporting] = useState(false);
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
      </div>
      {isExporting && <ProgressBar name={t.manage.exporting} />}
    </section>
  );
}
