import type { Value } from '../../contract/index.ts';
import { simpleExpression } from '../../draw/label/label-expression.ts';
import type { Handler } from '../call.ts';
import { getPublishedMap } from '../published.ts';

/**
 * Return the published drawings of feature layers, each once, so that clients can change them and send them back.
 *
 * Unknown IDs and IDs of other layers are skipped, so match the result by SourceLayerID.
 */
export const GetDefaultLayerDrawingDescriptions: Handler<'GetDefaultLayerDrawingDescriptions'> = async (
  call,
  { MapName, LayerIDs, SymbolOutputOptions },
) => {
  const map = getPublishedMap(call.service, MapName);
  const ids = LayerIDs.length > 0 ? [...new Set(LayerIDs)] : map.layers.map((layer) => layer.LayerID);
  return {
    Result: ids.flatMap((id) => {
      const drawing = map.layers[id]?.drawing;
      if (!drawing) return [];
      const isConverted = SymbolOutputOptions?.ConvertLabelExpressions !== false;
      return [{ ...(isConverted ? withSimpleLabels(drawing) : drawing), SourceLayerID: id }];
    }),
  };
};

/** Simplify label scripts that only join fields and strings. */
function withSimpleLabels(drawing: Value<'FeatureLayerDrawingDescription'>): Value<'FeatureLayerDrawingDescription'> {
  const classes = drawing.LabelingDescription?.LabelClassDescriptions;
  if (!classes) return drawing;
  const LabelClassDescriptions = classes.map((labels) => {
    const simple = simpleExpression(labels.LabelExpression ?? '', labels.LabelExpressionType);
    return simple === undefined || labels.LabelExpressionType === undefined
      ? labels
      : { ...labels, LabelExpression: simple, LabelExpressionType: 'gisLabelExpressionSimple' as const };
  });
  return { ...drawing, LabelingDescription: { LabelClassDescriptions } };
}
