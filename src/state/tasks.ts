import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Value } from '../../sw/contract/index.ts';
import { currentKey, isTablesOnly, mapInfo } from './services.ts';

/** Meaning of clicks and drags on the map. */
export type Tool = 'point' | 'box' | 'polygon' | 'length' | 'area';
export const tool = signal<Tool>('point');

/** Whether the query gets the next drawn geometry. Otherwise, the features in the geometry are identified. */
let isForQuery = false;

/** The geometry of the query, in the coordinates of the view. */
export const queryShape = signal<Value<'Geometry'> | undefined>(undefined);

/** A measurement in the coordinates of the view. While drawing, its last position is the pointer's. */
export interface Measured {
  readonly positions: readonly (readonly [number, number])[];
  /** The finished line or polygon. */
  readonly shape?: Value<'Geometry'>;
}
export const measured = signal<Measured | undefined>(undefined);

export const isMeasuring = computed(() => tool.value === 'length' || tool.value === 'area');

/** Choose a tool and clear the measurement. @param takesQuery whether the query takes the drawn geometry */
export function chooseTool(next: Tool, takesQuery = false): void {
  batch(() => {
    isForQuery = takesQuery;
    measured.value = undefined;
    tool.value = next;
  });
}

/** Return to the identify tool. @returns false if it was already active */
export function leaveTool(): boolean {
  if (tool.peek() === 'point') return false;
  chooseTool('point');
  return true;
}

/** Return to the identify tool after a geometry was drawn. @returns whether the query has taken the geometry */
export function takeShape(shape: Value<'Geometry'>): boolean {
  tool.value = 'point';
  if (isForQuery) queryShape.value = shape;
  return isForQuery;
}

/** Clear the geometry of the query. */
export function leaveQuery(): void {
  queryShape.value = undefined;
  chooseTool('point');
}

/** Set the current measurement. */
export function showMeasured(now: Measured | undefined): void {
  measured.value = now;
}

/** The task that the panel shows in place of the layers. */
type Task = { readonly kind: 'style' | 'query'; readonly layerId: number };
export const task = signal<Task | undefined>(undefined);

/** Open the style or the query of a layer in the panel. */
export function openTask(kind: Task['kind'], layerId: number): void {
  task.value = { kind, layerId };
}

/** Return to the layers in the panel. */
export function closeTask(): void {
  task.value = undefined;
}

/** The service that was just published, while its map suggests next steps. */
interface Published {
  readonly key: string;
  readonly title: string;
  readonly note: string;
}
export const justPublished = signal<Published | undefined>(undefined);

/** Suggest next steps on the map of a published service; undefined removes the suggestion. */
export function announcePublished(published: Published | undefined): void {
  justPublished.value = published;
}

/** The layer whose opacity and filter are open below it. */
export const settingsLayer = signal<number | undefined>(undefined);

/** Open the settings of one layer, or close them. */
export function openSettings(layerId: number | undefined): void {
  settingsLayer.value = layerId;
}

/** Rows of a table: all of them, or the result of a query. */
export interface RowQuery {
  readonly where: string;
  readonly area?: { readonly shape: Value<'Geometry'>; readonly relation: Value<'gisSpatialRelEnum'> } | undefined;
}
/** A column that rows are sorted by. */
export interface Sort {
  readonly field: string;
  readonly isDown: boolean;
}
/** State of the dock below the map. */
export interface Dock extends RowQuery {
  readonly tab: 'table' | 'statistics';
  /** ID of a layer or a standalone table. */
  readonly tableId: number;
  /** Text of the quick filter, in addition to `where`. */
  readonly typed?: string;
  /** Columns to sort by, the first one first; empty for the order of the object IDs. */
  readonly sort?: readonly Sort[];
}
export const dock = signal<Dock | undefined>(undefined);
/** Current height of the dock in pixels; 0 while it is closed. */
export const dockHeightPx = signal(0);

/** Open the rows of a layer or table below the map, by default all of them as a table. */
export function openDock(tableId: number, rows: Partial<Dock> = {}): void {
  dock.value = { tab: 'table', where: '', ...rows, tableId };
}

/** Change the state of the open dock. */
export function changeDock(part: Partial<Dock>): void {
  if (dock.value) dock.value = { ...dock.value, ...part };
}

/** Set the state of the dock from an address; undefined closes it. */
export function restoreDock(shown: Dock | undefined): void {
  dock.value = shown;
}

export const closeDock = (): void => restoreDock(undefined);

/** Watch the height of the dock in its element. @returns a function that stops it, when the dock is closed */
export function measureDock(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    dockHeightPx.value = element.offsetHeight;
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    dockHeightPx.value = 0;
  };
}

const openedDialog = signal<ComponentType | undefined>(undefined);

/** The dialog that is open over the map. */
export const mapDialog: ReadonlySignal<ComponentType | undefined> = openedDialog;

/** Open a dialog over the map, replacing an open one. */
export function openMapDialog(dialog: ComponentType): void {
  openedDialog.value = dialog;
}

/** Close the dialog over the map. */
export function closeMapDialog(): void {
  openedDialog.value = undefined;
}

/** True if the open service has a map, not only tables. */
export const hasMap = computed(() => mapInfo.value !== undefined && !isTablesOnly.value);

export const isTimeOpen = signal(false);

/** Show or hide the time slider. */
export function openTime(isOpen: boolean): void {
  isTimeOpen.value = isOpen;
}

effect(() => {
  currentKey.value;
  untracked(() => {
    leaveQuery();
    closeTask();
    openSettings(undefined);
    closeDock();
    closeMapDialog();
    openTime(false);
  });
});
