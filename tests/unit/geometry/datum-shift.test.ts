import { expect, test } from 'vitest';
import { datumShift, shiftedReference } from '../../../sw/geometry/datum-shift.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { defineReference } from '../../../sw/geometry/reference-definitions.ts';

// OSGB36 with no shift at all, as data of unknown quality come.
defineReference(990001, '+proj=longlat +ellps=airy +no_defs');
const osgb = { type: 'GeographicCoordinateSystem', WKID: 990001 } as const;
const wgs84 = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;

function moved(asked: Parameters<typeof datumShift>[0]): number[] {
  const xy = Float64Array.of(-0.0015, 51.4778);
  transformation(shiftedReference(osgb, datumShift(asked, 'here')!), wgs84)!.forward(xy);
  return [...xy];
}

test('seven parameters by number: Greenwich lies 0.0016 degrees west of the meridian of WGS 84', () => {
  const [x, y] = moved({ WKID: 1314 });
  expect(x).toBeCloseTo(-0.0031, 3);
  expect(y).toBeCloseTo(51.4783, 3);
});

test('the same shift as text, both ways round', () => {
  const from = 'GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]]]';
  const to = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';
  const three = (sign: number) =>
    `METHOD["Geocentric_Translation"],PARAMETER["X_Axis_Translation",${375 * sign}],PARAMETER["Y_Axis_Translation",${-111 * sign}],PARAMETER["Z_Axis_Translation",${431 * sign}]`;
  const there = moved({ WKT: `GEOGTRAN["a",${from},${to},${three(1)}]` });
  const back = moved({ WKT: `GEOGTRAN["b",${to},${from},${three(-1)}]` });
  expect(back).toEqual(there);
  expect(moved({ WKID: 1195 })).toEqual(there);
});

test('a shift for another ellipsoid changes nothing', () => {
  expect(shiftedReference(wgs84, datumShift({ WKID: 1777 }, 'here')!)).toBe(wgs84);
});

test.each([{ WKID: 4711 }, { WKT: 'PROJCS["no"]' }])('%o is refused', (asked) => {
  expect(() => datumShift(asked, 'here')).toThrow(expect.objectContaining({ code: 'bad-spatial-reference' }));
});
