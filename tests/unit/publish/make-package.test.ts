import { describe, expect, it } from 'vitest';
import { serviceName } from '../../../src/publish/build-service.ts';
import { makePackage } from '../../../src/publish/make-package.ts';
import { generalise, overviews } from '../../../src/publish/overviews.ts';
import type { SourceGeometry } from '../../../src/publish/source-table.ts';
import { unpackService } from '../../../sw/features/package.ts';
import { makeDbf, makeShp } from './make-shapefile.ts';

const text = (name: string, value: string) => ({ name, bytes: new TextEncoder().encode(value) });
const collection = (features: string[]) => `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
const point = (x: number, y: number, n: number) =>
  `{"type":"Feature","properties":{"NAME":"n${n}","n":${n}},"geometry":{"type":"Point","coordinates":[${x},${y}]}}`;

describe('package of files', () => {
  it('makes layers of all files, points on top, and a plain table beside them', async () => {
    const outcome = await makePackage(
      [
        {
          name: 'Wälder.shp',
          bytes: makeShp(5, [
            [
              [
                [0, 0],
                [0, 1],
                [1, 1],
                [0, 0],
              ],
            ],
          ]),
        },
        {
          name: 'Wälder.prj',
          bytes: text(
            '',
            'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
          ).bytes,
        },
        { name: 'Wälder.dbf', bytes: makeDbf([{ name: 'A', type: 'C', length: 3, cells: ['x'] }]) },
        text('points.geojson', collection([point(10, 20, 1), point(11, 21, 2)])),
        text('list.csv', 'a,b\n1,2\n'),
      ],
      { name: 'Größter Plan 1' },
    );
    expect(outcome.type).toBe('done');
    if (outcome.type !== 'done') return;
    expect(outcome.name).toBe('Grosster_Plan_1');
    const { definition, files } = await unpackService(outcome.package);
    const map = definition.maps[0]!;
    expect(map.layers.map(({ LayerID, Name, DisplayField }) => [LayerID, Name, DisplayField])).toEqual([
      [0, 'points', 'NAME'],
      [1, 'wälder'.replace('w', 'W'), 'A'],
    ]);
    expect(map.standaloneTables.map(({ ID, Name }) => [ID, Name])).toEqual([[2, 'list']]);
    expect(map.SpatialReference.WKID).toBe(4326);
    expect(map.Units).toBe('gisDecimalDegrees');
    expect(map.fullExtent).toEqual([0 - 21 / 50, 0 - 21 / 50, 11 + 21 / 50, 21 + 21 / 50]);
    expect(definition.tables.points!.fields.map((field) => [field.Name, field.Type])).toEqual([
      ['OBJECTID', 'gisFieldTypeOID'],
      ['Shape', 'gisFieldTypeGeometry'],
      ['NAME', 'gisFieldTypeString'],
      ['n', 'gisFieldTypeInteger'],
    ]);
    expect(files.has(definition.tables.list!.attributes.file)).toBe(true);
  });

  it('asks for the spatial reference, guesses degrees, and takes the answer', async () => {
    const far = [text('a.csv', 'x,y\n500000,5600000\n')];
    expect(await makePackage(far)).toEqual({ type: 'needs-crs', layers: ['a'] });
    const near = [{ name: 'b.shp', bytes: makeShp(1, [[[[10, 50]]]]) }];
    expect(await makePackage(near)).toMatchObject({ type: 'needs-crs', guess: { WKID: 4326 } });
    const answered = await makePackage(far, { spatialReference: { type: 'ProjectedCoordinateSystem', WKID: 25832 } });
    expect(answered.type).toBe('done');
  });

  it('refuses unknown formats and empty files, and stops on abort', async () => {
    await expect(makePackage([text('a.docx', 'x')])).rejects.toThrow('a.docx: a file of one of the formats');
    await expect(makePackage([text('a.geojson', '')])).rejects.toThrow('a.geojson is empty.');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(makePackage([text('a.geojson', collection([point(1, 2, 3)]))], { signal })).rejects.toThrow('enough');
  });

  it('makes a service name of anything', () => {
    expect(serviceName('Straße & Weg (2024)')).toBe('Strasse_Weg_2024');
    expect(serviceName('東京')).toBe('service');
  });
});

describe('overviews', () => {
  const circle = (x: number, radius: number, count: number): number[] =>
    Array.from({ length: count + 1 }, (_, i) => {
      const angle = -2 * Math.PI * ((i % count) / count);
      return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
    }).flat();
  const rings: SourceGeometry = {
    kind: 'polygon',
    xy: Float64Array.from([...circle(0, 100, 20_000), ...circle(200, 0.01, 8)]),
    partOffsets: Int32Array.of(0, 20_001, 20_010),
    featureOffsets: Int32Array.of(0, 1, 2),
  };

  it('stays within half a pixel, keeps rings closed and one vertex of what is below a pixel', () => {
    const { xy, partOffsets, featureOffsets } = generalise(rings, 1);
    expect([...featureOffsets]).toEqual([0, 1, 2]);
    expect(partOffsets[2]! - partOffsets[1]!).toBe(1);
    const last = partOffsets[1]! - 1;
    expect([xy[last * 2], xy[last * 2 + 1]]).toEqual([xy[0], xy[1]]);
    expect(last).toBeGreaterThan(20);
    expect(last).toBeLessThan(64);
    // The chord of a circle is farthest from it in its middle.
    for (let v = 0; v < last; v++) {
      const middle = Math.hypot((xy[v * 2]! + xy[v * 2 + 2]!) / 2, (xy[v * 2 + 1]! + xy[v * 2 + 3]!) / 2);
      expect(100 - middle).toBeLessThanOrEqual(0.5 + 1e-9);
    }
  });

  it('halves the vertices from level to level, finest first', () => {
    const levels = overviews(rings);
    expect(levels.length).toBeGreaterThan(1);
    let before = rings.xy.length;
    let resolution = 0;
    for (const level of levels) {
      expect(level.geometry.xy.length * 2).toBeLessThanOrEqual(before);
      expect(level.resolution).toBeGreaterThan(resolution);
      before = level.geometry.xy.length;
      resolution = level.resolution;
    }
  });
});
