import type { Value } from '../../../contract/index.ts';
import { levelFor } from '../../../draw/layer/draw-layer.ts';
import type { Extent } from '../../../geometry/extent.ts';
import { ringsCentroid } from '../../../geometry/measure.ts';
import type { Transformation } from '../../../geometry/project.ts';
import { type SingleGeometry, singleGeometry } from '../../../geometry/single-geometry.ts';
import { isGeographic } from '../../../geometry/spatial-reference.ts';
import { getIdField } from '../../../handlers/published.ts';
import type { FeatureQuery } from '../../../handlers/query/feature-query.ts';
import { copyRow, flatShape } from '../../../handlers/query/row-shape.ts';
import { transformationBetween } from '../../../handlers/references.ts';
import { readRows } from '../../../rows/read-rows.ts';
import { readShapes } from '../../../rows/read-shapes.ts';
import { forEachItem } from '../../../scheduler.ts';
import type { RestCall, RestReply } from '../call.ts';
import type { RestValues } from '../contract/index.ts';
import { featureSetTexts, geoJsonTexts } from '../json/features/feature-text.ts';
import { type FeaturePage, inPieces, type PageGeometry } from '../json/features/page.ts';
import { featuresPbf } from '../json/features/pbf.ts';
import { finestScale, makeTransform, quantize, readQuantization } from '../json/features/quantize.ts';
import { JsonText, textAnswer } from '../response.ts';

type ShapeValues = Pick<
  RestValues<'query'>,
  'maxAllowableOffset' | 'geometryPrecision' | 'quantizationParameters' | 'returnGeometry'
> & { readonly returnCentroid?: boolean };

/**
 * Read rows for a response.
 *
 * @param rows row numbers, in the order of the response
 * @param reference spatial reference of the response's geometries; undefined for a response without geometries
 */
export async function featurePage(
  call: RestCall,
  read: FeatureQuery,
  rows: Uint32Array,
  isExceeded: boolean,
  values: ShapeValues,
  reference: Value<'SpatialReference'> | undefined,
): Promise<FeaturePage> {
  const { table, choice, isDistinct, scheduler } = read;
  const { idField } = table.manifest;
  // On a page each row links to itself by its ID, even if the request doesn't list that field.
  const fields = attributeFields(call.format === 'html' ? choice.fields : choice.listed);
  const id = isDistinct ? undefined : getIdField(table.manifest);
  return {
    fields,
    // The ID is always last, for formats that identify rows by it whatever the fields are.
    values: await readRows(table, rows, id ? [...fields, id] : fields, { scheduler }),
    displayField: findDisplayField(read),
    idField: isDistinct ? undefined : idField,
    isExceeded,
    geometry: reference && (await pageGeometry(call, read, rows, values, reference)),
  };
}

/** Return the display field of a layer; empty if the field is hidden. */
export function findDisplayField({ fields, published: { DisplayField = '' } }: FeatureQuery): string {
  return fields.some(({ Name }) => Name === DisplayField) ? DisplayField : '';
}

/** Return statistics as a page of one row per group. */
export const statisticsPage = (records: Value<'RecordSet'>, isExceeded: boolean): FeaturePage => ({
  fields: records.Fields.FieldArray,
  values: records.Records.map(({ Values }) => Values),
  displayField: '',
  idField: undefined,
  isExceeded,
});

/** Write rows in the format of the request. */
export async function pageReply({ format, scheduler }: RestCall, page: FeaturePage): Promise<RestReply> {
  if (format === 'pbf') return pbfAnswer(await featuresPbf(page, scheduler));
  const texts = format === 'geojson' ? geoJsonTexts(page) : featureSetTexts(page);
  return new JsonText(await inPieces(texts, scheduler));
}

export const pbfAnswer = (bytes: Uint8Array<ArrayBuffer>): Response => textAnswer(bytes, 'application/x-protobuf');

const attributeFields = (fields: readonly Value<'Field'>[]) =>
  fields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeRaster');

async function pageGeometry(
  call: RestCall,
  { table, scheduler }: FeatureQuery,
  rows: Uint32Array,
  {
    maxAllowableOffset = 0,
    geometryPrecision: decimals,
    quantizationParameters: requestedQuantization,
    returnGeometry,
    returnCentroid,
  }: ShapeValues,
  reference: Value<'SpatialReference'>,
): Promise<PageGeometry> {
  const { manifest } = table;
  const kind = manifest.geometry!;
  const isGrid = call.format === 'pbf' || (call.format !== 'geojson' && requestedQuantization !== undefined);
  const grid = isGrid
    ? readQuantization(requestedQuantization ?? { mode: 'edit' }, 'quantizationParameters')
    : undefined;
  const projection = await transformationBetween(call, manifest.spatialReference, reference);
  // Half, because rounding or simplifying adds its own error.
  const tolerance = Math.max(maxAllowableOffset, (grid?.isForView && grid.tolerance) || 0) / 2;
  const level = tolerance > 0 ? levelFor(manifest, tolerance / findMaxStretch(manifest.extent, projection)) : 0;
  const options = {
    GeneralizeGeometries: maxAllowableOffset > 0,
    MaximumAllowableOffset: level > 0 ? maxAllowableOffset / 2 : maxAllowableOffset,
  };
  const shapes: (SingleGeometry | null)[] = await readShapes(
    table,
    rows,
    flatShape({ reference, projection, toleranceUnits: 0, options }) ?? copyRow,
    { level, keepsSmall: returnCentroid || !grid?.isForView, scheduler },
  );
  const transform = grid && makeTransform(grid, finestScale(isGeographic(reference), shapes));
  const centroids: (SingleGeometry | null)[] | undefined = returnCentroid && kind === 'polygon' ? [] : undefined;
  if (!transform && !centroids && returnGeometry) return { kind, reference, shapes, decimals };
  const onGrid = (shape: SingleGeometry | null) => shape && (transform ? quantize(shape, transform) : shape);
  await forEachItem(shapes, scheduler, (shape, row) => {
    centroids?.push(onGrid(shape && singleGeometry('point', [ringsCentroid(shape.xy, shape.partOffsets)])));
    shapes[row] = returnGeometry ? onGrid(shape) : null;
  });
  return { kind, reference, shapes, centroids, transform, decimals: transform ? undefined : decimals };
}

/** Number of sample points along each side of a layer for measuring its stretch. */
const places = 5;

/** Return the largest scale factor of a projection over a layer's extent: response units per stored unit. */
function findMaxStretch(extent: Extent | undefined, projection: Transformation | undefined): number {
  if (!extent || !projection) return 1;
  const [xmin, ymin, xmax, ymax] = extent;
  const [stepX, stepY] = [(xmax - xmin) / (places - 1), (ymax - ymin) / (places - 1)];
  const step = Math.max(stepX, stepY) / 1000;
  if (step === 0) return Infinity;
  let largest = 0;
  for (let index = 0; index < places ** 2; index++) {
    const x = xmin + stepX * (index % places);
    const y = ymin + stepY * Math.floor(index / places);
    const xy = Float64Array.of(x, y, x + step, y, x, y + step);
    projection.forward(xy);
    for (const digits of [2, 4]) {
      const stretch = Math.hypot(xy[digits]! - xy[0]!, xy[digits + 1]! - xy[1]!) / step;
      if (stretch > largest) largest = stretch;
    }
  }
  return largest === 0 ? Infinity : largest;
}
