import { useState } from 'preact/hooks';
import type { Role, User } from '../../connection/portal-answers.ts';
import { ask, askAll } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Select } from '../../parts/form/select.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ChangePassword } from '../first-password.tsx';
import { LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import { OptimisticControl } from '../optimistic-control.tsx';
import { PortalCard } from '../portal-card.tsx';
import { runAction } from '../run-action.ts';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';

const roles: readonly Role[] = ['member', 'publisher', 'administrator'];

type Kind = 'password' | 'edit' | 'disable' | 'remove';

export function UsersPart({ portal, session }: TabProps) {
  const portalId = portal.id;
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<{ readonly kind: Kind; readonly user: User }>();
  const close = () => setOpen(undefined);
  const loaded = useLoaded(portalId, async (signal) => (await ask('users', { portalId }, {}, { signal })).users);
  return (
    <PortalCard
      title={t.users.title}
      actions={
        <Button small icon="plus" onClick={() => setAdding(true)}>
          {t.users.add}
        </Button>
      }
    >
      <LoadedPart loaded={loaded}>
        {(rows) => (
          <ul class="portal-list items">
            {rows.map((user) => {
              const { username, fullName, email, role, disabled } = user;
              const path = { portalId, username };
              return (
                <li key={username}>
                  <Icon name={disabled ? 'close' : 'shield'} size={20} />
                  <span>
                    <strong>{username}</strong>
                    <small class="soft">
                      {[
                        fullName,
                        email,
                        disabled ? t.users.disabled : '',
                        username === session.username ? t.users.you : '',
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                  <span class="row actions">
                    <OptimisticControl
                      value={role}
                      answer={user}
                      send={(requested) =>
                        runAction(
                          () => ask('updateUser', path, { role: requested }),
                          t.users.roleChanged(username, t.roles[requested]),
                        )
                      }
                    >
                      {(shown, choose) => (
                        <Select
                          aria-label={t.users.roleOf(username)}
                          value={shown}
                          choices={roles.map((one) => [one, t.roles[one]])}
                          onChange={choose}
                        />
                      )}
                    </OptimisticControl>
                    <Menu
                      icon="more"
                      small
                      name={t.users.menu(username)}
                      items={[
                        { label: t.edit, icon: 'settings', onSelect: () => setOpen({ kind: 'edit', user }) },
                        {
                          label: t.account.changePassword,
                          icon: 'shield',
                          onSelect: () => setOpen({ kind: 'password', user }),
                        },
                        disabled
                          ? {
                              label: t.users.enable,
                              icon: 'play',
                              onSelect: () => void runAction(() => ask('updateUser', path, { disabled: false })),
                            }
                          : {
                              label: t.users.disable,
                              icon: 'pause',
                              onSelect: () => setOpen({ kind: 'disable', user }),
                            },
                        {
                          label: t.users.remove,
                          icon: 'trash',
                          danger: true,
                          onSelect: () => setOpen({ kind: 'remove', user }),
                        },
                      ]}
                    />
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </LoadedPart>
      <p class="soft">{t.users.rolesDetail}</p>
      {isAdding && (
        <OperationForm
          title={t.users.add}
          operation="createUser"
          path={{ portalId }}
          submit={t.create}
          onClose={() => setAdding(false)}
        />
      )}
      {open?.kind === 'edit' && (
        <OperationForm
          title={open.user.username}
          operation="updateUser"
          path={{ portalId, username: open.user.username }}
          submit={t.save}
          only={['fullName', 'email']}
          initial={{ fullName: open.user.fullName, email: open.user.email }}
          onClose={close}
        />
      )}
      {open?.kind === 'password' && (
        <ChangePassword portalId={portalId} username={open.user.username} onClose={close} />
      )}
      {(open?.kind === 'disable' || open?.kind === 'remove') && (
        <Ending portalId={portalId} user={open.user} kind={open.kind} successor={session.username} onClose={close} />
      )}
    </PortalCard>
  );
}

function Ending(props: {
  portalId: string;
  user: User;
  kind: 'disable' | 'remove';
  successor: string;
  onClose: () => void;
}) {
  const { portalId, user, kind, successor, onClose } = props;
  const { username } = user;
  const path = { portalId, username };
  const owned = useLoaded(username, async (signal) => {
    const [items, { groups }, { tokens }] = await Promise.all([
      askAll('items', { portalId }, (answer) => answer.items, { signal }),
      ask('groups', { portalId }, {}, { signal }),
      ask('tokens', { portalId }, {}, { signal }),
    ]);
    return {
      items: items.filter(({ owner }) => owner === username).length,
      groups: groups.filter(({ owner }) => owner === username).length,
      tokens: tokens.filter((token) => token.username === username).length,
    };
  });
  const isRemove = kind === 'remove';
  return (
    <Confirm
      title={isRemove ? t.users.removeTitle(username) : t.users.disableTitle(username)}
      action={isRemove ? t.users.remove : t.users.disable}
      isReady={owned.value !== undefined}
      onClose={onClose}
      onAct={() => (isRemove ? ask('deleteUser', path) : ask('updateUser', path, { disabled: true }))}
    >
      <LoadedPart loaded={owned}>
        {({ items, groups, tokens }) => (
          <p>{isRemove ? t.users.removeLoss(items, groups, tokens, successor) : t.users.disableLoss(tokens)}</p>
        )}
      </LoadedPart>
    </Confirm>
  );
}
