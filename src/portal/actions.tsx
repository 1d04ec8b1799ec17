import { useState } from 'preact/hooks';
import { type PortalOperationName, portalRow } from '../../sw/portal/contract/index.ts';
import { formatError } from '../connection/call.ts';
import { ask, askFile, noteChange } from '../connection/portal-call.ts';
import { firstPassword, signPageIn } from '../connection/sign-in.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useObjectUrl } from '../parts/use-object-url.ts';
import { followCatalogue } from '../state/other-tabs.ts';
import { runDue } from '../state/run-due.ts';
import { showToast } from '../state/toasts.ts';
import { formatBytes, formatMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import {
  addressOperation,
  type Entry,
  isOffered,
  isRemoving,
  type Kind,
  operationsFor,
  operationsOn,
  type Scope,
} from './kinds.ts';
import { LoadedPart, useLoaded } from './loaded-part.tsx';
import { findLosses } from './losses.ts';
import { OperationForm } from './operation-form.tsx';
import { portalText as t } from './text/portal-text.ts';

/** An entry, with the path parameters of its list. */
export interface Target {
  readonly kind: Kind;
  readonly path: Readonly<Record<string, string>>;
  readonly entry: Entry;
  readonly scope: Scope;
}

/** Run a short task and report the outcome. Return whether it succeeded. */
export async function runAction(task: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await task();
    if (done) showToast({ message: done });
    return true;
  } catch (error) {
    showToast({ kind: 'error', message: formatError(error) });
    return false;
  }
}

const entryName = ({ kind, entry, scope }: Target): string =>
  entry[kind.id] === undefined ? '' : kind.name(entry, scope);

function operationIcon(operation: PortalOperationName): IconName {
  if (isRemoving(operation)) return operation === 'deactivateWebhook' ? 'pause' : 'trash';
  if (portalRow(operation).bytes) return 'eye';
  if (operation === 'activateWebhook') return 'play';
  if (operation === 'updateSchedule') return 'clock';
  return /^(add|create|generate)/.test(operation) ? 'plus' : 'settings';
}

/** The menu with the actions of an entry; renders nothing if there are none. */
export function ActionMenu({ target, before = [] }: { target: Target; before?: readonly MenuItem[] }) {
  const { kind, path, entry, scope } = target;
  const [open, setOpen] = useState<PortalOperationName>();
  const runOperation = (operation: PortalOperationName) => {
    const { path: ownPath, given } = addressOperation(operation, kind, entry);
    const { effect, parameters } = portalRow(operation);
    if (effect === 'read' || isRemoving(operation) || Object.keys(parameters).length > 0) return setOpen(operation);
    const all = { ...path, ...ownPath };
    void runAction(() => ask(operation, all as never, given as never), t.form.done(operation, entryName(target)));
  };
  const offered = operationsOn(kind)
    .filter((operation) => isOffered(operation, entry, scope))
    .sort((a, b) => Number(isRemoving(a)) - Number(isRemoving(b)));
  const items = offered.map(
    (operation): MenuItem => ({
      label: t.operation(operation),
      icon: operationIcon(operation),
      danger: isRemoving(operation),
      onSelect: () => runOperation(operation),
    }),
  );
  if (items.length + before.length === 0) return null;
  return (
    <>
      <Menu icon="more" small name={t.form.more(entryName(target))} items={[...before, ...items]} />
      {open && <Action operation={open} target={target} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Buttons that create an entry of a list. */
export function CreateButtons(target: Omit<Target, 'entry'>) {
  const [open, setOpen] = useState<PortalOperationName>();
  return (
    <>
      {operationsFor(target.kind)
        .filter((operation) => isOffered(operation, {}, target.scope))
        .map((operation) => (
          <Button key={operation} small icon="plus" onClick={() => setOpen(operation)}>
            {t.operation(operation)}
          </Button>
        ))}
      {open && <Action operation={open} target={{ ...target, entry: {} }} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** The dialog of an operation: its file, the confirmation before it removes something, or its form. */
function Action(props: { operation: PortalOperationName; target: Target; onClose: () => void }) {
  const { operation, target, onClose } = props;
  const { kind, entry, scope } = target;
  const [issued, setIssued] = useState<{ readonly token: string; readonly expires: number }>();
  const { path: ownPath, given } = addressOperation(operation, kind, entry);
  const path = { ...target.path, ...ownPath };
  const name = entryName(target);
  if (issued)
    return (
      <Dialog title={t.operation(operation)} onClose={onClose} footer={<Button onClick={onClose}>{text.close}</Button>}>
        <p>{t.form.issued(formatMoment(issued.expires))}</p>
        <CopyField name={t.form.token} value={issued.token} />
      </Dialog>
    );
  if (portalRow(operation).bytes)
    return <FileWindow {...{ operation, path, name, onClose }} type={String(entry.contentType ?? '')} />;
  if (isRemoving(operation)) return <Question {...{ operation, path, given, target, name, onClose }} />;
  return (
    <OperationForm
      {...{ operation, path, given, entry, scope, onClose }}
      title={t.form.title(operation, name)}
      onDone={(answer) => {
        void afterwards(operation);
        if (typeof answer.token !== 'string') return onClose();
        setIssued(answer as never);
        noteChange();
      }}
    />
  );
}

/** Update the rest of the page after an operation. */
export async function afterwards(operation: PortalOperationName): Promise<void> {
  // Run due synchronizations now; on failure the next round tries again.
  if (operation === 'updateSchedule') await runDue().catch(() => undefined);
  // The first password is no longer valid.
  if (operation === 'changePassword' && firstPassword.value) await signPageIn();
  if (isRemoving(operation) || operation === 'updateServiceAccess') await followCatalogue();
}

interface WindowProps {
  operation: PortalOperationName;
  path: Readonly<Record<string, string>>;
  name: string;
  onClose: () => void;
}

/** The confirmation before something is deleted, with the number of affected entries. */
function Question(props: WindowProps & { given: Entry; target: Target }) {
  const { operation, path, given, target, name, onClose } = props;
  const going = { path, entry: target.entry, scope: target.scope };
  const loaded = useLoaded(`${operation} ${Object.values(path)}`, (signal) => findLosses(operation, going, signal));
  return (
    <Confirm
      title={t.form.title(operation, name)}
      action={t.operation(operation)}
      isReady={loaded.value !== undefined}
      onClose={onClose}
      onAct={async () => {
        await ask(operation, path as never, given as never);
        await afterwards(operation);
        showToast({ message: t.form.done(operation, name) });
      }}
    >
      <LoadedPart loaded={loaded}>
        {(sentences) =>
          sentences.length > 1 ? (
            <ul class="portal-losses">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          ) : (
            <p>{sentences[0] ?? t.form.sure}</p>
          )
        }
      </LoadedPart>
    </Confirm>
  );
}

const maxChars = 20_000;
const isText = (type: string): boolean => /^text\/|json|xml|javascript/.test(type);

/** The file that an operation returns, shown if possible. */
function FileWindow({ operation, path, name, type, onClose }: WindowProps & { type: string }) {
  const loaded = useLoaded(Object.values(path).join(), async (signal) => {
    const answered = await askFile(operation, path as never, { signal });
    const contentType = type || answered.type;
    // The server returns an SVG without its type, so that opening the address runs no scripts.
    const file = answered.slice(undefined, undefined, contentType);
    // An image in `<img>` runs no scripts, even if it is an SVG.
    return { file, content: isText(contentType) && !contentType.startsWith('image/') ? await file.text() : undefined };
  });
  const file = loaded.value?.file;
  return (
    <Dialog
      wide
      title={name}
      onClose={onClose}
      footer={
        <Button icon="download" disabled={!file} onClick={() => file && saveFile(file, name)}>
          {t.form.download}
        </Button>
      }
    >
      <LoadedPart loaded={loaded}>
        {({ file: { type: contentType, size }, file: blob, content }) =>
          contentType.startsWith('image/') ? (
            <PreviewImage file={blob} name={name} />
          ) : content === undefined ? (
            <p>{t.form.noPreview(contentType, formatBytes(size))}</p>
          ) : (
            <pre class="portal-pre">{content.length > maxChars ? `${content.slice(0, maxChars)}…` : content}</pre>
          )
        }
      </LoadedPart>
    </Dialog>
  );
}

function PreviewImage({ file, name }: { file: Blob; name: string }) {
  const url = useObjectUrl(file);
  return url ? <img class="portal-image" src={url} alt={name} /> : null;
}
