import { Fault } from '../../../sw/contract/index.ts';
import type { SourceGeometry } from '../../../sw/formats/reading/source-table.ts';
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

/** Data that reach within so many degrees of the antimeridian on both sides lie around it, if nothing lies between. */
const nearDeg = 15;
/** A part of the world this wide without data tells that they lie on both sides of the antimeridian. */
const minimumGapDeg = 90;
const binsPerDeg = 2;
const bins = 360 * binsPerDeg;

/**
 * Find the first view of data in degrees that lie on both sides of the antimeridian, such as the United States with the
 * Aleutians: their wider side, since both sides together are a map of the whole world with nothing in its middle.
 *
 * @returns with a margin of a fiftieth; undefined where the data do not lie so
 */
export function firstView(geometries: readonly SourceGeometry[]): Extent | undefined {
  const isUsed = new Uint8Array(bins);
  for (const geometry of geometries) mark(isUsed, geometry);
  const first = isUsed.indexOf(1);
  const last = isUsed.lastIndexOf(1);
  if (first < 0 || first > nearDeg * binsPerDeg || last < bins - nearDeg * binsPerDeg) return undefined;
  const [from, to] = widestGap(isUsed, first, last);
  if (to - from < minimumGapDeg * binsPerDeg) return undefined;
  const isWest = from - first >= last - to;
  const side: [number, number] = isWest ? [-180, degreesOf(from)] : [degreesOf(to), 180];
  const extent = extentWithin(geometries, side);
  if (!extent) return undefined;
  const margin = Math.max(extent[2] - extent[0], extent[3] - extent[1]) / 50;
  return [extent[0] - margin, extent[1] - margin, extent[2] + margin, extent[3] + margin];
}

const binOf = (x: number): number => Math.max(0, Math.min(bins - 1, Math.floor((x + 180) * binsPerDeg)));
const degreesOf = (bin: number): number => bin / binsPerDeg - 180;

/** Mark every bin that a point or a side of a shape touches. */
function mark(isUsed: Uint8Array, { kind, xy, partOffsets }: SourceGeometry): void {
  const hasSides = kind === 'polyline' || kind === 'polygon';
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    let before = -1;
    for (let at = partOffsets[part]!; at < partOffsets[part + 1]!; at++) {
      const bin = binOf(xy[2 * at]!);
      if (hasSides && before >= 0 && bin !== before) isUsed.fill(1, Math.min(bin, before), Math.max(bin, before) + 1);
      else isUsed[bin] = 1;
      before = bin;
    }
  }
}

/** The first bin of the longest run without data, and the first used one after it. */
function widestGap(isUsed: Uint8Array, first: number, last: number): [from: number, to: number] {
  let widest: [number, number] = [first, first];
  let from = first;
  for (let bin = first; bin <= last; bin++) {
    if (isUsed[bin] === 0) continue;
    if (bin - from > widest[1] - widest[0]) widest = [from, bin];
    from = bin + 1;
  }
  return widest;
}

function extentWithin(geometries: readonly SourceGeometry[], [left, right]: [number, number]): Extent | undefined {
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (const { xy } of geometries) {
    for (let at = 0; at < xy.length; at += 2) {
      const [x, y] = [xy[at]!, xy[at + 1]!];
      if (!(x >= left && x <= right)) continue;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box[0] <= box[2] ? box : undefined;
}
