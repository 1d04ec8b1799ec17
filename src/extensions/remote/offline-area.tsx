import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { useWork } from '../../parts/use-work.ts';
import { shownReference } from '../../state/requested.ts';
import { currentKey } from '../../state/services.ts';
import { screen, view } from '../../state/view.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { type AreaFile, countFileBlocks, planArea, storeArea } from './area.ts';
import { remoteText as t } from './remote-text.ts';
import type { Source } from './sources.ts';

type State =
  | { readonly step: 'idle' | 'counting' | 'stored' }
  | { readonly step: 'counted'; readonly files: readonly AreaFile[] }
  | { readonly step: 'storing'; readonly share: number };

export interface OfflineAreaProps {
  readonly service: string;
  readonly onChange: (sources: readonly Source[]) => void;
  readonly plan?: typeof planArea;
  readonly store?: typeof storeArea;
}

/**
 * Store the remote data of the displayed area for use without network. Leaving the page cancels this; stored data
 * remains.
 */
export function OfflineArea({ service, onChange, plan = planArea, store = storeArea }: OfflineAreaProps) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const { problem, run, cancel } = useWork();
  const [shown, reference, size] = [view.value, shownReference.value, screen.value];
  const isOpen = currentKey.value === service && shown && reference && size;
  const orIdle = (work: (signal: AbortSignal) => Promise<State>) =>
    run(async (signal) => {
      let next: State = { step: 'idle' };
      try {
        next = await work(signal);
      } finally {
        setState(next);
      }
    });
  const count = () =>
    orIdle(async (signal) => {
      if (!isOpen) return { step: 'idle' };
      setState({ step: 'counting' });
      const area = { extent: shown.extent, reference, resolution: size.resolution };
      const files = await plan(service, area, signal);
      return countFileBlocks(files) === 0 ? { step: 'stored' } : { step: 'counted', files };
    });
  const download = (files: readonly AreaFile[]) =>
    orIdle(async (signal) => {
      const onProgress = (share: number) => setState({ step: 'storing', share });
      onProgress(0);
      await store(service, files, { onProgress, onSources: onChange, signal });
      return { step: 'stored' };
    });
  return (
    <div class="stack">
      <h3>{t.offline}</h3>
      <p class="soft">{isOpen ? t.offlineDetail : t.offlineOpen}</p>
      {state.step === 'counted' && (
        <>
          <ul>
            {state.files.map(({ address, host, missingBytes, requests, bytes }) => (
              <li key={address}>
                {missingBytes === 0
                  ? t.offlineHere(formatBytes(bytes))
                  : t.offlineSize(formatBytes(missingBytes), formatCount(requests), host, formatBytes(bytes))}
              </li>
            ))}
          </ul>
          <div class="row">
            <Button onClick={() => setState({ step: 'idle' })}>{t.cancel}</Button>
            <Button kind="primary" icon="download" onClick={() => void download(state.files)}>
              {state.files.some(({ missingBytes }) => missingBytes > 0) ? t.offlineStore : t.offlineKeep}
            </Button>
          </div>
        </>
      )}
      {state.step === 'counting' && <ProgressBar name={t.offlineCounting} />}
      {state.step === 'storing' && (
        <div class="row">
          <ProgressBar fraction={state.share} name={t.offlineStoring} />
          <span>{t.offlineStored(formatCount(Math.floor(100 * state.share)))}</span>
          <Button small onClick={cancel}>
            {t.cancel}
          </Button>
        </div>
      )}
      {state.step === 'stored' && <p role="status">{t.offlineReady}</p>}
      {problem && <Notice kind="error">{problem}</Notice>}
      {isOpen && state.step === 'idle' && (
        <div class="row">
          <Button icon="download" onClick={() => void count()}>
            {t.offlineCount}
          </Button>
        </div>
      )}
    </div>
  );
}
