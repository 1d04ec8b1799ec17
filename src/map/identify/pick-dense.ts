import type { Value } from '../../../sw/contract/index.ts';
import { binGrid, steppedResolution, unitsOf } from '../../../sw/geometry/bin-grid.ts';
import { isGeographic } from '../../../sw/geometry/spatial-reference.ts';
import { type Bins, type FeatureReduction, readReduction } from '../../../sw/service/feature-reduction.ts';
import { call } from '../../connection/call.ts';
import { requested, shownNow, shownReference } from '../../state/requested.ts';
import { countRows, type Field, fieldTitle, plainValue, readStatistics } from '../../state/rows.ts';
import { currentKey, type LayerInfo, mapInfo } from '../../state/services.ts';
import { drawn, goToExtent, screen } from '../../state/view.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { extentOfShapes } from '../state/go-to-shape.ts';
import { showResults, withShapes } from '../state/identify-results.ts';
import { denseText } from '../text/dense-text.ts';

type Location = readonly [x: number, y: number];
/** A layer of which the points are not drawn one by one. */
interface DenseLayer {
  readonly layer: LayerInfo;
  readonly reduction: FeatureReduction;
}

/**
 * Answer a click on clusters or bins: zoom to the points of a cluster, or show the value of a bin.
 *
 * @returns false where neither is drawn there
 * @throws {ServiceFault}
 */
export async function pickDense(location: Location): Promise<boolean> {
  for (const { layer, reduction } of await denseLayers()) {
    if (reduction.type === 'cluster' && (await zoomToCluster(layer, location))) return true;
    if (reduction.type === 'binning' && (await showBin(layer, reduction, location))) return true;
  }
  return false;
}

/** The dense layers that are drawn, the topmost first. */
async function denseLayers(): Promise<DenseLayer[]> {
  const [info, described, shown] = [mapInfo.peek(), requested.peek(), drawn.peek()];
  const ids = new Set(shown?.layerIds);
  const points = (info?.MapLayerInfos ?? []).filter((layer) => ids.has(layer.LayerID) && layer.IsFeatureLayer);
  const own = new Map(described?.LayerDescriptions?.map((one) => [one.LayerID, one.DrawingDescription]));
  const published = await publishedDrawings();
  return points.flatMap((layer) => {
    const drawing = own.get(layer.LayerID) ?? published.get(layer.LayerID);
    if (drawing?.type !== 'FeatureLayerDrawingDescription' || !drawing.FeatureReduction) return [];
    const reduction = readReduction(drawing.FeatureReduction, layer.Name);
    const isByPoint = reduction.type !== 'heatmap' && (shown?.scale ?? 0) < reduction.maxScale;
    return isByPoint ? [] : [{ layer, reduction }];
  });
}

type Drawings = ReadonlyMap<number, Value<'LayerDrawingDescription'>>;
let known: { readonly of: unknown; readonly drawings: Promise<Drawings> } | undefined;

/** The drawings of the open service, read once. */
function publishedDrawings(): Promise<Drawings> {
  const [info, service] = [mapInfo.peek()!, currentKey.peek()!];
  if (known?.of !== info) known = { of: info, drawings: readDrawings(service, info.Name) };
  return known.drawings;
}

async function readDrawings(service: string, MapName: string): Promise<Drawings> {
  const request = { MapName, LayerIDs: [], SymbolOutputOptions: {} };
  const { Result } = await call('GetDefaultLayerDrawingDescriptions', service, request);
  return new Map(
    Result.flatMap((one) =>
      one.type === 'FeatureLayerDrawingDescription' ? [[one.SourceLayerID!, one] as const] : [],
    ),
  );
}

/** Map units of the steps that bins and clusters have on the screen. */
function shownResolution(): number {
  const reference = shownReference.peek();
  return steppedResolution(screen.peek()?.resolution ?? 1, reference !== undefined && isGeographic(reference));
}

async function showBin(
  layer: LayerInfo,
  { shape, sizePt, statistic, field }: Bins,
  [x, y]: Location,
): Promise<boolean> {
  const grid = binGrid(shape, unitsOf(sizePt, shownResolution()));
  const cell = new Int32Array(2);
  grid.find(x, y, cell);
  const [centreX, centreY] = [grid.centreX(cell[0]!, cell[1]!), grid.centreY(cell[1]!)];
  const ring = [...grid.corners, ...grid.corners.slice(0, 2)];
  const outline = polygonOf(ring.map((part, i) => part + (i % 2 === 0 ? centreX : centreY)));
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

/** The worker finds the members of the cluster; of more than the limit of rows it returns some from all over them. */
async function zoomToCluster(layer: LayerInfo, [X, Y]: Location): Promise<boolean> {
  const shown = shownNow();
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
  // One point is identified as any other.
  if (Result.length < 2 || !around) return false;
  // Points in one location are shown from as close by as a click can say.
  const margin = Math.max((around[2] - around[0]) / 10, (around[3] - around[1]) / 10, shownResolution());
  const [xmin, ymin, xmax, ymax] = around;
  goToExtent([xmin - margin, ymin - margin, xmax + margin, ymax + margin], reference);
  return true;
}

/** A polygon of one ring, in the coordinates of the view. */
function polygonOf(flat: readonly number[]): Value<'PolygonN'> {
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
