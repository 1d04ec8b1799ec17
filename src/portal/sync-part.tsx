import { useState } from 'preact/hooks';
import { formatError } from '../connection/call.ts';
import type { CollaborationWithParticipants, Sync, Workspace } from '../connection/portal-answers.ts';
import { ask, noteChange } from '../connection/portal-call.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { followCatalogue } from '../state/other-tabs.ts';
import { changeRoute } from '../state/route.ts';
import { formatCount, formatDuration, formatMoment } from '../text/format.ts';
import { mayStart, type Scope } from './kinds.ts';
import { LoadedPart, useLoaded } from './loaded-part.tsx';
import { portalText as t } from './text/portal-text.ts';

interface SyncProps {
  readonly workspace: Workspace;
  readonly collaboration: CollaborationWithParticipants;
  readonly scope: Scope;
  readonly path: Readonly<Record<'portalId' | 'collaborationId' | 'workspaceId', string>>;
}

/** Polling intervals during a synchronization and at other times, because another browser may start one. */
const runningMs = 250;
const restingMs = 4000;

/** The synchronizations of a workspace, with a button to start one, its progress, and the result for each item. */
export function SyncPart(props: SyncProps) {
  const { workspace, collaboration, scope, path } = props;
  const { portal, portals } = scope;
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
        // Map services and items may have been received.
        noteChange();
        await followCatalogue();
      }
      setRunning(runs);
      return answer;
    },
    { everyMs: isRunning || waiting ? runningMs : restingMs },
  );
  const initiators = collaboration.participants.filter(({ id }) => mayStart(id, collaboration, workspace));
  const isStarter = initiators.some(({ id }) => id === portal.id);
  const localInitiator = initiators.find(({ id }) => portals.some((candidate) => candidate.id === id));
  const start = async (kind: 'now' | 'wait') => {
    setProblem(undefined);
    setWaiting(kind);
    try {
      const { jobId, success, status } = await ask('syncWorkspace', path, { async: kind === 'now' });
      if (success || status) setOpened(jobId);
      if (!success) setProblem(status ? t.sync.ended(t.statuses[status]) : t.sync.busy);
      setRunning(true);
    } catch (error) {
      setProblem(formatError(error));
    } finally {
      setWaiting(undefined);
    }
  };
  const newest = loaded.value?.status[0];
  const history = loaded.value?.status ?? [];
  return (
    <div class="stack">
      {isStarter ? (
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
          {localInitiator && (
            <Button small icon="swap" onClick={() => changeRoute({ portal: localInitiator.id })}>
              {t.sync.goTo(localInitiator.portalInfo.name)}
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

function SyncDetails({ sync, ...props }: SyncProps & { sync: Sync }) {
  const { collaboration, scope, path } = props;
  const done = sync.succeededCount + sync.failedCount;
  const loaded = useLoaded(
    sync.syncId,
    (signal) => ask('syncStatusDetail', { ...path, syncId: sync.syncId }, {}, { signal }),
    { step: sync.endTime > 0 ? 'ended' : done },
  );
  const participantName = (id: string) =>
    collaboration.participants.find((participant) => participant.id === id)?.portalInfo.name ?? id;
  return (
    <div class="stack sync-details">
      <LoadedPart loaded={loaded}>
        {({ items, summary, username, attempts, startTime, endTime }) => (
          <>
            <p class="soft">
              {sync.status === 'failed' && `${summary} `}
              {t.sync.startedAs(username)} {endTime > 0 && t.sync.took(formatDuration(endTime - startTime))}{' '}
              {attempts > 1 && t.sync.attempts(attempts)}
            </p>
            {items.length === 0 ? (
              <p>{endTime > 0 ? t.sync.nothingToDo : t.sync.preparing}</p>
            ) : (
              <ul class="stack near sync-items" aria-label={t.sync.items}>
                {items.map((item) => (
                  <li
                    class="row"
                    key={`${item.peerPortalId} ${item.direction} ${item.itemId}`}
                    data-outcome={item.outcome}
                  >
                    <span class="badge" data-kind={item.outcome === 'failed' ? 'danger' : 'good'}>
                      {item.outcome === 'failed' ? t.sync.failed : t.sync.actions[item.action]}
                    </span>
                    <strong>{item.title}</strong>
                    <span class="soft">
                      {item.direction === 'send'
                        ? t.sync.way(participantName(scope.portal.id), participantName(item.peerPortalId))
                        : t.sync.way(participantName(item.peerPortalId), participantName(scope.portal.id))}
                    </span>
                    {(item.reason || item.byReference) && (
                      <span class="reason">
                        {item.byReference && `${t.sync.byReference} `}
                        {item.reason}
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </LoadedPart>
    </div>
  );
}
