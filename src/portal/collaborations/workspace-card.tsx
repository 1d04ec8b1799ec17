import { useState } from 'preact/hooks';
import type { AccessMode, Link } from '../../connection/portal-answers.ts';
import { ask } from '../../connection/portal-call.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Check } from '../../parts/form/check.tsx';
import { Select } from '../../parts/form/select.tsx';
import { Menu } from '../../parts/menu.tsx';
import { showToast } from '../../state/toasts.ts';
import { formatCount, formatMoment } from '../../text/format.ts';
import { OperationForm } from '../operation-form.tsx';
import { OptimisticControl } from '../optimistic-control.tsx';
import { runAction } from '../run-action.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { GroupLink } from './group-link.tsx';
import { Loss, useLoss } from './loss.tsx';
import { SchedulePart } from './schedule-part.tsx';
import { SyncPart } from './sync-part.tsx';
import { thenReload } from './then-reload.ts';
import { type WorkspaceProps, workspacePath } from './workspace-props.ts';

export function WorkspaceCard(props: WorkspaceProps) {
  const { workspace, collaboration, portal } = props;
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const isHost = collaboration.collaborationHostPortalId === portal.id;
  const own = workspace.participantGroupLinks.find(({ portalId }) => portalId === portal.id);
  const { name, description, config, lastSyncSuccess } = workspace;
  return (
    <section class="stack workspace" aria-label={t.workspaces.one(name)}>
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
        />
      )}
      {open === 'delete' && <DeleteWorkspace {...props} onClose={close} />}
    </section>
  );
}

const modes: readonly AccessMode[] = ['send', 'receive', 'sendAndReceive'];

function AccessTable(props: WorkspaceProps & { isHost: boolean }) {
  const { workspace, collaboration, portal, isHost } = props;
  const nameOf = (id: string) => collaboration.participants.find((one) => one.id === id)?.portalInfo.name ?? id;
  const change = (link: Link, values: { accessMode?: AccessMode; canSyncWorkspace?: boolean }) =>
    runAction(
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
              <OptimisticControl
                value={link.accessMode}
                answer={link}
                send={(accessMode) => change(link, { accessMode })}
              >
                {(shown, choose) => (
                  <Select
                    aria-label={t.workspaces.accessOf(nameOf(link.portalId))}
                    value={shown}
                    choices={modes.map((mode) => [mode, t.choices[mode] ?? mode])}
                    onChange={choose}
                  />
                )}
              </OptimisticControl>
              {link.portalId !== portal.id && (
                <OptimisticControl
                  value={link.canSyncWorkspace}
                  answer={link}
                  send={(canSyncWorkspace) => change(link, { canSyncWorkspace })}
                >
                  {(shown, choose) => (
                    <Check on={shown} onChange={choose}>
                      {t.workspaces.mayStart}
                    </Check>
                  )}
                </OptimisticControl>
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
  const history = useLoaded(workspace.id, (signal) => ask('syncStatus', path, { num: 1 }, { signal }));
  const syncs = history.value?.total;
  const isRunning = history.value?.status[0]?.endTime === -1;
  return (
    <Confirm
      title={t.workspaces.removeTitle(workspace.name)}
      action={t.workspaces.removeGo(loss.value?.removed ?? 0)}
      isReady={loss.value !== undefined && syncs !== undefined}
      onClose={onClose}
      onAct={async () => {
        await thenReload(() => ask('deleteWorkspace', path));
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
