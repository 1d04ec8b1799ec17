import { useState } from 'preact/hooks';
import type { Group, Item } from '../../connection/portal-answers.ts';
import { ask } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { EmptyList, LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import { PortalCard } from '../portal-card.tsx';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import type { Loaded } from '../use-loaded.ts';

export function GroupsPart({
  portal,
  groups,
  items,
}: TabProps & { groups: Loaded<readonly Group[]>; items: readonly Item[] }) {
  const [open, setOpen] = useState<'create' | { readonly edit: Group } | { readonly remove: Group }>();
  const close = () => setOpen(undefined);
  const portalId = portal.id;
  const countOf = (group: Group) => items.filter((item) => item.groups.includes(group.id)).length;
  return (
    <PortalCard
      title={t.groups.title}
      actions={
        <Button small icon="plus" onClick={() => setOpen('create')}>
          {t.groups.create}
        </Button>
      }
    >
      <LoadedPart loaded={groups} none={<EmptyList icon="group" {...t.groups} />}>
        {(rows) => (
          <ul class="portal-list">
            {rows.map((group) => (
              <li key={group.id}>
                <span>
                  <strong>{group.title}</strong>
                  <small class="soft">
                    {t.groups.items(countOf(group))} · {t.ownedBy(group.owner)}
                    {group.description && ` · ${group.description}`}
                  </small>
                </span>
                <span class="row actions">
                  <Button small aria-label={t.groups.editOf(group.title)} onClick={() => setOpen({ edit: group })}>
                    {t.edit}
                  </Button>
                  <Button small aria-label={t.groups.removeOf(group.title)} onClick={() => setOpen({ remove: group })}>
                    {t.remove}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
      {open === 'create' && (
        <OperationForm
          title={t.groups.create}
          operation="createGroup"
          path={{ portalId }}
          submit={t.create}
          onClose={close}
        />
      )}
      {typeof open === 'object' && 'edit' in open && (
        <OperationForm
          title={t.groups.editOf(open.edit.title)}
          operation="updateGroup"
          path={{ portalId, groupId: open.edit.id }}
          submit={t.save}
          initial={{ title: open.edit.title, description: open.edit.description }}
          onClose={close}
        />
      )}
      {typeof open === 'object' && 'remove' in open && (
        <Confirm
          title={t.groups.removeTitle(open.remove.title)}
          action={t.groups.removeGo}
          onClose={close}
          onAct={() => ask('deleteGroup', { portalId, groupId: open.remove.id })}
        >
          <p>{t.groups.removeLoss(countOf(open.remove))}</p>
        </Confirm>
      )}
    </PortalCard>
  );
}
