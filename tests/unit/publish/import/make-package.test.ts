import { describe, expect, it } from 'vitest';
import { generalize, overviews } from '../../../../src/publish/import/overviews.ts';
import { freeName, serviceName } from '../../../../src/publish/import/service-name.ts';
import type { SourceGeometry } from '../../../../sw/formats/reading/source-table.ts';
import { makeDbf, makeShp } from '../../formats/make-shapefile.ts';
import { describeFiles, packFiles } from '../../formats/pack-files.ts';

const text = (name: string, value: string) => ({ name, bytes: new TextEncoder().encode(value) });
const collection = (features: string[]) => `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
const point = (x: number, y: number, n: number) =>
  `{"type":"Feature","properties":{"NAME":"n${n}","n":${n}},"geometry":{"type":"Point","coordinates":[${x},${y}]}}`;

describe('package of files', () => {
  it('makes layers of all files, points on top, and a plain table beside them', async () => {
    const { definition, files } = await packFiles(
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
      (choices) => ({ ...choices, name: serviceName('Größter Plan 1') }),
    );
    expect(definition.name).toBe('Grosster_Plan_1');
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

  it('says what has no spatial reference and may be degrees, and takes the answer', async () => {
    const far = [text('a.csv', 'x,y\n500000,5600000\n')];
    const [described] = await describeFiles(far);
    expect(described).toMatchObject({ isGeographic: false, extent: [500000, 5600000, 500000, 5600000] });
    expect(described!.spatialReference).toBeUndefined();
    const near = [{ name: 'b.shp', bytes: makeShp(1, [[[[10, 50]]]]) }];
    expect(await describeFiles(near)).toMatchObject([{ isGeographic: true }]);
    await expect(packFiles(far)).rejects.toMatchObject({ code: 'bad-spatial-reference' });
    const spatialReference = { type: 'ProjectedCoordinateSystem', WKID: 25832 } as const;
    const answered = await packFiles(far, (choices) => ({
      ...choices,
      layers: [{ ...choices.layers[0]!, spatialReference }],
    }));
    expect(answered.definition.maps[0]!.SpatialReference.WKID).toBe(25832);
  });

  it('refuses unknown formats and empty files, and stops on abort', async () => {
    await expect(packFiles([text('a.docx', 'x')])).rejects.toThrow('a.docx is text without a recognisable table.');
    await expect(packFiles([text('a.geojson', '')])).rejects.toThrow('a.geojson is empty.');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(describeFiles([text('a.geojson', collection([point(1, 2, 3)]))], signal)).rejects.toThrow('enough');
  });

  it('makes a service name of anything', () => {
    expect(serviceName('Straße & Weg (2024)')).toBe('Strasse_Weg_2024');
    expect(serviceName('東京')).toBe('u6771u4eac');
    expect(serviceName('Москва 2')).toBe('Moskva_2');
    expect(serviceName('Ελλάδα')).toBe('Ellada');
    expect(serviceName('Łódź & Ærø')).toBe('Lodz_Aero');
    const others = ['大阪', 'दिल्ली', 'दल्ल', 'القاهرة', '서울', 'กรุงเทพ'].map(serviceName);
    expect(new Set(others).size).toBe(6);
    for (const name of others) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(serviceName('…')).toBe('service');
  });

  it('finds a name that is not taken', () => {
    const taken = new Set(['roads', 'roads_2']);
    expect(freeName('roads', (name) => taken.has(name))).toBe('roads_3');
    expect(freeName('a'.repeat(64), (name) => name.endsWith('aaa'))).toBe(`${'a'.repeat(62)}_2`);
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
    const { xy, partOffsets, featureOffsets } = generalize(rings, 1);
    expect([...featureOffsets]).toEqual([0, 1, 2]);
    expect(partOffsets[2]! - partOffsets[1]!).toBe(1);
    const last = partOffsets[1]! - 1;
    expect([xy[last * 2], xy[last * 2 + 1]]).toEqual([xy[0], xy[1]]);
    expect(last).toBeGreaterThan(20);
    expect(last).toBeLessThan(64);
    // A chord is farthest from its circle at its midpoint.
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

describe('decisions of a person', () => {
  const list = text('list.csv', 'code,when,amount,note\n1,31.01.2024,1.5,a\n2,01.02.2024,2,b\n3,,x,c\n');

  it('lists readings that make sense with what they lose, and reads columns so', async () => {
    const [layer] = await describeFiles([list]);
    expect(layer!.columns.map(({ name, readings }) => [name, readings])).toEqual([
      [
        'code',
        [
          { reading: 'Integer', lost: 0 },
          { reading: 'Double', lost: 0 },
          { reading: 'String', lost: 0 },
        ],
      ],
      [
        'when',
        [
          { reading: 'String', lost: 0 },
          { reading: 'DateDayFirst', lost: 0 },
        ],
      ],
      [
        'amount',
        [
          { reading: 'String', lost: 0 },
          { reading: 'Double', lost: 1 },
        ],
      ],
      ['note', [{ reading: 'String', lost: 0 }]],
    ]);
    const { definition } = await packFiles([list], (choices) => ({
      ...choices,
      folder: 'Lists',
      description: 'All that came in.',
      layers: [
        {
          ...choices.layers[0]!,
          name: 'Receipts',
          columns: { when: { reading: 'DateDayFirst', alias: 'Day' }, note: { isLeftOut: true } },
        },
      ],
    }));
    expect(definition).toMatchObject({
      name: 'list',
      folder: 'Lists',
      document: { Comments: 'All that came in.' },
    });
    expect(definition.maps[0]!.standaloneTables[0]!.Name).toBe('Receipts');
    const { fields, batches } = definition.tables.list!;
    expect(fields.map(({ Name, AliasName, Type }) => [Name, AliasName, Type])).toEqual([
      ['OBJECTID', 'OBJECTID', 'gisFieldTypeOID'],
      ['code', 'code', 'gisFieldTypeInteger'],
      ['when', 'Day', 'gisFieldTypeDate'],
      ['amount', 'amount', 'gisFieldTypeString'],
    ]);
    expect(batches[0]!.statistics.when).toMatchObject({
      min: Date.UTC(2024, 0, 31),
      max: Date.UTC(2024, 1, 1),
      nullCount: 1,
    });
  });

  it('draws in the chosen colour and relates tables by their keys', async () => {
    const places = text('places.geojson', collection([point(1, 2, 1), point(2, 3, 2)]));
    const visits = text('visits.csv', 'n,who\n1,Ann\n1,Bo\n');
    const { definition } = await packFiles([places, visits], (choices) => ({
      ...choices,
      layers: choices.layers.map((layer, i) =>
        i === 0 ? { ...layer, symbol: { color: '#123456', sizePt: 9 } } : layer,
      ),
      relations: [
        { name: 'Visits', origin: 0, originKey: 'n', destination: 1, destinationKey: 'n', isOneToOne: false },
      ],
    }));
    const [map] = definition.maps;
    expect(map!.layers[0]!.drawing!.FeatureRenderer).toMatchObject({
      Symbol: { type: 'SimpleMarkerSymbol', Size: 9, Color: { Red: 0x12, Green: 0x34, Blue: 0x56 } },
    });
    expect(map!.relationships).toEqual([
      {
        RelationshipID: 0,
        forwardName: 'Visits',
        backwardName: 'places',
        originId: 0,
        destinationId: 1,
        originKey: 'n',
        destinationKey: 'n',
        Cardinality: 'gisRelCardinalityOneToMany',
        IsComposite: false,
      },
    ]);
  });

  it('keeps what people set on the service that is replaced, and names what has no place any more', async () => {
    const file = (fields: string) => text('a.csv', `${fields}\n1,2,x\n`);
    const { definition: first } = await packFiles([file('n,gone,link')]);
    const before = {
      ...first,
      limits: { ...first.limits, MaximumRecordCount: 7 },
      capabilities: ['Map'] as const,
      maps: [
        {
          ...first.maps[0]!,
          standaloneTables: [
            {
              ...first.maps[0]!.standaloneTables[0]!,
              Name: 'Mine',
              presentation: { hiddenFields: ['gone', 'n'], hyperlinkField: 'link' },
            },
          ],
        },
      ],
    };
    const { definition, dropped } = await packFiles([file('n,fresh,link')], (choices) => ({
      ...choices,
      replaces: before,
    }));
    expect(definition.limits.MaximumRecordCount).toBe(7);
    expect(definition.capabilities).toEqual(['Map']);
    expect(definition.maps[0]!.standaloneTables).toMatchObject([
      { Name: 'Mine', presentation: { hiddenFields: ['n'], hyperlinkField: 'link' } },
    ]);
    expect(dropped).toEqual(['Mine.gone']);
  });

  it('carries a time over while its fields are there with the same kind of values, but not how far it reached', async () => {
    const csv = (content: string) => text('a.csv', content);
    const { definition: made } = await packFiles([csv('n,day\n1,2020-01-01\n')]);
    const withTime = (StartTimeFieldName: string) => {
      const time = { StartTimeFieldName, TimeValueFormat: 'yyyy', fullTimeExtent: [0, 1] as const };
      const maps = made.maps.map((map) => ({
        ...map,
        standaloneTables: map.standaloneTables.map((table) => ({ ...table, time })),
      }));
      return { ...made, maps };
    };
    const measureTime = async (content: string, field: string) => {
      const replaces = withTime(field);
      const { definition } = await packFiles([csv(content)], (choices) => ({ ...choices, replaces }));
      return definition.maps[0]!.standaloneTables[0]!.time;
    };
    const fresh = 'n,day\n5,2021-03-04\n6,2021-02-03';
    for (const field of ['day', 'n'])
      expect(await measureTime(fresh, field)).toEqual({ StartTimeFieldName: field, TimeValueFormat: 'yyyy' });
    expect(await measureTime('n,day\nx,soon', 'day')).toBeUndefined();
    expect(await measureTime('n\n1', 'day')).toBeUndefined();
  });
});
