import { expect, test } from 'vitest';
import { answer } from '../../../../sw/answer.ts';
import type { Context } from '../../../../sw/context.ts';
import type { FetchRemote } from '../../../../sw/store/open-store.ts';
import type { Json } from '../../../contract/rest/ask-rest.ts';
import { giantFile, giantPoint } from '../../formats/by-range/giant.ts';
import { madeService, toBlobs } from '../../service/made-service.ts';
import { publishRemote, remoteContext } from './remote-context.ts';

const giant = giantFile();
const featuresStart = giant.sizeBytes - giant.count * 10_000;
/** The end offset of each request to the server. */
const ends: number[] = [];

/** A server that generates the requested bytes. */
const fetchRemote: FetchRemote = async (_, { headers }) => {
  const [first, last] = /(\d+)-(\d+)/
    .exec((headers as Record<string, string>).range!)!
    .slice(1)
    .map(Number);
  const end = Math.min(last! + 1, giant.sizeBytes);
  ends.push(end);
  return new Response(giant.read(first!, end - first!), {
    status: 206,
    headers: { etag: '"g"', 'content-range': `bytes ${first}-${end - 1}/${giant.sizeBytes}` },
  });
};

const world = { type: 'GeographicCoordinateSystem', WKID: 4326 };
const whole = { extent: [-1, -1, 14, 9], reference: world, resolution: 15 / 1024 };

async function extents(context: Context, area: unknown, service = 'There'): Promise<Json> {
  const query = new URLSearchParams({ f: 'extents', ...(area === undefined ? {} : { area: JSON.stringify(area) }) });
  return (await answer(context, new Request(`${context.origin}/services/${service}/MapServer/0?${query}`)))!.json();
}

/** Return the bounding box of a ring as [xmin, ymin, xmax, ymax]. */
function computeBox(ring: readonly number[]): number[] {
  const [xs, ys] = [0, 1].map((k) => ring.filter((_, i) => i % 2 === k));
  return [Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)];
}

/** Count the points of an extent that no ring contains, testing every 97th point of the file. */
function uncovered(rings: readonly number[][], [xmin, ymin, xmax, ymax]: readonly number[]): number {
  const boxes = rings.map(computeBox);
  let count = 0;
  for (let row = 0; row < giant.count; row += 97) {
    const [x, y] = giantPoint(row);
    if (!(x >= xmin! && x <= xmax! && y >= ymin! && y <= ymax!)) continue;
    if (!boxes.some(([x0, y0, x1, y1]) => x >= x0! - 1e-6 && x <= x1! + 1e-6 && y >= y0! - 1e-6 && y <= y1! + 1e-6))
      count++;
  }
  return count;
}

test('extents of groups of 10 GB are few, hold every feature, and read none', async () => {
  const context = await remoteContext(fetchRemote);
  await publishRemote(context, 'https://data.example.org/giant.fgb', 'There', { fetchRemote, wkid: 4326 });
  const all = await extents(context, whole);
  expect(all.isRemote).toBe(true);
  expect(all.rings.length).toBeGreaterThan(200);
  expect(all.rings.length).toBeLessThanOrEqual(1000);
  expect(uncovered(all.rings, whole.extent)).toBe(0);
  // The writer sorts by location, so groups are compact: together at most four times the whole area
  const areas = all.rings.map(computeBox).map(([x0, y0, x1, y1]: number[]) => (x1! - x0!) * (y1! - y0!));
  expect(areas.reduce((sum: number, ringArea: number) => sum + ringArea, 0)).toBeLessThan(4 * 12.8 * 7.84);

  // A part has finer groups and nothing far from it
  const extent = [5, 4, 6, 4.75];
  const part = await extents(context, { extent, reference: world, resolution: 1 / 1024 });
  expect(uncovered(part.rings, extent)).toBe(0);
  const widths = (rings: number[][]) => Math.max(...rings.map(computeBox).map(([x0, , x1]) => x1! - x0!));
  expect(widths(part.rings)).toBeLessThan(widths(all.rings));
  for (const [x0, y0, x1, y1] of part.rings.map(computeBox))
    expect(x1 >= 4.7 && x0 <= 6.3 && y1 >= 3.7 && y0 <= 5.05).toBe(true);

  // At this scale the groups are only dots
  const far = await extents(context, { extent: [-180, -90, 180, 90], reference: world, resolution: 360 / 1024 });
  expect(far.rings.length).toBeLessThan(20);

  // No request reads past the first block, which has the header and the top of the index, so no features are read.
  expect(Math.max(...ends)).toBeLessThanOrEqual(featuresStart);
});

test('extents come in the reference of the map', async () => {
  const context = await remoteContext(fetchRemote);
  await publishRemote(context, 'https://data.example.org/giant.fgb', 'There', { fetchRemote, wkid: 4326 });
  const metres = 111_319.490793;
  const reference = { type: 'ProjectedCoordinateSystem', WKID: 3857 };
  const extent = [0, 0, 13 * metres, 9 * metres];
  const { rings } = await extents(context, { extent, reference, resolution: (13 * metres) / 1024 });
  const boxes: number[][] = rings.map(computeBox);
  expect(Math.min(...boxes.map(([x]) => x!))).toBeCloseTo(0, 1);
  // The Web Mercator coordinates of 12.79° and 7.83°, by its formula
  expect(Math.max(...boxes.map(([, , x]) => x!))).toBeCloseTo(12.79 * metres, 0);
  const y = 6_378_137 * Math.log(Math.tan(Math.PI / 4 + (7.83 * Math.PI) / 360));
  expect(Math.max(...boxes.map(([, , , top]) => top!))).toBeCloseTo(y, 0);
});

test('layers that are stored here have none, and a wrong area is refused by name', async () => {
  const context = await remoteContext(fetchRemote);
  await publishRemote(context, 'https://data.example.org/giant.fgb', 'There', { fetchRemote, wkid: 4326 });
  const { definition, files } = madeService('Here');
  await context.store.publish(definition, toBlobs(files));
  expect(await extents(context, whole, 'Here')).toEqual({ isRemote: false, rings: [] });
  expect((await extents(context, undefined)).error.message).toContain('area: expected JSON with extent');
  expect((await extents(context, { ...whole, extent: [1, 1, 1, 2] })).error.message).toContain(
    'area.extent: expected [xmin, ymin, xmax, ymax]',
  );
  expect((await extents(context, { ...whole, resolution: 0 })).error.message).toContain('area.resolution');
  expect((await extents(context, { ...whole, reference: 3 })).error.message).toContain('area.reference');
});
