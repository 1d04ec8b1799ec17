import { quoteValue, type Value, wrongValue } from '../../contract/index.ts';
import type { PickedCluster } from '../../draw/dense/pick-cluster.ts';
import { rasterValueText } from '../../draw/raster/legend.ts';
import { findBoxCopies } from '../../geometry/date-line/around-world.ts';
import type { Extent } from '../../geometry/extent.ts';
import { coveringExtent } from '../../geometry/project-extent.ts';
import { extentOfVertices, type SingleGeometry } from '../../geometry/single-geometry.ts';
import { geometryFromValue, type InputGeometry } from '../../rows/geometry/geometry-from-value.ts';
import { nearTest } from '../../rows/relate/near-test.ts';
import { scan } from '../../rows/scan.ts';
import { runSteps } from '../../scheduler.ts';
import { rasterValueAt } from '../../service/raster-value.ts';
import type { Call, Handler } from '../call.ts';
import { propertySet } from '../property-set.ts';
import { getPublishedId } from '../published.ts';
import { firstById } from '../query/feature-query.ts';
import { projectGeometry } from '../query/project-geometry.ts';
import { transformationBetween } from '../references.ts';
import { readRelatedRows } from '../related-rows.ts';
import { listRelations } from '../relations.ts';
import { drawingUsed, layerPlan } from '../rendering/layer-plan.ts';
import { openDescribedRaster } from '../rendering/raster-plan.ts';
import type { RequestedMap } from '../rendering/requested-view.ts';
import { fillPopups } from '../row-texts.ts';
import type { DescribedLayer } from '../visible-layers.ts';
import { rowResults } from './row-results.ts';
import { resolveSearchedLayers, type Search, type SearchedLayer } from './searched-layers.ts';

const path = 'Identify';

/** Options that return only the results of the topmost layer with a result. */
const topmost: readonly Value<'gisIdentifyOption'>[] = ['gisIdentifyTopmost', 'gisIdentifyTopOneWithHTMLPopup'];
const withPopup: readonly Value<'gisIdentifyOption'>[] = [
  'gisIdentifyTopOneWithHTMLPopup',
  'gisIdentifyVisibleWithHTMLPopup',
];

/**
 * Find the features within a pixel tolerance of a geometry, and the raster pixels under it.
 *
 * Layers are in order from top to bottom, features by object ID. At most MaximumRecordCount results are returned. A
 * point in the circle of a cluster finds all members of the cluster.
 *
 * @throws {Fault} `bad-value` for a tolerance below 0; as `geometryFromValue` and `resolveSearchedLayers`
 */
export const Identify: Handler<'Identify'> = async (call, request) => {
  const { SearchShape, Tolerance, IdentifyOption } = request;
  if (!(Tolerance >= 0)) {
    throw wrongValue('bad-value', `${path}.Tolerance`, 'a number of pixels ≥ 0', `${Tolerance}`);
  }
  const search = await resolveSearchedLayers(call, request, path, {
    onlyVisible: IdentifyOption !== 'gisIdentifyAllLayers',
    byTime: true,
  });
  const shape = await shapeInMap(call, search, SearchShape);
  const distance = (Tolerance * (search.view.extent[2] - search.view.extent[0])) / search.view.widthPx;
  const results: Value<'MapServerIdentifyResult'>[] = [];
  for (const id of search.order) {
    const remaining = call.service.definition.limits.MaximumRecordCount - results.length;
    if (remaining <= 0) break;
    const raster = search.rasters.find((described) => described.layer.LayerID === id);
    if (raster) {
      const pixelResult = await identifyRaster(call, search, raster, shape);
      if (!pixelResult) continue;
      results.push(pixelResult);
      if (topmost.includes(IdentifyOption)) break;
      continue;
    }
    const layer = search.layers.find(({ published }) => published.id === id)!;
    const cluster = await clusterAt(call, { ...search, description: request.MapDescription }, layer, shape, Tolerance);
    const near =
      cluster && cluster.members.length > 0
        ? spread(cluster.members, remaining)
        : (await rowsNear(call, search, layer, shape, distance)).filter((row) => cluster?.isAlone(row) ?? true);
    const rows = await firstById(layer.table, near, remaining, search.scheduler);
    const rowMatches = await layerResults(call, search, layer, rows, withPopup.includes(IdentifyOption));
    for (const result of rowMatches) results.push(result);
    if (rows.length > 0 && topmost.includes(IdentifyOption)) break;
  }
  return { Result: results };
};

/** Read the search geometry and project it if its CRS differs from the description's. */
async function shapeInMap(call: Call, search: Search, value: Value<'Geometry'>): Promise<SingleGeometry> {
  const inputShape: InputGeometry = await runSteps(geometryFromValue(value, `${path}.SearchShape`), search.scheduler);
  const projection = await transformationBetween(call, inputShape.spatialReference, search.reference, search.shift);
  const shape = projection ? await projectGeometry(inputShape, projection, search.scheduler) : inputShape;
  if (shape) return shape;
  const expected = "a geometry within the area of use of the map's CRS";
  throw wrongValue('bad-geometry', `${path}.SearchShape`, expected, quoteValue(extentOfVertices(inputShape.xy)));
}

/** Return the cluster drawn at a point, or undefined if there is none. */
async function clusterAt(
  call: Call,
  requested: RequestedMap,
  searched: SearchedLayer,
  shape: SingleGeometry,
  tolerancePx: number,
): Promise<PickedCluster | undefined> {
  const requestedDrawing = searched.description.DrawingDescription;
  if (shape.xy.length !== 2 || requestedDrawing?.type === 'RasterLayerDrawingDescription') return undefined;
  if (!drawingUsed(searched.layer, requestedDrawing)?.FeatureReduction) return undefined;
  const { pickCluster } = await import('../../draw/dense/pick-cluster.ts');
  const plan = await layerPlan(call, requested, searched);
  return pickCluster(plan, requested.view, [shape.xy[0]!, shape.xy[1]!], tolerancePx, call.scheduler);
}

/**
 * Pick up to `count` rows at even intervals. Rows are stored in spatial order, so the picked rows are spread over the
 * map.
 */
function spread(rows: Uint32Array, count: number): Uint32Array {
  if (rows.length <= count) return rows;
  return Uint32Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
}

async function rowsNear(
  call: Call,
  { reference, shift, scheduler }: Search,
  { published, table, where }: SearchedLayer,
  shape: SingleGeometry,
  distance: number,
): Promise<Uint32Array> {
  const shapeExtent = extentOfVertices(shape.xy);
  if (!shapeExtent) return new Uint32Array(0);
  const around: Extent = [
    shapeExtent[0] - distance,
    shapeExtent[1] - distance,
    shapeExtent[2] + distance,
    shapeExtent[3] + distance,
  ];
  const stored = published.manifest.spatialReference;
  const toStored = await transformationBetween(call, reference, stored, shift);
  const toMap = await transformationBetween(call, stored, reference, shift);
  const rowsByTurn: Uint32Array[] = [];
  for (const box of findBoxCopies(around, reference, toStored ? undefined : published.manifest.extent)) {
    const turn = box[0] - around[0];
    const xy = turn === 0 ? shape.xy : shape.xy.map((value, i) => (i % 2 === 0 ? value + turn : value));
    const extent = toStored ? coveringExtent(box, toStored) : box;
    const exactTest = await runSteps(nearTest({ ...shape, xy }, distance, toMap), scheduler);
    rowsByTurn.push(await scan(table, { where, extent, exactTest }, scheduler));
  }
  if (rowsByTurn.length === 1) return rowsByTurn[0]!;
  return Uint32Array.from(new Set(rowsByTurn.flatMap((rows) => [...rows]))).sort();
}

async function layerResults(
  call: Call,
  search: Search,
  { published, table, description }: SearchedLayer,
  rows: Uint32Array,
  fillsPopup: boolean,
): Promise<Value<'MapServerIdentifyResult'>[]> {
  if (rows.length === 0) return [];
  const { map, scheduler } = search;
  const options = description.LayerResultOptions ?? {};
  const results = await rowResults(call, table, published, rows, options, search);
  const popups =
    fillsPopup && published.definition.presentation?.popup
      ? await fillPopups(table, published, rows, scheduler)
      : undefined;
  const relationships: Value<'MapServerRelationship'>[][] = results.map(() => []);
  // Follow relations only one step, because they can form a cycle.
  for (const relation of listRelations(map, getPublishedId(published))) {
    const related = await readRelatedRows(call, map, relation, table, rows, undefined, scheduler);
    const lengths = related.groups.map((group) => group.length);
    const joined = Uint32Array.from(related.groups.flatMap((group) => [...group]));
    const relatedResults = await rowResults(call, related.table, related.published, joined, options, { scheduler });
    let next = 0;
    lengths.forEach((length, i) => {
      const Rows = relatedResults.slice(next, next + length).map(({ id, name, properties }) => ({
        Name: name,
        Properties: properties,
        FeatureID: id,
      }));
      next += length;
      relationships[i]!.push({ Name: relation.name, Rows });
    });
  }
  return results.map(({ id, name, properties, shape }, i) => ({
    LayerID: published.id,
    Name: name,
    Properties: properties,
    Shape: shape,
    Relationships: relationships[i]!.length > 0 ? relationships[i]! : undefined,
    HTMLPopup: popups?.[i],
    FeatureID: id,
  }));
}

/**
 * Return the pixel of a raster layer under the center of a geometry: value, class, and each band by name.
 *
 * Result options don't apply to rasters.
 *
 * @returns undefined outside the raster
 */
async function identifyRaster(
  call: Call,
  { map, reference, shift }: Search,
  described: DescribedLayer,
  shape: SingleGeometry,
): Promise<Value<'MapServerIdentifyResult'> | undefined> {
  const extent = extentOfVertices(shape.xy);
  if (!extent) return undefined;
  const { raster, layer, drawing } = await openDescribedRaster(call, map, described);
  const { manifest } = raster;
  const [X, Y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  const projection = await transformationBetween(call, reference, manifest.spatialReference, shift);
  const [turnedPoint] = findBoxCopies([X, Y, X, Y], reference, projection ? undefined : manifest.extent);
  const xy = Float64Array.from(turnedPoint!.slice(0, 2));
  projection?.forward(xy);
  const noDataValues = drawing.RasterRenderer?.NoDataValue;
  const pixelValue = await rasterValueAt(raster, xy[0]!, xy[1]!, call.context.decodeImage, noDataValues);
  if (!pixelValue) return undefined;
  const path = `Layer ${layer.LayerID} "${layer.Name}"`;
  const { pixel, className } = pixelValue.isNoData
    ? { pixel: 'NoData', className: undefined }
    : rasterValueText(drawing.RasterRenderer, manifest, pixelValue.values, path);
  const bands = manifest.bandNames.length > 1 && !pixelValue.isNoData ? manifest.bandNames : [];
  return {
    LayerID: layer.LayerID,
    Name: pixel,
    Properties: propertySet([
      ['Pixel Value', pixel],
      ...(className === undefined ? [] : [['Class', className] as const]),
      ...bands.map((name, band) => [name, String(pixelValue.values[band])] as const),
    ]),
    Shape: { type: 'PointN', X, Y, SpatialReference: reference },
  };
}
