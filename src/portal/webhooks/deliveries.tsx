import type { Delivery } from '../../connection/portal-answers.ts';
import { ask } from '../../connection/portal-call.ts';
import { formatMoment } from '../../text/format.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { LogRow } from '../log-row.tsx';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';

const badges = { queued: 'signal', delivered: 'good', failed: 'danger', dropped: undefined } as const;

export function Deliveries(path: { portalId: string; webhookId: string }) {
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
            <ul class="portal-log" aria-label={t.webhooks.deliveries}>
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

/** JSON with one member a line; other text as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
