import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../../sw/context.ts';
import { askRest, type Json, restJson } from '../../../contract/rest/ask-rest.ts';
import { type RangeServer, startRangeServer } from '../../../range-server.ts';
import { apart, areaBox, areas } from '../../formats/by-range/areas.ts';
import { packFiles } from '../../formats/pack-files.ts';
import { areasFile, publishRemote, remoteContext } from './remote-context.ts';

let server: RangeServer;
let context: Context;
/** Publish the same file twice: with remote rows, and copied into this browser. */
beforeAll(async () => {
  server = await startRangeServer({ 'areas.fgb': areasFile });
  context = await remoteContext();
  await publishRemote(context, `${server.origin}/areas.fgb`);
  const bytes = new Uint8Array(readFileSync(areasFile));
  const copy = await packFiles([{ name: 'areas.fgb', bytes }], (choices) => ({ ...choices, name: 'Copy' }));
  await context.store.publish(copy.definition, copy.files);
});
afterAll(() => server?.stop());

/** Send the same request to both. */
const both = (path: string, parameters: Readonly<Record<string, unknown>>): Promise<Json[]> =>
  Promise.all(
    ['There', 'Copy'].map((service) => restJson(context, `services/${service}/MapServer/${path}`, parameters)),
  );

async function images(parameters: Readonly<Record<string, unknown>>): Promise<[Uint8Array, Uint8Array]> {
  const size = { size: '800,600', bboxSR: 4326, imageSR: 4326 };
  const [there, copy] = await Promise.all(
    ['There', 'Copy'].map(async (service) => {
      const query = { ...size, f: 'image', format: 'bmp', ...parameters };
      const response = await askRest(context, `services/${service}/MapServer/export`, query);
      expect(response.headers.get('content-type')).toBe('image/bmp');
      return new Uint8Array(await response.arrayBuffer());
    }),
  );
  return [there!, copy!];
}

const views = ['5,45,9,48', '0,40,15,55', '-12,33,32,67'];

test.each(views)('areas apart are the same picture in every byte (%s)', async (bbox) => {
  const layerDefs = { 0: `n IN (${apart(areas())})` };
  const [there, copy] = await images({ bbox, layerDefs });
  expect(there.some((byte) => byte !== there[54])).toBe(true);
  expect(Buffer.from(there).equals(Buffer.from(copy))).toBe(true);
});

// Each file has its own row order, and half-transparent color is rounded for each area drawn over another.
test.each(views)('areas upon each other differ by the rounding of their order alone (%s)', async (bbox) => {
  const [there, copy] = await images({ bbox });
  let [drawn, different, largest] = [0, 0, 0];
  for (let i = 54; i < there.length; i++) {
    const step = Math.abs(there[i]! - copy[i]!);
    if (there[i] !== 255) drawn++;
    if (step > 0) different++;
    largest = Math.max(largest, step);
  }
  expect(drawn).toBeGreaterThan(20_000);
  expect(largest).toBeLessThanOrEqual(1);
  expect(different).toBeLessThan(0.005 * drawn);
});

test('counts, rows, statistics and what is identified are the same', async () => {
  const area = { geometry: '5,45,9,48', geometryType: 'esriGeometryEnvelope', inSR: 4326 };
  for (const where of ['1=1', 'n >= 500', "name LIKE 'Haus 1%'", 'share IS NULL']) {
    const [there, copy] = await both('0/query', { where, returnCountOnly: true });
    expect(there.count).toBeGreaterThan(0);
    expect(there).toEqual(copy);
  }
  const fields = { ...area, outFields: 'n,big,share,name,flag,day,at', orderByFields: 'n' };
  const [rows, copied] = await both('0/query', fields);
  expect(rows.features.length).toBeGreaterThan(10);
  expect(rows.features).toEqual(copied.features);
  const outStatistics = ['count', 'sum', 'min', 'max', 'avg', 'stddev'].map((statisticType) => ({
    ...{ statisticType, onStatisticField: 'share', outStatisticFieldName: statisticType },
  }));
  for (const extent of [area, {}]) {
    const [numbers, again] = await both('0/query', { ...extent, outStatistics, groupByFieldsForStatistics: 'flag' });
    const sortFeatures = (features: Json[]) =>
      features.map(({ attributes }) => attributes).sort((a, b) => a.flag - b.flag);
    expect(numbers.features).toHaveLength(2);
    sortFeatures(numbers.features).forEach((actual, i) => {
      // The last digit of a sum of fractions depends on their order.
      for (const [name, value] of Object.entries(sortFeatures(again.features)[i]!))
        expect(actual[name], name).toBeCloseTo(value as number, 8);
    });
  }
  const view = { sr: 4326, layers: 'all:0', tolerance: 3, mapExtent: '4,44,10,49', imageDisplay: '800,600,96' };
  const [x, y] = areas()
    .map(areaBox)
    .find((box) => box[0] > 5 && box[0] < 9 && box[1] > 45 && box[1] < 48)!;
  const position = { ...view, geometry: `${x + 0.02},${y + 0.02}`, geometryType: 'esriGeometryPoint', tolerance: 20 };
  const [identified, same] = await both('identify', position);
  const names = ({ results }: Json): string[] => results.map(({ attributes }: Json) => attributes.n).sort();
  expect(names(identified).length).toBeGreaterThan(0);
  expect(names(identified)).toEqual(names(same));
});
