import { fetchPackage } from '../../connection/catalogue.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { exportService, saveFile } from '../../parts/save-file.ts';
import { useWork } from '../../parts/use-work.ts';
import { fileText } from '../../state/definitions.ts';
import { openPage } from '../../state/route.ts';
import { showToast } from '../../state/toasts.ts';
import { preferredLanguage, text } from '../../text/text.ts';
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
        <Button
          icon="download"
          disabled={isRunning}
          onClick={() => void run((signal) => exportProject(managed, signal))}
        >
          {text.exportProject}
        </Button>
      </div>
      {isRunning && <ProgressBar name={t.manage.exporting} />}
      {problem && <Notice kind="error">{problem}</Notice>}
    </section>
  );
}

/** Save a service as a folder for QGIS and MapServer. @throws {ServiceFault} and {Fault} */
async function exportProject({ key, definition }: Managed, signal: AbortSignal): Promise<void> {
  const [{ takeProject }, packed, systems] = await Promise.all([
    import('../../publisher/project/take-project.ts'),
    fetchPackage(key),
    fileText('epsg.json'),
  ]);
  const { SpatialReference: reference, extent, BackgroundSymbol: background, Description } = definition.maps[0]!;
  const file = await takeProject(
    {
      packages: new Map([[key, packed]]),
      title: definition.document.Title || key,
      description: Description,
      language: preferredLanguage() === 'de' ? 'de' : 'en',
      ...{ reference, extent, background, systems },
    },
    signal,
  );
  const name = `${key}.qgis-mapserver.zip`;
  saveFile(file, name);
  showToast({ message: t.manage.exportedProject(name) });
}
