import { signal } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import type { Extent } from '../../sw/geometry/extent.ts';

/** `auto` until a person chooses. */
export type ProjectionChoice = 'auto' | 'map' | 'mercator' | 'equalEarth';

/** How the map is projected. */
export const projection = signal<ProjectionChoice>('auto');

/** What the map shows now, in the coordinates of the chosen projection; undefined until it shows something. */
export interface View {
  readonly extent: Extent;
  /** Degrees, clockwise, as the viewer turns it. */
  readonly rotationDeg: number;
}
export const view = signal<View | undefined>(undefined);

/** Where a link or the Back button wants the map, in its own coordinates or the view's; the map takes it away when it went there. */
export const requestedView = signal<(View & { readonly isInMapUnits?: boolean }) | undefined>(undefined);

/** Of the picture that is shown: what the server said it drew. */
export interface Drawn {
  readonly scale: number;
  readonly layerIds: readonly number[];
  readonly totalMs: number;
}
export const drawn = signal<Drawn | undefined>(undefined);

type MapActivity = { readonly state: 'idle' | 'drawing' } | { readonly state: 'failed'; readonly message: string };
export const activity = signal<MapActivity>({ state: 'idle' });

/** An extent in any reference that the map shall show; the map takes it away when it goes there. */
export const requestedExtent = signal<
  { readonly extent: Extent; readonly reference: Value<'SpatialReference'> } | undefined
>(undefined);

/** Size of the map on the screen in CSS pixels, and map units a pixel. */
export const screen = signal<
  { readonly widthPx: number; readonly heightPx: number; readonly resolution: number } | undefined
>(undefined);

/** Shapes, in the coordinates of the view, that shall blink once; the map takes them away when it has them. */
export const flashing = signal<readonly Value<'Geometry'>[]>([]);

/** Rings of x and y, in the coordinates of the view, that lie faintly over the picture. */
export const outlines = signal<readonly (readonly number[])[]>([]);
