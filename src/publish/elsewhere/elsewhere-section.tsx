import { useEffect, useRef, useState } from 'preact/hooks';
import { Fault } from '../../../sw/contract/index.ts';
import { sourceHost, sourceName } from '../../../sw/rows/remote/source-address.ts';
import { base, messageOf, send } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { forgetHandle, readsLocalFiles, rememberHandle } from '../../parts/local-files/local-files.ts';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { describeAddress, packageElsewhere } from '../../publisher/elsewhere/ask-elsewhere.ts';
import type { ElsewhereDescription } from '../../publisher/elsewhere/messages.ts';
import { sendPackage } from '../../publisher/publisher.ts';
import { serviceName } from '../../publisher/service-name.ts';
import { stem } from '../../publisher/source-table.ts';
import { formatBytes, formatCount } from '../../text/format.ts';
import { managedServices } from '../managed-services.ts';
import { setUpCache } from '../send-tiles.ts';
import { publishText as p } from '../text/publish-text.ts';
import { CodeField } from '../wizard/code-field.tsx';
import { codePattern } from '../wizard/problems.ts';
import { finishPublishing } from '../wizard/send-draft.ts';
import { allowHost, isAllowed } from './allowed-hosts.ts';
import { type ChosenSource, chooseLocalFile, chosenFile } from './chosen-file.ts';
import { elsewhereText as t } from './elsewhere-text.ts';
import { changeSource } from './sources.ts';

type State =
  | { readonly step: 'address'; readonly failure?: unknown }
  | { readonly step: 'busy' }
  | { readonly step: 'found'; readonly described: ElsewhereDescription; readonly source: ChosenSource };

/** Make a layer of a file on another server or on this computer, whose rows stay there. */
export function ElsewhereSection() {
  const [address, setAddress] = useState('');
  const [state, setState] = useState<State>({ step: 'address' });
  const [isFine, setFine] = useState(false);
  const section = useRef<HTMLElement>(null);
  const host = hostOf(address);
  const needsConsent = host !== undefined && !isAllowed(host);
  const readHead = async (source: ChosenSource) => {
    setState({ step: 'busy' });
    try {
      const file = await source.handle?.getFile();
      setState({ step: 'found', described: await describeAddress(source.address, file), source });
    } catch (failure) {
      setState({ step: 'address', failure });
    }
  };
  const read = () => {
    if (!host || (needsConsent && !isFine)) return;
    allowHost(host);
    void readHead({ address });
  };
  const chosen = chosenFile.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is described once
  useEffect(() => {
    if (!chosen) return;
    chosenFile.value = undefined;
    const chosenHost = chosen.handle ? undefined : hostOf(chosen.address);
    if (chosenHost !== undefined) {
      setAddress(chosen.address);
      setState({ step: 'address' });
      section.current?.scrollIntoView({ block: 'center' });
      // Nothing is asked of a server before a person agreed.
      if (!isAllowed(chosenHost)) return;
    }
    void readHead(chosen);
  }, [chosen]);
  return (
    <section ref={section} class="card stack elsewhere" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{t.title}</h2>
      <p class="soft">{t.detail}</p>
      {state.step === 'found' ? (
        <Found {...state} onBack={() => setState({ step: 'address' })} />
      ) : (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            read();
          }}
        >
          <TextField label={t.address} value={address} hint={t.hint} onInput={setAddress} />
          {needsConsent && (
            <>
              <p>{t.privacy(host)}</p>
              <Check on={isFine} onChange={setFine}>
                {t.allow}
              </Check>
            </>
          )}
          {state.step === 'address' && state.failure !== undefined && <Failure failure={state.failure} />}
          {state.step === 'busy' ? (
            <ProgressBar name={t.reading} />
          ) : (
            <div class="row">
              <Button type="submit" disabled={!host || (needsConsent && !isFine)}>
                {t.read}
              </Button>
              {readsLocalFiles() && (
                <Button icon="file" onClick={() => void chooseLocalFile()}>
                  {t.local}
                </Button>
              )}
            </div>
          )}
          {!readsLocalFiles() && <p class="soft">{t.noLocal}</p>}
        </form>
      )}
    </section>
  );
}

/** What the file has, and how the service is to be called. */
function Found(props: { described: ElsewhereDescription; source: ChosenSource; onBack: () => void }) {
  const { described, onBack } = props;
  const { address, handle } = props.source;
  const { remote, crs, leftOut, extent } = described;
  const { inexact = [] } = described.kind === 'rows' ? described : {};
  const [title, setTitle] = useState(described.name || stem(sourceName(remote.address)));
  const [code, setCode] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const host = sourceHost(remote.address);
  const name = serviceName(title);
  const isTaken = managedServices.value?.some(({ key }) => key === name);
  const isReady = title.trim() !== '' && !isTaken && (crs !== undefined || codePattern.test(code));
  const publish = async () => {
    setSending(true);
    setFailure(undefined);
    try {
      const choices = {
        name,
        title,
        description: handle
          ? t.localNote(sourceName(address))
          : described.kind === 'raster'
            ? t.pixelsNote(host)
            : t.layerNote(host),
        ...(crs ? {} : { wkid: Number(code) }),
        partNames: t.kinds,
      };
      const made = await packageElsewhere(described, choices);
      if (handle) await rememberHandle(address, handle);
      const { key } = await sendPackage((path, init) => send('publish', `${base}${path}`, init), made);
      if (!handle && new URL(address).search !== new URL(remote.address).search) await changeSource(key, { address });
      if (described.kind === 'raster' && described.scheme) await setUpCache(key, described.scheme, true);
      await finishPublishing(key, title, []);
    } catch (error) {
      if (handle) await forgetHandle(address);
      setFailure(error);
    }
    setSending(false);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isSending) void publish();
      }}
    >
      <p role="status">
        <strong>{foundIn(described, host || t.onThisComputer)}</strong>
      </p>
      {described.kind === 'tiles' && (
        <>
          <p class="soft">{t.tilesNote}</p>
          <p class="soft">
            {described.level === described.finestLevel
              ? t.tilesLevel(described.level)
              : t.tilesCoarse(described.level, described.finestLevel)}
          </p>
        </>
      )}
      {leftOut.length > 0 && <p class="soft">{t.leftOut(leftOut.join(', '))}</p>}
      {inexact.length > 0 && <p class="soft">{t.inexact(inexact.join(', '))}</p>}
      <TextField label={t.name} value={title} problem={isTaken ? p.name.taken(name) : undefined} onInput={setTitle} />
      {!crs && <CodeField code={code} extent={extent} onCode={setCode} />}
      <p class="soft">{handle ? t.localCopy : t.copy}</p>
      {failure !== undefined && <Notice kind="error">{messageOf(failure)}</Notice>}
      <div class="row">
        <Button onClick={onBack}>{p.back}</Button>
        <Button kind="primary" icon="upload" type="submit" disabled={!isReady || isSending}>
          {t.publish}
        </Button>
      </div>
    </form>
  );
}

function foundIn(described: ElsewhereDescription, host: string): string {
  const size = formatBytes(described.remote.sizeBytes);
  if (described.kind === 'rows') return t.found(formatCount(described.rowCount), size, host);
  if (described.kind === 'tiles') {
    const names = described.layers.map(({ tiles, geometry }) => `${tiles.layer}: ${t.kinds[geometry]}`);
    return t.foundTiles(t.layers(names.length, names.join(', ')), size, host);
  }
  const { widthPx, heightPx } = described.manifest;
  return t.foundPixels(formatCount(widthPx), formatCount(heightPx), size, host);
}

/** Why a file cannot be read. What the code of a fault means the title says already. */
function Failure({ failure }: { failure: unknown }) {
  const fault = failure instanceof Fault ? failure : undefined;
  const advice = t.reasons[fault?.detail.reason ?? ''];
  return (
    <Notice kind="error">
      <strong>{t.failed}</strong>
      <span data-reason="">{fault?.message ?? messageOf(failure)}</span>
      {advice && <span>{advice}</span>}
    </Notice>
  );
}

function hostOf(address: string): string | undefined {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url.host : undefined;
}
