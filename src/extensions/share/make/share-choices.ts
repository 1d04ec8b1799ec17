import type { Value } from '../../../../sw/contract/index.ts';
import type { SharedMap } from '../../../../sw/extensions/share/shared-map.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';

/** A layer as a person shares it. */
export interface SharedLayer {
  readonly service: string;
  /** Id in the first map of its service. */
  readonly layer: number;
  readonly title: string;
  readonly isVisible: boolean;
  readonly hasLabels: boolean;
  /** Fields that go along; what the drawing names must be among them. */
  readonly fields: readonly string[];
  /** Conditions on the rows beside the author's. */
  readonly filters: readonly string[];
  /** The conditions in words, for the legend; absent without any. */
  readonly note?: string;
  readonly drawing?: Value<'FeatureLayerDrawingDescription'>;
  readonly rasterDrawing?: Value<'RasterLayerDrawingDescription'>;
}

export interface ShareChoices {
  readonly title: string;
  readonly text: string;
  readonly language: SharedMap['language'];
  readonly reference: Value<'SpatialReference'>;
  /** The first view, in `reference`. */
  readonly extent: Extent;
  /** Only what is in the first view goes along. */
  readonly isViewOnly: boolean;
  readonly hasAttachments: boolean;
  /** Epoch milliseconds: only rows of that time go along. */
  readonly time?: readonly [number, number];
  /** First on top. */
  readonly layers: readonly SharedLayer[];
  readonly background?: Value<'FillSymbol'>;
  readonly backgroundMap?: {
    readonly service: string;
    readonly light: Value<'MapDescription'>;
    readonly dark: Value<'MapDescription'>;
  };
}
