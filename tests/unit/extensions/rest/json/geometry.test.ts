import { arcgisToGeoJSON, geojsonToArcGIS } from '@terraformer/arcgis';
import EsriJSON from 'ol/format/EsriJSON.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import { expect, test } from 'vitest';
import type { Value } from '../../../../../sw/contract/index.ts';
import { fromJson, toJson } from '../../../../../sw/extensions/rest/json/convert.ts';
import { box, point, ring, spots, track } from '../../../../contract/leaves/parts.ts';
import { wgs84 } from '../../../../contract/sample-parts.ts';

const bare = <T extends object>({
  Extent: _,
  SpatialReference: __,
  ...shape
}: T & { Extent?: unknown; SpatialReference?: unknown }) => shape as unknown as Value<'Geometry'>;
const square = ring(0, 0, 0, 9, 9, 9, 9, 0, 0, 0);
const hole = { type: 'Ring', PointArray: ring(2, 2, 4, 2, 4, 4, 2, 4, 2, 2).RingArray[0]!.PointArray! } as const;
const island = { type: 'Ring', PointArray: ring(20, 20, 20, 22, 22, 22, 20, 20).RingArray[0]!.PointArray! } as const;
const shapes: readonly [string, Value<'Geometry'>, object][] = [
  ['Point', point(1.5, -2), { type: 'Point', coordinates: [1.5, -2] }],
  [
    'MultiPoint',
    bare(spots(1, 2, 3, 4)),
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  [
    'LineString',
    bare(track(0, 0, 5, 5, 9, 1)),
    {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [5, 5],
        [9, 1],
      ],
    },
  ],
  [
    'MultiPolygon',
    bare({ ...square, RingArray: [...square.RingArray, hole, island] }),
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 9],
            [0, 0],
          ],
          [
            [2, 2],
            [2, 4],
            [4, 4],
            [4, 2],
            [2, 2],
          ],
        ],
        [
          [
            [20, 20],
            [22, 22],
            [20, 22],
            [20, 20],
          ],
        ],
      ],
    },
  ],
];

test.each(shapes)('others read a %s, and theirs is read', (_, shape, geoJson) => {
  const json = toJson('Geometry', shape);
  expect(fromJson('Geometry', json, 'geometry')).toEqual(shape);
  expect(sortGeoJson(arcgisToGeoJSON(json as object))).toEqual(sortGeoJson(geoJson));
  const theirs = geojsonToArcGIS(geoJson) as { spatialReference?: unknown };
  expect(theirs.spatialReference).toEqual({ wkid: 4326 });
  const again = fromJson('Geometry', theirs, 'geometry') as { SpatialReference?: unknown };
  expect(again.SpatialReference).toEqual({ ...wgs84, LatestWKID: 4326 });
  expect(sortGeoJson(arcgisToGeoJSON(toJson('Geometry', again as never) as object))).toEqual(sortGeoJson(geoJson));
  const drawn = new EsriJSON().readGeometry(json)!;
  expect(sortGeoJson(new GeoJSON().writeGeometryObject(drawn, { rightHanded: true }))).toEqual(sortGeoJson(geoJson));
});

/** Normalize GeoJSON: the same object for rings with any first vertex and parts in any order. */
function sortGeoJson(geoJson: object): object {
  const { type, coordinates } = geoJson as { type: string; coordinates: never };
  if (type === 'Polygon') return sortGeoJson({ type: 'MultiPolygon', coordinates: [coordinates] });
  if (type !== 'MultiPolygon') return { type, coordinates };
  const parts = (coordinates as number[][][][]).map((rings) => rings.map(fromLowest));
  return { type, coordinates: parts.sort((a, b) => a[0]![0]![0]! - b[0]![0]![0]!) };
}

function fromLowest(ring: number[][]): number[][] {
  const open = ring.slice(0, -1);
  const keys = open.map(([x, y]) => x! * 1000 + y!);
  const position = keys.indexOf(Math.min(...keys));
  const turned = [...open.slice(position), ...open.slice(0, position)];
  return [...turned, turned[0]!];
}

test('heights and measures are read by the flags, and by other programs', () => {
  const json = {
    hasZ: true,
    hasM: true,
    paths: [
      [
        [1, 2, 3, 4],
        [5, 6, 7, null],
      ],
    ],
    spatialReference: { wkid: 102100 },
  };
  const line = fromJson('Geometry', json, 'geometry') as Value<'PolylineN'>;
  expect(line.PathArray[0]!.PointArray).toEqual([
    { type: 'PointN', X: 1, Y: 2, Z: 3, M: 4 },
    { type: 'PointN', X: 5, Y: 6, Z: 7 },
  ]);
  expect(line.SpatialReference).toEqual({ type: 'ProjectedCoordinateSystem', WKID: 102100, LatestWKID: 3857 });
  const written = toJson('Geometry', line) as { paths: unknown };
  expect(written).toMatchObject({ hasZ: true, hasM: true, spatialReference: { wkid: 102100, latestWkid: 3857 } });
  expect(written.paths).toEqual([
    [
      [1, 2, 3, 4],
      [5, 6, 7, 'NaN'],
    ],
  ]);
  const inOl = new EsriJSON().readGeometry({ ...written, paths: [[[1, 2, 3, 4]]] });
  expect(inOl).toMatchObject({ layout: 'XYZM', flatCoordinates: [1, 2, 3, 4] });
});

test('empty shapes are none, open rings are closed, and an envelope is one', () => {
  const read = (json: unknown) => fromJson('Geometry', json, 'geometry');
  expect(read({ x: 'NaN', y: 'NaN' })).toEqual({ type: 'Geometry' });
  expect(toJson('Geometry', { type: 'Geometry' })).toBeUndefined();
  expect(
    read({
      rings: [
        [
          [0, 0],
          [0, 1],
          [1, 1],
        ],
      ],
    }),
  ).toMatchObject({
    RingArray: [{ PointArray: [{ X: 0 }, { Y: 1 }, { X: 1 }, { X: 0, Y: 0 }] }],
  });
  expect(
    read({
      curvePaths: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    }),
  ).toMatchObject({ type: 'PolylineN' });
  const envelope = { xmin: 1, ymin: 2, xmax: 3, ymax: 4, spatialReference: { wkid: 4326, latestWkid: 4326 } };
  expect(toJson('Envelope', box(1, 2, 3, 4, wgs84))).toEqual(envelope);
  expect(fromJson('Envelope', envelope, 'extent')).toEqual(box(1, 2, 3, 4, { ...wgs84, LatestWKID: 4326 }));
});

test.each([
  [
    {
      rings: [
        [
          [0, 0],
          [0, 'a'],
        ],
      ],
    },
    'geometry.rings[0][1][1]: expected a number, found "a".',
  ],
  [
    { rings: [[{ c: [] }]] },
    "geometry.rings[0][0] isn't supported: it is a curve, and only straight segments can be read.",
  ],
  [{ paths: 5 }, 'geometry.paths: expected a list, found 5.'],
  [{ paths: [[[1]]] }, 'geometry.paths[0][0]: expected x and y, found a list of 1.'],
  [{ x: 1 }, 'geometry.y: expected a number, found nothing.'],
  [{}, 'geometry: expected x and y, points, paths, rings or xmin, ymin, xmax and ymax, found an object.'],
  [[], 'geometry: expected an object, found a list of 0.'],
  [{ x: 1, y: 2, spatialReference: { wkid: 'a' } }, /^geometry.spatialReference.wkid: expected a spatial reference ID/],
])('%j is refused', (json, message) => {
  expect(() => fromJson('Geometry', json, 'geometry')).toThrow(message);
});
