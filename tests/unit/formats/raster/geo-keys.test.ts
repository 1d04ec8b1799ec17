import { readFileSync } from 'node:fs';
import proj4 from 'proj4';
import { beforeAll, expect, test } from 'vitest';
import { fromCrs } from '../../../../sw/formats/reading/spatial-reference.ts';
import { readGeoTiff } from '../../../../sw/formats/tiff/geotiff.ts';
import { readTiff } from '../../../../sw/formats/tiff/tiff-file.ts';
import { type TiffImage, tags } from '../../../../sw/formats/tiff/tiff-image.ts';
import { readGeoKeyCrs, readTextTag, tiffLocation } from '../../../../sw/formats/tiff/tiff-tags.ts';
import { readDatums } from '../../../../sw/geometry/datums.ts';
import { ellipsoidDegrees, identifyWkt, withoutDatum } from '../../../../sw/geometry/identify-wkt.ts';
import { getDefinition, type SpatialReference } from '../../../../sw/geometry/spatial-reference.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
type Corner = readonly [longitude: number, latitude: number, x: number, y: number];
/** Files written by GDAL, with their corners according to GDAL (makers/geo_keys.py). */
const files = JSON.parse(read('geo-keys.json')) as (readonly [name: string, file: string, corners: Corner[]])[];
const makeFile = (title: string) => Uint8Array.from(Buffer.from(files.find(([name]) => name === title)![1], 'base64'));

beforeAll(() => readDatums(read('../../../../public/datums.json')));

/** Return the CRS that the reader by ranges finds. */
async function byRanges(bytes: Uint8Array<ArrayBuffer>): Promise<SpatialReference | undefined> {
  const file = await readTiff({
    address: 'a.tif',
    sizeBytes: bytes.length,
    read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
  } as unknown as Parameters<typeof readTiff>[0]);
  const directory = file.directories[0]!;
  const texts = await readTextTag(file, { directory } as TiffImage, tags.geoTexts);
  return fromCrs((await tiffLocation((tag) => file.numbers(directory.get(tag)), texts, 'a.tif')).crs);
}

test.each(files)('keys that describe a system without a code: %s', async (name, _, corners) => {
  const bytes = makeFile(name);
  const { spatialReference } = await readGeoTiff({ name: 'a.tif', bytes });
  expect(spatialReference?.WKT).toBeDefined();
  expect(spatialReference?.WKID).toBeUndefined();
  expect(await byRanges(bytes)).toEqual(spatialReference);
  const definition = getDefinition(spatialReference)!;
  const [from, to] = [ellipsoidDegrees(definition), withoutDatum(definition)].map(
    (definitionPart) => definitionPart.projection as never,
  );
  // One millimeter, in coordinate units.
  const tolerance = definition.isGeographic ? 1e-8 : 0.001 / definition.metersPerUnit;
  for (const [longitude, latitude, x, y] of corners) {
    const [u, v] = proj4(from!, to!).forward([longitude, latitude]);
    expect(Math.hypot(u! - x, v! - y), `${u} ${v} for ${x} ${y}`).toBeLessThan(tolerance);
  }
});

test('the datum of a code, and a shift that the keys state, count', async () => {
  const coded = (await byRanges(makeFile('datum with a code')))!;
  expect(identifyWkt(coded.WKT!).datum?.[0]).toBe(6314);
  const shifted = getDefinition(await byRanges(makeFile('datum with a shift')))!;
  expect(shifted.projection.datum_params).toHaveLength(7);
});

test('what is not read has no system: projection, unit, meridian and ellipsoid', () => {
  const keys: [number, number[]][] = [
    [2048, [4326]],
    [3072, [32767]],
    [3075, [1]],
  ];
  expect(readGeoKeyCrs(new Map(keys))).toEqual({ wkt: expect.stringContaining('6378137') });
  for (const other of [
    [3075, [2]],
    [3075, [27]],
    [3076, [9999]],
    [2051, [8903]],
    [2048, [4807]],
  ] as [number, number[]][])
    expect(readGeoKeyCrs(new Map([...keys, other])), String(other)).toBeUndefined();
  expect(readGeoKeyCrs(new Map([[2048, [32767]]]))).toBeUndefined();
  expect(readGeoKeyCrs(new Map())).toBeUndefined();
});
