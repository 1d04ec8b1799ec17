import type { Value } from '../../../sw/contract/index.ts';
import { binGrid, pointsToMapUnits, roundToTileLevel } from '../../../sw/geometry/bin-grid.ts';
import { isGeographic } from '../../../sw/geometry/spatial-reference.ts';
import { type Bins, type FeatureReduction, readReduction } from '../../../sw/service/feature-reduction.ts';
import { call } from '../../connection/call.ts';
import { readShownView, requested, shownReference } from '../../state/requested.ts';
import { countRows, type Field, fieldTitle, plainValue, readStatistics } from '../../state/rows.ts';
import { currentKey, type LayerInfo, mapInfo } from '../../state/services.ts';
import { drawn, goToExtent, screen } from '../../state/view.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { extentOfShapes } from '../state/go-to-shape.ts';
import { showResults, withShapes } from '../state/identify-results.ts';
import { denseText } from '../text/dense-text.ts';

type Location = readonly [x: number, y: number];
/** A layer that draws its points as a heat map, clusters or bins. */
interface DenseLayer {
  readonly layer: LayerInfo;
  readonly reduction: FeatureReduction;
}

/**
 * Handle a click on clusters or bins: zoom to the points of a cluster, or show the value of a bin.
 *
 * @returns false if the click hits neither
 * @throws {ServiceFault}
 */
export async function pickDense(location: Location): Promise<boolean> {
  for (const { layer, reduction } of await denseLayers()) {
    if (reduction.type === 'cluster' && (await zoomToCluster(layer, location))) return true;
    if (reduction.type === 'binning' && (await showBin(layer, reduction, location))) return true;
  }
  return false;
}

/** Return the drawn layers with clusters, bins or a heat map, the topmost first. */
async function denseLayers(): Promise<DenseLayer[]> {
  const [info, described, shown] = [mapInfo.peek(), requested.peek(), drawn.peek()];
  const ids = new Set(shown?.layerIds);
  const points = (info?.MapLayerInfos ?? []).filter((layer) => ids.has(layer.LayerID) && layer.IsFeatureLayer);
  const drawingByLayer = new Map(
    described?.LayerDescriptions?.map((layer) => [layer.LayerID, layer.DrawingDescription]),
  );
  const published = await readPublishedDrawings();
  return points.flatMap((layer) => {
    const drawing = drawingByLayer.get(layer.LayerID) ?? published.get(layer.LayerID);
    if (drawing?.type !== 'FeatureLayerDrawingDescription' || !drawing.FeatureReduction) return [];
    const reduction = readReduction(drawing.FeatureReduction, layer.Name);
    const isByPoint = reduction.type !== 'heatmap' && (shown?.scale ?? 0) < reduction.maxScale;
    return isByPoint ? [] : [{ layer, reduction }];
  });
}

type Drawings = ReadonlyMap<number, Value<'LayerDrawingDescription'>>;
let cached: { readonly of: unknown; readonly drawings: Promise<Drawings> } | undefined;

/** Return the drawings of the open service, read once per map. */
function readPublishedDrawings(): Promise<Drawings> {
  const [info, service] = [mapInfo.peek()!, currentKey.peek()!];
  if (cached?.of !== info) cached = { of: info, drawings: readDrawings(service, info.Name) };
  return cached.drawings;
}

async function readDrawings(service: string, MapName: string): Promise<Drawings> {
  const request = { MapName, LayerIDs: [], SymbolOutputOptions: {} };
  const { Result } = await call('GetDefaultLayerDrawingDescriptions', service, request);
  return new Map(
    Result.flatMap((match) =>
      match.type === 'FeatureLayerDrawingDescription' ? [[match.SourceLayerID!, match] as const] : [],
    ),
  );
}

/** Return the stepped resolution of bins and clusters, in map units per pixel. */
function gridResolution(): number {
  const reference = shownReference.peek();
  return roundToTileLevel(screen.peek()?.resolution ?? 1, reference !== undefined && isGeographic(reference));
}

async function showBin(
  layer: LayerInfo,
  { shape, sizePt, statistic, field }: Bins,
  [x, y]: Location,
): Promise<boolean> {
  const grid = binGrid(shape, pointsToMapUnits(sizePt, gridResolution()));
  const cell = new Int32Array(2);
  grid.find(x, y, cell);
  const [centerX, centerY] = [grid.centerX(cell[0]!, cell[1]!), grid.centerY(cell[1]!)];
  const ring = [...grid.corners, ...grid.corners.slice(0, 2)];
  const outline = polygonFromFlat(ring.map((part, i) => part + (i % 2 === 0 ? centerX : centerY)));
  const area = { where: '', area: { shape: outline, relation: 'gisSpatialRelIntersects' } } as const;
  const count = await countRows(layer.LayerID, area);
  if (count === 0) return false;
  const title = denseText.bin(formatCount(count), count === 1);
  const attributes = [];
  const of = mapInfo.peek()?.MapLayerInfos?.find(({ LayerID }) => LayerID === layer.LayerID)?.Fields?.FieldArray;
  const subject = of?.find(({ Name }: Field) => Name === field);
  if (subject) {
    const StatisticType = statistic === 'sum' ? 'gisDataStatTypeSum' : 'gisDataStatTypeAverage';
    const StatisticDescriptions = [
      { StatisticFieldName: subject.Name, StatisticType, ResultFieldName: 'VALUE' } as const,
    ];
    const { groups } = await readStatistics(layer.LayerID, area, { StatisticDescriptions });
    const value = plainValue(groups[0]?.[0]);
    const text = typeof value === 'number' ? formatNumber(Number(value.toPrecision(7))) : null;
    attributes.push({ name: `${denseText.statistics[statistic]}: ${fieldTitle(subject)}`, text });
  }
  showResults([{ layer, id: undefined, title, attributes, shape: outline }]);
  return true;
}

/** Zoom to the members of a cluster, which the worker finds. Beyond the row limit it returns a sample of them. */
async function zoomToCluster(layer: LayerInfo, [X, Y]: Location): Promise<boolean> {
  const shown = readShownView();
  const reference = shownReference.peek();
  if (!shown || !reference) return false;
  const { Result } = await call('Identify', currentKey.peek()!, {
    MapDescription: withShapes(shown.MapDescription),
    MapImageDisplay: shown.MapImageDisplay,
    SearchShape: { type: 'PointN', X, Y, SpatialReference: reference },
    Tolerance: 0,
    IdentifyOption: 'gisIdentifyVisibleLayers',
    LayerIDs: [layer.LayerID],
  });
  const around = extentOfShapes(Result.map(({ Shape }) => Shape));
  // A single point is identified like any other feature.
  if (Result.length < 2 || !around) return false;
  // If all points are in one location, show them with a margin of one pixel.
  const margin = Math.max((around[2] - around[0]) / 10, (around[3] - around[1]) / 10, gridResolution());
  const [xmin, ymin, xmax, ymax] = around;
  goToExtent([xmin - margin, ymin - margin, xmax + margin, ymax + margin], reference);
  return true;
}

/** Return a polygon with one ring of flat x and y, in the coordinates of the view. */
function polygonFromFlat(flat: readonly number[]): Value<'PolygonN'> {
  const PointArray = Array.from({ length: flat.length / 2 }, (_, i) => ({
    ...{ type: 'PointN' as const, X: flat[2 * i]!, Y: flat[2 * i + 1]! },
  }));
  const SpatialReference = shownReference.peek();
  return {
    type: 'PolygonN',
    HasID: false,
    HasZ: false,
    HasM: false,
    RingArray: [{ PointArray }],
    SpatialReference,
  } as unknown as Value<'PolygonN'>;
}
