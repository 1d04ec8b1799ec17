import { useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import type { Sync } from '../../connection/portal-answers.ts';
import { ask, changes } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { followCatalogue } from '../../state/other-tabs.ts';
import { changeRoute } from '../../state/route.ts';
import { formatCount, formatDuration, formatMoment } from '../../text/format.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { SyncDetails } from './sync-details.tsx';
import { type WorkspaceProps, workspacePath } from './workspace-props.ts';

/** How often a running synchronisation is looked at, and one that may begin elsewhere. */
const runningMs = 250;
const restingMs = 4000;

export function SyncPart(props: WorkspaceProps) {
  const { workspace, collaboration, portal, portals } = props;
  const path = workspacePath(props);
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState<'now' | 'wait'>();
  const [isRunning, setRunning] = useState(false);
  const [opened, setOpened] = useState<string>();
  const loaded = useLoaded(
    `${portal.id} ${workspace.id}`,
    async (signal) => {
      const answer = await ask('syncStatus', path, { num: 10 }, { signal });
      const runs = answer.status[0]?.endTime === -1;
      if (isRunning && !runs) {
        // What arrived may be map services, and items for the lists.
        changes.value++;
        await followCatalogue();
      }
      setRunning(runs);
      return answer;
    },
    { everyMs: isRunning || waiting ? runningMs : restingMs },
  );
  const initiators = collaboration.participants.filter(
    ({ id, config }) =>
      config.canRunAgent &&
      workspace.participantGroupLinks.some((link) => link.portalId === id && link.canSyncWorkspace),
  );
  const mayStart = initiators.some(({ id }) => id === portal.id);
  const here = initiators.find(({ id }) => portals.some((one) => one.id === id));
  const start = async (kind: 'now' | 'wait') => {
    setProblem(undefined);
    setWaiting(kind);
    try {
      const { jobId, success, status } = await ask('syncWorkspace', path, { async: kind === 'now' });
      if (success || status) setOpened(jobId);
      if (!success) setProblem(status ? t.sync.ended(t.statuses[status]) : t.sync.busy);
      setRunning(true);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setWaiting(undefined);
    }
  };
  const newest = loaded.value?.status[0];
  const history = loaded.value?.status ?? [];
  return (
    <div class="stack">
      {mayStart ? (
        <div class="row">
          <Button
            kind="primary"
            icon="swap"
            disabled={isRunning || waiting !== undefined}
            onClick={() => void start('now')}
          >
            {t.sync.now}
          </Button>
          <Button
            icon="clock"
            title={t.sync.waitDetail}
            disabled={isRunning || waiting !== undefined}
            onClick={() => void start('wait')}
          >
            {t.sync.wait}
          </Button>
        </div>
      ) : (
        <div class="row">
          <p class="soft">
            {initiators.length
              ? t.sync.startedBy(initiators.map(({ portalInfo }) => portalInfo.name).join(', '))
              : t.sync.startedByNobody}
          </p>
          {here && (
            <Button small icon="swap" onClick={() => changeRoute({ portal: here.id })}>
              {t.portal.goTo(here.portalInfo.name)}
            </Button>
          )}
        </div>
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
      {loaded.problem && <Notice kind="error">{loaded.problem}</Notice>}
      {(isRunning || waiting) && <Running sync={isRunning ? newest : undefined} />}
      <p class="visually-hidden" role="status">
        {newest && newest.endTime > 0 && opened === newest.syncId ? t.sync.ended(t.statuses[newest.status]) : ''}
      </p>
      {history.length > 0 && (
        <>
          <h5>{t.sync.history}</h5>
          <ul class="sync-history">
            {history.map((sync) => (
              <li key={sync.syncId}>
                <HistoryRow
                  sync={sync}
                  isOpen={opened === sync.syncId}
                  onToggle={() => setOpened(opened === sync.syncId ? undefined : sync.syncId)}
                />
                {opened === sync.syncId && <SyncDetails {...props} sync={sync} />}
              </li>
            ))}
          </ul>
          {loaded.value && loaded.value.total > history.length && (
            <small class="soft">{t.sync.older(formatCount(loaded.value.total - history.length))}</small>
          )}
        </>
      )}
    </div>
  );
}

function Running({ sync }: { sync: Sync | undefined }) {
  const done = sync ? sync.succeededCount + sync.failedCount : 0;
  const fraction = sync && sync.plannedCount > 0 ? done / sync.plannedCount : undefined;
  return (
    <div class="sync-running" role="status">
      <ProgressBar fraction={fraction} name={t.sync.running} />
      <span>
        {sync && sync.plannedCount > 0
          ? t.sync.progress(formatCount(done), formatCount(sync.plannedCount))
          : t.sync.preparing}
      </span>
    </div>
  );
}

const badges = {
  completed: 'good',
  completed_with_failures: 'signal',
  in_progress: 'signal',
  submitted: 'signal',
  failed: 'danger',
} as const;

function HistoryRow({ sync, isOpen, onToggle }: { sync: Sync; isOpen: boolean; onToggle: () => void }) {
  const { status, startTime, endTime, succeededCount, failedCount, syncExecType } = sync;
  return (
    <button type="button" class="row sync-row" aria-expanded={isOpen} onClick={onToggle}>
      <span class="badge" data-kind={badges[status]}>
        {t.statuses[status]}
      </span>
      <span>{formatMoment(startTime)}</span>
      <span class="soft">{t.sync.kinds[syncExecType]}</span>
      <span class="soft">{endTime > 0 ? formatDuration(endTime - startTime) : ''}</span>
      <span>{t.sync.counts(succeededCount, failedCount)}</span>
    </button>
  );
}
