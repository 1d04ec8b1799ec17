import type { Value } from '../../contract/index.ts';
import { type LabelText, labelText } from '../../draw/label/label-expression.ts';
import type { LayerPlan } from '../../draw/plan.ts';
import { type Classifier, prepareRenderer } from '../../draw/renderer/renderer.ts';
import { referenceOfWkid } from '../../geometry/spatial-reference.ts';
import type { Call } from '../../handlers/call.ts';
import { groupsAround, layerNames } from '../../handlers/layer-names.ts';
import { type PublishedTable, publishedTable } from '../../handlers/published.ts';
import { loadReferences, transformationBetween } from '../../handlers/references.ts';
import { authoredDrawing, fieldsOfParts } from '../../handlers/rendering/layer-plan.ts';
import { conditionFilter, conditionsOf, definitionClauses } from '../../handlers/row-filter.ts';
import { columnKind } from '../../rows/column-kind.ts';
import type { LayerDefinition, MapDefinition } from '../../service/definition.ts';

/** A layer of tiles, as published. */
export interface TiledLayer {
  readonly layer: LayerDefinition;
  /** In tiles and styles. */
  readonly name: string;
  readonly published: PublishedTable;
  /** Attributes that features carry: none where the service lets no client read rows. */
  readonly fields: readonly Value<'Field'>[];
  /** That labels may name. */
  readonly labelFields: readonly Value<'Field'>[];
  readonly drawing: Value<'FeatureLayerDrawingDescription'>;
  readonly classifier: Classifier;
  /** Of the label class that counts: the first; undefined when no labels are shown. */
  readonly label?: Value<'LabelClassDescription'>;
  /** Zoom levels at which it is shown; the second is excluded. */
  readonly zooms: readonly [number, number];
}

/** Denominator at 96 dots per inch of zoom level 0 with tiles of 512 pixels. */
const scaleAtZero = 295828763.8;
export const largestZoom = 22;

/** Number of the symbol of a feature in its layer's renderer, and its label as the service writes it. */
export const symbolKey = '_symbol';
export const labelKey = '_label';

/**
 * The layer of tiles with the labels of areas: one point for each area. Clients would write the label of an area into every part of it
 * and every tile.
 *
 * @returns undefined where features carry their labels, or there are none
 */
export const areaLabels = ({ label, name, published }: TiledLayer): string | undefined =>
  label && published.manifest.geometry === 'polygon' ? `${name}/label` : undefined;

/** The layers with features of a map, the first on top. @throws {Fault} as `prepareRenderer` */
export function tiledLayers({ service }: Call, map: MapDefinition): TiledLayer[] {
  const names = layerNames(map);
  return map.layers.flatMap((layer): TiledLayer[] => {
    const { drawing, LayerID, ShowLabels } = layer;
    if (layer.kind !== 'feature' || !drawing?.FeatureRenderer) return [];
    const published = publishedTable(service, map, LayerID);
    if (!published.manifest.geometry) return [];
    const { manifest, stored } = published;
    const fieldsFor = fieldsOfParts(drawing, authoredDrawing(layer), manifest, stored);
    const isReadable = service.definition.capabilities.some((one) => one !== 'Map');
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
        zooms: zoomsOf([layer, ...groupsAround(map, layer)]),
      },
    ];
  });
}

/** Text of the label of a row; undefined without labels. */
export const labelOf = ({ label, labelFields, published }: TiledLayer): LabelText | undefined =>
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

function zoomsOf(layers: readonly LayerDefinition[]): [number, number] {
  const zoomOf = (scale: number): number => Math.log2(scaleAtZero / scale);
  let [first, end] = [0, largestZoom + 2];
  for (const { MinScale, MaxScale } of layers) {
    if (MinScale) first = Math.max(first, zoomOf(MinScale));
    if (MaxScale) end = Math.min(end, zoomOf(MaxScale));
  }
  return [first, end];
}

const mercator = (): Value<'SpatialReference'> => referenceOfWkid(102100);

/** What the reader of batches needs of a layer. @throws {Fault} `bad-sql`, `bad-spatial-reference`, as the store */
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
    filter: conditionFilter(conditionsOf(definitionClauses(service, published, ''), manifest, context.now())),
    projection,
  };
}
