import type { Value } from '../../contract/index.ts';
import type { DatumShift } from '../../geometry/datum-shift.ts';
import type { MapView } from '../../geometry/view.ts';
import { plainSettings, type SymbolSettings } from '../symbol/symbol-settings.ts';

/** The map that graphics are drawn on. */
export interface GraphicsView {
  readonly view: MapView;
  /** For elements that name no other. */
  readonly reference: Value<'SpatialReference'>;
  /** The datum shift for those that do. */
  readonly shift?: DatumShift;
  /** Of the map; 0 when it has none. */
  readonly referenceScale: number;
}

interface Scaled {
  readonly AutoTransform?: boolean;
  readonly ReferenceScale?: number;
}

/** Make the settings of an element's symbol, which scales with the map when it has a reference scale. */
export function elementSettings(
  { AutoTransform, ReferenceScale = 0 }: Scaled,
  { view }: GraphicsView,
  path: string,
): SymbolSettings {
  const settings = plainSettings(path, view.dpi);
  const isScaled = AutoTransform && ReferenceScale > 0 && view.scale > 0;
  return isScaled ? { ...settings, pixelsPerPoint: (settings.pixelsPerPoint * ReferenceScale) / view.scale } : settings;
}
