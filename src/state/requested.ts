import { computed, effect, signal, untracked } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import { extentToEnvelope, referenceFor } from './references.ts';
import { currentKey, description, filters, mapInfo, opacities } from './services.ts';
import { noteUnsaved } from './unsaved.ts';
import { projection, screen, view } from './view.ts';

type Drawing = Value<'FeatureLayerDrawingDescription'> | Value<'RasterLayerDrawingDescription'>;

/** A drawing that is previewed on the map and not saved. */
interface Draft {
  readonly drawing: Drawing;
  readonly ShowLabels: boolean;
}
/** Previewed drawings by LayerID. */
export const drafts = signal<ReadonlyMap<number, Draft>>(new Map());
/** Object IDs of the selected rows, by LayerID. */
export const selected = signal<ReadonlyMap<number, readonly number[]>>(new Map());
/** The time span of the shown features in epoch milliseconds; undefined shows all times. */
export const timeSpan = signal<readonly [start: number, end: number] | undefined>(undefined);

/** Maximum number of selected rows per layer, because more would slow down every image request. */
export const maxSelected = 5000;

/** Replace the selected rows of a layer. Rows beyond `maxSelected` are dropped. */
export function select(layerId: number, ids: readonly number[]): void {
  const next = new Map(selected.value);
  if (ids.length > 0) next.set(layerId, ids.slice(0, maxSelected));
  else next.delete(layerId);
  selected.value = next;
}

export function clearSelection(): void {
  if (selected.value.size > 0) selected.value = new Map();
}

/** Show only features in a time span; undefined shows all times. */
export function showTimes(span: typeof timeSpan.value): void {
  timeSpan.value = span;
}

/** Return to the published drawings of all layers. */
export function dropDrafts(): void {
  if (drafts.value.size > 0) drafts.value = new Map();
}

/** Preview a drawing; undefined returns to the published one. */
export function setDraft(layerId: number, draft: Draft | undefined): void {
  const next = new Map(drafts.value);
  if (draft) next.set(layerId, draft);
  else next.delete(layerId);
  drafts.value = next;
}

/**
 * Change parts of a draft.
 *
 * @param base drawing that the first change of a layer starts from
 */
export function changeDraft<D extends Drawing>(layerId: number, base: D, part: Partial<D>, ShowLabels: boolean): void {
  // The caller may have waited for a response while the style changed further, so merge the part into the current
  // style.
  const now = drafts.peek().get(layerId)?.drawing ?? base;
  setDraft(layerId, { drawing: { ...now, ...part } as Drawing, ShowLabels });
}

// Drafts, selection and time belong to one service, so reset them when another opens.
effect(() => {
  currentKey.value;
  untracked(() => {
    dropDrafts();
    noteUnsaved(undefined);
    clearSelection();
    showTimes(undefined);
  });
});

/** Description of the images: the published one with the current switches, drafts, selection and time. */
export const requested = computed((): Value<'MapDescription'> | undefined => {
  const base = description.value;
  if (!base) return undefined;
  const [trying, chosen, span] = [drafts.value, selected.value, timeSpan.value];
  const LayerDescriptions = (base.LayerDescriptions ?? []).map((layer) => {
    const draft = trying.get(layer.LayerID);
    const ids = chosen.get(layer.LayerID);
    if (!draft && !ids) return layer;
    return {
      ...layer,
      ...(draft && { DrawingDescription: draft.drawing, ShowLabels: draft.ShowLabels }),
      ...(ids && { SelectionFeatures: [...ids] }),
    };
  });
  return { ...base, LayerDescriptions, TimeValue: span ? timeExtent(span) : base.TimeValue };
});

/** Whether the image equals the published one. */
export const isAsPublished = computed((): boolean => {
  const changes = [drafts, selected, filters, opacities];
  if (changes.some(({ value }) => value.size > 0) || timeSpan.value) return false;
  const published = mapInfo.value?.DefaultMapDescription?.LayerDescriptions ?? [];
  return (description.value?.LayerDescriptions ?? []).every(
    ({ Visible, ShowLabels }, index) =>
      Visible === published[index]?.Visible && ShowLabels === published[index]?.ShowLabels,
  );
});

const timeExtent = ([start, end]: readonly [number, number]): Value<'TimeExtent'> => ({
  type: 'TimeExtent',
  StartTime: new Date(start).toISOString(),
  EndTime: new Date(end).toISOString(),
});

/**
 * Return the description and display of the current view, for operations that refer to the image; undefined before
 * the map is shown.
 */
export function readShownView():
  | { readonly MapDescription: Value<'MapDescription'>; readonly MapImageDisplay: Value<'ImageDisplay'> }
  | undefined {
  const [described, info, shown, size] = [requested.value, mapInfo.value, view.value, screen.value];
  if (!described || !info || !shown || !size) return undefined;
  const reference = referenceFor(projection.value, info);
  return {
    MapDescription: {
      ...described,
      MapArea: { type: 'MapExtent', Extent: extentToEnvelope(shown.extent, reference) },
      Rotation: -shown.rotationDeg,
      SpatialReference: reference,
    },
    MapImageDisplay: { ImageWidth: size.widthPx, ImageHeight: size.heightPx, ImageDPI: 96 },
  };
}

/** The CRS of the coordinates on the screen. */
export const shownReference = computed(() => mapInfo.value && referenceFor(projection.value, mapInfo.value));
