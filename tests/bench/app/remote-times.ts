import { askJson, base, call } from '../../../src/connection/call.ts';
import { remote } from '../../../src/extensions/remote/publish-source.ts';
import { sendPackage } from '../../../src/publish/job/send-package.ts';
import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from './export-request.ts';
import { exportRequest } from './export-times.ts';
import { measureTime, type Row } from './timing.ts';

declare global {
  interface Window {
    /** Return the requests to the distant server since the last call. */
    readCounts(): Promise<{ readonly requests: number; readonly bytes: number }>;
  }
}

const service = 'distant';

/** Measure a layer on a distant server. Each query runs once, because its answer is stored afterwards. */
export async function remoteTimes(address: string): Promise<Row[]> {
  const rows: Row[] = [];
  const measure = async (name: string, work: () => Promise<unknown>) => {
    await window.readCounts();
    const ms = await measureTime(work);
    const { requests, bytes } = await window.readCounts();
    rows.push({ name, ms, note: `${requests} requests, ${(bytes / 1e6).toFixed(2)} MB` });
  };
  await measure('file described', async () => {
    const described = await remote.describeRemote(address);
    const made = await remote.makeRemote(described, { name: service, title: service, description: '' });
    await sendPackage(askJson, made);
  });
  const { Result: info } = await call('GetServerInfo', service, { MapName: service });
  const { XMin, YMin, XMax, YMax } = info.Extent as Value<'EnvelopeN'>;
  const [width, height] = [XMax - XMin, YMax - YMin];
  const image = async (extent: Extent) => call('ExportMapImage', service, await exportRequest(service, extent));
  await measure('first picture', () => image([XMin, YMin, XMax, YMax]));
  await measure('picture after a pan by a quarter', () => image([XMin + width / 4, YMin, XMax + width / 4, YMax]));
  await measure('the same picture again', () => image([XMin + width / 4, YMin, XMax + width / 4, YMax]));
  // A place 60° away, because none of its data has been read yet.
  const [x, y] = [XMin > 0 ? XMin - 60 : XMin + 60, YMin];
  const json = async (path: string) => {
    const actual = await (await fetch(`${base}rest/services/${service}/MapServer/${path}`)).json();
    if (actual.error) throw new Error(actual.error.message);
    return actual;
  };
  const identify = async (west: number, south: number) => {
    const position = `geometry=${west + width / 2},${south + height / 2}&geometryType=esriGeometryPoint&tolerance=20`;
    const map = `mapExtent=${west},${south},${west + width},${south + height}&imageDisplay=1024,768,96`;
    const { results } = await json(`identify?f=json&${position}&${map}&layers=all&sr=4326&returnGeometry=false`);
    if (results.length === 0) throw new Error('expected features at the point, found none');
  };
  await measure('identify in the picture', () => identify(XMin, YMin));
  await measure('identify where nothing was read before', () => identify(x, y - 5));
  await measure('filter in a box, elsewhere', () =>
    json(
      `0/query?f=json&where=${encodeURIComponent("KIND='wood'")}&geometry=${x},${y + 5},${x + width},${y + 5 + height}&geometryType=esriGeometryEnvelope&inSR=4326&outFields=ID&returnGeometry=false`,
    ),
  );
  return rows;
}
