import type { RasterSummary } from '../../../../sw/service/raster-summary.ts';
import { endpointPath } from '../../../client/ask.ts';
import { askJson } from '../../../connection/call.ts';
import { type Reading, useRead } from '../../../parts/use-read.ts';
import { currentKey } from '../../../state/services.ts';

/**
 * Read the published style of a raster layer of the open service, and the histogram of a band. The histogram of
 * the previous band is shown until the next one is read.
 *
 * @param noDataValues no-data values in addition to those of the file
 */
export function useSummary(layerId: number, band: number, noDataValues: readonly number[]): Reading<RasterSummary> {
  const service = currentKey.peek();
  const parameters = new URLSearchParams({ f: 'raster', band: String(band), noData: noDataValues.join() });
  return useRead(
    service && `${service} ${layerId}`,
    (signal) => askJson<RasterSummary>('raster', `${endpointPath(service!)}/${layerId}?${parameters}`, { signal }),
    { again: [String(parameters)] },
  );
}
