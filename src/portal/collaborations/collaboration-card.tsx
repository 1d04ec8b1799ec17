import { useState } from 'preact/hooks';
import type { CollaborationWithParticipants, Participant, Workspace } from '../../connection/portal-answers.ts';
import { ask } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { choicesOf, Select } from '../../parts/form/select.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { formatCount } from '../../text/format.ts';
import { OperationForm } from '../operation-form.tsx';
import { OptimisticControl } from '../optimistic-control.tsx';
import { runAction } from '../run-action.ts';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import { FlowPicture } from './flow-picture.tsx';
import { flowsOf } from './flows.ts';
import { Loss, useLoss } from './loss.tsx';
import { thenReload } from './then-reload.ts';
import { WorkspaceCard } from './workspace-card.tsx';

type Row = CollaborationWithParticipants & { readonly workspaces: readonly Workspace[] };
type Open = 'edit' | 'delete' | 'workspace' | { readonly participant: Participant };

export function CollaborationCard({ collaboration, ...props }: TabProps & { collaboration: Row }) {
  const { portal, portals } = props;
  const { id: collaborationId, name, description, participants, workspaces } = collaboration;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const path = { portalId: portal.id, collaborationId };
  const isHost = collaboration.collaborationHostPortalId === portal.id;
  const items: MenuItem[] = isHost
    ? [
        ...portals
          .filter((one) => !participants.some((participant) => participant.id === one.id))
          .map(
            ({ id: guestPortalId, name: guest }): MenuItem => ({
              label: t.collaborations.add(guest),
              detail: t.collaborations.addDetail,
              icon: 'link',
              onSelect: () =>
                void runAction(() => ask('addParticipant', path, { guestPortalId }), t.collaborations.added(guest)),
            }),
          ),
        { label: t.collaborations.edit, icon: 'settings', onSelect: () => setOpen('edit') },
        { label: t.collaborations.remove, icon: 'trash', danger: true, onSelect: () => setOpen('delete') },
      ]
    : [];
  return (
    <section class="card collaboration" aria-label={name}>
      <header class="portal-head">
        <div>
          <h2>{name}</h2>
          <p class="soft">{description}</p>
        </div>
        {items.length > 0 && <Menu icon="more" name={t.collaborations.menu(name)} items={items} />}
      </header>
      <FlowPicture
        participants={participants}
        flows={workspaces.flatMap((workspace) => flowsOf(workspace, collaboration))}
        ownId={portal.id}
      />
      <ul class="portal-list">
        {participants.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{one.portalInfo.name}</strong>{' '}
              <small class="soft">
                {one.collaborationRole === 'Host' ? t.collaborations.host : t.collaborations.guest}
              </small>
            </span>
            {one.id === portal.id ? (
              <OptimisticControl
                value={one.config.itemDeletePolicy}
                answer={one}
                send={(policy) =>
                  runAction(() => ask('updateItemDeletePolicy', path, { policy }), t.collaborations.policyChanged)
                }
              >
                {(shown, choose) => (
                  <label class="inline-field">
                    <span>{t.collaborations.policy}</span>
                    <Select value={shown} choices={choicesOf(t.collaborations.policyChoices)} onChange={choose} />
                  </label>
                )}
              </OptimisticControl>
            ) : (
              <span class="soft">{t.collaborations.policyOf(one.config.itemDeletePolicy)}</span>
            )}
            {isHost && one.id !== portal.id && (
              <Button small icon="trash" onClick={() => setOpen({ participant: one })}>
                {t.collaborations.removeParticipant}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <header class="portal-head">
        <h3>{t.workspaces.title(workspaces.length)}</h3>
        {isHost && (
          <Button small icon="plus" onClick={() => setOpen('workspace')}>
            {t.workspaces.add}
          </Button>
        )}
      </header>
      {workspaces.length === 0 && <p class="soft">{isHost ? t.workspaces.noneHost : t.workspaces.none}</p>}
      {workspaces.map((workspace) => (
        <WorkspaceCard key={workspace.id} workspace={workspace} collaboration={collaboration} {...props} />
      ))}
      {open === 'edit' && (
        <OperationForm
          title={t.collaborations.edit}
          operation="updateCollaboration"
          path={path}
          submit={t.save}
          initial={{ name, description }}
          onClose={close}
        />
      )}
      {open === 'workspace' && (
        <OperationForm
          title={t.workspaces.add}
          operation="addWorkspace"
          path={path}
          submit={t.create}
          only={['name', 'description', 'accessMode', 'maxItemSizeInMB']}
          initial={{ maxItemSizeInMB: '512' }}
          onClose={close}
        >
          <p class="soft">{t.workspaces.addDetail}</p>
        </OperationForm>
      )}
      {open === 'delete' && (
        <DeleteCollaboration collaboration={collaboration} path={path} onClose={close} {...props} />
      )}
      {typeof open === 'object' && (
        <RemoveParticipant participant={open.participant} collaboration={collaboration} onClose={close} {...props} />
      )}
    </section>
  );
}

type Dialogs = TabProps & { collaboration: Row; onClose: () => void };

function DeleteCollaboration(props: Dialogs & { path: { portalId: string; collaborationId: string } }) {
  const { collaboration, path, portals, onClose } = props;
  const ids = collaboration.workspaces.map(({ id }) => id);
  const loss = useLoss(portals, collaboration, ids);
  return (
    <Confirm
      title={t.collaborations.removeTitle(collaboration.name)}
      action={t.collaborations.removeGo(ids.length, loss.value?.removed ?? 0)}
      isReady={loss.value !== undefined}
      onClose={onClose}
      onAct={() => thenReload(() => ask('deleteCollaboration', path))}
    >
      <p>{t.collaborations.removeLoss(formatCount(ids.length), formatCount(collaboration.participants.length - 1))}</p>
      <Loss loss={loss} />
    </Confirm>
  );
}

function RemoveParticipant(props: Dialogs & { participant: Participant }) {
  const { participant, collaboration, portal, portals, onClose } = props;
  const ids = collaboration.workspaces.map(({ id }) => id);
  const loss = useLoss(portals, collaboration, ids, participant.id);
  const path = { portalId: portal.id, collaborationId: collaboration.id, participantId: participant.id };
  return (
    <Confirm
      title={t.collaborations.removeParticipantTitle(participant.portalInfo.name)}
      action={t.collaborations.removeParticipant}
      isReady={loss.value !== undefined}
      onClose={onClose}
      onAct={() => thenReload(() => ask('removeParticipant', path))}
    >
      <p>{t.collaborations.removeParticipantLoss(formatCount(ids.length))}</p>
      <Loss loss={loss} />
    </Confirm>
  );
}
