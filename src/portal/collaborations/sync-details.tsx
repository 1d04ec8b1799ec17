import type { Sync } from '../../connection/portal-answers.ts';
import { ask } from '../../connection/portal-call.ts';
import { formatDuration } from '../../text/format.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { type WorkspaceProps, workspacePath } from './workspace-props.ts';

export function SyncDetails({ sync, ...props }: WorkspaceProps & { sync: Sync }) {
  const { collaboration, portal } = props;
  const done = sync.succeededCount + sync.failedCount;
  const loaded = useLoaded(
    sync.syncId,
    (signal) => ask('syncStatusDetail', { ...workspacePath(props), syncId: sync.syncId }, {}, { signal }),
    { step: sync.endTime > 0 ? 'ended' : done },
  );
  const nameOf = (id: string) => collaboration.participants.find((one) => one.id === id)?.portalInfo.name ?? id;
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
                        ? t.sync.way(nameOf(portal.id), nameOf(item.peerPortalId))
                        : t.sync.way(nameOf(item.peerPortalId), nameOf(portal.id))}
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
