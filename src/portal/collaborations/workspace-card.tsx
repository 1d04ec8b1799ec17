import { useState } from 'preact/hooks';
import type { AccessMode, CollaborationWithParticipants, Link, Workspace } from '../../connection/portal-answers.ts';
import { ask } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { showToast } from '../../state/toasts.ts';
import { formatCount, formatMoment } from '../../text/format.ts';
import { act } from '../act.ts';
import { Confirm } from '../confirm.tsx';
import { Held } from '../held.tsx';
import { OperationForm } from '../operation-form.tsx';
import type { TabProps } from '../portal-page.tsx';
import { portalText as t } from '../text/portal-text.ts';
import { useAsked } from '../use-asked.ts';
import { andFollow } from './and-follow.ts';
import { GroupLink } from './group-link.tsx';
import { Loss, useLoss } from './loss.tsx';
import { SchedulePart } from './schedule-part.tsx';
import { SyncPart } from './sync-part.tsx';

export interface WorkspaceProps extends TabProps {
  readonly workspace: Workspace;
  readonly collaboration: CollaborationWithParticipants;
}

/** The words of the path of a workspace. */
export const workspacePath = ({ portal, workspace }: Pick<WorkspaceProps, 'portal' | 'workspace'>) => ({
  portalId: portal.id,
  collaborationId: workspace.collaborationId,
  workspaceId: workspace.id,
});

/** A workspace: what each participant does in it, the own group, synchronising it, and deleting it. */
export function WorkspaceCard(props: WorkspaceProps) {
  const { workspace, collaboration, portal } = props;
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const isHost = collaboration.collaborationHostPortalId === portal.id;
  const own = workspace.participantGroupLinks.find(({ portalId }) => portalId === portal.id);
  const { name, description, config, lastSyncSuccess } = workspace;
  return (
    <section class="workspace" aria-label={t.workspaces.one(name)}>
      <header class="portal-head">
        <div>
          <h4>{name}</h4>
          <p class="soft">
            {description} {t.workspaces.limit(formatCount(config.maxItemSizeInMB))}{' '}
            {lastSyncSuccess > 0 ? t.workspaces.lastSync(formatMoment(lastSyncSuccess)) : t.workspaces.neverSynced}
          </p>
        </div>
        {isHost && (
          <Menu
            icon="more"
            name={t.workspaces.menu(name)}
            items={[
              { label: t.workspaces.edit, icon: 'settings', onSelect: () => setOpen('edit') },
              { label: t.workspaces.remove, icon: 'trash', danger: true, onSelect: () => setOpen('delete') },
            ]}
          />
        )}
      </header>
      <AccessTable {...props} isHost={isHost} />
      {own && <GroupLink {...props} link={own} />}
      <SyncPart {...props} />
      {own?.canSyncWorkspace && <SchedulePart {...props} />}
      {open === 'edit' && (
        <OperationForm
          title={t.workspaces.edit}
          operation="updateWorkspace"
          path={workspacePath(props)}
          submit={t.save}
          initial={{
            name,
            description,
            maxItemSizeInMB: String(config.maxItemSizeInMB),
            copyByRefIfCopyFail: config.copyByRefIfCopyFail,
          }}
          onClose={close}
          onDone={close}
        />
      )}
      {open === 'delete' && <DeleteWorkspace {...props} onClose={close} />}
    </section>
  );
}

function AccessTable(props: WorkspaceProps & { isHost: boolean }) {
  const { workspace, collaboration, portal, isHost } = props;
  const nameOf = (id: string) => collaboration.participants.find((one) => one.id === id)?.portalInfo.name ?? id;
  const change = (link: Link, values: { accessMode?: AccessMode; canSyncWorkspace?: boolean }) =>
    act(
      () => ask('updateAccessMode', workspacePath(props), { participantId: link.portalId, ...values }),
      t.workspaces.accessChanged(nameOf(link.portalId)),
    );
  // The server lists the link that was changed last at the end; people want the same order every time.
  const links = [...workspace.participantGroupLinks].sort((a, b) =>
    nameOf(b.portalId).localeCompare(nameOf(a.portalId)),
  );
  return (
    <ul class="portal-list">
      {links.map((link) => (
        <li key={link.portalId}>
          <strong>{nameOf(link.portalId)}</strong>
          {isHost ? (
            <>
              <Held value={link.accessMode} answer={link} send={(accessMode) => change(link, { accessMode })}>
                {(shown, choose) => (
                  <select
                    class="input"
                    aria-label={t.workspaces.accessOf(nameOf(link.portalId))}
                    value={shown}
                    onChange={(event) => choose(event.currentTarget.value as AccessMode)}
                  >
                    {(['send', 'receive', 'sendAndReceive'] as const).map((mode) => (
                      <option key={mode} value={mode}>
                        {t.choices[mode]}
                      </option>
                    ))}
                  </select>
                )}
              </Held>
              {link.portalId !== portal.id && (
                <Held
                  value={link.canSyncWorkspace}
                  answer={link}
                  send={(canSyncWorkspace) => change(link, { canSyncWorkspace })}
                >
                  {(shown, choose) => (
                    <label class="portal-check">
                      <input
                        type="checkbox"
                        checked={shown}
                        onChange={(event) => choose(event.currentTarget.checked)}
                      />
                      {t.workspaces.mayStart}
                    </label>
                  )}
                </Held>
              )}
            </>
          ) : (
            <span>
              {t.choices[link.accessMode]}
              {link.canSyncWorkspace && <span class="soft"> · {t.workspaces.mayStart}</span>}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function DeleteWorkspace(props: WorkspaceProps & { onClose: () => void }) {
  const { workspace, collaboration, portals, onClose } = props;
  const path = workspacePath(props);
  const loss = useLoss(portals, collaboration, [workspace.id]);
  const history = useAsked(workspace.id, (signal) => ask('syncStatus', path, { num: 1 }, { signal }));
  const syncs = history.value?.total;
  const isRunning = history.value?.status[0]?.endTime === -1;
  return (
    <Confirm
      title={t.workspaces.removeTitle(workspace.name)}
      act={t.workspaces.removeGo(loss.value?.removed ?? 0)}
      isReady={loss.value !== undefined && syncs !== undefined}
      onClose={onClose}
      onAct={async () => {
        await andFollow(() => ask('deleteWorkspace', path));
        showToast({ message: t.workspaces.removed(workspace.name) });
      }}
    >
      <p>{t.workspaces.removeLoss(workspace.participantGroupLinks.length)}</p>
      <Loss loss={loss} />
      {syncs !== undefined && <p>{t.workspaces.removeHistory(syncs)}</p>}
      {isRunning && <p>{t.workspaces.removeRunning}</p>}
    </Confirm>
  );
}

/** Said where a portal is not the one that may start. */
export function StartElsewhere({ names }: { names: readonly string[] }) {
  return <p class="soft">{names.length ? t.sync.startedBy(names.join(', ')) : t.sync.startedByNobody}</p>;
}

/** A button that leads to another portal of this browser. */
export function GoToPortal({ name, onGo }: { name: string; onGo: () => void }) {
  return (
    <Button small icon="swap" onClick={onGo}>
      {t.portal.goTo(name)}
    </Button>
  );
}
