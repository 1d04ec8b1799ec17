import { useState } from 'preact/hooks';
import { serviceUrl } from '../../connection/call.ts';
import type { Group, Item } from '../../connection/portal-answers.ts';
import { askFile } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { formatCount, formatMoment } from '../../text/format.ts';
import { EmptyList, LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import { PortalCard } from '../portal-card.tsx';
import { runAction } from '../run-action.ts';
import type { TabProps } from '../tab-props.ts';
import { portalText as t } from '../text/portal-text.ts';
import type { Loaded } from '../use-loaded.ts';
import { DeleteItem, ItemResources, ShareItem } from './item-dialogs.tsx';

type Kind = 'edit' | 'share' | 'resources' | 'remove';

export function ItemsPart(props: TabProps & { groups: readonly Group[]; items: Loaded<readonly Item[]> }) {
  const { portal, portals, groups, items } = props;
  const [open, setOpen] = useState<{ readonly kind: Kind; readonly item: Item }>();
  const [isAdding, setAdding] = useState(false);
  const close = () => setOpen(undefined);
  const portalId = portal.id;
  return (
    <PortalCard
      title={t.items.title(formatCount(items.value?.length ?? 0))}
      actions={
        <Button small icon="plus" onClick={() => setAdding(true)}>
          {t.items.add}
        </Button>
      }
    >
      <LoadedPart loaded={items} none={<EmptyList icon="file" {...t.items} />}>
        {(rows) => (
          <ul class="portal-list items">
            {rows.map((item) => (
              <li key={item.id}>
                <Icon name={item.type === 'Map Service' ? 'map' : item.url ? 'link' : 'file'} size={20} />
                <span>
                  <strong>{item.title}</strong>
                  <small class="soft">
                    {item.type === 'Map Service' ? t.items.mapService : item.url ? t.items.reference : t.items.file} ·{' '}
                    {t.ownedBy(item.owner)} · {formatMoment(item.modified)}
                  </small>
                  <span class="row">
                    {item.origin && (
                      <span class="badge" data-kind="good">
                        {t.items.from(
                          portals.find(({ id }) => id === item.origin?.portalId)?.name ?? item.origin.portalId,
                        )}
                        {item.origin.byReference && ` (${t.items.asReference})`}
                      </span>
                    )}
                    {item.groups.map((id) => (
                      <span key={id} class="badge">
                        {groups.find((group) => group.id === id)?.title ?? id}
                      </span>
                    ))}
                  </span>
                </span>
                <Menu
                  icon="more"
                  small
                  name={t.items.menu(item.title)}
                  items={actionsOf(portalId, item, (kind) => setOpen({ kind, item }))}
                />
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
      {isAdding && (
        <OperationForm
          title={t.items.add}
          operation="addItem"
          path={{ portalId }}
          submit={t.add}
          only={['title', 'source', 'file', 'text', 'url', 'description', 'tags']}
          also={{ source: { kind: 'string', doc: '', choices: ['byFile', 'byText', 'byAddress'] } }}
          isShown={(name, { source }) =>
            !['file', 'text', 'url'].includes(name) ||
            { byFile: 'file', byText: 'text', byAddress: 'url' }[String(source)] === name
          }
          valuesOf={({ source: _, ...values }) => values}
          onClose={() => setAdding(false)}
        />
      )}
      {open?.kind === 'edit' && (
        <OperationForm
          title={t.items.editOf(open.item.title)}
          operation="updateItem"
          path={{ portalId, itemId: open.item.id }}
          submit={t.save}
          only={open.item.serviceKey ? ['title', 'description', 'tags'] : ['title', 'description', 'tags', 'file']}
          initial={{ title: open.item.title, description: open.item.description, tags: open.item.tags.join(', ') }}
          onClose={close}
        />
      )}
      {open?.kind === 'share' && <ShareItem portalId={portalId} item={open.item} groups={groups} onClose={close} />}
      {open?.kind === 'resources' && <ItemResources portalId={portalId} item={open.item} onClose={close} />}
      {open?.kind === 'remove' && <DeleteItem portalId={portalId} item={open.item} onClose={close} />}
    </PortalCard>
  );
}

function actionsOf(portalId: string, item: Item, open: (kind: Kind) => void): MenuItem[] {
  const { serviceKey } = item;
  const save = async () => {
    const file = await askFile('itemData', { portalId, itemId: item.id });
    saveFile(file, item.title);
  };
  return [
    { label: t.items.share, icon: 'group', onSelect: () => open('share') },
    // A received item changes where it comes from.
    ...(item.origin ? [] : [{ label: t.edit, icon: 'settings', onSelect: () => open('edit') } as const]),
    { label: t.items.resources, icon: 'picture', onSelect: () => open('resources') },
    ...(serviceKey
      ? [
          {
            label: t.items.open,
            icon: 'map',
            onSelect: () => void window.open(serviceUrl(serviceKey), '_blank', 'noopener'),
          } as const,
        ]
      : []),
    ...(!serviceKey && !item.url
      ? [{ label: t.items.download, icon: 'download', onSelect: () => void runAction(save) } as const]
      : []),
    { label: t.remove, icon: 'trash', danger: true, onSelect: () => open('remove') },
  ];
}
