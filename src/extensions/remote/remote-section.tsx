import { useEffect, useRef, useState } from 'preact/hooks';
import { Fault } from '../../../sw/contract/index.ts';
import { formatError } from '../../connection/call.ts';
import { maximumLinkedBytes } from '../../connection/fetch-linked.ts';
import { Button } from '../../parts/button.tsx';
import { Check } from '../../parts/form/check.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { pastedText } from '../../publish/pasted/pasted-text.ts';
import { publishAddress } from '../../state/dropped.ts';
import { formatBytes } from '../../text/format.ts';
import { sourceFaultText } from '../../text/source-faults.ts';
import { chooseAddress, chosenAddress } from './chosen-address.ts';
import type { RemoteLayerDescription } from './import/raster-description.ts';
import { remote } from './publish-source.ts';
import { RemoteFileCard } from './remote-file-card.tsx';
import { remoteText as t } from './remote-text.ts';

type State =
  | { readonly step: 'address'; readonly failure?: unknown }
  | { readonly step: 'busy' }
  | { readonly step: 'found'; readonly described: RemoteLayerDescription; readonly source: string };

/** The form to make a layer of a remote file without copying its data. */
export function RemoteSection() {
  const [address, setAddress] = useState('');
  const [state, setState] = useState<State>({ step: 'address' });
  const [isFine, setFine] = useState(false);
  const section = useRef<HTMLElement>(null);
  const host = parseHost(address);
  const needsConsent = host !== undefined && !isAllowed(host);
  const readHead = async (source: string) => {
    setState({ step: 'busy' });
    try {
      setState({ step: 'found', described: await remote.describeRemote(source), source });
    } catch (failure) {
      setState({ step: 'address', failure });
    }
  };
  const read = () => {
    if (!host || (needsConsent && !isFine)) return;
    allowHost(host);
    void readHead(address);
  };
  const chosen = chosenAddress.value;
  useEffect(() => {
    if (!chosen) return;
    chooseAddress(undefined);
    const chosenHost = parseHost(chosen);
    if (chosenHost !== undefined) {
      setAddress(chosen);
      setState({ step: 'address' });
      section.current?.scrollIntoView({ block: 'center' });
      // Don't contact a server before the user has agreed.
      if (!isAllowed(chosenHost)) return;
    }
    void readHead(chosen);
  }, [chosen]);
  return (
    <section ref={section} class="card stack remote" aria-labelledby="remote">
      <h2 id="remote">{t.title}</h2>
      <p class="soft">{t.detail}</p>
      {state.step === 'found' ? (
        <RemoteFileCard {...state} onBack={() => setState({ step: 'address' })} />
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
          {state.step === 'address' && state.failure !== undefined && (
            <Failure failure={state.failure} address={address.trim()} />
          )}
          {state.step === 'busy' ? (
            <ProgressBar name={t.reading} />
          ) : (
            <div class="row">
              <Button type="submit" disabled={!host || (needsConsent && !isFine)}>
                {t.read}
              </Button>
            </div>
          )}
        </form>
      )}
    </section>
  );
}

/** The reason why a file can't be read, with advice. A file with vector tiles can be copied if it isn't too large. */
function Failure({ failure, address }: { failure: unknown; address: string }) {
  const [what, advice] = (failure instanceof Fault && sourceFaultText(t.faults, failure.detail)) || [
    formatError(failure),
  ];
  const bytes = readCopiedBytes(failure);
  return (
    <Notice kind="error">
      <strong>{t.failed}</strong>
      <span data-reason="">{what}</span>
      {advice && <span>{advice}</span>}
      {bytes > maximumLinkedBytes && <span>{pastedText.tooLarge(formatBytes(maximumLinkedBytes))}</span>}
      {bytes <= maximumLinkedBytes && (
        <Button small icon="upload" onClick={() => publishAddress(address)}>
          {t.copyHere(formatBytes(bytes))}
        </Button>
      )}
    </Notice>
  );
}

/** Return the size of a file that can only be copied; NaN for other failures. */
const readCopiedBytes = (failure: unknown): number =>
  failure instanceof Fault && failure.detail.reason === 'vector-tiles' ? Number(failure.detail.bytes) : Number.NaN;

function parseHost(address: string): string | undefined {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url.host : undefined;
}

const key = `soapstone-hosts:${import.meta.env.BASE_URL}`;

const readStored = (): readonly string[] => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
};

/** Check whether the user has agreed to requests to a host, which reveal the viewed places. */
const isAllowed = (host: string): boolean => readStored().includes(host);

/** Store the user's agreement, if the browser allows it. */
function allowHost(host: string): void {
  if (isAllowed(host)) return;
  try {
    localStorage.setItem(key, JSON.stringify([...readStored(), host]));
  } catch {
    // Ask again next time.
  }
}
