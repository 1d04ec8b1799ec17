import { batch, computed, effect, signal } from '@preact/signals';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import { ReadFault } from '../../../sw/formats/reading/read-fault.ts';
import { formatError } from '../../connection/call.ts';
import { fileText } from '../../state/definitions.ts';
import { takeWaitingFiles, waitingFiles } from '../../state/dropped.ts';
import { changeRoute, page, route } from '../../state/route.ts';
import { draftFor } from '../change-layer/draft-for-target.ts';
import { readTarget } from '../change-layer/target.ts';
import { addGrids, isGrid } from '../datum-grids.ts';
import type { AttachedSummary } from '../import/attachments/match-files.ts';
import type { Decided, DecidedLayer } from '../import/decided.ts';
import type { ChosenLocations, TableLocation } from '../import/locate/table-location.ts';
import { openPublisher } from '../import/open-publisher.ts';
import type { Publisher } from '../import/publisher.ts';
import type { PossibleJoin, ReadLayer, ReadOutcome, UnreadFile } from '../import/read-layer.ts';
import { readingText } from '../import/text/reading-text.ts';
import { firstDecisions } from '../job/decide.ts';
import { withCode } from '../job/drawing-reference.ts';
import { publishText as t } from '../text/publish-text.ts';

type Reading =
  | { readonly state: 'none' }
  | { readonly state: 'reading'; readonly share: number }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'read'; readonly outcome: ReadOutcome };

/** The files of the draft. The draft is kept as long as the page is open, so that a visit to a map doesn't lose it. */
export const files = signal<readonly File[]>([]);
export const reading = signal<Reading>({ state: 'none' });
export const form = signal<Decided | undefined>(undefined);

/** The outcome, if it has layers. */
const layersOutcome = computed(() => {
  const now = reading.value;
  return now.state === 'read' && now.outcome.type === 'layers' ? now.outcome : undefined;
});

export const layers = computed((): readonly ReadLayer[] => layersOutcome.value?.layers ?? []);
export const attached = computed((): AttachedSummary | undefined => layersOutcome.value?.attached);
/** Files that couldn't be read, while others could. */
export const unread = computed((): readonly UnreadFile[] => layersOutcome.value?.unread ?? []);
/** Tables that can be joined to layers. */
export const joins = computed((): readonly PossibleJoin[] => layersOutcome.value?.joins ?? []);

/** Return the reason for a failure, in the page's language if it is translated. */
export const publishErrorText = (error: unknown): string =>
  error instanceof ReadFault ? diagnosticText(error.diagnostic, readingText) : formatError(error);

let publisher: Publisher | undefined;
let running: AbortController | undefined;
let locations: ChosenLocations = {};

const newPublisher = (): Publisher => openPublisher(files.value, t.layer.parts, fileText, locations);
export const currentPublisher = (): Publisher => (publisher ??= newPublisher());

/** Locate the rows of a table by the chosen columns. */
export async function locateRows(origin: string, location: TableLocation): Promise<void> {
  locations = { ...locations, [origin]: location };
  const usedPublisher = currentPublisher();
  try {
    const outcome = await usedPublisher.locate(origin, location);
    if (publisher !== usedPublisher) return;
    const previous = { layers: layers.value, form: form.value };
    batch(() => {
      reading.value = { state: 'read', outcome };
      form.value = makeForm(outcome, previous, origin);
    });
  } catch (error) {
    if (publisher === usedPublisher) reading.value = { state: 'failed', message: publishErrorText(error) };
  }
}

/** Read more files; choices for the existing ones remain. Datum grids are stored, not read as data. */
export async function addFiles(newFiles: readonly File[]): Promise<void> {
  void addGrids(newFiles.filter(isGrid));
  const more = newFiles.filter((file) => !isGrid(file));
  if (more.length === 0) return;
  const isAnew = reading.value.state === 'failed' || (reading.value.state === 'read' && layers.value.length === 0);
  const before = isAnew ? [] : files.value.filter((file) => !more.some(({ name }) => name === file.name));
  files.value = [...before, ...more];
  await readFiles();
}

async function readFiles(): Promise<void> {
  running?.abort();
  publisher?.close();
  publisher = newPublisher();
  const controller = new AbortController();
  running = controller;
  const previous = { layers: layers.value, form: form.value };
  reading.value = { state: 'reading', share: 0 };
  try {
    const outcome = await publisher.read({
      signal: controller.signal,
      onProgress: (_, share) => {
        if (!controller.signal.aborted) reading.value = { state: 'reading', share };
      },
    });
    const target = previous.form ? previous.form.target : await readTarget();
    if (controller.signal.aborted) return;
    const read = makeForm(outcome, previous);
    batch(() => {
      reading.value = { state: 'read', outcome };
      form.value = target ? draftFor(target, read, layers.value) : read;
      goToStep(outcome.type === 'layers' ? 'data' : 'name');
    });
  } catch (error) {
    if (!controller.signal.aborted) reading.value = { state: 'failed', message: publishErrorText(error) };
  }
}

/** Change the step, unless another page was opened in the meantime. */
function goToStep(step: string | undefined): void {
  if (page.value === 'publish' && !route.value.has('manage')) changeRoute({ step });
}

/** Stop reading and discard everything. */
export function startOver(): void {
  running?.abort();
  publisher?.close();
  publisher = undefined;
  locations = {};
  batch(() => {
    files.value = [];
    reading.value = { state: 'none' };
    form.value = undefined;
    goToStep(undefined);
  });
}

/**
 * Make the draft for the layers that were read, with the choices made so far.
 *
 * @param renewedOrigin origin of the table whose coordinate system must be guessed again
 */
function makeForm(
  outcome: ReadOutcome,
  previous: { layers: readonly ReadLayer[]; form: Decided | undefined },
  renewedOrigin?: string,
): Decided {
  const fresh = firstDecisions(outcome, files.value[0]?.name ?? '');
  if (!previous.form || outcome.type === 'package') return fresh;
  const places = outcome.layers.map((layer) =>
    previous.layers.findIndex((candidate) => candidate.name === layer.name && candidate.format === layer.format),
  );
  return {
    ...previous.form,
    layers: fresh.layers.map((layer, i) => {
      const before = previous.form?.layers[places[i]!];
      if (!before) return layer;
      const isAnew = renewedOrigin !== undefined && outcome.layers[i]!.located?.origin === renewedOrigin;
      return isAnew ? { ...before, code: layer.code, symbol: undefined } : before;
    }),
    relations: fresh.relations,
    joins: fresh.joins,
    attach: fresh.attach,
  };
}

export function changeForm(change: Partial<Decided>): void {
  if (form.value) form.value = { ...form.value, ...change };
}

/** Include a layer or leave it out. If one layer gets new data, all others are left out. */
export function includeLayer(index: number, isIncluded: boolean): void {
  const { value: draft } = form;
  if (isIncluded && draft?.target?.layer)
    changeForm({ layers: draft.layers.map((layer, i) => ({ ...layer, isLeftOut: i !== index })), joins: [] });
  else changeLayer(index, { isLeftOut: !isIncluded });
}

export function changeLayer(index: number, change: Partial<DecidedLayer>): void {
  if (form.value) changeForm({ layers: form.value.layers.with(index, { ...form.value.layers[index]!, ...change }) });
}

/** Set the spatial reference of a layer, and of layers in its drawing without their own. */
export function changeCode(index: number, code: string): void {
  if (form.value) changeForm({ layers: withCode(layers.value, form.value.layers, index, code) });
}

// Take files that were dropped anywhere on the page.
effect(() => {
  if (waitingFiles.value.length > 0) void addFiles(takeWaitingFiles());
});
