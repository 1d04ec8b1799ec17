import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Value } from '../../sw/contract/index.ts';
import { currentKey, isTablesOnly, mapInfo } from './services.ts';

/** How the pointer reads the map. */
export type Tool = 'point' | 'box' | 'polygon' | 'length' | 'area';
export const tool = signal<Tool>('point');

/** Whether the query takes the next shape that is drawn; otherwise the features in it are read. */
let isForQuery = false;

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

/** Take a tool up; what was measured goes. @param takesQuery the query takes the shape that is drawn with it */
export function chooseTool(next: Tool, takesQuery = false): void {
  batch(() => {
    isForQuery = takesQuery;
    measured.value = undefined;
    tool.value = next;
  });
}

/** Return to reading the map. @returns false where it was read already */
export function leaveTool(): boolean {
  if (tool.peek() === 'point') return false;
  chooseTool('point');
  return true;
}

/** Return to reading the map after a shape was drawn. @returns whether the query has taken it */
export function takeShape(shape: Value<'Geometry'>): boolean {
  tool.value = 'point';
  if (isForQuery) queryShape.value = shape;
  return isForQuery;
}

/** Forget the shape of the query. */
export function leaveQuery(): void {
  queryShape.value = undefined;
  chooseTool('point');
}

/** Show what is measured now. */
export function showMeasured(now: Measured | undefined): void {
  measured.value = now;
}

/** What the panel shows instead of the layers. */
type Task = { readonly kind: 'style' | 'query'; readonly layerId: number };
export const task = signal<Task | undefined>(undefined);

/** Show the style or the query of a layer in the panel. */
export function openTask(kind: Task['kind'], layerId: number): void {
  task.value = { kind, layerId };
}

/** Return to the layers in the panel. */
export function closeTask(): void {
  task.value = undefined;
}

/** What was just published, while its map says what can be done next. */
interface Published {
  readonly key: string;
  readonly title: string;
  readonly note: string;
}
export const justPublished = signal<Published | undefined>(undefined);

/** Let the map of what was just published say what can be done next; undefined ends that. */
export function announcePublished(published: Published | undefined): void {
  justPublished.value = published;
}

/** The layer whose opacity and filter are open below it. */
export const settingsLayer = signal<number | undefined>(undefined);

/** Open the settings of one layer, or close them. */
export function openSettings(layerId: number | undefined): void {
  settingsLayer.value = layerId;
}

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

/** Dock the rows of a layer or table below the map: all of them as a table, unless the view says otherwise. */
export function openDock(tableId: number, rows: Partial<Dock> = {}): void {
  dock.value = { tab: 'table', where: '', ...rows, tableId };
}

/** Change what the dock shows of its table. */
export function changeDock(part: Partial<Dock>): void {
  if (dock.value) dock.value = { ...dock.value, ...part };
}

/** Dock what an address names, or nothing. */
export function restoreDock(shown: Dock | undefined): void {
  dock.value = shown;
}

export const closeDock = (): void => restoreDock(undefined);

/** Follow the height of the dock in its element. @returns ends it: the dock is closed */
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

/** Show the time slider, or put it away. */
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
