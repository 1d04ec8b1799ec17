import { badValue } from '../contract/index.ts';
import { createCall } from '../handlers/call.ts';
import type { LayerDefinition } from '../service/definition.ts';
import { defaultRasterDrawing } from '../service/raster-drawing.ts';
import { exactHistogram } from '../service/raster-histogram.ts';
import type { RasterSummary } from '../service/raster-summary.ts';
import { takesValues, withoutValues } from '../service/raster-without-values.ts';
import { jsonResponse } from './error-response.ts';
import type { ServiceRequestContext } from './request-context.ts';

/** Number of pixels for counting values. The coarsest overview with at least this many pixels is read. */
const maxPixels = 4_000_000;
/** Number of pixels for remote files, of which as little as possible should be fetched. */
const maxRemotePixels = 500_000;
const maximumNoDataValues = 100;

/**
 * Return the published drawing of a raster layer, with the statistics of its bands and the histogram of `band`.
 *
 * `noData` lists values to ignore, separated by commas.
 *
 * @throws {Fault} `bad-value` for an invalid `band` or `noData`, and as `Raster.tile`
 */
export async function answerRaster(
  { context, request, service, url }: ServiceRequestContext,
  layer: LayerDefinition,
): Promise<Response> {
  const { scheduler } = createCall(context, service, request.signal);
  const raster = await context.store.raster(service, layer.raster!);
  const { bandNames, sampleType, widthPx, heightPx, noData, statistics } = raster.manifest;
  const band = Number(url.searchParams.get('band') ?? 0);
  if (!(Number.isInteger(band) && band >= 0 && band < bandNames.length))
    throw badValue('band', `a number from 0 to ${bandNames.length - 1}`, url.searchParams.get('band'));
  const noDataValues = numbersIn(url.searchParams.get('noData') ?? '');
  const counting = {
    decode: context.decodeImage,
    enoughPixels: raster.manifest.remote ? maxRemotePixels : maxPixels,
    noDataValues,
    scheduler,
  };
  const { histogram, ...counted } = await exactHistogram(withoutValues(raster, noDataValues), band, counting);
  const summary: RasterSummary = {
    drawing: layer.rasterDrawing ?? defaultRasterDrawing(raster.manifest),
    bandNames,
    sampleType,
    widthPx,
    heightPx,
    noData: noData ?? null,
    takesNoData: takesValues(raster.manifest),
    statistics,
    histogram: { ...histogram, ...counted.statistics, band, counts: Array.from(histogram.counts) },
  };
  return jsonResponse(summary, url);
}

/**
 * Read numbers separated by commas. Return an empty list for an empty text.
 *
 * @throws {Fault} `bad-value` for invalid or too many numbers
 */
function numbersIn(text: string): number[] {
  if (text.trim() === '') return [];
  const parts = text.split(',');
  const values = parts.map(Number);
  if (parts.length <= maximumNoDataValues && parts.every((part, i) => part.trim() !== '' && Number.isFinite(values[i])))
    return values;
  throw badValue('noData', `at most ${maximumNoDataValues} numbers separated by commas`, text);
}
