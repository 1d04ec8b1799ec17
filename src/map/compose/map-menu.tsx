import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isComposed, keyOfMap } from '../../../sw/service/map-key.ts';
import { formatError } from '../../connection/call.ts';
import { IconButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { copyText } from '../../parts/copy-field.tsx';
import { listAdded } from '../../parts/extension.ts';
import { Menu } from '../../parts/menu.tsx';
import { openRecord } from '../../state/background.ts';
import { carryExtent, referenceFor } from '../../state/references.ts';
import { currentKey, currentTitle, mapInfo, openService, services } from '../../state/services.ts';
import { showToast } from '../../state/toasts.ts';
import { projection, view } from '../../state/view.ts';
import { text } from '../../text/text.ts';
import { changeMap, contentOfView, createMap, removeMap } from '../state/maps.ts';
import { composeText } from '../text/compose-text.ts';

/** Menu of the open map: save a service as a map, or rename, copy and delete a composed map. */
export function MapMenu() {
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const record = openRecord.value;
  const title = currentTitle.value ?? '';
  const close = () => setDialog(undefined);
  if (isComposed(currentKey.value) && !record) return null;
  return (
    <>
      {record ? (
        <Menu
          icon="more"
          name={composeText.menu(record.title)}
          items={[
            { label: composeText.rename, icon: 'label', onSelect: () => setDialog('rename') },
            { label: composeText.duplicate, icon: 'copy', onSelect: () => void duplicate(record.title) },
            { label: composeText.saveView, icon: 'bookmark', onSelect: () => void saveView() },
            {
              label: composeText.copyLink,
              icon: 'link',
              onSelect: () => void copyText(location.href, composeText.copyLink),
            },
            ...listAdded('mapActions')
              .filter(({ alsoIn }) => alsoIn?.includes('composed'))
              .map(({ label, icon, run }) => ({ label: label(), icon, onSelect: run })),
            { label: composeText.remove, icon: 'trash', danger: true, onSelect: () => void remove(record) },
          ]}
        />
      ) : (
        <IconButton icon="bookmark" name={composeText.save} side="left" onClick={() => setDialog('save')} />
      )}
      {dialog === 'save' && (
        <TitleDialog
          title={composeText.saveTitle}
          action={composeText.save}
          start={title}
          onClose={close}
          onTitle={async (chosen) => {
            const content = contentOfView(chosen);
            if (!content) return;
            await createMap(content);
            showToast({ message: composeText.saved(chosen) });
          }}
        >
          <p>{composeText.saveDetail}</p>
        </TitleDialog>
      )}
      {dialog === 'rename' && record && (
        <TitleDialog
          title={composeText.renameTitle}
          action={composeText.rename}
          start={record.title}
          onClose={close}
          onTitle={(chosen) => changeMap(() => ({ title: chosen }))}
        />
      )}
    </>
  );
}

async function duplicate(title: string): Promise<void> {
  const content = contentOfView(composeText.copyOf(title));
  if (!content) return;
  try {
    await createMap(content);
    showToast({ message: composeText.saved(content.title) });
  } catch (error) {
    showToast({ kind: 'error', message: `${composeText.failed}. ${formatError(error)}` });
  }
}

async function saveView(): Promise<void> {
  const [shown, info] = [view.peek(), mapInfo.peek()];
  const extent =
    shown && info && carryExtent(shown.extent, referenceFor(projection.peek(), info), referenceFor('map', info));
  if (!extent) return;
  await changeMap(() => ({ extent }), false);
  showToast({ message: composeText.viewSaved });
}

async function remove({ id, title }: { id: string; title: string }): Promise<void> {
  try {
    const bringBack = await removeMap(id);
    const next = services.peek()?.[0]?.name;
    if (next) await openService(next);
    const undo = async () => {
      await bringBack();
      await openService(keyOfMap(id));
    };
    showToast({ message: composeText.removed(title), actions: [{ label: text.undo, onSelect: () => void undo() }] });
  } catch (error) {
    showToast({ kind: 'error', message: formatError(error) });
  }
}

interface TitleDialogProps {
  title: string;
  action: string;
  /** Initial value of the field. */
  start: string;
  onTitle: (title: string) => Promise<unknown>;
  onClose: () => void;
  children?: ComponentChildren;
}

const longest = 200;

/** Dialog that asks for the title of a map. */
function TitleDialog({ title, action, start, onTitle, onClose, children }: TitleDialogProps) {
  const [typed, setTyped] = useState(start);
  const isSound = typed.trim() !== '';
  return (
    <Confirm
      kind="primary"
      icon="check"
      title={title}
      action={action}
      isReady={isSound}
      failureText={(message) => `${composeText.failed}. ${message}`}
      onAct={() => onTitle(typed.trim())}
      onClose={onClose}
    >
      {children}
      <label class="field">
        <span>{composeText.titleField}</span>
        <input
          class="input"
          maxLength={longest}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
    </Confirm>
  );
}
