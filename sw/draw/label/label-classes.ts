import { quoteValue, unsupported, type Value, wrongValue } from '../../contract/index.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import { fieldsFor, type LayerPlan, type RowFilter } from '../plan.ts';
import { plainSettings } from '../symbol/symbol-settings.ts';
import { type TextDrawing, textDrawing } from '../text/text-symbol.ts';
import { type LabelText, labelText } from './label-expression.ts';

/** Label class prepared for a scale. */
export interface LabelClass {
  readonly text: LabelText;
  readonly drawing: TextDrawing;
  /** Returns one byte per row; undefined to include all rows. */
  readonly filter?: RowFilter;
  readonly pointPlacement: Value<'gisServerPointLabelPlacementType'>;
  readonly linePlacement: Value<'gisServerLineLabelPlacementType'>;
}

/**
 * Read the label classes of a layer that are visible at a scale.
 *
 * @throws {Fault} `unknown-field`, `not-supported` and `bad-value` for an expression, a symbol, or a placement for
 *   another kind of geometry; `not-supported` for a where clause without a compiler; faults of the compiler
 */
export function labelClasses(layer: LayerPlan, scale: number, dpi: number): LabelClass[] {
  const classes = layer.drawing.LabelingDescription?.LabelClassDescriptions ?? [];
  const { geometry } = layer.table.manifest;
  const fields = fieldsFor(layer, 'LabelingDescription');
  return classes.flatMap((description, order) => {
    const path = `Layer ${layer.layerId} "${layer.name}", label class ${order}`;
    if (!isInScale(description, scale) || !description.LabelExpression) return [];
    const settings = { ...plainSettings(path, dpi), pixelsPerPoint: (dpi / 72) * layer.symbolScale };
    const filter = description.WhereClause ? compileClause(layer, description.WhereClause, path) : undefined;
    const placement = description.LabelPlacementDescription;
    checkPlacement(placement, geometry!, path);
    return [
      {
        text: labelText(
          description.LabelExpression,
          { fields, path },
          {
            type: description.LabelExpressionType,
            usesCodedValues: description.UseCodedValue,
            presentation: layer.presentation,
          },
        ),
        drawing: textDrawing(description.Symbol ?? { type: 'SimpleTextSymbol' }, settings),
        filter,
        pointPlacement:
          placement?.type === 'PointLabelPlacementDescription'
            ? placement.Type
            : 'gisServerPointLabelPlacementAboveRight',
        linePlacement:
          placement?.type === 'LineLabelPlacementDescription' ? placement.Type : 'gisServerLinePlacementAboveAlong',
      },
    ];
  });
}

/**
 * Return true if a class is visible at a scale. MinimumScale is the most zoomed-out denominator and MaximumScale the
 * most zoomed-in; 0 or undefined means no limit.
 */
function isInScale({ MinimumScale, MaximumScale }: Value<'LabelClassDescription'>, scale: number): boolean {
  return (!MinimumScale || scale <= MinimumScale) && (!MaximumScale || scale >= MaximumScale);
}

function compileClause(layer: LayerPlan, clause: string, path: string): RowFilter {
  if (!layer.compileWhere)
    throw unsupported(`${path}.WhereClause ${quoteValue(clause)}`, "label classes of a request can't filter rows");
  return layer.compileWhere(clause);
}

const placementKinds: Record<GeometryKind, Value<'LabelPlacementDescription'>['type']> = {
  point: 'PointLabelPlacementDescription',
  multipoint: 'PointLabelPlacementDescription',
  polyline: 'LineLabelPlacementDescription',
  polygon: 'PolygonLabelPlacementDescription',
};

function checkPlacement(
  placement: Value<'LabelPlacementDescription'> | undefined,
  geometry: GeometryKind,
  path: string,
): void {
  const expected = placementKinds[geometry];
  if (placement && placement.type !== expected)
    throw wrongValue('bad-value', `${path}.LabelPlacementDescription`, expected, placement.type);
}
