import type { Value } from '../../contract/index.ts';
import { writeJson } from '../../service/package-json.ts';
import type { Field } from '../writing/rows-to-write.ts';
import { plainStyle } from './plain-style.ts';
import { styleFile } from './qgis-style.ts';
import { drawingProperty } from './read-styles.ts';
import { element, optionMap } from './xml-text.ts';

/**
 * Write how a layer is drawn as QGIS keeps it in a GeoPackage. What QGIS has no words for goes along as a property that it leaves alone,
 * so that the layer looks here as it did when the file comes back.
 */
export function storedStyle(
  drawing: { readonly description: Value<'FeatureLayerDrawingDescription'>; readonly hasLabels: boolean },
  fields: readonly Field[],
): { readonly qml: string } {
  const property = optionMap({ [drawingProperty]: writeJson(drawing) });
  const style = plainStyle(drawing.description, drawing.hasLabels, fields);
  return { qml: styleFile(style, element('customproperties', {}, property)) };
}
