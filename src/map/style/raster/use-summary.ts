import type { RasterSummary } from '../../../../sw/service/raster-summary.ts';
import { endpointOf } from '../../../client/ask.ts';
import { askJson } from '../../../connection/call.ts';
import { type Reading, useRead } from '../../../parts/use-read.ts';
import { currentKey } from '../../../state/services.ts';

/**
 * Read how a raster layer of the open service is published, and the histogram of a band; that of the band before is shown until
 * then.
 *
 * @param noDataValues beside that of the file
 */
export function useSummary(layerId: number, band: number, noDataValues: readonly number[]): Reading<RasterSummary> {
  const service = currentKey.peek();
  const parameters = new URLSearchParams({ f: 'raster', band: String(band), noData: noDataValues.join() });
  return useRead(
    service && `${service} ${layerId}`,
    (signal) => askJson<RasterSummary>('raster', `${endpointOf(service!)}/${layerId}?${parameters}`, { signal }),
    { again: [String(parameters)] },
  );
}
