import { useState } from 'preact/hooks';
import type { CacheActionName } from '../../sw/contract/admin/cache-message.ts';
import type { CacheState, JobState } from '../../sw/tiles/tile-state.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FileButton } from '../parts/form/file-button.tsx';
import { Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { saveFile } from '../parts/save-file.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes, formatCount, formatScale } from '../text/format.ts';
import { tileText } from './text/tiles-text.ts';
import { act, exportFile, importFile, trying } from './tile-caches.ts';

interface CacheProps {
  service: string;
  map: string;
  cache: CacheState | undefined;
}

/** The content of a cache, its job, and import and export. */
export function CacheCard({ service, map, cache }: CacheProps) {
  const [isAsking, setAsking] = useState(false);
  if (!cache) return <Notice kind="info">{tileText.none}</Notice>;
  const levels = cache.settings.scheme.levels;
  const rebuild = () =>
    trying(() =>
      act(service, 'build', { map, overwrite: true, levels: [...new Set(cache.uses.map(({ level }) => level))] }),
    );
  return (
    <section class="card">
      <h2>{tileText.holds(formatCount(cache.tiles), formatBytes(cache.bytes))}</h2>
      {cache.isStale ? (
        <Notice kind="warning">
          <span>{tileText.stale}</span>
          <Button small icon="rotate" onClick={() => void rebuild()}>
            {tileText.rebuild}
          </Button>
        </Notice>
      ) : (
        <p>{cache.isServing ? tileText.serving : tileText.empty}</p>
      )}
      {cache.job && <JobView service={service} map={map} job={cache.job} />}
      {cache.uses.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{tileText.level}</th>
              <th>{tileText.scale}</th>
              <th>{tileText.tiles}</th>
              <th>{tileText.size}</th>
            </tr>
          </thead>
          <tbody>
            {cache.uses.map((use) => (
              <tr key={`${use.layer} ${use.level}`}>
                <td>{use.layer < 0 ? use.level : `${use.level} (${use.layer})`}</td>
                <td>1 : {formatScale(levels.find(({ level }) => level === use.level)?.scale ?? 0)}</td>
                <td>{formatCount(use.tiles)}</td>
                <td>{formatBytes(use.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <FileRow service={service} map={map} hasTiles={cache.tiles > 0} onRemove={() => setAsking(true)} />
      {isAsking && (
        <Confirm
          title={tileText.remove}
          action={tileText.remove}
          onClose={() => setAsking(false)}
          onAct={async () => void trying(() => act(service, 'delete', { map }))}
        >
          <p>{tileText.removeAsk(formatCount(cache.tiles))}</p>
        </Confirm>
      )}
    </section>
  );
}

function JobView({ service, map, job }: { service: string; map: string; job: JobState }) {
  const seconds = Math.max(0.001, (job.updatedAt - job.startedAt) / 1000);
  const rate = formatCount(job.tilesDone / seconds);
  const change = (action: CacheActionName) => void trying(() => act(service, action, { map, job: job.id }));
  const isOpen = job.status !== 'done' && job.status !== 'cancelled';
  return (
    <div class="stack near job" aria-live="polite">
      <div class="row">
        <strong>{tileText.status[job.status]}</strong>
        <span>{tileText.progress(formatCount(job.tilesDone), formatCount(job.tiles), rate)}</span>
      </div>
      {isOpen && <ProgressBar fraction={job.tilesDone / job.tiles} name={tileText.build} />}
      {job.reason && <Notice kind="error">{job.reason}</Notice>}
      {isOpen && (
        <div class="row">
          {job.status === 'running' ? (
            <Button small onClick={() => change('pause')}>
              {tileText.pause}
            </Button>
          ) : (
            <Button small onClick={() => change('resume')}>
              {tileText.resume}
            </Button>
          )}
          <Button small icon="close" onClick={() => change('cancel')}>
            {tileText.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}

function FileRow(props: { service: string; map: string; hasTiles: boolean; onRemove: () => void }) {
  const { service, map, hasTiles, onRemove } = props;
  const save = (format: 'compact' | 'pmtiles', ending: string) =>
    trying(async () =>
      saveFile(await exportFile(service, map, format), `${service.replaceAll('/', '-')}-${map}${ending}`),
    );
  const take = (file: File) =>
    trying(async () => showToast({ message: tileText.imported(formatCount(await importFile(service, map, file))) }));
  return (
    <div class="row">
      <Button small icon="download" disabled={!hasTiles} onClick={() => void save('compact', '.bundles.zip')}>
        {tileText.exportBundles}
      </Button>
      <Button small icon="download" disabled={!hasTiles} onClick={() => void save('pmtiles', '.pmtiles')}>
        {tileText.exportPmtiles}
      </Button>
      <FileButton small name={tileText.import} accept=".zip,.pmtiles" onFiles={([file]) => void take(file)} />
      <Button small icon="trash" onClick={onRemove}>
        {tileText.remove}
      </Button>
    </div>
  );
}
