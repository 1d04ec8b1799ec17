import { call } from '../../../src/connection/call.ts';
import type { RequestOf, Value } from '../../../sw/contract/index.ts';
import { disc } from '../../../sw/formats/reading/symbols.ts';
import type { Extent } from './export-request.ts';
import { exportRequest } from './export-times.ts';
import { publish } from './import-time.ts';
import { buildLevel3, setUpCache } from './tile-times.ts';
import { measureTime } from './timing.ts';

/** A task that can be compared with a rival. */
export type Work =
  | { readonly kind: 'image'; readonly service: string; readonly extent: Extent }
  | { readonly kind: 'labels'; readonly extent: Extent }
  | { readonly kind: 'raster'; readonly extent: Extent }
  | { readonly kind: 'classes'; readonly extent: Extent }
  | { readonly kind: 'publish'; readonly name: string }
  | { readonly kind: 'tiles' };

/**
 * Publish the data that the rivals draw, and then measure tasks for the program at the other end of a WebSocket.
 * The program sends one `Work` at a time, gets the milliseconds or the error, and calls the rivals in between.
 */
export async function measureForRivals(port: string): Promise<void> {
  const socket = new WebSocket(`ws://localhost:${port}`);
  const send = (parameters: { readonly ms: number } | { readonly error: string }) =>
    socket.send(JSON.stringify(parameters));
  const settleWork = (work: Promise<number>) =>
    work.then(
      (ms) => send({ ms }),
      (error: unknown) => send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  socket.addEventListener('message', ({ data }) => settleWork(parseMs(JSON.parse(data))));
  await settleWork(measureTime(publishAll));
}

async function publishAll(): Promise<void> {
  for (const name of ['countries', 'counties', 'parcels', 'lines', 'coast', 'cities', 'points']) await publish(name);
  await publish('heights', 'heights.tif');
  await setUpCache();
}

const requests = new Map<string, Promise<RequestOf<'ExportMapImage'>>>();

async function parseMs(work: Work): Promise<number> {
  if (work.kind === 'publish') return measureTime(() => publish(work.name));
  if (work.kind === 'tiles') return measureTime(buildLevel3);
  const key = JSON.stringify(work);
  const request = requests.get(key) ?? makeRequest(work);
  requests.set(key, request);
  const response = await request;
  const services = { labels: 'World', raster: 'heights', classes: 'points' } as const;
  const service = work.kind === 'image' ? work.service : services[work.kind];
  return measureTime(() => call('ExportMapImage', service, response));
}

async function makeRequest(work: Extract<Work, { readonly extent: Extent }>): Promise<RequestOf<'ExportMapImage'>> {
  const format = 'gisImagePNG24';
  if (work.kind === 'image') return exportRequest(work.service, work.extent, format);
  if (work.kind === 'classes') return exportRequest('points', work.extent, format, fourClasses);
  if (work.kind === 'raster') return rasterRequest(await exportRequest('heights', work.extent, format));
  const request = await exportRequest('World', work.extent, format);
  const { Result } = await call('GetServerInfo', 'World', { MapName: request.MapDescription.Name });
  const { MapArea } = request.MapDescription;
  return { ...request, MapDescription: { ...Result.DefaultMapDescription!, MapArea } };
}

/** Create the request with heights drawn from black to white. */
function rasterRequest({ MapDescription, ...rest }: RequestOf<'ExportMapImage'>): RequestOf<'ExportMapImage'> {
  const DrawingDescription: Value<'RasterLayerDrawingDescription'> = {
    type: 'RasterLayerDrawingDescription',
    RasterRenderer: { type: 'RasterStretchRenderer', UseCustomMinMax: true, CustomMin: -1200, CustomMax: 1200 },
  };
  const LayerDescriptions = MapDescription.LayerDescriptions!.map((layer) => ({ ...layer, DrawingDescription }));
  return { ...rest, MapDescription: { ...MapDescription, LayerDescriptions } };
}

const fourClasses: Value<'ClassBreaksRenderer'> = {
  type: 'ClassBreaksRenderer',
  Field: 'N',
  MinimumValue: 0,
  ClassBreakInfos: ['#1b5e20', '#8bc34a', '#ffb300', '#b71c1c'].map((color, i) => ({
    ClassMinimumValue: 25 * i,
    ClassMaximumValue: 25 * (i + 1),
    Label: String(i),
    Symbol: disc(color, 3, '#ffffff', 0),
  })),
};
