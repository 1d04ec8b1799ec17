import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { findEsriNames, withText } from '../../../../sw/formats/writing/reference-text.ts';
import { readDatums } from '../../../../sw/geometry/datums.ts';
import {
  defineFromTable,
  type ProjectionTable,
  readProjectionTable,
} from '../../../../sw/geometry/projection-table.ts';
import { referenceFromWkid, type SpatialReference } from '../../../../sw/geometry/spatial-reference.ts';

/** WKT by GDAL (`makers/esri_texts.py`). */
const rows = JSON.parse(readFileSync('tests/unit/geometry/esri-texts.json', 'utf8')) as [code: number, text: string][];
let table: ProjectionTable;

beforeAll(() => {
  readDatums(readFileSync('public/datums.json', 'utf8'));
  table = readProjectionTable(readFileSync('public/epsg.json', 'utf8'));
});

function esri(wkid: number): string | undefined {
  defineFromTable({ type: 'ProjectedCoordinateSystem', WKID: wkid }, table);
  const reference = referenceFromWkid(wkid);
  return withText(reference, findEsriNames(table, reference))?.WKT;
}

/** Correct the unit names that GDAL leaves in EPSG's form, and add the D_ that it omits. */
const asEsri = (text: string): string =>
  text
    .replace('"US survey foot"', '"Foot_US"')
    .replace('"foot"', '"Foot"')
    .replace(/"(?:British|Indian|Clarke's|Gold|German) [^"]*"/, (unit) => units[unit] ?? unit)
    .replace(/DATUM\["(?!D_)/, 'DATUM["D_')
    // One parallel with a factor of 1 becomes the same parallel twice.
    .replace(/(PARAMETER\["Standard_Parallel_)1(",[^\]]*\]),PARAMETER\["Scale_Factor",1\.0\]/, '$11$2,$12$2');
const units: Record<string, string> = {
  '"British chain (Sears 1922)"': '"Chain_Sears"',
  '"British foot (Sears 1922)"': '"Foot_Sears"',
  '"British yard (Sears 1922)"': '"Yard_Sears"',
  '"Clarke\'s foot"': '"Foot_Clarke"',
  '"Clarke\'s link"': '"Link_Clarke"',
  '"Gold Coast foot"': '"Foot_Gold_Coast"',
  '"German legal metre"': '"Meter_German"',
  '"Indian yard"': '"Yard_Indian"',
};
const split = (text: string) => text.split(/(?<=[,[])(?=-?\d)|(?<=\d)(?=\])/);

test('a system has the text that GDAL writes for Esri', () => {
  const others: unknown[] = [];
  let written = 0;
  for (const [code, text] of rows) {
    const esriText = esri(code);
    if (esriText === undefined) continue;
    written++;
    const [parts, expected] = [split(esriText), split(asEsri(text))];
    const isSame = parts.length === expected.length && expected.every((part, i) => isEqual(part, parts[i]!));
    if (!isSame) others.push([code, esriText, text]);
  }
  expect(written).toBeGreaterThan(rows.length - 12);
  expect(others).toEqual([]);
});

const isEqual = (a: string, b: string): boolean => {
  const [x, y] = [Number.parseFloat(a), Number.parseFloat(b)];
  if (Number.isNaN(x)) return a === b;
  return Math.abs(x - y) <= 1e-11 * Math.abs(x) && a.replace(/^[-\d.e]+/, '') === b.replace(/^[-\d.e]+/, '');
};

test.each([
  ['Grads from Paris', 27572],
  ['coordinates that grow to the west and south', 2048],
  ['an oblique Mercator', 3078],
])('a system that Esri says otherwise is not written: %s', (_, wkid) => {
  expect(esri(wkid)).toBeUndefined();
});

test('coordinates that grow to the west are not said in the text of OGC, which cannot say them', () => {
  defineFromTable({ type: 'ProjectedCoordinateSystem', WKID: 2048 }, table);
  expect(withText(referenceFromWkid(2048))).toEqual(referenceFromWkid(2048));
});

const custom: SpatialReference = {
  type: 'ProjectedCoordinateSystem',
  WKT: 'PROJCS["My grid",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563],TOWGS84[0,0,0,0,0,0,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Albers_Conic_Equal_Area"],PARAMETER["latitude_of_center",40],PARAMETER["longitude_of_center",11],PARAMETER["standard_parallel_1",30],PARAMETER["standard_parallel_2",50],PARAMETER["false_easting",7],PARAMETER["false_northing",8],UNIT["metre",1],AUTHORITY["LOCAL","1"]]',
};

test('a text of OGC that came with the data becomes one of Esri, one of Esri stays', () => {
  const text = withText(custom, {})!.WKT!;
  expect(text).toBe(
    'PROJCS["My_grid",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Albers"],PARAMETER["False_Easting",7.0],PARAMETER["False_Northing",8.0],PARAMETER["Central_Meridian",11.0],PARAMETER["Standard_Parallel_1",30.0],PARAMETER["Standard_Parallel_2",50.0],PARAMETER["Latitude_Of_Origin",40.0],UNIT["Meter",1.0]]',
  );
  expect(withText({ ...custom, WKT: text }, {})!.WKT).toBe(text);
  expect(withText(custom)!.WKT).toBe(custom.WKT);
});
