import type { Value } from '../../../../sw/contract/index.ts';
import type { SharedMap } from '../../../../sw/extensions/share/shared-map.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';

/** A layer with the user's choices for sharing. */
export interface SharedLayer {
  readonly service: string;
  /** ID in the first map of its service. */
  readonly layer: number;
  readonly title: string;
  readonly isVisible: boolean;
  readonly hasLabels: boolean;
  /** Shared fields; they must include those of the drawing. */
  readonly fields: readonly string[];
  /** Filters in addition to the author's. */
  readonly filters: readonly string[];
  /** Description of the filters for the legend; absent if there are none. */
  readonly note?: string;
  readonly drawing?: Value<'FeatureLayerDrawingDescription'>;
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
}

export interface ShareChoices {
  readonly title: string;
  readonly text: string;
  readonly language: SharedMap['language'];
  readonly reference: Value<'SpatialReference'>;
  /** The initial extent, in `reference`. */
  readonly extent: Extent;
  /** Share only the content of the initial extent. */
  readonly isViewOnly: boolean;
  readonly hasAttachments: boolean;
  /** Epoch milliseconds; only rows in this range are shared. */
  readonly time?: readonly [number, number];
  /** Topmost layer first. */
  readonly layers: readonly SharedLayer[];
  readonly background?: Value<'FillSymbol'>;
  readonly backgroundMap?: {
    readonly service: string;
    readonly light: Value<'MapDescription'>;
    readonly dark: Value<'MapDescription'>;
  };
}
