import { useState } from 'preact/hooks';
import { formatError } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { useRead } from '../../parts/use-read.ts';
import { formatBytes } from '../../text/format.ts';
import { OfflineArea } from './offline-area.tsx';
import { remoteText as t } from './remote-text.ts';
import { changeSource, forgetSources, readSources, type Source, type SourceChange } from './sources.ts';

const bytesPerMb = 1e6;

/** The remote files of a service: the data stored in this browser, and access to their servers. */
export function SourcesSection({ service }: { service: string }) {
  const { value: read } = useRead(service, () => readSources(service));
  const [changed, setChanged] = useState<readonly Source[]>();
  const [problem, setProblem] = useState<string>();
  const sources = changed ?? read ?? [];
  const [local, remote] = [sources.filter(({ host }) => host === ''), sources.filter(({ host }) => host !== '')];
  const runTask = async (task: () => Promise<readonly Source[]>) => {
    setProblem(undefined);
    await task().then(setChanged, (error: unknown) => setProblem(formatError(error)));
  };
  return (
    <section class="card manage-section" aria-labelledby="manage-sources">
      <h2 id="manage-sources">{t.sources}</h2>
      {remote.length > 0 && <p class="soft">{t.sourcesDetail}</p>}
      {remote.map((source) => (
        <SourcePart
          key={source.table}
          source={source}
          onChange={(change) => runTask(() => changeSource(service, change))}
        />
      ))}
      {local.map((source) => (
        <p key={source.table}>{t.localSource(source.name)}</p>
      ))}
      {remote.length > 0 && <OfflineArea service={service} onChange={setChanged} />}
      {problem && <Notice kind="error">{problem}</Notice>}
      {remote.length > 0 && (
        <div class="row">
          <Button icon="trash" onClick={() => runTask(() => forgetSources(service))}>
            {t.forget}
          </Button>
        </div>
      )}
    </section>
  );
}

function SourcePart(props: { source: Source; onChange: (change: SourceChange) => Promise<void> }) {
  const { source, onChange } = props;
  const { address, host, isAllowed, sizeBytes, storedBytes, pinnedBytes, limitBytes } = source;
  const [limit, setLimit] = useState(String(Math.round(limitBytes / bytesPerMb)));
  const [renewed, setRenewed] = useState('');
  const isLimit = /^\d{1,6}$/.test(limit);
  return (
    <div class="stack">
      <p>
        <strong>{host}</strong> <span class="soft">{address}</span>
      </p>
      {!isAllowed && (
        <div class="row">
          <p>{t.notAllowed(host)}</p>
          <Button small kind="primary" onClick={() => onChange({ address, isAllowed: true })}>
            {t.allowHost(host)}
          </Button>
        </div>
      )}
      <p>{t.stored(formatBytes(storedBytes), formatBytes(limitBytes), formatBytes(sizeBytes))}</p>
      <ProgressBar fraction={Math.min(1, storedBytes / (limitBytes || 1))} name={t.storedLabel} />
      {pinnedBytes > 0 && (
        <div class="row">
          <span>{t.pinned(formatBytes(pinnedBytes))}</span>
          <Button small icon="trash" onClick={() => onChange({ address, unpin: true })}>
            {t.unpin}
          </Button>
        </div>
      )}
      <div class="row" style={{ alignItems: 'end' }}>
        <TextField label={t.limit} value={limit} isNumber isSmall onInput={setLimit} />
        <Button
          small
          disabled={!isLimit || Number(limit) * bytesPerMb === limitBytes}
          onClick={() => onChange({ address, limitBytes: Number(limit) * bytesPerMb })}
        >
          {t.setLimit}
        </Button>
      </div>
      <div class="row">
        <TextField label={t.renewed} value={renewed} hint={t.renewedHint} isSmall onInput={setRenewed} />
        <Button
          small
          disabled={renewed === ''}
          onClick={() => onChange({ address: renewed }).then(() => setRenewed(''))}
        >
          {t.renew}
        </Button>
      </div>
    </div>
  );
}
