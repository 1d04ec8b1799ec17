import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeTable } from '../../../../src/publish/import/describe-sources.ts';
import { recognizeSources } from '../../../../src/publish/import/recognize-sources.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { fromWkt } from '../../../../sw/formats/reading/spatial-reference.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const tables = { datums: read('public/datums.json'), definitions: read('public/epsg.json') };
/** WKT written by GDAL (makers/esri_texts.py). */
const texts = JSON.parse(read('tests/unit/geometry/esri-texts.json')) as readonly (readonly [number, string])[];
const readText = (wkid: number): string => texts.find(([code]) => code === wkid)![1];

/** Return the page's description of a point layer whose .prj file has this text. */
function recognize(text: string) {
  const table: SourceTable = { name: 'layer', rowCount: 0, columns: [], notes: [], spatialReference: fromWkt(text)! };
  const [layer] = recognizeSources([describeTable(table, { format: 'Shapefile' })], tables);
  return layer!;
}

test.each([31370, 25832, 27700, 2056, 4326])('the text of EPSG:%i without a number gets the number', (wkid) => {
  const text = readText(wkid);
  expect(fromWkt(text)!.WKID).toBeUndefined();
  const { spatialReference, datumSystem } = recognize(text);
  expect(spatialReference).toMatchObject({ WKT: text, WKID: wkid, LatestWKID: wkid });
  expect(datumSystem).toBeUndefined();
});

test('a known name above other parameters gives no number, but the datum', () => {
  const text = readText(25832);
  const moved = text.replace('500000.0', '600000.0');
  expect(moved).not.toBe(text);
  const { spatialReference, datumSystem } = recognize(moved);
  expect(spatialReference!.WKID).toBeUndefined();
  expect(datumSystem).toBe(4258);
});

test('a datum that is not known is said to be so', () => {
  const { spatialReference, datumSystem } = recognize(readText(31370).replaceAll('Belge_1972', 'own'));
  expect(spatialReference!.WKID).toBeUndefined();
  expect(datumSystem).toBeNull();
});

test('what has a number stays as it is', () => {
  const text = `${readText(31370).slice(0, -1)},AUTHORITY["EPSG","31300"]]`;
  expect(recognize(text).spatialReference).toMatchObject({ WKID: 31300, WKT: text });
});
