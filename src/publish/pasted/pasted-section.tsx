import { useEffect, useRef, useState } from 'preact/hooks';
import { formatError } from '../../connection/call.ts';
import { fetchLinked, LinkError, maximumLinkedBytes } from '../../connection/fetch-linked.ts';
import { Button } from '../../parts/button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { listAdded } from '../../parts/extension.ts';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { publishAddress, publishFiles, waitingAddress } from '../../state/dropped.ts';
import { formatBytes } from '../../text/format.ts';
import { text } from '../../text/text.ts';
import { addressIn, fileOfText, withEnding } from './pasted-file.ts';
import { pastedText as t } from './pasted-text.ts';

interface Fetching {
  readonly host: string;
  readonly received: number;
  readonly total?: number | undefined;
}

interface Failure {
  readonly address: string;
  readonly error: unknown;
}

/** A field for a file address or the text of a file. Both may also be pasted anywhere on the page. */
export function PastedSection() {
  const [typed, setTyped] = useState('');
  const [fetching, setFetching] = useState<Fetching>();
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => () => running.current?.abort(), []);
  const add = async (content: string) => {
    const address = addressIn(content);
    setFailure(undefined);
    if (address === undefined) {
      setTyped('');
      return publishFiles([fileOfText(content, t.pastedName)]);
    }
    const controller = new AbortController();
    running.current = controller;
    const { host } = new URL(address);
    setFetching({ host, received: 0 });
    try {
      const file = await fetchLinked(address, {
        signal: controller.signal,
        onProgress: (received, total) => setFetching({ host, received, total }),
      });
      setTyped('');
      setFetching(undefined);
      await publishFiles([withEnding(file)]);
    } catch (error) {
      setFetching(undefined);
      if (!controller.signal.aborted) setFailure({ address, error });
    }
  };
  const waiting = waitingAddress.value;
  useEffect(() => {
    if (waiting === undefined) return;
    publishAddress(undefined);
    void add(waiting);
  }, [waiting]);
  usePaste((content) => {
    if (addressIn(content) === undefined) return void add(content);
    // Don't contact a server before the user confirms.
    setTyped(content.trim());
    field.current?.focus();
  });
  if (fetching)
    return (
      <section class="card" aria-busy="true">
        <h2>{t.fetching(fetching.host)}</h2>
        <p class="soft" aria-live="polite">
          {formatBytes(fetching.received)}
          {fetching.total !== undefined && ` / ${formatBytes(fetching.total)}`}
        </p>
        <ProgressBar
          fraction={fetching.total ? fetching.received / fetching.total : undefined}
          name={t.fetching(fetching.host)}
        />
        <div class="row">
          <Button onClick={() => running.current?.abort()}>{text.cancel}</Button>
        </div>
      </section>
    );
  const address = addressIn(typed);
  return (
    <section class="card" aria-labelledby="pasted-title">
      <h2 id="pasted-title">{t.title}</h2>
      {failure && <FailureNotice failure={failure} />}
      <form
        class="stack near"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') void add(typed);
        }}
      >
        <label class="field">
          <span>{t.label}</span>
          <textarea
            ref={field}
            class="input"
            rows={2}
            spellcheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <small>{t.hint}</small>
        </label>
        <div class="row">
          <Button icon="plus" type="submit" disabled={typed.trim() === ''}>
            {address === undefined ? t.addText : t.fetch}
          </Button>
          {address !== undefined &&
            listAdded('addressActions')
              .filter(({ fits }) => fits(new URL(address)))
              .map(({ label, icon, run }) => (
                <Button key={label()} icon={icon} onClick={() => run(address)}>
                  {label()}
                </Button>
              ))}
        </div>
      </form>
    </section>
  );
}

function FailureNotice({ failure }: { failure: Failure }) {
  const { host } = new URL(failure.address);
  const reason = failure.error instanceof LinkError ? failure.error.reason : undefined;
  return (
    <Notice kind="error">
      {!reason && <span>{formatError(failure.error)}</span>}
      {reason?.failure === 'too-large' && <span>{t.tooLarge(formatBytes(maximumLinkedBytes))}</span>}
      {reason?.failure === 'status' && <span>{t.status(host, reason.status)}</span>}
      {reason?.failure === 'cut-off' && <span>{t.cutOff(host)}</span>}
      {reason?.failure === 'unreachable' && (
        <>
          <strong>{t.unreachable(host)}</strong>
          <span>{t.cors(host)}</span>
          <CopyField name={t.header} value={`Access-Control-Allow-Origin: ${location.origin}`} />
        </>
      )}
      <span>
        <a href={failure.address} target="_blank" rel="noreferrer noopener">
          {t.download}
        </a>
      </span>
    </Notice>
  );
}

/** Listen for pastes outside of fields; pasted files are handled like dropped ones. */
function usePaste(onText: (content: string) => void): void {
  const latest = useRef(onText);
  latest.current = onText;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (target?.closest('input, textarea, select, dialog, [contenteditable]')) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const content = event.clipboardData?.getData('text/plain') ?? '';
      if (files.length === 0 && content.trim() === '') return;
      event.preventDefault();
      if (files.length > 0) void publishFiles(files);
      else latest.current(content);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
