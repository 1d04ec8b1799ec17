import { signal } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import { referenceOfWkid } from '../../sw/geometry/spatial-reference.ts';
import { base, isAbort, messageOf, send, serviceUrl } from '../call.ts';
import { copyWords } from '../parts/copy-field.tsx';
import type { LayerReport, PublishStage } from '../publish/publish.ts';
import { text } from '../text/text.ts';
import { refreshStorage } from './host.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { openService, refreshServices, services } from './services.ts';
import { showToast } from './toasts.ts';

export type NameAnswer = { readonly kind: 'replace' } | { readonly kind: 'rename'; readonly name: string };

/** Where a publication stands, and what it waits for. */
export type Publishing =
  | { readonly state: 'closed' | 'choosing' }
  | { readonly state: 'working'; readonly file: string; readonly stage: PublishStage; readonly share: number }
  | { readonly state: 'asking-reference'; readonly layers: readonly string[]; readonly guessWkid: number | undefined }
  | { readonly state: 'asking-name'; readonly name: string; readonly answer: (answer: NameAnswer | undefined) => void }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'remarks'; readonly key: string; readonly layers: readonly LayerReport[] };

export const publishing = signal<Publishing>({ state: 'closed' });
export const serviceNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

let running: AbortController | undefined;
let waitingFiles: readonly File[] = [];

/** Stop what is being published; nothing of it remains. */
export function cancelPublishing(): void {
  running?.abort();
  running = undefined;
  if (publishing.value.state === 'working') showToast({ message: text.publish.cancelled });
  publishing.value = { state: 'closed' };
}

/** Publish files, dropped or chosen, as the layers of one service. */
export async function publish(
  files: readonly File[],
  settings: { name?: string; spatialReference?: Value<'SpatialReference'> } = {},
): Promise<void> {
  if (files.length === 0) return;
  if (running) {
    showToast({ kind: 'error', message: text.publish.busy });
    return;
  }
  const mine = new AbortController();
  running = mine;
  waitingFiles = files;
  const file = files.map(({ name }) => name).join(', ');
  publishing.value = { state: 'working', file, stage: 'reading', share: 0 };
  try {
    const { publishFiles } = await import('../publish/publish.ts');
    let renamed: string | undefined;
    const outcome = await publishFiles(files, {
      ...settings,
      signal: mine.signal,
      send: (path, init) => send('publish', `${base}${path}`, init),
      onProgress: (stage, share) => {
        if (running === mine) publishing.value = { state: 'working', file, stage, share };
      },
      confirm: async (name) => {
        const isTaken = services.value?.some((service) => service.name === name);
        if (!isTaken) return true;
        const answer = await askName(name);
        if (answer?.kind === 'rename') renamed = answer.name;
        if (answer?.kind === 'replace') publishing.value = { state: 'working', file, stage: 'sending', share: 0 };
        return answer?.kind === 'replace';
      },
    });
    running = undefined;
    if (outcome.type === 'needs-crs')
      publishing.value = {
        state: 'asking-reference',
        layers: outcome.layers,
        guessWkid: outcome.guess?.LatestWKID ?? outcome.guess?.WKID,
      };
    else if (outcome.type === 'stopped') {
      publishing.value = { state: 'closed' };
      if (renamed) await publish(files, { ...settings, name: renamed });
    } else await finish(outcome.key, outcome.layers);
  } catch (error) {
    if (mine.signal.aborted || isAbort(error)) return;
    publishing.value = { state: 'failed', message: messageOf(error) };
  } finally {
    if (running === mine) running = undefined;
  }
}

/** Go on with the files that waited for a coordinate system. */
export const publishWithReference = (wkid: number): Promise<void> =>
  publish(waitingFiles, { spatialReference: referenceOfWkid(wkid) });

const askName = (name: string) =>
  new Promise<NameAnswer | undefined>((resolve) => {
    publishing.value = { state: 'asking-name', name, answer: resolve };
  });

async function finish(key: string, layers: readonly LayerReport[]): Promise<void> {
  tellOtherTabs();
  await Promise.all([refreshServices(), refreshStorage()]);
  const title = services.value?.find((service) => service.name === key)?.title ?? key;
  publishing.value = layers.some(({ notes }) => notes.length > 0)
    ? { state: 'remarks', key, layers }
    : { state: 'closed' };
  showToast({
    message: text.publish.done(title),
    actions: [
      { label: text.publish.view, onSelect: () => void openService(key) },
      { label: text.publish.copySoap, onSelect: () => void copyWords(serviceUrl(key), text.publish.soapUrl) },
    ],
  });
  // A first look says more than a message; the map that was there is one click on Back away.
  await openService(key);
}
