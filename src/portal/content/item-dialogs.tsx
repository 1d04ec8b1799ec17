import { useState } from 'preact/hooks';
import { messageOf } from '../../connection/call.ts';
import type { Group, Item } from '../../connection/portal-answers.ts';
import { ask, askFile } from '../../connection/portal-call.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { featuresText } from '../../parts/features-text.ts';
import { Checks } from '../../parts/form/check.tsx';
import { Notice } from '../../parts/notice.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { services } from '../../state/services.ts';
import { formatBytes } from '../../text/format.ts';
import { thenReload } from '../collaborations/then-reload.ts';
import { LoadedPart } from '../loaded-part.tsx';
import { OperationForm } from '../operation-form.tsx';
import { runAction } from '../run-action.ts';
import { portalText as t } from '../text/portal-text.ts';
import { useLoaded } from '../use-loaded.ts';

interface ItemDialog {
  portalId: string;
  item: Item;
  onClose: () => void;
}

export function ShareItem({ portalId, item, groups, onClose }: ItemDialog & { groups: readonly Group[] }) {
  const [chosen, setChosen] = useState<readonly string[]>(item.groups);
  const path = { portalId, itemId: item.id };
  const save = async () => {
    const added = chosen.filter((id) => !item.groups.includes(id));
    const gone = item.groups.filter((id) => !chosen.includes(id));
    if (added.length) await ask('shareItem', path, { groups: added });
    if (gone.length) await ask('unshareItem', path, { groups: gone });
  };
  return (
    <Confirm title={t.items.shareTitle(item.title)} action={t.save} kind="primary" onClose={onClose} onAct={save}>
      <p class="soft">{groups.length ? t.items.shareDetail : t.groups.noneDetail}</p>
      <div class="columns narrow">
        <Checks choices={groups.map(({ id, title }) => [id, title])} value={chosen} onChange={setChosen} />
      </div>
    </Confirm>
  );
}

export function DeleteItem({ portalId, item, onClose }: ItemDialog) {
  const path = { portalId, itemId: item.id };
  const loaded = useLoaded(item.id, (signal) => ask('item', path, {}, { signal }));
  const features = services.value?.find(({ name }) => name === item.serviceKey)?.featureCount;
  return (
    <Confirm
      title={t.items.removeTitle(item.title)}
      action={t.items.removeGo}
      isReady={loaded.value !== undefined}
      onClose={onClose}
      onAct={() => thenReload(() => ask('deleteItem', path))}
    >
      <LoadedPart loaded={loaded}>
        {({ size, resources, groups }) => (
          <p>
            {features === undefined
              ? t.items.removeLoss(formatBytes(size ?? 0), resources.length, groups.length)
              : t.items.removeServiceLoss(featuresText(features), groups.length)}{' '}
            {item.origin && t.items.removeReceived}
          </p>
        )}
      </LoadedPart>
    </Confirm>
  );
}

export function ItemResources({ portalId, item, onClose }: ItemDialog) {
  const [isAdding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string>();
  const path = { portalId, itemId: item.id };
  const loaded = useLoaded(item.id, async (signal) => (await ask('item', path, {}, { signal })).resources);
  if (isAdding)
    return (
      <OperationForm
        title={t.items.resourcesOf(item.title)}
        operation="addItemResource"
        path={path}
        submit={t.add}
        only={['fileName', 'file']}
        also={{ file: { kind: 'file', doc: '', required: true } }}
        onClose={() => setAdding(false)}
      />
    );
  return (
    <Dialog
      title={t.items.resourcesOf(item.title)}
      onClose={onClose}
      footer={
        <Button icon="plus" onClick={() => setAdding(true)}>
          {t.items.addResource}
        </Button>
      }
    >
      <LoadedPart loaded={loaded} none={<p class="soft">{t.items.noResources}</p>}>
        {(names) => (
          <ul class="portal-list">
            {names.map((resource) => (
              <li key={resource}>
                <span>{resource}</span>
                <Button
                  small
                  onClick={() =>
                    void runAction(async () => saveFile(await askFile('itemResource', { ...path, resource }), resource))
                  }
                >
                  {t.items.download}
                </Button>
                <Button
                  small
                  onClick={() => {
                    ask('removeItemResource', path, { resource }).catch((error) => setProblem(messageOf(error)));
                  }}
                >
                  {t.items.removeOneResource}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedPart>
      {problem && <Notice kind="error">{problem}</Notice>}
    </Dialog>
  );
}
