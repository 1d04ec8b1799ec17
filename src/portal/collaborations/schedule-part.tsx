import { useState } from 'preact/hooks';
import { ask } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { runDue } from '../../state/run-due.ts';
import { formatMoment } from '../../text/format.ts';
import { OperationForm } from '../operation-form.tsx';
import { runAction } from '../run-action.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { type WorkspaceProps, workspacePath } from './workspace-props.ts';

export function SchedulePart(props: WorkspaceProps) {
  const path = workspacePath(props);
  const [isOpen, setOpen] = useState(false);
  const loaded = useLoaded(`${path.portalId} ${path.workspaceId}`, (signal) => ask('schedule', path, {}, { signal }));
  const schedule = loaded.value;
  const close = () => setOpen(false);
  return (
    <div class="row">
      <Icon name="clock" size={18} />
      <span>
        {schedule?.isScheduled
          ? t.schedule.on(schedule.interval ?? 24, formatMoment(schedule.nextRun ?? 0))
          : t.schedule.off}
        {schedule?.isScheduled && (
          <small class="soft">{t.schedule.runs(schedule.runs ?? 0, schedule.repeatCount ?? -1)}</small>
        )}
      </span>
      <Button small onClick={() => setOpen(true)}>
        {schedule?.isScheduled ? t.schedule.change : t.schedule.make}
      </Button>
      {schedule?.isScheduled && (
        <Button small onClick={() => void runAction(() => ask('deleteSchedule', path), t.schedule.ended)}>
          {t.schedule.end}
        </Button>
      )}
      {isOpen && (
        <OperationForm
          title={t.schedule.title}
          operation="updateSchedule"
          path={path}
          submit={t.save}
          only={['start', 'interval', 'repeatCount']}
          also={{ start: { kind: 'string', doc: '', choices: ['now', 'later'] } }}
          initial={{
            start: 'later',
            interval: String(schedule?.interval ?? 24),
            repeatCount: String(schedule?.repeatCount ?? -1),
          }}
          valuesOf={({ start, ...values }) => ({
            ...values,
            ...(start === 'later' ? { startTime: String(Date.now() + Number(values.interval) * 3_600_000) } : {}),
          })}
          onClose={close}
          onDone={() => {
            close();
            // One that begins now does not wait for the next round, which also tries again what fails here.
            runDue().catch(() => undefined);
          }}
        >
          <p class="soft">{t.schedule.detail}</p>
        </OperationForm>
      )}
    </div>
  );
}
