import { batch, signal } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';

/** A choice of the projection; `auto` until the user chooses. */
export type ProjectionChoice = 'auto' | 'map' | 'mercator' | 'equalEarth';

/** Projection of the map. */
export const projection = signal<ProjectionChoice>('auto');

export function chooseProjection(choice: ProjectionChoice): void {
  projection.value = choice;
}

/** Current view in the coordinates of the chosen projection; undefined before the map is shown. */
export interface View {
  readonly extent: Extent;
  /** Degrees, clockwise like in the viewer. */
  readonly rotationDeg: number;
}
export const view = signal<View | undefined>(undefined);

/** Size of the map on the screen in CSS pixels, and map units per pixel. */
export interface Screen {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly resolution: number;
}
export const screen = signal<Screen | undefined>(undefined);

/** Update the view and the screen as the map moves. */
export function followMap(shown: View, size: Screen): void {
  batch(() => {
    view.value = shown;
    screen.value = size;
  });
}

/** Clear the view, so that the next map opens at its initial view. */
export function leaveView(): void {
  view.value = undefined;
}

/** Next target of the map. */
export interface Destination {
  /** In view coordinates, or in map coordinates if `isInMapUnits`, because a link doesn't know the view's CRS. */
  readonly view?: View & { readonly isInMapUnits?: boolean };
  /** Extent to zoom to, starting from `view`. */
  readonly area?: { readonly extent: Extent; readonly reference: Value<'SpatialReference'> };
  /** Geometries in the coordinates of the view that blink once. */
  readonly flashing?: readonly Value<'Geometry'>[];
}
/** The target of the map, until it has arrived there. */
export const destination = signal<Destination | undefined>(undefined);

/**
 * Move the map to a view, and then on to the area of the current destination, if any.
 *
 * @param next undefined to cancel the move: the map keeps its view, or opens at its initial one
 */
export function goToView(next: Destination['view']): void {
  destination.value = next && { ...destination.peek(), view: next };
}

/** Return the map to its last view, unless another target was set. */
export function returnToView(): void {
  if (view.peek()) destination.value = { view: view.peek()!, ...destination.peek() };
}

/** Zoom to an extent in any CRS, and let geometries blink there. */
export function goToExtent(
  extent: Extent,
  reference: Value<'SpatialReference'>,
  flashing?: readonly Value<'Geometry'>[],
): void {
  destination.value = { ...destination.peek(), area: { extent, reference }, flashing };
}

/** Clear the destination after the map has arrived. */
export function arrive(): void {
  destination.value = undefined;
}

/** Reason why a map is drawn instead of shown by tiles. */
export type DrawReason =
  | 'none'
  | 'layers'
  | 'empty'
  | 'stale'
  | 'unwanted'
  | 'reference'
  | 'changed'
  | 'turned'
  | 'level'
  | 'missing';

/** Source of an image: tiles, or drawn for a reason. */
export type MapSource = { readonly from: 'tiles' } | { readonly from: 'drawn'; readonly why: DrawReason };

/** Description of the shown image by the server. */
export interface Drawn {
  readonly scale: number;
  readonly layerIds: readonly number[];
  readonly totalMs: number;
}
export const drawn = signal<(Drawn & { readonly source: MapSource }) | undefined>(undefined);

type MapActivity = { readonly state: 'idle' | 'drawing' } | { readonly state: 'failed'; readonly message: string };
export const activity = signal<MapActivity>({ state: 'idle' });

/** Set the state to drawing. */
export function beginDrawing(): void {
  activity.value = { state: 'drawing' };
}

/** Set the description of the image that is now shown. */
export function endDrawing(image: Drawn, source: MapSource): void {
  batch(() => {
    drawn.value = { ...image, source };
    activity.value = { state: 'idle' };
  });
}

/** Set the error that stopped the map from being drawn. */
export function failDrawing(message: string): void {
  activity.value = { state: 'failed', message };
}

/** Rings of flat x and y in the coordinates of the view, drawn faintly over the image. */
export const outlines = signal<readonly (readonly number[])[]>([]);

/** Replace the outlines. */
export function showOutlines(rings: readonly (readonly number[])[]): void {
  outlines.value = rings;
}
