import { computed, effect, signal, untracked } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import { envelopeOf, referenceFor } from './references.ts';
import { currentKey, description, filters, mapInfo, opacities } from './services.ts';
import { noteUnsaved } from './unsaved.ts';
import { projection, screen, view } from './view.ts';

type Drawing = Value<'FeatureLayerDrawingDescription'> | Value<'RasterLayerDrawingDescription'>;

/** A drawing that is tried out on the map and not saved. */
interface Draft {
  readonly drawing: Drawing;
  readonly ShowLabels: boolean;
}
/** By LayerID. */
export const drafts = signal<ReadonlyMap<number, Draft>>(new Map());
/** Object ids of the rows that are drawn as selected, by LayerID. */
export const selected = signal<ReadonlyMap<number, readonly number[]>>(new Map());
/** Epoch milliseconds; undefined shows all times. */
export const timeSpan = signal<readonly [start: number, end: number] | undefined>(undefined);

/** More selected rows would make every request of a picture slow. */
export const maxSelected = 5000;

/** Draw rows of a layer as selected, in the place of what was selected there. */
export function select(layerId: number, ids: readonly number[]): void {
  const next = new Map(selected.value);
  if (ids.length > 0) next.set(layerId, ids.slice(0, maxSelected));
  else next.delete(layerId);
  selected.value = next;
}

export function clearSelection(): void {
  if (selected.value.size > 0) selected.value = new Map();
}

/** Show what falls into a time span only; undefined shows all times. */
export function showTimes(span: typeof timeSpan.value): void {
  timeSpan.value = span;
}

/** Return to the published drawings of all layers. */
export function dropDrafts(): void {
  if (drafts.value.size > 0) drafts.value = new Map();
}

/** Try a drawing out; undefined returns to the published one. */
export function setDraft(layerId: number, draft: Draft | undefined): void {
  const next = new Map(drafts.value);
  if (draft) next.set(layerId, draft);
  else next.delete(layerId);
  drafts.value = next;
}

/**
 * Change parts of the drawing that is tried out.
 *
 * @param base what the first change of a layer starts from
 */
export function changeDraft<D extends Drawing>(layerId: number, base: D, part: Partial<D>, ShowLabels: boolean): void {
  // A response may arrive after further changes: it is merged into the current style.
  const now = drafts.peek().get(layerId)?.drawing ?? base;
  setDraft(layerId, { drawing: { ...now, ...part } as Drawing, ShowLabels });
}

// What belongs to one service means nothing for the next.
effect(() => {
  currentKey.value;
  untracked(() => {
    dropDrafts();
    noteUnsaved(undefined);
    clearSelection();
    showTimes(undefined);
  });
});

/** The description of the pictures: published, with switches, drafts, selection and time as they stand now. */
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

/** True while nothing of the picture was changed against what is published. */
export const isAsPublished = computed((): boolean => {
  const changes = [drafts, selected, filters, opacities];
  if (changes.some(({ value }) => value.size > 0) || timeSpan.value) return false;
  const published = mapInfo.value?.DefaultMapDescription?.LayerDescriptions ?? [];
  return (description.value?.LayerDescriptions ?? []).every(
    ({ Visible, ShowLabels }, at) => Visible === published[at]?.Visible && ShowLabels === published[at]?.ShowLabels,
  );
});

const timeExtent = ([start, end]: readonly [number, number]): Value<'TimeExtent'> => ({
  type: 'TimeExtent',
  StartTime: new Date(start).toISOString(),
  EndTime: new Date(end).toISOString(),
});

/** The description and display of what the screen shows now, for operations that work on the picture; undefined without one. */
export function shownNow():
  | { readonly MapDescription: Value<'MapDescription'>; readonly MapImageDisplay: Value<'ImageDisplay'> }
  | undefined {
  const [described, info, shown, size] = [requested.value, mapInfo.value, view.value, screen.value];
  if (!described || !info || !shown || !size) return undefined;
  const reference = referenceFor(projection.value, info);
  return {
    MapDescription: {
      ...described,
      MapArea: { type: 'MapExtent', Extent: envelopeOf(shown.extent, reference) },
      Rotation: -shown.rotationDeg,
      SpatialReference: reference,
    },
    MapImageDisplay: { ImageWidth: size.widthPx, ImageHeight: size.heightPx, ImageDPI: 96 },
  };
}

/** The spatial reference of the coordinates on the screen. */
export const shownReference = computed(() => mapInfo.value && referenceFor(projection.value, mapInfo.value));
