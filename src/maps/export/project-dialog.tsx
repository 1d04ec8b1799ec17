import { fetchPackage } from '../../connection/catalogue.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState, Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useRead } from '../../parts/use-read.ts';
import { takeProject } from '../../publisher/project/take-project.ts';
import { fileText } from '../../state/definitions.ts';
import { referenceFor } from '../../state/references.ts';
import { currentTitle, mapInfo } from '../../state/services.ts';
import { showToast } from '../../state/toasts.ts';
import { projection, view } from '../../state/view.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { preferredLanguage, text } from '../../text/text.ts';
import { readShareable, type ShareableLayer } from '../share/shareable-layers.ts';
import { projectText as t } from '../text/rows/project-text.ts';
import { useExport } from './use-export.ts';

/** Save the open map as a folder for other map servers, as it is drawn now. */
export function ProjectDialog() {
  const { value: layers, problem: unread } = useRead('project', readShareable);
  const { problem, isRunning, close, run } = useExport();
  const rows = layers?.filter(({ isRaster }) => !isRaster) ?? [];
  const rasters = layers?.filter(({ isRaster }) => isRaster) ?? [];
  const save = () =>
    run(async (signal) => {
      const title = currentTitle.peek() ?? '';
      const file = await projectOf(title, layers ?? [], signal);
      const name = `${title}.qgis-mapserver.zip`;
      saveFile(file, name);
      showToast({ message: t.saved(name, formatBytes(file.size)) });
      close();
    });
  return (
    <Dialog
      title={t.title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="primary" icon="download" disabled={isRunning || rows.length === 0} onClick={() => void save()}>
            {t.action}
          </Button>
        </>
      }
    >
      <p>{t.intro}</p>
      <ul>
        {t.files.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {!layers && !unread && <ProgressBar name={t.reading} />}
      {layers && <p>{t.layers(formatCount(rows.length))}</p>}
      {rasters.length > 0 && <Notice kind="warning">{t.rasters(rasters.map(({ title }) => title).join(', '))}</Notice>}
      <div class="dialog-progress">{isRunning && <ProgressBar name={t.working} />}</div>
      {(problem || unread) && <ErrorState title={t.failed} message={problem ?? unread ?? ''} />}
    </Dialog>
  );
}

/** @throws {ServiceFault} also when a service is not the person's own; {Fault} as `makeProject` */
async function projectOf(title: string, layers: readonly ShareableLayer[], signal: AbortSignal): Promise<Blob> {
  const [info, shown] = [mapInfo.peek(), view.peek()];
  if (!info || !shown) throw new Error('no map');
  const keys = [...new Set(layers.map(({ service }) => service))];
  const packages = new Map(await Promise.all(keys.map(async (key) => [key, await fetchPackage(key)] as const)));
  return takeProject(
    {
      ...{ packages, title },
      description: info.Description,
      reference: referenceFor(projection.peek(), info),
      extent: shown.extent,
      background: info.BackgroundSymbol,
      language: preferredLanguage() === 'de' ? 'de' : 'en',
      systems: await fileText('epsg.json'),
      layers: layers.map(({ service, layer, title: name, isVisible, hasLabels, filters, drawing }) => ({
        ...{ service, layer, title: name, isVisible, hasLabels, filters },
        ...(drawing ? { drawing } : {}),
      })),
    },
    signal,
  );
}
