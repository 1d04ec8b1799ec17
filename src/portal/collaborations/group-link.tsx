import { useState } from 'preact/hooks';
import type { Link } from '../../connection/portal-answers.ts';
import { ask } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Icon } from '../../parts/icon.tsx';
import { OperationForm } from '../operation-form.tsx';
import { runAction } from '../run-action.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';
import { type WorkspaceProps, workspacePath } from './workspace-props.ts';

/** The group of this portal whose items a workspace sends, and into which it receives. */
export function GroupLink(props: WorkspaceProps & { link: Link }) {
  const { link, portal, workspace } = props;
  const [open, setOpen] = useState<'change' | 'remove'>();
  const close = () => setOpen(undefined);
  const path = workspacePath(props);
  const groups = useLoaded(
    portal.id,
    async (signal) => (await ask('groups', { portalId: portal.id }, {}, { signal })).groups,
  );
  const items = useLoaded(link.portalGroupId || undefined, (signal) =>
    ask('items', { portalId: portal.id }, { groupId: link.portalGroupId!, num: 1 }, { signal }),
  );
  const count = items.value?.total ?? 0;
  return (
    <div class="row group-link">
      <Icon name="group" size={18} />
      <span>
        {link.portalGroupId ? t.links.linked(link.portalGroupName ?? '', count) : t.links.none}
        <small class="soft">{link.config.copyFeatureServiceData ? t.links.copies : t.links.refers}</small>
      </span>
      <Button small onClick={() => setOpen('change')}>
        {link.portalGroupId ? t.links.change : t.links.link}
      </Button>
      {link.portalGroupId && (
        <Button small onClick={() => setOpen('remove')}>
          {t.links.remove}
        </Button>
      )}
      {open === 'change' && groups.value && (
        <OperationForm
          title={t.links.title(workspace.name)}
          operation="updatePortalGroupLink"
          path={path}
          submit={t.save}
          only={['portalGroupId', 'copyFeatureServiceData', 'copyByRefIfCopyFail']}
          choices={{ portalGroupId: groups.value.map(({ id, title }) => ({ value: id, text: title })) }}
          initial={{
            portalGroupId: link.portalGroupId || (groups.value[0]?.id ?? ''),
            copyFeatureServiceData: link.config.copyFeatureServiceData,
            copyByRefIfCopyFail: workspace.config.copyByRefIfCopyFail,
          }}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <Confirm
          title={t.links.removeTitle(link.portalGroupName ?? '')}
          action={t.links.remove}
          onClose={close}
          onAct={() => runAction(() => ask('removePortalGroupLink', path))}
        >
          <p>{t.links.removeLoss(count)}</p>
        </Confirm>
      )}
    </div>
  );
}
