import { describe, expect, test } from 'vitest';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { coveringExtent, projectExtent } from '../../../sw/geometry/project-extent.ts';
import { defineReference } from '../../../sw/geometry/reference-definitions.ts';
import {
  getDefinition,
  getInchesPerUnit,
  getUnits,
  isGeographic,
  missingReference,
  referenceFromWkid,
  type SpatialReference,
  sameReference,
  spatialReferenceKey,
} from '../../../sw/geometry/spatial-reference.ts';
import { random } from './random.ts';

const wgs84: SpatialReference = { type: 'GeographicCoordinateSystem', WKID: 4326 };
const makeProjected = (WKID: number): SpatialReference => ({ type: 'ProjectedCoordinateSystem', WKID });
const unknown: SpatialReference = { type: 'UnknownCoordinateSystem' };
const mercatorWkt =
  'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],' +
  'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],' +
  'PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]';
const feetWkt =
  'PROJCS["NAD_1983_StatePlane_New_York_Long_Island_FIPS_3104_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",' +
  'SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],' +
  'PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",984250.0],PARAMETER["False_Northing",0.0],' +
  'PARAMETER["Central_Meridian",-74.0],PARAMETER["Standard_Parallel_1",40.66666666666666],' +
  'PARAMETER["Standard_Parallel_2",41.03333333333333],PARAMETER["Latitude_Of_Origin",40.16666666666666],UNIT["Foot_US",0.3048006096012192]]';

const projectPoint = (from: SpatialReference, to: SpatialReference, x: number, y: number) => {
  const xy = Float64Array.of(x, y);
  transformation(from, to)!.forward(xy);
  return [xy[0]!, xy[1]!] as const;
};

describe('spatial references', () => {
  test('go by one key, whatever their number or text', () => {
    for (const wkid of [102100, 102113, 900913, 3785]) expect(spatialReferenceKey(makeProjected(wkid))).toBe('3857');
    expect(spatialReferenceKey({ type: 'ProjectedCoordinateSystem', WKT: mercatorWkt })).toBe('3857');
    expect(sameReference(makeProjected(102100), makeProjected(3857))).toBe(true);
    expect(sameReference(wgs84, makeProjected(3857))).toBe(false);
    expect(spatialReferenceKey(unknown)).toBe('unknown');
    expect(referenceFromWkid(102100)).toEqual({ type: 'ProjectedCoordinateSystem', WKID: 102100, LatestWKID: 3857 });
  });

  test('are not what the name of their text says when parameters below it are others', () => {
    const makeKey = (WKT: string) => spatialReferenceKey({ type: 'ProjectedCoordinateSystem', WKT });
    const utm =
      'PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
      'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
      'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],' +
      'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
    const degrees = utm.slice(utm.indexOf('GEOGCS'), utm.indexOf(',PROJECTION'));
    expect([makeKey(utm), makeKey(degrees), makeKey(mercatorWkt)]).toEqual(['32633', '4326', '3857']);
    for (const [text, from, to] of [
      [utm, '15.0', '16.0'],
      [utm, '0.9996', '1.0'],
      [utm, '500000.0', '0.0'],
      [utm, 'UNIT["Meter",1.0]', 'UNIT["Foot",0.3048]'],
      [utm, 'D_WGS_1984', 'D_European_1950'],
      [degrees, '6378137.0', '6378388.0'],
      [mercatorWkt, 'Central_Meridian",0.0', 'Central_Meridian",150.0'],
    ] as const) {
      expect(text).toContain(from);
      expect(makeKey(text.replace(from, to)), `${from} ${to}`).toMatch(/^wkt:/);
    }
  });

  test('have units', () => {
    expect([getUnits(wgs84), isGeographic(wgs84)]).toEqual(['gisDecimalDegrees', true]);
    expect([getUnits(makeProjected(102100)), isGeographic(makeProjected(102100))]).toEqual(['gisMeters', false]);
    const feet: SpatialReference = { type: 'ProjectedCoordinateSystem', WKT: feetWkt };
    expect([getUnits(feet), getInchesPerUnit(feet)]).toEqual(['gisFeet', 12]);
    expect([getUnits(unknown), getInchesPerUnit(unknown)]).toEqual(['gisUnknownUnits', 0]);
  });

  test('that are not known say so, and can be defined', () => {
    const gauss = makeProjected(939393);
    expect(missingReference(gauss)).toBe(939393);
    expect(() => getDefinition(gauss)).toThrow('SpatialReference.WKID');
    defineReference(
      939393,
      '+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=450000 +y_0=-5000000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232 +units=m +no_defs',
    );
    expect(missingReference(gauss)).toBeUndefined();
    expect(getUnits(gauss)).toBe('gisMeters');
    expect(() => getDefinition({ type: 'ProjectedCoordinateSystem', WKT: 'PROJCS["x"' })).toThrow('found "PROJCS["x""');
  });
});

describe('transformation', () => {
  test('is none between the same and from or to the unknown', () => {
    expect(transformation(makeProjected(3857), makeProjected(102100))).toBeUndefined();
    expect(transformation(wgs84, unknown)).toBeUndefined();
    expect(transformation(wgs84, { type: 'GeographicCoordinateSystem', WKID: 4258 })).toBeUndefined();
  });

  test('hits published points', () => {
    expect(projectPoint(wgs84, makeProjected(3857), 180, 0)[0]).toBeCloseTo(20037508.342789244, 6);
    // EPSG guidance note 7-2, Popular Visualisation Pseudo Mercator: 24 22' 54.433" N, 100 20' 00" W.
    const [x, y] = projectPoint(wgs84, makeProjected(3857), -100 - 20 / 60, 24 + 22 / 60 + 54.433 / 3600);
    expect(x).toBeCloseTo(-11169055.58, 2);
    expect(y).toBeCloseTo(2800000.0, 1);
    // EPSG guidance note 7-2, LAEA Europe: 50 N, 5 E -> 3962799.45, 2999718.85.
    expect(projectPoint(wgs84, makeProjected(3035), 5, 50)[0]).toBeCloseTo(3962799.45, 2);
    expect(projectPoint(wgs84, makeProjected(3035), 5, 50)[1]).toBeCloseTo(2999718.85, 2);
    // Swiss reference point near Bern: 2600000, 1200000 is 7.438632495, 46.951082877.
    expect(projectPoint(makeProjected(2056), wgs84, 2600000, 1200000)[0]).toBeCloseTo(7.438632495, 5);
    expect(projectPoint(makeProjected(2056), wgs84, 2600000, 1200000)[1]).toBeCloseTo(46.951082877, 5);
  });

  test('turns the Dutch datum the right way', () => {
    // Tower of Our Lady in Amersfoort: 155000, 463000 is 52.15517440 N, 5.38720621 E (RDNAPTRANS).
    const [lon, lat] = projectPoint(makeProjected(28992), wgs84, 155000, 463000);
    expect(lon).toBeCloseTo(5.38720621, 5);
    expect(lat).toBeCloseTo(52.1551744, 5);
  });

  test('clamps latitudes into Mercator and makes NaN of what has no image', () => {
    expect(projectPoint(wgs84, makeProjected(3857), 10, 90)).toEqual(
      projectPoint(wgs84, makeProjected(3857), 10, 85.06),
    );
    expect(projectPoint(wgs84, makeProjected(3395), 10, -90)[1]).toBeLessThan(-19e6);
    expect(projectPoint(wgs84, makeProjected(32633), 15, 91)).toEqual([Number.NaN, Number.NaN]);
    expect(projectPoint(wgs84, makeProjected(3035), Number.NaN, 1)).toEqual([Number.NaN, Number.NaN]);
    expect(projectPoint(wgs84, makeProjected(3857), 0, Number.NaN)[1]).toBeNaN();
    const xy = Float64Array.of(1e300, 1e300, 5, 50);
    transformation(makeProjected(3035), wgs84)!.forward(xy);
    expect(xy[2]).not.toBeNaN();
  });

  test.each([3857, 32633, 32733, 3035, 2056, 27700, 5070, 3031, 8857, 54030])('round trips through %i', (wkid) => {
    const centers: Record<number, [number, number]> = {
      3857: [0, 0],
      32633: [15, 45],
      32733: [15, -45],
      3035: [10, 50],
      2056: [8, 47],
      27700: [-2, 53],
      5070: [-96, 40],
      3031: [0, -80],
      8857: [0, 0],
      54030: [0, 0],
    };
    const next = random(wkid);
    const [x, y] = centers[wkid]!;
    const way = transformation(wgs84, makeProjected(wkid))!;
    for (let i = 0; i < 200; i++) {
      const xy = Float64Array.of(x + (next() - 0.5) * 6, y + (next() - 0.5) * 6);
      const [lon, lat] = xy;
      way.forward(xy);
      way.inverse(xy);
      expect(xy[0]).toBeCloseTo(lon!, 6);
      expect(xy[1]).toBeCloseTo(lat!, 6);
    }
  });

  test('comes near where a grid is missing', () => {
    // The transit circle of Greenwich, TQ 38883 77321, is 0.0015 degrees west of the WGS 84 meridian.
    const [lon, lat] = projectPoint(makeProjected(27700), wgs84, 538883, 177321);
    expect(lon).toBeCloseTo(-0.0015, 3);
    expect(lat).toBeCloseTo(51.4778, 3);
  });

  test('works on a part of an array', () => {
    const xy = Float64Array.of(1, 1, 180, 0, 2, 2);
    transformation(wgs84, makeProjected(3857))!.forward(xy, 2, 4);
    expect([xy[0], xy[1], Math.round(xy[2]!), xy[4], xy[5]]).toEqual([1, 1, 20037508, 2, 2]);
  });
});

describe('extents', () => {
  test('hold every projected point', () => {
    const way = transformation(wgs84, makeProjected(3035))!;
    const extent: Extent = [-10, 35, 40, 70];
    const cover = coveringExtent(extent, way);
    const next = random(11);
    for (let i = 0; i < 3000; i++) {
      const onEdge = i % 2 === 0;
      const xy = Float64Array.of(-10 + next() * 50, onEdge ? 35 + (i % 4 === 0 ? 0 : 35) : 35 + next() * 35);
      way.forward(xy);
      expect(xy[0]! >= cover[0] && xy[0]! <= cover[2] && xy[1]! >= cover[1] && xy[1]! <= cover[3]).toBe(true);
    }
  });

  test('around a pole span every longitude', () => {
    const way = transformation(makeProjected(3031), wgs84)!;
    expect(projectExtent([-1e6, -1e6, 2e6, 2e6], way).slice(0, 3)).toEqual([-180, -90, 180]);
    const [xmin, , xmax] = projectExtent([1e6, 1e6, 2e6, 2e6], way);
    expect(xmax - xmin).toBeLessThan(60);
  });

  test('across the 180th meridian of a polar map span every longitude', () => {
    const [xmin, , xmax] = coveringExtent([-5e5, -3e6, 5e5, -2e6], transformation(makeProjected(3031), wgs84)!);
    expect(xmin <= -180 && xmax >= 180).toBe(true);
  });

  test('of which nothing can be projected are a fault for showing and everything for finding', () => {
    const way = transformation(wgs84, makeProjected(32633))!;
    expect(() => projectExtent([15, 100, 16, 110], way)).toThrow(expect.objectContaining({ code: 'bad-extent' }));
    const all = coveringExtent([15, 100, 16, 110], way);
    expect(all[2] - all[0]).toBeGreaterThan(1e7);
    expect(coveringExtent([-1e308, 0, 1, 1], transformation(makeProjected(3035), wgs84)!).map(Math.abs)).toEqual([
      180, 90, 180, 90,
    ]);
  });

  test('of the world go to Mercator and back', () => {
    const way = transformation(wgs84, makeProjected(3857))!;
    const box = projectExtent([-180, -90, 180, 90], way);
    expect(box[2]).toBeCloseTo(20037508.34, 2);
    expect(box[3]).toBeCloseTo(20048966.1, 0);
  });
});

test('a projected system in WKT 2 without a number has the datum shift of the base that it names', () => {
  const degrees = 'ANGLEUNIT["degree",0.0174532925199433]';
  const metres = 'LENGTHUNIT["metre",1]';
  const WKT = `PROJCRS["Own zone",BASEGEOGCRS["Base",DATUM["Without a row",ELLIPSOID["Bessel 1841",6377397.155,299.1528128,${metres}]],PRIMEM["Greenwich",0,${degrees}],ID["EPSG",99314]],CONVERSION["own",METHOD["Transverse Mercator"],PARAMETER["Latitude of natural origin",0,${degrees}],PARAMETER["Longitude of natural origin",11,${degrees}],PARAMETER["Scale factor at natural origin",1],PARAMETER["False easting",500000,${metres}],PARAMETER["False northing",0,${metres}]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],${metres}],AXIS["(N)",north,ORDER[2],${metres}]]`;
  const custom = { type: 'ProjectedCoordinateSystem', WKT } as const;
  expect(missingReference(custom)).toBe(99314);
  defineReference(99314, '+proj=longlat +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7');
  expect(missingReference(custom)).toBeUndefined();
  const xy = Float64Array.of(560_000, 5_330_000);
  transformation(custom, { type: 'GeographicCoordinateSystem', WKID: 4326 })!.forward(xy);
  // Expected values by cs2cs of PROJ 9.1 with the same seven parameters.
  expect(xy[0]).toBeCloseTo(11.80435119, 7);
  expect(xy[1]).toBeCloseTo(48.10522548, 7);
});
