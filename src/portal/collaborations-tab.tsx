import type { CollaborationWithParticipants, Workspace } from '../connection/portal-answers.ts';
import { ask, askAll } from '../connection/portal-call.ts';
import { EmptyState } from '../parts/notice.tsx';
import { formatMoment } from '../text/format.ts';
import { ActionMenu, CreateButtons } from './actions.tsx';
import { EntryList, Facts } from './entry-list.tsx';
import { type Entry, kinds, mayStart, type Scope } from './kinds.ts';
import { LoadedPart, useLoaded } from './loaded-part.tsx';
import { SyncPart } from './sync-part.tsx';
import { portalText as t } from './text/portal-text.ts';

type Row = CollaborationWithParticipants & { readonly workspaces: readonly Workspace[] };

export function CollaborationsTab({ scope }: { scope: Scope }) {
  const path = { portalId: scope.portal.id };
  const loaded = useLoaded(scope.portal.id, async (signal): Promise<readonly Row[]> => {
    const rows = await askAll('collaborations', path, (answer) => answer.collaborations, { signal });
    return Promise.all(
      rows.map(async ({ id: collaborationId }) => ({
        ...(await ask('collaboration', { ...path, collaborationId }, {}, { signal })),
        workspaces: await askAll('workspaces', { ...path, collaborationId }, (answer) => answer.workspaces, { signal }),
      })),
    );
  });
  return (
    <>
      <div class="row">
        <CreateButtons kind={kinds.collaborations} path={path} scope={scope} />
      </div>
      <LoadedPart
        loaded={loaded}
        none={
          <section class="card">
            <EmptyState icon="related" title={t.kinds.collaborations.none}>
              <p>{t.kinds.collaborations.noneDetail}</p>
            </EmptyState>
          </section>
        }
      >
        {(rows) =>
          rows.map((row) => <CollaborationCard key={row.id} row={row} scope={{ ...scope, collaboration: row }} />)
        }
      </LoadedPart>
    </>
  );
}

function CollaborationCard({ row, scope }: { row: Row; scope: Scope }) {
  const path = { portalId: scope.portal.id, collaborationId: row.id };
  const target = { kind: kinds.collaborations, path, entry: row as unknown as Entry, scope };
  const participants = row.participants as unknown as readonly Entry[];
  return (
    <section class="card" aria-label={row.name}>
      <header class="portal-head">
        <div>
          <h2>{row.name}</h2>
          <Facts {...target} />
        </div>
        <ActionMenu target={target} />
      </header>
      <EntryList kind="participants" path={path} scope={scope} entries={participants} />
      <header class="portal-head">
        <h3>{t.kinds.workspaces.title}</h3>
        <CreateButtons kind={kinds.workspaces} path={path} scope={scope} />
      </header>
      {row.workspaces.length === 0 && <p class="soft">{t.kinds.workspaces.none}</p>}
      {row.workspaces.map((workspace) => (
        <WorkspaceCard key={workspace.id} path={path} scope={{ ...scope, workspace }} workspace={workspace} />
      ))}
    </section>
  );
}

type Path = Readonly<Record<'portalId' | 'collaborationId', string>>;

function WorkspaceCard({ workspace, path: above, scope }: { workspace: Workspace; path: Path; scope: Scope }) {
  const path = { ...above, workspaceId: workspace.id };
  const isStarter = mayStart(scope.portal.id, scope.collaboration!, workspace);
  const loaded = useLoaded(isStarter ? `${path.portalId} ${workspace.id}` : undefined, (signal) =>
    ask('schedule', path, {}, { signal }),
  );
  const schedule = loaded.value;
  const entry = { ...workspace, ...schedule } as Entry;
  // Sort the links, because the server moves a link to the end when it changes.
  const links = workspace.participantGroupLinks.toSorted((a, b) => a.portalId.localeCompare(b.portalId));
  return (
    <section class="stack workspace" aria-label={workspace.name}>
      <header class="portal-head">
        <div>
          <h4>{workspace.name}</h4>
          <Facts kind={kinds.workspaces} entry={entry} scope={scope} />
          {schedule && (
            <small class="soft">
              {schedule.isScheduled
                ? `${t.schedule.on(schedule.interval ?? 24, formatMoment(schedule.nextRun ?? 0))} ${t.schedule.runs(schedule.runs ?? 0, schedule.repeatCount ?? -1)}`
                : t.schedule.off}
            </small>
          )}
        </div>
        <ActionMenu target={{ kind: kinds.workspaces, path: above, entry, scope }} />
      </header>
      <EntryList kind="links" path={path} scope={scope} entries={links as unknown as readonly Entry[]} />
      <SyncPart workspace={workspace} collaboration={scope.collaboration!} scope={scope} path={path} />
    </section>
  );
}
