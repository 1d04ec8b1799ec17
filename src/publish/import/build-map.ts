import type { SourceGeometry, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { isGeographic, type SpatialReference, sameReference } from '../../../sw/geometry/spatial-reference.ts';
import type { TableManifest } from '../../../sw/rows/manifest.ts';
import { formatCopyright } from '../../../sw/service/copyright.ts';
import type {
  LayerDefinition,
  MapDefinition,
  RelationshipDefinition,
  StandaloneTableDefinition,
} from '../../../sw/service/definition.ts';
import { units, wholeExtent } from '../../../sw/service/map-extent.ts';
import { defaultRasterDrawing } from '../../../sw/service/raster-drawing.ts';
import { isRaster, type LayerToBuild, type ServiceToBuild } from './decided.ts';
import { defaultStyle, displayField } from './style.ts';

/**
 * Make the map of a service: layers with their styles from the top, then rasters, then standalone tables.
 *
 * @param keys keys of the stored tables or rasters, one for each layer
 * @param tables stored tables by key
 */
export function buildMap(
  service: ServiceToBuild,
  keys: readonly string[],
  tables: Readonly<Record<string, TableManifest>>,
): MapDefinition {
  const { name, title = name, description = '', credits = [], background } = service;
  const of = ({ content }: LayerToBuild): number => (isRaster(content) ? 1 : content.geometry ? 0 : 2);
  // The ID of a layer is its index in this order.
  const order = [...service.layers.keys()].sort((a, b) => of(service.layers[a]!) - of(service.layers[b]!));
  const placed = order.map((index, id) => ({ id, layer: service.layers[index]!, key: keys[index]! }));
  const isTable = ({ layer }: (typeof placed)[number]): boolean => of(layer) === 2;
  const shown = placed.filter((item) => !isTable(item));
  const manifests = shown.map(({ layer: { content }, key }) => (isRaster(content) ? content.manifest : tables[key]!));
  const reference = manifests[0]?.spatialReference ?? wgs84;
  const relationships = makeRelations(service, order);
  const fullExtent = service.fullExtent ?? wholeExtent(manifests, reference);
  return {
    Name: title,
    Description: description,
    CopyrightText: formatCopyright(credits),
    SpatialReference: reference,
    Units: units(reference),
    extent: service.extent ?? firstExtent(service, reference) ?? fullExtent,
    fullExtent,
    BackgroundSymbol: background,
    referenceScale: 0,
    bookmarks: service.bookmarks ?? [],
    layers: shown.map(makeLayerDefinition),
    standaloneTables: placed.filter(isTable).map(makeTableDefinition),
    relationships: relationships.length > 0 ? relationships : undefined,
  };
}

/** Return the initial extent for geographic data around the antimeridian; undefined if it is the extent of all data. */
function firstExtent({ layers }: ServiceToBuild, reference: SpatialReference): Extent | undefined {
  const contents = layers.map(({ content }) => content);
  if (!isGeographic(reference) || contents.some(isRaster)) return undefined;
  const tables = contents.flatMap((content) => (!isRaster(content) && content.geometry ? content : []));
  const isPlain = tables.every(({ spatialReference }) => sameReference(spatialReference, reference));
  return isPlain ? firstView(tables.map(({ geometry }) => geometry!)) : undefined;
}

/** List the relationships between layers that are both in the service. */
function makeRelations({ layers, relations = [] }: ServiceToBuild, order: readonly number[]): RelationshipDefinition[] {
  const layerName = (index: number): string => nameOfLayer(layers[index]!);
  return relations.flatMap((relation, RelationshipID): RelationshipDefinition[] => {
    const { name, origin, destination, originKey, destinationKey, isOneToOne, link } = relation;
    if (!layers[origin] || !layers[destination]) return [];
    const { table, ...fields } = link ?? {};
    return [
      {
        RelationshipID,
        forwardName: name || layerName(destination),
        backwardName: relation.backwardName ?? layerName(origin),
        originId: order.indexOf(origin),
        destinationId: order.indexOf(destination),
        ...{ originKey, destinationKey },
        Cardinality: `gisRelCardinality${link ? 'ManyToMany' : isOneToOne ? 'OneToOne' : 'OneToMany'}`,
        IsComposite: relation.isComposite ?? false,
        link: link && { ...(fields as Omit<typeof link, 'table'>), tableId: order.indexOf(link.table) },
      },
    ];
  });
}

interface Placed {
  readonly id: number;
  readonly layer: LayerToBuild;
  readonly key: string;
}

const nameOfLayer = ({ name, content }: LayerToBuild): string =>
  name ?? (isRaster(content) ? content.key : content.name);

const writeDescription = ({ description, content }: LayerToBuild): string =>
  description ?? (isRaster(content) ? undefined : content.description) ?? '';

/** Make the layer of a raster or of a table's features. */
export function makeLayerDefinition({ id, layer, key }: Placed): LayerDefinition {
  const { content, visible = true, minScale = 0, definitionExpression = '', time, presentation } = layer;
  const style = isRaster(content) ? undefined : (layer.style ?? defaultStyle(content, content.geometry!.kind));
  return {
    LayerID: id,
    Name: nameOfLayer(layer),
    Description: writeDescription(layer),
    CopyrightText: '',
    kind: style ? 'feature' : 'raster',
    ParentLayerID: -1,
    Visible: visible,
    ShowLabels: style?.ShowLabels ?? false,
    MinScale: minScale,
    MaxScale: 0,
    DefinitionExpression: definitionExpression,
    ...(isRaster(content)
      ? { raster: key, rasterDrawing: layer.rasterDrawing ?? defaultRasterDrawing(content.manifest) }
      : { table: key, drawing: style!.drawing }),
    DisplayField: style?.DisplayField || undefined,
    time,
    presentation,
  };
}

function makeTableDefinition({ id, layer, key }: Placed): StandaloneTableDefinition {
  const { definitionExpression = '', time, presentation } = layer;
  const content = layer.content as SourceTable;
  const field = layer.displayField ?? displayField(content.columns)?.name;
  return {
    ID: id,
    Name: nameOfLayer(layer),
    Description: writeDescription(layer),
    table: key,
    DisplayField: field || undefined,
    DefinitionExpression: definitionExpression,
    time,
    presentation,
  };
}

/**
 * Data within this distance of the antimeridian on both sides counts as crossing it, if a wide gap separates the sides.
 */
const nearDeg = 15;
/** Minimum width of the gap that separates data on both sides of the antimeridian. */
const minimumGapDeg = 90;
const binsPerDeg = 2;
const bins = 360 * binsPerDeg;

/**
 * Find the initial extent of geographic data on both sides of the antimeridian, such as the United States with the
 * Aleutians. It shows the wider side: both sides together would show the whole world with an empty middle.
 *
 * @returns the extent with a margin of 2 %; undefined if the data isn't on both sides
 */
export function firstView(geometries: readonly SourceGeometry[]): Extent | undefined {
  const isUsed = new Uint8Array(bins);
  for (const geometry of geometries) mark(isUsed, geometry);
  const first = isUsed.indexOf(1);
  const last = isUsed.lastIndexOf(1);
  if (first < 0 || first > nearDeg * binsPerDeg || last < bins - nearDeg * binsPerDeg) return undefined;
  const [from, to] = findWidestGap(isUsed, first, last);
  if (to - from < minimumGapDeg * binsPerDeg) return undefined;
  const isWest = from - first >= last - to;
  const side: [number, number] = isWest ? [-180, binDegrees(from)] : [binDegrees(to), 180];
  const extent = extentWithin(geometries, side);
  if (!extent) return undefined;
  const margin = Math.max(extent[2] - extent[0], extent[3] - extent[1]) / 50;
  return [extent[0] - margin, extent[1] - margin, extent[2] + margin, extent[3] + margin];
}

const longitudeBin = (x: number): number => Math.max(0, Math.min(bins - 1, Math.floor((x + 180) * binsPerDeg)));
const binDegrees = (bin: number): number => bin / binsPerDeg - 180;

/** Mark every bin that a point or an edge touches. */
function mark(isUsed: Uint8Array, { kind, xy, partOffsets }: SourceGeometry): void {
  const hasSides = kind === 'polyline' || kind === 'polygon';
  for (let part = 0; part + 1 < partOffsets.length; part++) {
    let before = -1;
    for (let index = partOffsets[part]!; index < partOffsets[part + 1]!; index++) {
      const bin = longitudeBin(xy[2 * index]!);
      if (hasSides && before >= 0 && bin !== before) isUsed.fill(1, Math.min(bin, before), Math.max(bin, before) + 1);
      else isUsed[bin] = 1;
      before = bin;
    }
  }
}

/** Return the first bin of the longest run of bins without data, and the first used bin after it. */
function findWidestGap(isUsed: Uint8Array, first: number, last: number): [from: number, to: number] {
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
    for (let offset = 0; offset < xy.length; offset += 2) {
      const [x, y] = [xy[offset]!, xy[offset + 1]!];
      if (!(x >= left && x <= right)) continue;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box[0] <= box[2] ? box : undefined;
}
