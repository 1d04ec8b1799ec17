import { call } from '../../../src/connection/call.ts';
import type { RequestOf, Value } from '../../../sw/contract/index.ts';
import { type FeatureReduction, reductionText } from '../../../sw/service/feature-reduction.ts';
import type { Extent } from './export-request.ts';
import { exportRequest } from './export-times.ts';
import { inTurn, measureTime, type Row } from './timing.ts';

const runs = 9;
const [widthPx, heightPx] = [1440, 900];

const ways: Readonly<Record<string, FeatureReduction>> = {
  'heat map': {
    ...{ type: 'heatmap', radiusPt: 15, minDensity: 0, lowLabel: '', highLabel: '' },
    stops: [
      { ratio: 0, color: [91, 42, 134, 0] },
      { ratio: 1, color: [255, 246, 207, 1] },
    ],
  },
  clusters: {
    ...{ type: 'cluster', radiusPt: 60, minSizePt: 20, maxSizePt: 48, showLabels: true, maxScale: 0 },
    ...{ color: [28, 104, 93, 1], outlineColor: [255, 255, 255, 1], outlinePt: 1.5 },
  },
  bins: {
    ...{ type: 'binning', shape: 'hexagon', sizePt: 12, statistic: 'count', isClassed: true, maxScale: 0 },
    colors: [
      [232, 241, 236, 1],
      [116, 179, 165, 1],
      [13, 91, 81, 1],
    ],
  },
};

/** Extents before and after a pan by 90 pixels: the whole world, and a tenth of its width. */
const pans: Readonly<Record<string, readonly [Extent, Extent]>> = {
  'full extent': [
    [-180, -112.5, 180, 112.5],
    [-157.5, -112.5, 202.5, 112.5],
  ],
  '10x': [
    [-20, 0, 16, 22.5],
    [-17.75, 0, 18.25, 22.5],
  ],
};

/** Measure the image after a pan over 1,000,000 points, compared with simple markers for the same points. */
export async function densityTimes(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, reduction] of Object.entries(ways))
    for (const [where, extents] of Object.entries(pans)) {
      const [dense, plain] = await Promise.all([images(extents, reduction), images(extents)]);
      const first = await measureTime(dense);
      const [ms, againstMs] = await inTurn(runs, [dense, plain], 2);
      rows.push({
        name: `1,000,000 points as ${name}, ${where}, after a pan`,
        ...{ ms: ms!, against: 'as simple markers', againstMs: againstMs! },
        note: `${Math.round(first)} ms for the first picture; aim: a pan below 1,000 ms`,
      });
    }
  return rows;
}

/** Return a function that requests the images of two extents alternately, one per call. */
async function images(
  extents: readonly [Extent, Extent],
  reduction?: FeatureReduction,
): Promise<() => Promise<unknown>> {
  const requests = await Promise.all(extents.map((extent) => imageRequest(extent, reduction)));
  let count = 0;
  return () => call('ExportMapImage', 'points', requests[count++ % 2]!);
}

async function imageRequest(
  extent: Extent,
  reduction: FeatureReduction | undefined,
): Promise<RequestOf<'ExportMapImage'>> {
  const request = await exportRequest('points', extent);
  const LayerDescriptions = request.MapDescription.LayerDescriptions!.map((layer) => ({
    ...layer,
    DrawingDescription: {
      ...(layer.DrawingDescription as Value<'FeatureLayerDrawingDescription'>),
      FeatureReduction: reduction && reductionText(reduction),
    },
  }));
  const ImageDisplay = { ImageWidth: widthPx, ImageHeight: heightPx, ImageDPI: 96 };
  return {
    MapDescription: { ...request.MapDescription, LayerDescriptions },
    ImageDescription: { ...request.ImageDescription, ImageDisplay },
  };
}
