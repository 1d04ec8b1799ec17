import { useEffect, useState } from 'preact/hooks';
import { base, send } from '../../connection/call.ts';
import { Button } from '../../parts/button.tsx';
import { formatMoment } from '../../text/format.ts';
import { doubleText as t } from './text/double-text.ts';
import type { Trying } from './trying.ts';

interface ClockState {
  readonly isSet: boolean;
  readonly isFrozen: boolean;
  /** ISO 8601. */
  readonly now: string;
}

/** What the clock of the backend shows. The page sets it with its own rights, which no program has. */
export function ClockRow({ trying }: { trying: Trying }) {
  const [clock, setClock] = useState<ClockState>();
  const ask = async (method: string, body?: object) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method };
    const answer = await (await send('clock', `${base}admin/clock`, init)).json();
    if (answer.error) throw new Error(answer.error.message);
    setClock(answer);
  };
  useEffect(() => void trying(() => ask('GET')), []);
  if (!clock) return null;
  const moment = formatMoment(Date.parse(clock.now));
  return (
    <div class="row">
      <p role="status">
        {!clock.isSet ? t.clock.machine : clock.isFrozen ? t.clock.frozen(moment) : t.clock.shifted(moment)}
      </p>
      {clock.isSet ? (
        <Button small icon="clock" onClick={() => void trying(() => ask('DELETE'))}>
          {t.clock.back}
        </Button>
      ) : (
        <Button
          small
          icon="pause"
          onClick={() => void trying(() => ask('POST', { now: new Date().toISOString(), isFrozen: true }))}
        >
          {t.clock.freeze}
        </Button>
      )}
    </div>
  );
}
