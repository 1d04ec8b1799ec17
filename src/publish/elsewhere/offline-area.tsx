import { useState } from 'preact/hooks';
import { isAbort, messageOf } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { shownReference } from '../../state/requested.ts';
import { currentKey } from '../../state/services.ts';
import { screen, view } from '../../state/view.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { type AreaFile, blocksOf, planArea, storeArea } from './area.ts';
import { elsewhereText as t } from './elsewhere-text.ts';
import type { Source } from './sources.ts';

type State =
  | { readonly step: 'idle' | 'counting' | 'stored' }
  | { readonly step: 'counted'; readonly files: readonly AreaFile[] }
  | { readonly step: 'storing'; readonly share: number; readonly cancel: AbortController };

/** Store what the map shows of files elsewhere, so that it is there without network. */
export function OfflineArea(props: { service: string; onChange: (sources: readonly Source[]) => void }) {
  const { service, onChange } = props;
  const [state, setState] = useState<State>({ step: 'idle' });
  const [problem, setProblem] = useState<string>();
  const [shown, reference, size] = [view.value, shownReference.value, screen.value];
  const isOpen = currentKey.value === service && shown && reference && size;
  const fail = (error: unknown) => {
    setState({ step: 'idle' });
    if (!isAbort(error)) setProblem(messageOf(error));
  };
  const count = async () => {
    if (!isOpen) return;
    setProblem(undefined);
    setState({ step: 'counting' });
    const files = await planArea(service, { extent: shown.extent, reference, resolution: size.resolution });
    setState(blocksOf(files) === 0 ? { step: 'stored' } : { step: 'counted', files });
  };
  const store = async (files: readonly AreaFile[]) => {
    const cancel = new AbortController();
    setState({ step: 'storing', share: 0, cancel });
    const onProgress = (share: number) => setState({ step: 'storing', share, cancel });
    await storeArea(service, files, { onProgress, onSources: onChange, signal: cancel.signal });
    setState({ step: 'stored' });
  };
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
            <Button kind="primary" icon="download" onClick={() => store(state.files).catch(fail)}>
              {t.offlineStore}
            </Button>
          </div>
        </>
      )}
      {state.step === 'counting' && <ProgressBar name={t.offlineCounting} />}
      {state.step === 'storing' && (
        <div class="row">
          <ProgressBar fraction={state.share} name={t.offlineStoring} />
          <span>{t.offlineStored(formatCount(Math.floor(100 * state.share)))}</span>
          <Button small onClick={() => state.cancel.abort()}>
            {t.cancel}
          </Button>
        </div>
      )}
      {state.step === 'stored' && <p role="status">{t.offlineReady}</p>}
      {problem && <Notice kind="error">{problem}</Notice>}
      {isOpen && state.step === 'idle' && (
        <div class="row">
          <Button icon="download" onClick={() => count().catch(fail)}>
            {t.offlineCount}
          </Button>
        </div>
      )}
    </div>
  );
}
