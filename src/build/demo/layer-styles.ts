import type { Value } from '../../../sw/contract/index.ts';
import type { LayerStyle } from '../../publish/import/decided.ts';
import { labelClass } from '../../publish/import/style.ts';

export interface Class {
  readonly to: number;
  readonly label: string;
  readonly symbol: Value<'Symbol'>;
}

export function classBreaks(field: string, from: number, classes: readonly Class[]): Value<'ClassBreaksRenderer'> {
  return {
    type: 'ClassBreaksRenderer',
    Field: field,
    MinimumValue: from,
    ClassBreakInfos: classes.map(({ to, label, symbol }, i) => ({
      ClassMaximumValue: to,
      Label: label,
      Symbol: symbol,
      ClassMinimumValue: i === 0 ? from : classes[i - 1]!.to,
    })),
  };
}

export const simple = (symbol: Value<'Symbol'>, label: string): Value<'SimpleRenderer'> => ({
  type: 'SimpleRenderer',
  Symbol: symbol,
  Label: label,
});

/** Create a label class for a range of scales. 0 means no limit, and an empty condition matches every row. */
export function labels(
  kind: 'point' | 'polygon',
  symbol: Value<'SimpleTextSymbol'>,
  minimumScale: number,
  maximumScale: number,
  where: string,
  field = 'NAME',
): Value<'LabelClassDescription'> {
  return {
    ...labelClass(kind, field, symbol),
    MaximumScale: maximumScale,
    MinimumScale: minimumScale,
    WhereClause: where || undefined,
  };
}

/** Create the style of a layer. Labels are initially visible if there are any. */
export function makeStyle(
  renderer: Value<'FeatureRenderer'>,
  classes: readonly Value<'LabelClassDescription'>[] = [],
  displayField = 'NAME',
  transparency = 0,
): LayerStyle {
  return {
    drawing: {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: renderer,
      ScaleSymbols: false,
      Transparency: transparency,
      LabelingDescription: classes.length > 0 ? { LabelClassDescriptions: [...classes] } : undefined,
    },
    ShowLabels: classes.length > 0,
    DisplayField: displayField,
  };
}
