import { useState } from 'preact/hooks';
import { askJson } from '../../connection/call.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { TextField } from '../../parts/form/text-field.tsx';
import { formatMoment } from '../../text/format.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { LogRow } from '../log-row.tsx';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { pretty } from './deliveries.tsx';
import { inboxUrl } from './webhook-form.tsx';

interface Letter {
  readonly id: string;
  readonly received: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answered: number;
}

export function InboxPart() {
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
          <span class="soft">{eventOf(body)}</span>
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

/** What happened, where the letter is a payload of a webhook. */
function eventOf(body: string): string {
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
