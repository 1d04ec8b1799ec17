import { call } from '../../../src/connection/call.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { type Extent, exportRequestBy, heightPx, widthPx } from './export-request.ts';
import { type BoundShape, rawBound, type Shapes } from './raw-bound.ts';
import { inTurn, measureTime, median, type Row } from './timing.ts';

declare global {
  interface Window {
    stopWorker(): Promise<void>;
  }
}

const wholeWorld: Extent = [-180, -90, 180, 90];
const tenth: Extent = [-8, 40, 28, 58];
const runs = 21;
const coldRuns = 7;

export const exportRequest = exportRequestBy(call);

/** Measure ExportMapImage from the page's call to the decoded answer, compared with the raw bound of the same image. */
export async function exportTimes(): Promise<Row[]> {
  const countries = await makeGeometry('countries.geojson');
  const cities = await makeGeometry('cities.geojson');
  return [
    ...(await imageTimes('countries, full extent', 'countries', wholeWorld, countries)),
    ...(await imageTimes('countries, 10x', 'countries', tenth, countries)),
    ...(await imageTimes('all cities, full extent', 'cities', wholeWorld, cities)),
    await overviewTimes(),
  ];
}

async function imageTimes(name: string, service: string, extent: Extent, shapes: Shapes): Promise<Row[]> {
  const request = await exportRequest(service, extent);
  const image = async () => (await call('ExportMapImage', service, request)).Result;
  const first = await image();
  const bound = rawBound(shapes, computeExtent(first.Extent as Value<'EnvelopeN'>), widthPx, heightPx);
  const note = `${await differingShare(first.ImageData!, await bound())} of pixels differ`;
  const [ms, againstMs] = await inTurn(runs, [image, bound]);
  const cold: number[] = [];
  for (let run = 0; run < coldRuns; run++) {
    await window.stopWorker();
    cold.push(await measureTime(image));
  }
  const against = 'raw bound';
  return [
    { name: `${name}, warm`, ms: ms!, against, againstMs: againstMs!, note },
    { name: `${name}, cold`, ms: median(cold), against, againstMs: againstMs!, note: 'worker stopped before' },
  ];
}

/**
 * Compare a layer with a copy that has a tenth of its vertices. With overviews, the full layer should be as fast.
 */
async function overviewTimes(): Promise<Row> {
  const [all, thin] = await Promise.all(
    ['countries', 'countries-tenth'].map((name) => exportRequest(name, wholeWorld)),
  );
  const [ms, againstMs] = await inTurn(runs, [
    () => call('ExportMapImage', 'countries', all!),
    () => call('ExportMapImage', 'countries-tenth', thin!),
  ]);
  return { name: 'countries, full extent, warm', ms: ms!, against: 'a tenth of the vertices', againstMs: againstMs! };
}

const computeExtent = ({ XMin, YMin, XMax, YMax }: Value<'EnvelopeN'>): Extent => [XMin, YMin, XMax, YMax];

/** Return the rings or the point of each feature of a file. */
async function makeGeometry(file: string): Promise<Shapes> {
  const { features } = (await (await fetch(`/bench-data/${file}`)).json()) as GeoJSON.FeatureCollection;
  const kind = features[0]!.geometry.type === 'Point' ? 'points' : 'areas';
  const shapes = features.map(({ geometry }): BoundShape => {
    if (geometry.type === 'Point') return [geometry.coordinates];
    const polygons =
      geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as GeoJSON.MultiPolygon).coordinates;
    return polygons.flatMap((rings) => rings.map((ring) => ring.flat()));
  });
  return { kind, shapes };
}

/** Return the share of pixels in which a channel of two PNGs differs by more than a fifth. */
async function differingShare(first: Uint8Array, second: Uint8Array): Promise<string> {
  const [a, b] = await Promise.all([first, second].map(readPixels));
  let count = 0;
  for (let offset = 0; offset < a!.length; offset += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(a![offset + channel]! - b![offset + channel]!) > 51)) count++;
  }
  return `${((400 * count) / a!.length).toFixed(2)} %`;
}

async function readPixels(png: Uint8Array): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(new Blob([png as Uint8Array<ArrayBuffer>]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
}
