import { signal } from '@preact/signals';
import type { ServiceDefinition } from '../../../sw/service/definition.ts';
import { askJson, isAbort } from '../../connection/call.ts';
import { refreshStorage } from '../../state/host.ts';
import { notifyOtherTabs } from '../../state/other-tabs.ts';
import { openPage } from '../../state/route.ts';
import { openService, refreshServices } from '../../state/services.ts';
import { announcePublished } from '../../state/tasks.ts';
import { showToast } from '../../state/toasts.ts';
import { onlyPart } from '../change-layer/target.ts';
import type { Decided } from '../import/decided.ts';
import type { PublishStage } from '../import/make-package.ts';
import type { Publisher } from '../import/publisher.ts';
import { draftServiceKey } from '../job/problems.ts';
import { sendLayers, sendPackage, sendTiles } from '../job/send-package.ts';
import { readManaged, refreshManaged } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';
import { currentPublisher, form, publishErrorText, reading, startOver } from './draft.ts';

/** Progress of publishing; undefined if nothing is being published. */
export const sending = signal<{ readonly stage: PublishStage; readonly share: number } | undefined>(undefined);
/** Reason for the last failure; the draft is unchanged. */
export const sendProblem = signal<string | undefined>(undefined);

let running: AbortController | undefined;

/** Cancel publishing. Nothing of it remains, and the draft is unchanged. */
export function cancelSending(): void {
  running?.abort();
  running = undefined;
  sending.value = undefined;
  showToast({ message: t.cancelled });
}

/** Publish the draft as a service and open its page. */
export async function publishDraft(): Promise<void> {
  const draft = form.value;
  const now = reading.value;
  if (!draft || now.state !== 'read' || sending.value) return;
  const controller = new AbortController();
  running = controller;
  const { signal: aborted } = controller;
  sendProblem.value = undefined;
  sending.value = { stage: 'building', share: 0 };
  const onProgress = (stage: PublishStage, share: number): void => {
    if (!aborted.aborted) sending.value = { stage, share };
  };
  try {
    const key = draftServiceKey(draft);
    const { target } = draft;
    const job = { onProgress, signal: aborted };
    const made = await makeDraft(draft, now.outcome.type === 'package', job);
    onProgress('sending', 0);
    if (target) await sendLayers(askJson, target, made.version, made.package, aborted);
    else {
      await sendPackage(askJson, made.package, aborted);
      if (made.tiles) await sendTiles(askJson, key, made.tiles, { isNew: !draft.isReplacing, signal: aborted });
    }
    if (aborted.aborted) return;
    startOver();
    await finishPublishing(key, draft.title.trim() || key, made.dropped);
  } catch (error) {
    if (aborted.aborted || isAbort(error)) return;
    sendProblem.value = publishErrorText(error);
  } finally {
    if (running === controller) {
      running = undefined;
      sending.value = undefined;
    }
  }
}

/** Build the package of a draft for the current version of its service; version 0 for a new service. */
async function makeDraft(draft: Decided, isPackage: boolean, job: Parameters<Publisher['make']>[1]) {
  const publisher = currentPublisher();
  if (!draft.isReplacing || isPackage) return { ...(await publisher.make(draft, job)), version: 0 };
  const { definition, version } = await readManaged(draftServiceKey(draft));
  const { target } = draft;
  const replaced = target?.layer ? onlyPart(definition, target.layer.id) : target ? undefined : definition;
  const replaces = replaced ? { replaces: replaced as unknown as ServiceDefinition } : {};
  return { ...(await publisher.make({ ...draft, ...replaces }, job)), version };
}

/** Notify other tabs and lists of a published service, and open its map. */
export async function finishPublishing(key: string, title: string, dropped: readonly string[]): Promise<void> {
  notifyOtherTabs();
  await Promise.all([refreshServices(), refreshManaged(), refreshStorage()]);
  void openService(key);
  const note = dropped.length > 0 ? t.dropped(dropped.slice(0, 5).join(', '), dropped.length) : '';
  announcePublished({ key, title, note });
  openPage('maps');
}
