import geodesic from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import { type Json, restJson } from './rest/ask-rest.ts';
import { sampleContext } from './sample-context.ts';

const ask = async (path: string, parameters: Readonly<Record<string, unknown>> = {}): Promise<Json> =>
  restJson(await sampleContext(), path, parameters);
const towns = 'services/Sample/MapServer/1/query';
const squares = 'services/Sample/MapServer/3/query';

/** The places that pass the author's filter. */
const places: Readonly<Record<number, readonly [number, number]>> = {
  1: [-60, 30],
  2: [-20, 10],
  3: [0, 0],
  5: [100, 45],
};

const metresTo = (longitude: number, latitude: number, [x, y]: readonly [number, number]): number =>
  geodesic.Geodesic.WGS84.Inverse(latitude, longitude, y, x).s12!;

describe('rows within a distance of a point', () => {
  for (const [longitude, latitude] of [
    [0, 0],
    [-21, 11],
    [179.9, 60],
    [-179.9, -89],
    [70, 90],
  ] as const)
    test(`${longitude}, ${latitude}: those that GeographicLib says`, async () => {
      const metres = Object.values(places).map((point) => metresTo(longitude, latitude, point));
      for (const around of metres.filter((radius) => radius < 9_990_000))
        for (const distance of [around + 1, Math.max(0.5, around - 1)]) {
          const { objectIds } = await ask(towns, {
            geometry: `${longitude},${latitude}`,
            inSR: 4326,
            distance,
            returnIdsOnly: true,
          });
          const expected = Object.entries(places).flatMap(([id, point]) =>
            metresTo(longitude, latitude, point) <= distance ? [Number(id)] : [],
          );
          expect([distance, objectIds]).toEqual([distance, expected]);
        }
    });

  test('in any unit, of any reference, counted, with statistics and in a described layer', async () => {
    const { s12 } = geodesic.Geodesic.WGS84.Inverse(11, -21, 10, -20);
    const point = { geometry: { x: -2337709.3, y: 1232106.8, spatialReference: { wkid: 102100 } } };
    for (const [units, metres] of Object.entries({ esriSRUnit_Kilometer: 1000, esriSRUnit_StatuteMile: 1609.344 })) {
      const near = (by: number) => ({ ...point, distance: (s12! * by) / metres, units });
      const count = async (by: number) => (await ask(towns, { ...near(by), returnCountOnly: true })).count;
      expect([await count(0.999), await count(1.001)]).toEqual([0, 1]);
      const outStatistics = [{ statisticType: 'sum', onStatisticField: 'POP', outStatisticFieldName: 'total' }];
      const { features } = await ask(towns, { ...near(1.001), outStatistics, outFields: '*' });
      expect(features[0].attributes.total).toBe(2000);
      const layer = { id: 9, source: { type: 'mapLayer', mapLayerId: 1 } };
      const described = await ask('services/Sample/MapServer/dynamicLayer/query', { ...near(1.001), layer });
      expect(described.features).toHaveLength(1);
    }
  });
});

test('rows within a distance of a line and of an area', async () => {
  // The line is east of the first square, whose east side is a meridian 20 degrees long. The nearest point is slightly
  // north of the middle.
  const east = { geometry: '{"paths":[[[-55,30.5],[-55,29.5]]]}', inSR: 4326, returnIdsOnly: true };
  const latitudes = Array.from({ length: 201 }, (_, i) => 29 + i / 100);
  const toSide = Math.min(...latitudes.flatMap((y) => [29.5, 30, 30.5].map((from) => metresTo(-55, from, [-60, y]))));
  expect((await ask(squares, { ...east, distance: toSide * 0.98 })).objectIds).toEqual([]);
  expect((await ask(squares, { ...east, distance: toSide * 1.02 })).objectIds).toEqual([1]);
  // The box is in the hole of the second square, 9 degrees along the equator from its edge.
  const area = { geometry: '19,-1,21,1', inSR: 4326, returnIdsOnly: true };
  const { s12: toEdge } = geodesic.Geodesic.WGS84.Inverse(0, 21, 0, 30);
  expect((await ask(squares, { ...area, distance: toEdge! * 0.98 })).objectIds).toEqual([]);
  expect((await ask(squares, { ...area, distance: toEdge! * 1.02 })).objectIds).toEqual([2]);
});

test.each([
  [
    { geometry: '0,0', distance: 5, spatialRel: 'esriSpatialRelContains' },
    `spatialRel "esriSpatialRelContains" isn't supported`,
  ],
  [{ geometry: '0,0', distance: 2e7 }, 'distance: expected at most 10000000 m'],
  [{ geometry: '-90,-40,90,40', distance: 5 }, 'geometry: expected a width of at most 3000000 m with a distance'],
  [{ geometry: '0,0', distance: 5, units: 'feet' }, 'units: expected one of esriSRUnit_Meter'],
])('%o is refused', async (parameters, message) => {
  const { error } = await ask(towns, { inSR: 4326, ...parameters });
  expect(error.message).toContain(message);
});
