import type { Value } from '../../contract/index.ts';
import { createAnchorFinder } from '../../draw/label/feature-anchor.ts';
import { forEachBatch } from '../../draw/layer/draw-layer.ts';
import { layerWindow } from '../../draw/layer/layer-window.ts';
import { createShapeReader } from '../../draw/layer/shapes.ts';
import { noSymbol } from '../../draw/renderer/classified-rows.ts';
import {
  encodeVectorTile,
  type GeometryCommands,
  geometryCommands,
  type NumberList,
  numberList,
  push,
  shapeTypes,
  type TileLayer,
  tileLayer,
  tileUnits,
} from '../../formats/tiles/vector-tile.ts';
import type { Extent } from '../../geometry/extent.ts';
import { type MapView, makeView } from '../../geometry/view.ts';
import type { Call } from '../../handlers/call.ts';
import type { AttributeBatch, GeometryBatch } from '../../rows/batch.ts';
import { getColumn } from '../../rows/where/row-value.ts';
import type { MapDefinition } from '../../service/definition.ts';
import {
  areaLabels,
  labelKey,
  listTiledLayers,
  makeLabelText,
  readingPlan,
  symbolKey,
  type TiledLayer,
} from './layers.ts';

export const halfWorld = 20037508.342789244;
/** Display size of a tile. The overview is chosen so that screens of two device pixels per CSS pixel lose no detail. */
const tilePx = 512;
const pixelRatio = 2;
/** Margin of geometry around the tile, so that line ends and outlines at the edge are outside of the tile. */
const bufferPx = 8;
const unitsPerPx = tileUnits / tilePx;

/** Encode the tile of a map: its feature layers, clipped to the tile and rounded to tile units. */
export async function vectorTile(
  call: Call,
  map: MapDefinition,
  z: number,
  x: number,
  y: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const side = (2 * halfWorld) / 2 ** z;
  const extent: Extent = [
    x * side - halfWorld,
    halfWorld - (y + 1) * side,
    (x + 1) * side - halfWorld,
    halfWorld - y * side,
  ];
  const view = makeView({ extent, widthPx: tilePx, heightPx: tilePx, dpi: 96, inchesPerUnit: 1 / 0.0254 });
  const layers: TileLayer[] = [];
  for (const tiled of listTiledLayers(call, map)) {
    const [first, end] = tiled.zooms;
    // Clients show a tile until the next zoom level, so include layers that appear before it.
    if (z + 1 > first && z < end) for (const layer of await makeTileLayers(call, tiled, view)) layers.push(layer);
  }
  return encodeVectorTile(layers);
}

/** Read the features of a layer, and the label points of polygons. */
async function makeTileLayers(call: Call, tiled: TiledLayer, view: MapView): Promise<TileLayer[]> {
  const { classifier, published } = tiled;
  const { manifest } = published;
  const kind = manifest.geometry!;
  const plan = await readingPlan(call, tiled);
  const window = layerWindow(view, plan.projection, bufferPx);
  const layer = tileLayer(tiled.name);
  const commands = geometryCommands();
  const isPoint = kind === 'point' || kind === 'multipoint';
  const write = isPoint
    ? pointWriter(view, plan.projection, commands)
    : shapeWriter(kind === 'polygon', view, plan.projection, window.extent, commands);
  const type = isPoint ? shapeTypes.point : kind === 'polygon' ? shapeTypes.polygon : shapeTypes.line;
  const readTags = tagReader(tiled, layer);
  const labelsName = areaLabels(tiled);
  const labels = labelsName === undefined ? undefined : areaLabelWriter(labelsName, tiled, view, plan.projection);
  const read = { extent: window.extent, resolution: window.resolution / pixelRatio };
  const ofTags = [...tiled.fields.map(({ Name }) => Name), ...(makeLabelText(tiled)?.fields ?? [])];
  const needs = { fields: [manifest.idField, ...classifier.fields, ...ofTags], needsAreas: classifier.needsAreas };
  await forEachBatch(plan, read, needs, async (batch) => {
    const { geometry, rowMask, isInside, extents, areas } = batch;
    const attributes = batch.attributes!;
    const { symbols } = classifier.classify(attributes, geometry.rowCount, areas);
    const ids = getColumn(attributes, manifest.idField).values as Int32Array;
    const tags = readTags(attributes);
    const addLabel = labels?.of(batch.geometry, attributes);
    for (let row = 0; row < geometry.rowCount; row++) {
      if ((row & 255) === 255) {
        const waiting = call.scheduler.yieldIfDue();
        if (waiting) await waiting;
      }
      const symbol = symbols[row]!;
      if (symbol === noSymbol || rowMask?.[row] === 0) continue;
      const where = isInside ? 'inside' : whereIs(extents!, row, window.extent);
      if (where === 'outside') continue;
      commands.clear();
      write(geometry, row, where === 'inside');
      if (commands.commands.count === 0) continue;
      const id = Math.max(0, ids[row]!);
      layer.add(id, type, tags(row, symbol), commands.commands);
      addLabel?.(row, id);
    }
  });
  return labels ? [layer, labels.layer] : [layer];
}

/**
 * Return a writer for polygon labels. It writes a label only if its anchor is inside this tile, so no label appears
 * twice.
 */
function areaLabelWriter(name: string, tiled: TiledLayer, view: MapView, projection: Projection) {
  const layer = tileLayer(name);
  const key = layer.addKey(labelKey);
  const formatLabel = makeLabelText(tiled)!;
  const anchors = createAnchorFinder(view, projection, 0);
  const tags = numberList();
  const point = geometryCommands();
  const of = (geometry: GeometryBatch, attributes: AttributeBatch) => (row: number, id: number) => {
    const text = formatLabel(attributes, row);
    const anchor = text === '' ? undefined : anchors.of(geometry, row);
    if (!anchor) return;
    const anchorPosition = [Math.floor(anchor.xPx * unitsPerPx), Math.floor(anchor.yPx * unitsPerPx)];
    if (!anchorPosition.every((unit) => unit >= 0 && unit < tileUnits)) return;
    tags.count = 0;
    push(tags, key, layer.addValue(text));
    point.clear();
    point.points(anchorPosition, 0, 1);
    layer.add(id, shapeTypes.point, tags, point.commands);
  };
  return { layer, of };
}

function whereIs(extents: Float64Array, row: number, [xmin, ymin, xmax, ymax]: Extent): 'inside' | 'outside' | 'edge' {
  const offset = 4 * row;
  const [west, south, east, north] = [
    extents[offset]!,
    extents[offset + 1]!,
    extents[offset + 2]!,
    extents[offset + 3]!,
  ];
  // Without geometry, all four are NaN and every comparison is false.
  if (!(west <= xmax && east >= xmin && south <= ymax && north >= ymin)) return 'outside';
  return west >= xmin && east <= xmax && south >= ymin && north <= ymax ? 'inside' : 'edge';
}

type WriteShape = (batch: GeometryBatch, row: number, isInside: boolean) => void;
type Projection = Parameters<typeof layerWindow>[1];

function shapeWriter(
  isClosed: boolean,
  view: MapView,
  projection: Projection,
  window: Extent,
  commands: GeometryCommands,
): WriteShape {
  const snapPx = 1 / unitsPerPx;
  const reader = createShapeReader(isClosed, view, projection, window, bufferPx, snapPx);
  const store = reader.newStore();
  const { paths } = store;
  return (batch, row, isInside) => {
    paths.vertexCount = paths.partCount = paths.featureCount = 0;
    reader.add(store, batch, row, isInside);
    const { xy, partEnds, partCount } = paths;
    // Round down, because a vertex is at the center of a square of one unit.
    for (let i = 0; i < 2 * paths.vertexCount; i++) xy[i] = Math.floor(xy[i]! * unitsPerPx);
    if (isClosed) return writePolygons(commands, xy, partEnds, partCount);
    for (let part = 0; part < partCount; part++) {
      const from = part === 0 ? 0 : partEnds[part - 1]!;
      if (partEnds[part]! - from > 1) commands.path(xy, from, partEnds[part]!, false);
    }
  };
}

function pointWriter(view: MapView, projection: Projection, commands: GeometryCommands): WriteShape {
  const [xmin, , , ymax] = view.extent;
  const unitsPerMetre = unitsPerPx / view.resolution;
  const buffer = bufferPx * unitsPerPx;
  const isNear = (value: number): boolean => value >= -buffer && value <= tileUnits + buffer;
  let points = new Float64Array(64);
  return ({ xy, partOffsets, featureOffsets }, row) => {
    const from = partOffsets[featureOffsets[row]!]!;
    const to = partOffsets[featureOffsets[row + 1]!]!;
    if (points.length < 2 * (to - from)) points = new Float64Array(4 * (to - from));
    points.set(xy.subarray(2 * from, 2 * to));
    projection?.forward(points, 0, 2 * (to - from));
    let count = 0;
    for (let i = 0; i < to - from; i++) {
      const x = Math.floor((points[2 * i]! - xmin) * unitsPerMetre);
      const y = Math.floor((ymax - points[2 * i + 1]!) * unitsPerMetre);
      if (!isNear(x) || !isNear(y)) continue;
      points[2 * count] = x;
      points[2 * count + 1] = y;
      count++;
    }
    if (count > 0) commands.points(points, 0, count);
  };
}

/**
 * Create the reader of a batch's tags. It reuses one list for all rows. Null values are left out; dates are epoch
 * milliseconds.
 */
function tagReader(tiled: TiledLayer, layer: TileLayer) {
  const label = areaLabels(tiled) === undefined ? makeLabelText(tiled) : undefined;
  const keys = tiled.fields.map(({ Name }: Value<'Field'>) => layer.addKey(Name));
  const symbolNumber = layer.addKey(symbolKey);
  const labelNumber = label ? layer.addKey(labelKey) : 0;
  const tags = numberList();
  return (attributes: AttributeBatch) => {
    const columns = tiled.fields.map(({ Name }) => getColumn(attributes, Name));
    return (row: number, symbol: number): NumberList => {
      tags.count = 0;
      push(tags, symbolNumber, layer.addValue(symbol));
      for (let i = 0; i < columns.length; i++) {
        const { nulls, values } = columns[i]!;
        if (nulls?.[row]) continue;
        push(tags, keys[i]!, layer.addValue(values[row]!));
      }
      if (label) {
        const text = label(attributes, row);
        if (text !== '') push(tags, labelNumber, layer.addValue(text));
      }
      return tags;
    };
  };
}

/** A ring: vertices `from` up to `to`, excluded, and twice its area, positive for an outer ring. */
interface Ring {
  readonly from: number;
  readonly to: number;
  readonly area: number;
}

/**
 * Write the rings of a feature as polygons, each outer ring followed by its holes. Drop rings that have no area after
 * rounding, and holes outside every outer ring.
 *
 * @param xy whole units, y downwards, in which stored outer rings have a positive area
 * @param ends index after the last vertex of each ring
 */
function writePolygons(
  commands: GeometryCommands,
  xy: ArrayLike<number>,
  ends: ArrayLike<number>,
  count: number,
): void {
  const outer: Ring[] = [];
  const holes: Ring[] = [];
  let from = 0;
  for (let part = 0; part < count; part++) {
    const to = ends[part]!;
    const area = to - from < 3 ? 0 : ringArea(xy, from, to);
    if (area > 0) outer.push({ from, to, area });
    else if (area < 0) holes.push({ from, to, area });
    from = to;
  }
  if (outer.length === 1 || holes.length === 0) {
    for (const ring of outer) commands.path(xy, ring.from, ring.to, true);
    if (outer.length === 1) for (const ring of holes) commands.path(xy, ring.from, ring.to, true);
    return;
  }
  // A hole belongs to the smallest ring around it, because an island in a lake may have a lake itself.
  const bySize = outer.toSorted((a, b) => a.area - b.area);
  const holesByRing = new Map<Ring, Ring[]>();
  for (const hole of holes) {
    const around = bySize.find((ring) => ring.area >= -hole.area && isInside(xy, hole.from, ring));
    if (around) holesByRing.set(around, [...(holesByRing.get(around) ?? []), hole]);
  }
  for (const ring of outer) {
    commands.path(xy, ring.from, ring.to, true);
    for (const hole of holesByRing.get(ring) ?? []) commands.path(xy, hole.from, hole.to, true);
  }
}

function ringArea(xy: ArrayLike<number>, from: number, to: number): number {
  let sum = 0;
  let x0 = xy[2 * to - 2]!;
  let y0 = xy[2 * to - 1]!;
  for (let i = from; i < to; i++) {
    const x1 = xy[2 * i]!;
    const y1 = xy[2 * i + 1]!;
    sum += x0 * y1 - x1 * y0;
    x0 = x1;
    y0 = y1;
  }
  return sum;
}

/** Check whether a vertex is inside a ring or on its edge, where clipping may have moved both. */
function isInside(xy: ArrayLike<number>, vertex: number, { from, to }: Ring): boolean {
  const x = xy[2 * vertex]!;
  const y = xy[2 * vertex + 1]!;
  let inside = false;
  let x0 = xy[2 * to - 2]!;
  let y0 = xy[2 * to - 1]!;
  for (let i = from; i < to; i++) {
    const x1 = xy[2 * i]!;
    const y1 = xy[2 * i + 1]!;
    const side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0);
    const isBetween = Math.min(x0, x1) <= x && x <= Math.max(x0, x1) && Math.min(y0, y1) <= y && y <= Math.max(y0, y1);
    if (side === 0 && isBetween) return true;
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
    x0 = x1;
    y0 = y1;
  }
  return inside;
}
