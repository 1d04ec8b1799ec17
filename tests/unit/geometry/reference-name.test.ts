import { expect, test } from 'vitest';
import { readReferenceName } from '../../../sw/geometry/reference-name.ts';

test.each([
  'urn:ogc:def:crs:EPSG::4258',
  'urn:ogc:def:crs:EPSG:6.9:4258',
  'urn:ogc:def:crs:EPSG:4258',
  'urn:x-ogc:def:crs:EPSG:4258',
  'urn:x-ogc:def:crs:EPSG:6.11.2:4258',
  'urn:opengis:def:crs:EPSG::4258',
  'URN:OGC:DEF:CRS:epsg::4258',
  'http://www.opengis.net/def/crs/EPSG/0/4258',
  'https://www.opengis.net/def/crs/EPSG/9.9.1/4258',
  'http://opengis.net/def/crs/EPSG/0/4258/',
])('%s has the order of the registry', (name) => {
  expect(readReferenceName(name)).toMatchObject({ registry: 'EPSG', code: 4258, isOfRegistry: true, hasHeight: false });
});

test.each([
  ['EPSG:4258', false],
  ['epsg:4258', false],
  ['EPSG::4258', false],
  [' EPSG:4258 ', false],
  ['http://www.opengis.net/gml/srs/epsg.xml#4258', true],
  ['http://spatialreference.org/ref/epsg/4258/', true],
])('%s has the easting first', (name, isOfOldForm) => {
  expect(readReferenceName(name)).toMatchObject({ registry: 'EPSG', code: 4258, isOfRegistry: false, isOfOldForm });
});

test.each([
  ['CRS:84', 4326],
  ['CRS84', 4326],
  ['OGC:CRS84', 4326],
  ['[OGC:CRS84]', 4326],
  ['urn:ogc:def:crs:OGC:1.3:CRS84', 4326],
  ['urn:ogc:def:crs:OGC::CRS84', 4326],
  ['urn:ogc:def:crs:OGC:2:84', 4326],
  ['urn:x-ogc:def:crs:OGC:1.3:CRS84', 4326],
  ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 4326],
  ['http://www.opengis.net/def/crs/OGC/0/CRS84h', 4326],
  ['CRS:83', 4269],
  ['CRS:27', 4267],
])('%s is a system of the OGC', (name, code) => {
  expect(readReferenceName(name)).toMatchObject({ registry: 'OGC', code, hasHeight: name.endsWith('h') });
});

test.each([
  ['urn:ogc:def:crs,crs:EPSG:6.12:3068,crs:EPSG:6.12:5783', 3068],
  [
    'http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/25832&2=http://www.opengis.net/def/crs/EPSG/0/7837',
    25832,
  ],
])('of %s the horizontal system counts', (name, code) => {
  expect(readReferenceName(name)).toMatchObject({ code, isOfRegistry: true, hasHeight: true });
});

test.each(['', '4258', 'EPSG:', 'EPSG:42', 'urn:ogc:def:uom:EPSG::9102', 'http://example.org/EPSG/4258', 'WGS 84'])(
  '"%s" is none',
  (name) => {
    expect(readReferenceName(name)).toBeUndefined();
  },
);

test('a name of any length is read at once', () => {
  expect(readReferenceName(`urn:ogc:def:crs:EPSG:${'1.'.repeat(1e6)}`)).toBeUndefined();
  expect(readReferenceName(`urn:ogc:def:crs,crs:${'crs:'.repeat(1e6)}`)).toBeUndefined();
});
