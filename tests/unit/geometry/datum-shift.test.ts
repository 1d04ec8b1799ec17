import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { datumShift } from '../../../sw/geometry/datum-shift.ts';
import { readDatums } from '../../../sw/geometry/datums.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { defineReference } from '../../../sw/geometry/reference-definitions.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
type Row = readonly [code: number, x: number, y: number, ...thereAndBack: number[]];
/** Points converted by PROJ with every datum operation (makers/datum_operations_reference.py). */
const judged = JSON.parse(read('datum-operations.json')) as Row[];

// OSGB36 without any shift, like data of unknown quality.
defineReference(990001, '+proj=longlat +ellps=airy +no_defs');
const osgb = { type: 'GeographicCoordinateSystem', WKID: 990001 } as const;
const wgs84 = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;

beforeAll(() => readDatums(read('../../../public/datums.json')));

function movePoint(requested: Parameters<typeof datumShift>[0]): number[] {
  const xy = Float64Array.of(-0.0015, 51.4778);
  transformation(osgb, wgs84, datumShift(requested, 'here'))!.forward(xy);
  return [...xy];
}

/** Return the distance in millimeters between two points in degrees. */
const millimetres = ([x, y]: readonly number[], [u, v]: readonly number[]): number =>
  Math.hypot((((x! - u! + 540) % 360) - 180) * Math.cos((y! * Math.PI) / 180), y! - v!) * 111_320_000;

test('every operation goes where PROJ goes, forwards and backwards', () => {
  expect(judged.length).toBeGreaterThan(1650);
  const wrong: string[] = [];
  for (const [code, x, y, ...expected] of judged) {
    const shift = datumShift({ WKID: code }, 'here')!;
    const there = Float64Array.of(x, y, x, y);
    shift.forward(there, 0, 2);
    shift.inverse(there, 2, 4);
    const off = [0, 2].map((point) =>
      millimetres([...there.slice(point, point + 2)], expected.slice(point, point + 2)),
    );
    if (!(Math.max(...off) < 1)) wrong.push(`${code}: ${off.map((entry) => entry.toFixed(1)).join(' and ')} mm`);
  }
  expect(wrong).toEqual([]);
});

test('seven parameters by number: Greenwich lies 0.0016 degrees west of the meridian of WGS 84', () => {
  const [x, y] = movePoint({ WKID: 1314 });
  expect(x).toBeCloseTo(-0.0031, 3);
  expect(y).toBeCloseTo(51.4783, 3);
});

test('the same shift as text, both ways round', () => {
  const from = 'GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]]]';
  const to = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';
  const three = (sign: number) =>
    `METHOD["Geocentric_Translation"],PARAMETER["X_Axis_Translation",${375 * sign}],PARAMETER["Y_Axis_Translation",${-111 * sign}],PARAMETER["Z_Axis_Translation",${431 * sign}]`;
  const there = movePoint({ WKT: `GEOGTRAN["a",${from},${to},${three(1)}]` });
  expect(movePoint({ WKID: 1195 })).toEqual(there);
  const back = datumShift({ WKT: `GEOGTRAN["b",${to},${from},${three(-1)}]` }, 'here')!;
  const xy = Float64Array.from(there);
  back.forward(xy, 0, 2);
  expect(xy[0]).toBeCloseTo(-0.0015, 7);
});

test('a shift between other datums changes nothing, a shift of the same ellipsoid neither', () => {
  const plain = transformation(wgs84, referenceFromWkid(2056))!;
  const shifted = transformation(wgs84, referenceFromWkid(2056), datumShift({ WKID: 1777 }, 'here'))!;
  const xy = [plain, shifted].map((way) => {
    const point = Float64Array.of(7.5, 47);
    way.forward(point);
    return [...point];
  });
  expect(xy[1]).toEqual(xy[0]);
});

test.each([{ WKID: 4711 }, { WKID: 5621, grid: true }, { WKT: 'PROJCS["no"]' }])('%o is refused', (requested) => {
  expect(() => datumShift(requested, 'here')).toThrow(expect.objectContaining({ code: 'bad-spatial-reference' }));
});
