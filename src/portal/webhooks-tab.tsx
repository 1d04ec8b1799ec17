import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { askJson } from '../connection/call.ts';
import type { Delivery } from '../connection/portal-answers.ts';
import { ask } from '../connection/portal-call.ts';
import { Button } from '../parts/button.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { TextField } from '../parts/form/text-field.tsx';
import { formatMoment } from '../text/format.ts';
import { ListCard } from './entry-list.tsx';
import type { Entry, Scope } from './kinds.ts';
import { LoadedPart, useLoaded } from './loaded-part.tsx';
import { inboxUrl, OperationForm } from './operation-form.tsx';
import { portalText as t } from './text/portal-text.ts';

export function WebhooksTab({ scope }: { scope: Scope }) {
  const path = { portalId: scope.portal.id };
  const [isOpen, setOpen] = useState(false);
  const settings = useLoaded(path.portalId, (signal) => ask('webhookSettings', path, {}, { signal }));
  const close = () => setOpen(false);
  return (
    <>
      <ListCard
        kind="webhooks"
        path={path}
        scope={scope}
        below={{
          title: t.deliveries.title,
          content: ({ id }) => <Deliveries {...path} webhookId={String(id)} />,
        }}
      >
        <Button small icon="settings" disabled={!settings.value} onClick={() => setOpen(true)}>
          {t.operation('updateWebhookSettings')}
        </Button>
      </ListCard>
      <InboxPart />
      {isOpen && (
        <OperationForm
          operation="updateWebhookSettings"
          path={path}
          entry={settings.value as unknown as Entry}
          scope={scope}
          title={t.operation('updateWebhookSettings')}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  );
}

const badges = { queued: 'signal', delivered: 'good', failed: 'danger', dropped: undefined } as const;

function Deliveries(path: { portalId: string; webhookId: string }) {
  const loaded = useLoaded(path.webhookId, (signal) => ask('notificationStatus', path, { num: 25 }, { signal }), {
    everyMs: 2000,
  });
  return (
    <LoadedPart loaded={loaded}>
      {({ WebhookStatus: rows, total }) =>
        rows.length === 0 ? (
          <p class="soft">{t.deliveries.none}</p>
        ) : (
          <>
            <small class="soft">{t.deliveries.count(rows.length, total)}</small>
            <ul class="portal-log" aria-label={t.deliveries.title}>
              {rows.map((delivery) => (
                <Row key={delivery.id} delivery={delivery} />
              ))}
            </ul>
          </>
        )
      }
    </LoadedPart>
  );
}

function Row({ delivery }: { delivery: Delivery }) {
  const { status, triggerTime, event, responseCode, attempts, payload, nextAttempt } = delivery;
  return (
    <LogRow
      head={
        <>
          <span class="badge" data-kind={badges[status]}>
            {t.deliveries.states[status]}
          </span>
          <span>{formatMoment(triggerTime)}</span>
          <code>{`/${event.source}/${event.operation}`}</code>
          <span class="soft">
            {responseCode > 0 ? t.deliveries.answered(responseCode) : responseCode === 0 ? t.deliveries.noAnswer : ''}
          </span>
        </>
      }
    >
      <h5>{t.deliveries.payload}</h5>
      {payload ? <pre>{pretty(payload)}</pre> : <p class="soft">{t.deliveries.notSent}</p>}
      <h5>{t.deliveries.attempts(attempts.length)}</h5>
      {attempts.map(({ when, status: code, response }) => (
        <div key={when}>
          <small class="soft">
            {formatMoment(when)} · {code > 0 ? t.deliveries.answered(code) : t.deliveries.noAnswer}
          </small>
          <pre>{pretty(response) || t.deliveries.emptyAnswer}</pre>
        </div>
      ))}
      {nextAttempt > 0 && <small class="soft">{t.deliveries.next(formatMoment(nextAttempt))}</small>}
    </LogRow>
  );
}

/** Format JSON with one member per line; other text is unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface Letter {
  readonly id: string;
  readonly received: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answered: number;
}

function InboxPart() {
  const [name, setName] = useState('try');
  const isName = /^[\w.-]{1,64}$/.test(name);
  const loaded = useLoaded(isName ? name : undefined, (signal) => letters(name, signal), { everyMs: 2000 });
  return (
    <section class="card" aria-labelledby="portal-inbox">
      <h2 id="portal-inbox">{t.inbox.title}</h2>
      <p class="soft">{t.inbox.detail}</p>
      <div class="columns">
        <TextField label={t.inbox.name} value={name} problem={isName ? undefined : t.inbox.badName} onInput={setName} />
        {isName && <CopyField name={t.inbox.address} value={inboxUrl(name)} />}
      </div>
      {isName && (
        <LoadedPart loaded={loaded} none={<p class="soft">{t.inbox.none}</p>}>
          {(rows) => (
            <>
              <small class="soft">{t.inbox.count(rows.length)}</small>
              <ul class="portal-log" aria-label={t.inbox.title}>
                {rows.map((letter) => (
                  <LetterRow key={letter.id} letter={letter} />
                ))}
              </ul>
            </>
          )}
        </LoadedPart>
      )}
    </section>
  );
}

function LetterRow({ letter }: { letter: Letter }) {
  const { received, headers, body, answered } = letter;
  return (
    <LogRow
      head={
        <>
          <span class="badge" data-kind={answered < 300 ? 'good' : 'danger'}>
            {t.deliveries.answered(answered)}
          </span>
          <span>{formatMoment(received)}</span>
          <span class="soft">{readEvent(body)}</span>
        </>
      }
    >
      <h5>{t.inbox.headers}</h5>
      <pre>
        {Object.entries(headers)
          .map(([header, value]) => `${header}: ${value}`)
          .join('\n')}
      </pre>
      <h5>{t.deliveries.payload}</h5>
      <pre>{pretty(body)}</pre>
    </LogRow>
  );
}

/** Return the event in the payload of a webhook; empty if it can't be read. */
function readEvent(body: string): string {
  try {
    const { info, events } = JSON.parse(body);
    return `${info.webhookName} · /${events[0].source}/${events[0].operation}`;
  } catch {
    return '';
  }
}

async function letters(name: string, signal: AbortSignal): Promise<readonly Letter[]> {
  const path = `inbox/${encodeURIComponent(name)}`;
  return (await askJson<{ letters: readonly Letter[] }>('inbox', path, { signal })).letters;
}

/** A log entry that expands its details on click. */
function LogRow({ head, children }: { head: ComponentChildren; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button type="button" class="row sync-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {head}
      </button>
      {isOpen && <div class="stack near portal-log-detail">{children}</div>}
    </li>
  );
}
