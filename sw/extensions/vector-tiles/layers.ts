import type { Value } from '../../contract/index.ts';
import { type LabelText, labelText } from '../../draw/label/label-expression.ts';
import type { LayerPlan } from '../../draw/plan.ts';
import { type Classifier, prepareRenderer } from '../../draw/renderer/renderer.ts';
import { referenceFromWkid } from '../../geometry/spatial-reference.ts';
import type { Call } from '../../handlers/call.ts';
import { groupsAround, layerNames } from '../../handlers/layer-names.ts';
import { getPublishedTable, type PublishedTable } from '../../handlers/published.ts';
import { loadReferences, transformationBetween } from '../../handlers/references.ts';
import { fieldsOfParts, getAuthoredDrawing } from '../../handlers/rendering/layer-plan.ts';
import { bindConditions, conditionFilter, definitionClauses } from '../../handlers/row-filter.ts';
import { columnKind } from '../../rows/column-kind.ts';
import type { LayerDefinition, MapDefinition } from '../../service/definition.ts';

/** A published feature layer as a layer of tiles. */
export interface TiledLayer {
  readonly layer: LayerDefinition;
  /** Name in tiles and styles. */
  readonly name: string;
  readonly published: PublishedTable;
  /** Attributes of the features. Empty if the service doesn't let clients read rows. */
  readonly fields: readonly Value<'Field'>[];
  /** Fields that labels may use. */
  readonly labelFields: readonly Value<'Field'>[];
  readonly drawing: Value<'FeatureLayerDrawingDescription'>;
  readonly classifier: Classifier;
  /** The first label class, the only one used; undefined if labels are off. */
  readonly label?: Value<'LabelClassDescription'>;
  /** Zoom levels at which the layer is visible; the second is excluded. */
  readonly zooms: readonly [number, number];
}

/** Scale denominator of zoom level 0 with tiles of 512 pixels, at 96 dpi. */
const scaleAtZero = 295828763.8;
export const maxVectorZoom = 22;

/** Tile attributes: the index of a feature's symbol in its layer's renderer, and its formatted label. */
export const symbolKey = '_symbol';
export const labelKey = '_label';

/**
 * Return the name of the tile layer that labels polygons with one point each. Otherwise clients would label every part
 * of a polygon, in every tile.
 *
 * @returns undefined if features carry their own labels, or there are no labels
 */
export const areaLabels = ({ label, name, published }: TiledLayer): string | undefined =>
  label && published.manifest.geometry === 'polygon' ? `${name}/label` : undefined;

/** List the feature layers of a map, topmost first. @throws {Fault} faults of `prepareRenderer` */
export function listTiledLayers({ service }: Call, map: MapDefinition): TiledLayer[] {
  const names = layerNames(map);
  return map.layers.flatMap((layer): TiledLayer[] => {
    const { drawing, LayerID, ShowLabels } = layer;
    if (layer.kind !== 'feature' || !drawing?.FeatureRenderer) return [];
    const published = getPublishedTable(service, map, LayerID);
    if (!published.manifest.geometry) return [];
    const { manifest, stored } = published;
    const fieldsFor = fieldsOfParts(drawing, getAuthoredDrawing(layer), manifest, stored);
    const isReadable = service.definition.capabilities.some((capability) => capability !== 'Map');
    return [
      {
        layer,
        name: names[LayerID]!,
        published,
        fields: isReadable ? manifest.fields.filter((field) => columnKind(field) !== undefined) : [],
        labelFields: fieldsFor('LabelingDescription'),
        drawing,
        classifier: prepareRenderer(
          drawing.FeatureRenderer,
          fieldsFor('FeatureRenderer'),
          `Layer ${LayerID} "${layer.Name}"`,
        ),
        label: ShowLabels
          ? drawing.LabelingDescription?.LabelClassDescriptions.find(({ LabelExpression }) => LabelExpression)
          : undefined,
        zooms: findZoomRange([layer, ...groupsAround(map, layer)]),
      },
    ];
  });
}

/** Return the label formatter of a layer's rows; undefined without labels. */
export const makeLabelText = ({ label, labelFields, published }: TiledLayer): LabelText | undefined =>
  label &&
  labelText(
    label.LabelExpression!,
    { fields: labelFields, path: `Layer ${published.id} "${published.Name}"` },
    {
      type: label.LabelExpressionType,
      usesCodedValues: label.UseCodedValue,
      presentation: published.definition.presentation,
    },
  );

function findZoomRange(layers: readonly LayerDefinition[]): [number, number] {
  const scaleToZoom = (scale: number): number => Math.log2(scaleAtZero / scale);
  let [first, end] = [0, maxVectorZoom + 2];
  for (const { MinScale, MaxScale } of layers) {
    if (MinScale) first = Math.max(first, scaleToZoom(MinScale));
    if (MaxScale) end = Math.min(end, scaleToZoom(MaxScale));
  }
  return [first, end];
}

const mercator = (): Value<'SpatialReference'> => referenceFromWkid(102100);

/**
 * Plan how to read the batches of a layer.
 *
 * @throws {Fault} `bad-sql` for an invalid published filter, `bad-spatial-reference` for an unknown CRS, and faults of
 *   the store
 */
export async function readingPlan(
  call: Call,
  { published }: TiledLayer,
): Promise<Pick<LayerPlan, 'table' | 'filter' | 'projection'>> {
  const { context, service } = call;
  const { manifest } = published;
  await loadReferences(context, manifest.spatialReference);
  const projection = await transformationBetween(call, manifest.spatialReference, mercator());
  return {
    table: await context.store.table(service, published.table),
    filter: conditionFilter(bindConditions(definitionClauses(service, published, ''), manifest, context.now())),
    projection,
  };
}
