import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Value } from '../../sw/contract/index.ts';
import { currentKey, isTablesOnly, mapInfo } from './services.ts';

/** How the pointer reads the map. */
export type Tool = 'point' | 'box' | 'polygon' | 'length' | 'area';
export const tool = signal<Tool>('point');

/** Who gets the next shape that is drawn: the features in it are read, or the query takes it. */
export const shapeGoesTo = signal<'results' | 'query'>('results');

/** The shape of the query, in the coordinates of the view. */
export const queryShape = signal<Value<'Geometry'> | undefined>(undefined);

/** What is measured, in the coordinates of the view: while it is drawn its last position is the pointer's. */
export interface Measured {
  readonly positions: readonly (readonly [number, number])[];
  /** The finished line or polygon. */
  readonly shape?: Value<'Geometry'>;
}
export const measured = signal<Measured | undefined>(undefined);

export const isMeasuring = computed(() => tool.value === 'length' || tool.value === 'area');

/** Return to reading the map. @returns false where it was read already */
export function leaveTool(): boolean {
  if (tool.peek() === 'point') return false;
  batch(() => {
    tool.value = 'point';
    measured.value = undefined;
  });
  return true;
}

/** What the panel shows instead of the layers. */
type Task = { readonly kind: 'style' | 'query'; readonly layerId: number };
export const task = signal<Task | undefined>(undefined);

/** What was just published, while its map says what can be done next. */
export const justPublished = signal<
  { readonly key: string; readonly title: string; readonly note: string } | undefined
>(undefined);

/** The layer whose opacity and filter are open below it. */
export const settingsLayer = signal<number | undefined>(undefined);

/** Rows of a table that a person looks at: all of them, or those a query leaves. */
export interface RowQuery {
  readonly where: string;
  readonly area?: { readonly shape: Value<'Geometry'>; readonly relation: Value<'gisSpatialRelEnum'> } | undefined;
}
/** One column of an order. */
export interface Sort {
  readonly field: string;
  readonly isDown: boolean;
}
/** What is docked below the map. */
export interface Dock extends RowQuery {
  readonly tab: 'table' | 'statistics';
  /** Id of a layer or a standalone table. */
  readonly tableId: number;
  /** Words that a person filters the rows by, beside `where`. */
  readonly typed?: string;
  /** The first column first; empty is the order of the object ids. */
  readonly sort?: readonly Sort[];
}
export const dock = signal<Dock | undefined>(undefined);
/** Height of the dock in pixels as it is laid out now; 0 while it is closed. */
export const dockHeightPx = signal(0);

const openedDialog = signal<ComponentType | undefined>(undefined);

/** The dialog that is open over the map. */
export const mapDialog: ReadonlySignal<ComponentType | undefined> = openedDialog;

/** Open a dialog over the map in place of the one that is open. */
export function openMapDialog(dialog: ComponentType): void {
  openedDialog.value = dialog;
}

/** Close the dialog over the map; its work ends. */
export function closeMapDialog(): void {
  openedDialog.value = undefined;
}

/** The open service has a map, not only tables. */
export const hasMap = computed(() => mapInfo.value !== undefined && !isTablesOnly.value);

export const isTimeOpen = signal(false);

effect(() => {
  currentKey.value;
  untracked(() => {
    tool.value = 'point';
    shapeGoesTo.value = 'results';
    queryShape.value = undefined;
    measured.value = undefined;
    task.value = undefined;
    settingsLayer.value = undefined;
    dock.value = undefined;
    closeMapDialog();
    isTimeOpen.value = false;
  });
});
