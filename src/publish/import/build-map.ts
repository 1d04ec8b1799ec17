import { Fault } from '../../../sw/contract/index.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { isGeographic, type SpatialReference, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import type { GeometryKind, TableManifest } from '../../../sw/rows/manifest.ts';
import { copyrightOf } from '../../../sw/service/copyright.ts';
import type {
  LayerDefinition,
  MapDefinition,
  RelationshipDefinition,
  StandaloneTableDefinition,
} from '../../../sw/service/definition.ts';
import { type Placed, units, wholeExtent } from '../../../sw/service/map-extent.ts';
import { firstView } from './first-view.ts';
import { rasterLayer } from './raster/raster-layer.ts';
import type { LayerPlan, RelationshipPlan, ServicePlan } from './service-plan.ts';
import { defaultStyle } from './style.ts';

/**
 * Make the map of a service: layers with their styles from the top, rasters below, standalone tables after them.
 *
 * @param keys   of the stored table of each layer, in the plan's order
 * @param tables stored tables by key
 * @throws {Fault} `bad-package` for a relationship of layers that are not the service's
 */
export function buildMap(
  plan: ServicePlan,
  keys: readonly string[],
  tables: Readonly<Record<string, TableManifest>>,
): MapDefinition {
  const layers: LayerDefinition[] = [];
  const standaloneTables: StandaloneTableDefinition[] = [];
  const ids = new Map<LayerPlan, number>();
  const order = plan.layers.map((layer, i) => ({ layer, key: keys[i]! }));
  for (const { layer, key } of order) {
    const kind = layer.table.geometry?.kind;
    if (!kind) continue;
    ids.set(layer, layers.length);
    layers.push(featureLayer(layer, key, layers.length, kind));
  }
  for (const raster of plan.rasters ?? []) layers.push(rasterLayer(raster, layers.length));
  for (const { layer, key } of order) {
    if (layer.table.geometry) continue;
    const displayField = layer.displayField ?? defaultStyle(layer.table, 'point').DisplayField;
    const id = layers.length + standaloneTables.length;
    ids.set(layer, id);
    standaloneTables.push({
      ID: id,
      Name: layer.name ?? layer.table.name,
      Description: layer.table.description ?? '',
      table: key,
      ...(displayField ? { DisplayField: displayField } : {}),
      DefinitionExpression: layer.definitionExpression ?? '',
      ...(layer.time ? { time: layer.time } : {}),
      ...(layer.presentation ? { presentation: layer.presentation } : {}),
    });
  }
  const first = plan.layers.find((layer) => layer.table.geometry)?.table;
  const reference = (first ?? plan.rasters?.[0]?.written.manifest)?.spatialReference ?? wgs84;
  const fullExtent = plan.fullExtent ?? wholeExtent(sourcesOf(plan, layers, tables), reference);
  return {
    Name: plan.title ?? plan.name,
    Description: plan.description ?? '',
    CopyrightText: copyrightOf(plan.credits ?? []),
    SpatialReference: reference,
    Units: units(reference),
    extent: plan.extent ?? firstExtent(plan, reference) ?? fullExtent,
    fullExtent,
    ...(plan.background ? { BackgroundSymbol: plan.background } : {}),
    referenceScale: 0,
    bookmarks: plan.bookmarks ?? [],
    layers,
    standaloneTables,
    ...(plan.relationships
      ? { relationships: plan.relationships.map((relationship) => placed(relationship, ids)) }
      : {}),
  };
}

/** The first view where it is not all of the data: those of one coordinate system in degrees that lie around the antimeridian. */
function firstExtent({ layers, rasters = [] }: ServicePlan, reference: SpatialReference): Extent | undefined {
  const tables = layers.map(({ table }) => table).filter(({ geometry }) => geometry);
  const isPlain = tables.every(({ spatialReference }) => sameReference(spatialReference, reference));
  if (!isGeographic(reference) || !isPlain || rasters.length > 0) return undefined;
  return firstView(tables.map(({ geometry }) => geometry!));
}

function placed(
  { origin, destination, link, ...rest }: RelationshipPlan,
  ids: ReadonlyMap<LayerPlan, number>,
): RelationshipDefinition {
  const idOf = (side: LayerPlan): number => {
    const id = ids.get(side);
    if (id !== undefined) return id;
    throw new Fault('bad-package', `Relationship ${rest.RelationshipID}: layers and tables of the service expected.`);
  };
  const { table, ...fields } = link ?? {};
  return {
    ...rest,
    originId: idOf(origin),
    destinationId: idOf(destination),
    ...(table ? { link: { ...(fields as Omit<typeof link & object, 'table'>), tableId: idOf(table) } } : {}),
  };
}

function featureLayer(layer: LayerPlan, key: string, id: number, kind: GeometryKind): LayerDefinition {
  const style = layer.style ?? defaultStyle(layer.table, kind);
  return {
    LayerID: id,
    Name: layer.name ?? layer.table.name,
    Description: layer.table.description ?? '',
    CopyrightText: '',
    kind: 'feature',
    ParentLayerID: -1,
    Visible: layer.visible ?? true,
    ShowLabels: style.ShowLabels,
    MinScale: layer.minScale ?? 0,
    MaxScale: layer.maxScale ?? 0,
    table: key,
    ...(style.DisplayField ? { DisplayField: style.DisplayField } : {}),
    DefinitionExpression: layer.definitionExpression ?? '',
    drawing: style.drawing,
    ...(layer.time ? { time: layer.time } : {}),
    ...(layer.presentation ? { presentation: layer.presentation } : {}),
  };
}

/** What the layers of a map show. */
function sourcesOf(
  plan: ServicePlan,
  layers: readonly LayerDefinition[],
  tables: Readonly<Record<string, TableManifest>>,
): Placed[] {
  const shown = layers.flatMap(({ table }) => (table === undefined ? [] : [tables[table]!]));
  return [...shown, ...(plan.rasters ?? []).map(({ written }) => written.manifest)];
}
