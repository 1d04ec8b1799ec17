import { batch, signal } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';

/** `auto` until a person chooses. */
export type ProjectionChoice = 'auto' | 'map' | 'mercator' | 'equalEarth';

/** How the map is projected. */
export const projection = signal<ProjectionChoice>('auto');

export function chooseProjection(choice: ProjectionChoice): void {
  projection.value = choice;
}

/** What the map shows now, in the coordinates of the chosen projection; undefined until it shows something. */
export interface View {
  readonly extent: Extent;
  /** Degrees, clockwise, as the viewer turns it. */
  readonly rotationDeg: number;
}
export const view = signal<View | undefined>(undefined);

/** Size of the map on the screen in CSS pixels, and map units a pixel. */
export interface Screen {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly resolution: number;
}
export const screen = signal<Screen | undefined>(undefined);

/** Follow the map as it moves. */
export function followMap(shown: View, size: Screen): void {
  batch(() => {
    view.value = shown;
    screen.value = size;
  });
}

/** Forget what the map shows: another one is opened, or the same one from its beginning. */
export function leaveView(): void {
  view.value = undefined;
}

/** Where the map goes next. */
export interface Destination {
  /** In the coordinates of the view, or of the map: a link does not know those of the view. */
  readonly view?: View & { readonly isInMapUnits?: boolean };
  /** What the map brings into sight from there. */
  readonly area?: { readonly extent: Extent; readonly reference: Value<'SpatialReference'> };
  /** Geometries, in the coordinates of the view, that blink once. */
  readonly flashing?: readonly Value<'Geometry'>[];
}
/** Waits until the map is there. */
export const destination = signal<Destination | undefined>(undefined);

/** Send the map to a view; undefined lets it stay, or open where its author chose. */
export function goToView(next: Destination['view']): void {
  destination.value = next && { view: next };
}

/** Let the map come back to where it was left, unless it was sent somewhere else. */
export function returnToView(): void {
  if (view.peek()) destination.value = { view: view.peek()!, ...destination.peek() };
}

/** Bring an extent of any reference into sight, and let geometries blink there. */
export function goToExtent(
  extent: Extent,
  reference: Value<'SpatialReference'>,
  flashing?: readonly Value<'Geometry'>[],
): void {
  destination.value = { ...destination.peek(), area: { extent, reference }, flashing };
}

/** Note that the map went where it was sent. */
export function arrive(): void {
  destination.value = undefined;
}

/** Why a map is drawn although it might come from tiles. */
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

/** Where an image comes from: tiles, or drawn for a reason. */
export type MapSource = { readonly from: 'tiles' } | { readonly from: 'drawn'; readonly why: DrawReason };

/** Of the image that is shown: what the server said it drew. */
export interface Drawn {
  readonly scale: number;
  readonly layerIds: readonly number[];
  readonly totalMs: number;
}
export const drawn = signal<(Drawn & { readonly source: MapSource }) | undefined>(undefined);

type MapActivity = { readonly state: 'idle' | 'drawing' } | { readonly state: 'failed'; readonly message: string };
export const activity = signal<MapActivity>({ state: 'idle' });

/** Note that an image is being drawn. */
export function beginDrawing(): void {
  activity.value = { state: 'drawing' };
}

/** Note what an image shows that stands on the map now. */
export function endDrawing(image: Drawn, source: MapSource): void {
  batch(() => {
    drawn.value = { ...image, source };
    activity.value = { state: 'idle' };
  });
}

/** Note why there is no image. */
export function failDrawing(message: string): void {
  activity.value = { state: 'failed', message };
}

/** Rings of x and y, in the coordinates of the view, that lie faintly over the image. */
export const outlines = signal<readonly (readonly number[])[]>([]);

/** Show these outlines and no others. */
export function showOutlines(rings: readonly (readonly number[])[]): void {
  outlines.value = rings;
}
