import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort, messageOf } from '../../connection/call.ts';
import { changes } from '../../connection/portal-call.ts';
import { sessions, signPageIn } from '../../connection/sign-in.ts';
import { Button } from '../../parts/button.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { ErrorState } from '../../parts/notice.tsx';
import { Tabs, tabPanel } from '../../parts/tabs.tsx';
import { services } from '../../state/services.ts';
import { RequestActions } from '../request-actions.tsx';
import { portalShareLink } from '../share-link.ts';
import { explorerText as t } from '../text/explorer-text.ts';
import { portalLanguages } from './body-samples.ts';
import { httpText } from './http-text.ts';
import { type HttpOperationName, isSentByPage } from './operation-rows.ts';
import { problemsIn } from './parameter-problem.ts';
import { PortalForm } from './portal-form.tsx';
import { noteRequest, type PortalRequest, wireOf } from './portal-request.ts';
import { portalSample } from './portal-samples.ts';
import { offered, portalAnswer, portalRequest, restart, sendPortalRequest } from './portal-session.ts';
import { isRemoving, prefill } from './prefill.ts';

export function PortalPanel({ operation }: { operation: HttpOperationName }) {
  const request = portalRequest.value;
  const [tab, setTab] = useState<'form' | 'http'>('form');
  const { failure, isReading, retry } = usePrefilled(operation);
  const problems = problemsIn(request);
  const change = (next: PortalRequest) => {
    portalRequest.value = next;
  };
  return (
    <section class="request-panel" aria-label={t.request} aria-busy={isReading}>
      <Tabs
        panel="request-body"
        label={t.request}
        tabs={{ form: t.form, http: 'HTTP' }}
        value={tab}
        onChange={setTab}
      />
      {failure && <ErrorState title={t.portal.notRead} message={failure} onRetry={retry} />}
      <div {...tabPanel('request-body', tab)}>
        {tab === 'http' ? (
          <pre class="xml http">{httpText(request, wireOf(request), hasToken(request))}</pre>
        ) : (
          <PortalForm
            request={request}
            offered={offered.value}
            problems={isReading ? new Map() : problems}
            onChange={change}
          />
        )}
      </div>
      <RequestActions
        onExample={() => {
          const back = restart();
          retry();
          return back;
        }}
        languages={portalLanguages}
        onCopy={(language) => void copyText(portalSample(language, request), language)}
        linkDetail={t.portal.linkDetail}
        onShare={() => void copyText(portalShareLink(operation, noteRequest(request)), t.link)}
      >
        <Button
          kind={isRemoving(operation) ? 'danger' : 'primary'}
          icon="send"
          disabled={isReading || problems.size > 0 || portalAnswer.value.state === 'sending'}
          onClick={() => void sendPortalRequest(request)}
        >
          {t.send}
        </Button>
      </RequestActions>
    </section>
  );
}

const hasToken = ({ operation, isSignedIn, path }: PortalRequest): boolean =>
  isSignedIn && (isSentByPage(operation) || sessions.value?.has(path.portalId ?? '') === true);

/** Fill the form at the start, when a name in the path changes, and after a change in the portal. */
function usePrefilled(operation: HttpOperationName) {
  const [failure, setFailure] = useState<string>();
  const [isReading, setReading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  const path = JSON.stringify(portalRequest.value.path);
  const done = useRef<string | undefined>(undefined);
  // Until the catalogue is read there are no services to choose from.
  const others = [changes.value, attempt, services.value !== undefined] as const;
  const subject = JSON.stringify([operation, path, ...others]);
  useEffect(() => {
    // The names that were just filled in do not start another read.
    if (done.current === subject) return;
    const running = new AbortController();
    const read = async () => {
      setReading(true);
      setFailure(undefined);
      if (!sessions.value) await signPageIn();
      const { request, offered: found } = await prefill(portalRequest.value, running.signal);
      if (running.signal.aborted) return;
      const now = portalRequest.value;
      // What was typed meanwhile stays.
      const typed = Object.fromEntries(
        now.touched.flatMap((name) => (name in now.values ? [[name, now.values[name]!]] : [])),
      );
      done.current = JSON.stringify([operation, JSON.stringify(request.path), ...others]);
      portalRequest.value = { ...now, path: request.path, values: { ...request.values, ...typed } };
      offered.value = found;
      setReading(false);
    };
    read().catch((error) => {
      if (isAbort(error) || running.signal.aborted) return;
      setFailure(messageOf(error));
      setReading(false);
    });
    return () => running.abort();
  }, [subject]);
  return { failure, isReading, retry: () => setAttempt((before) => before + 1) };
}
