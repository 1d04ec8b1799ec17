import { expect, test } from 'vitest';
import { findUnsupportedProjection, referenceName } from '../../../src/state/references.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';

test.each([
  [25832, 'EPSG:25832'],
  [102003, 'ESRI:102003'],
  [54030, 'ESRI:54030'],
  [102100, 'EPSG:3857'],
])('the system %i is called %s', (wkid, name) => expect(referenceName(referenceFromWkid(wkid))).toBe(name));

test('a text whose projection is not supported is named by it', () => {
  const text = (projection: string) =>
    `PROJCS["Local",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["${projection}"],PARAMETER["False_Easting",0.0],PARAMETER["Central_Meridian",7.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
  const named = (projection: string) =>
    findUnsupportedProjection({ type: 'ProjectedCoordinateSystem', WKT: text(projection) });
  expect(named('Winkel_I')).toBe('Winkel_I');
  expect(named('Transverse_Mercator')).toBeUndefined();
  expect(findUnsupportedProjection(referenceFromWkid(2041))).toBeUndefined();
  expect(findUnsupportedProjection(undefined)).toBeUndefined();
});
