import { readFileSync } from 'node:fs';
import proj4 from 'proj4';
import { beforeAll, expect, test } from 'vitest';
import { findSystemDatum, readDatums } from '../../../sw/geometry/datums.ts';
import { ellipsoidDegrees, identifyWkt, toLibraryWkt, withoutDatum } from '../../../sw/geometry/identify-wkt.ts';
import { transformation } from '../../../sw/geometry/project.ts';
import { defineTable } from '../../../sw/geometry/projection-table.ts';
import { getDefinitionText, parseDefinition } from '../../../sw/geometry/reference-definitions.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
type Row = readonly [code: number, text: string, x: number, y: number, longitude: number, latitude: number];
/** WKT written by GDAL, and points by PROJ (makers/esri_texts.py). */
const texts = JSON.parse(read('esri-texts.json')) as Row[];

beforeAll(() => {
  readDatums(read('../../../public/datums.json'));
  defineTable(read('../../../public/epsg.json'));
});

/** Convert coordinates to degrees from Greenwich on the system's own datum. */
function degrees(text: string, x: number, y: number): number[] {
  const definition = parseDefinition(text, text);
  const [from, to] = [withoutDatum(definition), ellipsoidDegrees(definition)].map(
    (entry) => entry.projection as unknown as string,
  );
  return proj4(from!, to!).forward([x, y]);
}

/** A CRS whose axes point west and south, which the projection library ignores, even if the CRS is given by number. */
const turned = new Set([2049]);

test('texts of .prj files are the systems that they were written from, by the coordinates of PROJ', () => {
  expect(texts.length).toBeGreaterThan(120);
  const wrong: string[] = [];
  let numbered = 0;
  for (const [code, text, x, y, longitude, latitude] of texts) {
    const expected = findSystemDatum(code);
    if (getDefinitionText(code) === undefined || turned.has(code)) continue;
    const { wkid, datum } = identifyWkt(text);
    if (wkid !== undefined) numbered++;
    const [u, v] = degrees(wkid === undefined ? toLibraryWkt(text) : getDefinitionText(wkid)!, x, y);
    const metres = Math.hypot((u! - longitude) * Math.cos((latitude * Math.PI) / 180), v! - latitude) * 111_320;
    if (!(metres < 0.05) || expected !== datum?.[0])
      wrong.push(`${code} ${text.slice(0, 60)}: ${wkid}, datum ${datum?.[0]}, ${metres.toFixed(3)} m`);
  }
  expect(wrong).toEqual([]);
  expect(numbered).toBeGreaterThan(130);
});

test('of several systems with the same coordinates the one of the text is found, not one of other axes or an older one', () => {
  const others = texts.flatMap(([code, text]) => {
    const { wkid } = identifyWkt(text);
    return getDefinitionText(code) === undefined || wkid === code ? [] : [`${code}: ${wkid}`];
  });
  // This system's axes point west and south, but its text doesn't say so.
  expect(others).toEqual(['2049: 102563']);
});

const belgian = texts.find(([code]) => code === 31370)![1];

test('other parameters under the same name are no known system, but the datum is', () => {
  const moved = belgian.replace('150000.013', '150500.013');
  expect(moved).not.toBe(belgian);
  expect(identifyWkt(moved).datum?.[0]).toBe(6313);
  expect(identifyWkt(moved).wkid).toBeUndefined();
  // Its datum is treated like the known system's: shifting the origin by 500 m changes nothing else.
  const wgs84 = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
  const [a, b] = [belgian, moved].map((WKT, index) => {
    const xy = Float64Array.of(150000 + 500 * index, 170000);
    transformation({ type: 'ProjectedCoordinateSystem', WKT }, wgs84)!.forward(xy);
    return [...xy];
  });
  expect(b![0]).toBeCloseTo(a![0]!, 9);
  expect(b![1]).toBeCloseTo(a![1]!, 9);
});

test('a datum that nobody names, and one on another ellipsoid, is not recognised', () => {
  const unknown = belgian.replace('GCS_Belge_1972', 'GCS_unknown').replace('D_Belge_1972', 'D_unknown');
  expect(identifyWkt(unknown)).toEqual({});
  expect(identifyWkt(belgian.replace('6378388.0', '6378137.0'))).toEqual({});
});

test('a shift in the text counts, not the number', () => {
  const shifted = belgian.replace(/(SPHEROID\[[^\]]*\])/, '$1,TOWGS84[1,2,3,0,0,0,0]');
  expect(identifyWkt(shifted).wkid).toBeUndefined();
});
