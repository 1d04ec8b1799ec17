import { batch, computed, effect, signal } from '@preact/signals';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import { ReadFault } from '../../../sw/formats/reading/read-fault.ts';
import { messageOf } from '../../connection/call.ts';
import { fileText } from '../../state/definitions.ts';
import { takeWaitingFiles, waitingFiles } from '../../state/dropped.ts';
import { changeRoute, page, route } from '../../state/route.ts';
import { draftFor } from '../change-layer/draft-for-target.ts';
import { readTarget } from '../change-layer/target.ts';
import { addGrids, isGrid } from '../datum-grids.ts';
import type { AttachedSummary } from '../import/attachments/match-files.ts';
import type { Decided, DecidedLayer } from '../import/decided.ts';
import type { ChosenLocations, TableLocation } from '../import/locate/table-location.ts';
import { openPublisher, type Publisher } from '../import/publisher.ts';
import type { PossibleJoin, ReadLayer, ReadOutcome, UnreadFile } from '../import/read-layer.ts';
import { readingText } from '../import/text/reading-text.ts';
import { publishText as t } from '../text/publish-text.ts';
import { firstDecisions } from './decide.ts';
import { withCode } from './drawing-reference.ts';

type Reading =
  | { readonly state: 'none' }
  | { readonly state: 'reading'; readonly share: number }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'read'; readonly outcome: ReadOutcome };

/** The draft lives as long as the page, so that a visit to a map doesn't lose it. */
export const files = signal<readonly File[]>([]);
export const reading = signal<Reading>({ state: 'none' });
export const form = signal<Decided | undefined>(undefined);

/** The outcome, if it has layers. */
const found = computed(() => {
  const now = reading.value;
  return now.state === 'read' && now.outcome.type === 'layers' ? now.outcome : undefined;
});

export const layers = computed((): readonly ReadLayer[] => found.value?.layers ?? []);
export const attached = computed((): AttachedSummary | undefined => found.value?.attached);
/** Files that couldn't be read, while others could. */
export const unread = computed((): readonly UnreadFile[] => found.value?.unread ?? []);
/** Tables that can be joined to layers. */
export const joins = computed((): readonly PossibleJoin[] => found.value?.joins ?? []);

/** Return the reason for a failure, in the page's language if it is translated. */
export const reasonOf = (error: unknown): string =>
  error instanceof ReadFault ? diagnosticText(error.diagnostic, readingText) : messageOf(error);

let publisher: Publisher | undefined;
let running: AbortController | undefined;
let locations: ChosenLocations = {};

const newPublisher = (): Publisher => openPublisher(files.value, t.layer.parts, fileText, locations);
export const currentPublisher = (): Publisher => (publisher ??= newPublisher());

/** Locate the rows of a table by the chosen columns. */
export async function locateRows(origin: string, location: TableLocation): Promise<void> {
  locations = { ...locations, [origin]: location };
  const mine = currentPublisher();
  try {
    const outcome = await mine.locate(origin, location);
    if (publisher !== mine) return;
    const known = { layers: layers.value, form: form.value };
    batch(() => {
      reading.value = { state: 'read', outcome };
      form.value = formOf(outcome, known, origin);
    });
  } catch (error) {
    if (publisher === mine) reading.value = { state: 'failed', message: reasonOf(error) };
  }
}

/** Read more files; choices for the existing ones remain. Datum grids are stored, not read as data. */
export async function addFiles(given: readonly File[]): Promise<void> {
  void addGrids(given.filter(isGrid));
  const more = given.filter((file) => !isGrid(file));
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
  const mine = new AbortController();
  running = mine;
  const known = { layers: layers.value, form: form.value };
  reading.value = { state: 'reading', share: 0 };
  try {
    const outcome = await publisher.read({
      signal: mine.signal,
      onProgress: (_, share) => {
        if (!mine.signal.aborted) reading.value = { state: 'reading', share };
      },
    });
    const target = known.form ? known.form.target : await readTarget();
    if (mine.signal.aborted) return;
    const read = formOf(outcome, known);
    batch(() => {
      reading.value = { state: 'read', outcome };
      form.value = target ? draftFor(target, read, layers.value) : read;
      goToStep(outcome.type === 'layers' ? 'data' : 'name');
    });
  } catch (error) {
    if (!mine.signal.aborted) reading.value = { state: 'failed', message: reasonOf(error) };
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

/** @param anew origin of the table whose coordinate system must be guessed again */
function formOf(
  outcome: ReadOutcome,
  known: { layers: readonly ReadLayer[]; form: Decided | undefined },
  anew?: string,
): Decided {
  const fresh = firstDecisions(outcome, files.value[0]?.name ?? '');
  if (!known.form || outcome.type === 'package') return fresh;
  const places = outcome.layers.map((layer) =>
    known.layers.findIndex((one) => one.name === layer.name && one.format === layer.format),
  );
  return {
    ...known.form,
    layers: fresh.layers.map((layer, i) => {
      const before = known.form?.layers[places[i]!];
      if (!before) return layer;
      const isAnew = anew !== undefined && outcome.layers[i]!.located?.origin === anew;
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
export function includeLayer(at: number, isIncluded: boolean): void {
  const { value: draft } = form;
  if (isIncluded && draft?.target?.layer)
    changeForm({ layers: draft.layers.map((layer, i) => ({ ...layer, isLeftOut: i !== at })), joins: [] });
  else changeLayer(at, { isLeftOut: !isIncluded });
}

export function changeLayer(at: number, change: Partial<DecidedLayer>): void {
  if (form.value) changeForm({ layers: form.value.layers.with(at, { ...form.value.layers[at]!, ...change }) });
}

/** Set the spatial reference of a layer, and of layers in its drawing without their own. */
export function changeCode(at: number, code: string): void {
  if (form.value) changeForm({ layers: withCode(layers.value, form.value.layers, at, code) });
}

// Take files that were dropped anywhere on the page.
effect(() => {
  if (waitingFiles.value.length > 0) void addFiles(takeWaitingFiles());
});
