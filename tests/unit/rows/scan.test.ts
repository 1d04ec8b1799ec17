import { describe, expect, test } from 'vitest';
import { chooseFields, isDistinct } from '../../../sw/rows/field-list.ts';
import { geometryFromValue as geometrySteps } from '../../../sw/rows/geometry/geometry-from-value.ts';
import { toGeometryValue } from '../../../sw/rows/geometry/geometry-value.ts';
import { distinctRows } from '../../../sw/rows/order-rows.ts';
import { readRows } from '../../../sw/rows/read-rows.ts';
import { envelopeTest } from '../../../sw/rows/relate/envelope-test.ts';
import { countRows, scan } from '../../../sw/rows/scan.ts';
import type { Table } from '../../../sw/rows/table.ts';
import { readCondition } from '../../../sw/rows/where/bind.ts';
import { runAtOnce } from '../../../sw/scheduler.ts';
import { random } from '../geometry/random.ts';
import { memoryTable, partsBatch, pointBatch } from './memory-table.ts';

const geometryFromValue = (...given: Parameters<typeof geometrySteps>) => runAtOnce(geometrySteps(...given));

const next = random(3);
const count = 9000;
const points = Array.from({ length: count }, (_, i) =>
  i % 50 === 7 ? undefined : ([next() * 100, next() * 100] as [number, number]),
);
const value = points.map((_, i) => (i % 9 === 0 ? null : i % 100));
const table = memoryTable(
  { ID: ['gisFieldTypeOID', points.map((_, i) => i + 1)], V: ['gisFieldTypeSmallInteger', value] },
  pointBatch(points),
);

async function listIds(of: Table, rows: Uint32Array): Promise<number[]> {
  const ids = await readRows(of, rows, of.manifest.fields.slice(0, 1));
  return ids.map(([id]) => (id as { value: number }).value).sort((a, b) => a - b);
}

describe('scanning points', () => {
  test.each<[string, [number, number, number, number]]>([
    ['a small box', [10, 10, 13, 12]],
    ['a large box', [5, 5, 90, 95]],
    ['everything', [-1, -1, 101, 101]],
    [
      'without end',
      [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ],
    ['nothing', [200, 200, 300, 300]],
  ])('%s, with and without condition, gives what brute force gives', async (_, extent) => {
    const where = [
      readCondition('V > 20', table.manifest.fields)!,
      readCondition('V < 60 OR V = 77', table.manifest.fields)!,
    ];
    const inside = (i: number): boolean => {
      const point = points[i];
      return (
        !!point && point[0] >= extent[0] && point[0] <= extent[2] && point[1] >= extent[1] && point[1] <= extent[3]
      );
    };
    const all = points.map((_, i) => i).filter(inside);
    const some = all.filter((i) => value[i] !== null && value[i]! > 20 && (value[i]! < 60 || value[i] === 77));
    const plus = (list: number[]): number[] => list.map((i) => i + 1);
    for (const exactTest of [undefined, envelopeTest(extent)]) {
      const exact = exactTest ? { exactTest } : {};
      expect(await listIds(table, await scan(table, { extent, ...exact }))).toEqual(plus(all));
      const rows = await scan(table, { extent, where, ...exact });
      expect(await listIds(table, rows)).toEqual(plus(some));
      expect([...rows]).toEqual([...rows].sort((a, b) => a - b));
      expect(await countRows(table, { extent, where, ...exact })).toBe(some.length);
      expect(await countRows(table, { extent, ...exact })).toBe(all.length);
    }
    const objectIds = [...plus(some).slice(0, 5).reverse(), ...plus(all).slice(-3), 999_999, 1, 1, 8];
    const requested = [...new Set(objectIds)].filter((id) => id < 999_999 && inside(id - 1)).sort((a, b) => a - b);
    for (const exact of [{}, { exactTest: envelopeTest(extent) }])
      expect(await listIds(table, await scan(table, { extent, objectIds, ...exact }))).toEqual(requested);
  });

  test('an empty list of ids asks for nothing, no question for all', async () => {
    expect((await scan(table, { objectIds: [] })).length).toBe(0);
    expect((await scan(table, {})).length).toBe(count);
    expect(await countRows(table, {})).toBe(count);
  });

  test('others get their turn', async () => {
    let turns = 0;
    const scheduler = { yieldIfDue: () => Promise.resolve().then(() => void turns++) };
    await scan(table, { where: [readCondition('V > 1', table.manifest.fields)!] }, scheduler);
    expect(turns).toBe(table.manifest.batches.length);
  });
});

test('different rows', async () => {
  const all = await scan(table, {});
  expect((await distinctRows(table, all, [table.manifest.fields.find(({ Name }) => Name === 'V')!])).length).toBe(101);
});

test('lists of fields', () => {
  const { fields } = table.manifest;
  const names = (text: string | undefined) => chooseFields(text, fields).fields.map(({ Name }) => Name);
  expect(names(undefined)).toEqual(['ID', 'Shape', 'V']);
  expect(names(' * ')).toEqual(['ID', 'Shape', 'V']);
  expect(names('v')).toEqual(['ID', 'V']);
  expect(names('V, "shape",v, ID')).toEqual(['V', 'Shape', 'ID']);
  expect(chooseFields('v', fields).listed.map(({ Name }) => Name)).toEqual(['V']);
  for (const text of ['W', '__proto__', 'V;', 'V,', 'V W', ',V', "'V'"])
    expect(() => names(text), text).toThrow(/SubFields/);
  expect([isDistinct(undefined), isDistinct(' distinct '), isDistinct('ALL')]).toEqual([false, true, false]);
  expect(() => isDistinct('TOP 5')).toThrow('PrefixClause');
});

test('an envelope meets the feature itself, not its extent', async () => {
  const shapes = memoryTable(
    { ID: ['gisFieldTypeOID', [1, 2, 3, 4]] },
    partsBatch('polygon', [
      // An L, a ring with a hole, a triangle, nothing.
      [[0, 0, 0, 10, 2, 10, 2, 2, 10, 2, 10, 0, 0, 0]],
      [
        [20, 0, 20, 10, 30, 10, 30, 0, 20, 0],
        [22, 2, 28, 2, 28, 8, 22, 8, 22, 2],
      ],
      [[40, 0, 40, 10, 50, 0, 40, 0]],
      [],
    ]),
  );
  const ids = async (extent: [number, number, number, number]) =>
    listIds(shapes, await scan(shapes, { extent, exactTest: envelopeTest(extent) }));
  expect(await ids([5, 5, 9, 9])).toEqual([]);
  expect(await ids([2, 2, 9, 9])).toEqual([1]);
  expect(await ids([24, 4, 26, 6])).toEqual([]);
  expect(await ids([28, 4, 28, 6])).toEqual([2]);
  expect(await ids([20.5, 0.5, 21, 1])).toEqual([2]);
  expect(await ids([45.1, 5.1, 49, 9])).toEqual([]);
  expect(await ids([45, 5, 49, 9])).toEqual([3]);
  expect(await ids([-100, -100, 100, 100])).toEqual([1, 2, 3]);
});

describe('geometry values', () => {
  test('come back as they were', async () => {
    const ring = [0, 0, 0, 10, 10, 10, 10, 0, 0, 0];
    const hole = [2, 2, 4, 2, 4, 4, 2, 2];
    const batch = partsBatch('polygon', [[], [ring, hole]]);
    const polygon = toGeometryValue(batch, 1, { type: 'GeographicCoordinateSystem', WKID: 4326 })!;
    expect(polygon).toMatchObject({
      type: 'PolygonN',
      Extent: { XMin: 0, YMax: 10 },
      SpatialReference: { WKID: 4326 },
    });
    const flat = geometryFromValue(polygon);
    expect([...flat.xy]).toEqual([...ring, ...hole]);
    expect([...flat.partOffsets]).toEqual([0, 5, 9]);
    expect(flat.spatialReference?.WKID).toBe(4326);
    expect(toGeometryValue(batch, 0)).toBeNull();
    expect(toGeometryValue(pointBatch([[1, 2]]), 0)).toEqual({ type: 'PointN', X: 1, Y: 2 });
    expect(toGeometryValue(partsBatch('polyline', [[[1, 2, 3, 4]]]), 0)).toMatchObject({
      type: 'PolylineN',
      PathArray: [{ type: 'Path' }],
    });
    expect(
      toGeometryValue(
        partsBatch('multipoint', [
          [
            [1, 2],
            [3, 4],
          ],
        ]),
        0,
      ),
    ).toMatchObject({ type: 'MultipointN', PointArray: [{ X: 1 }, { X: 3 }] });
  });

  test('envelopes become what they are', () => {
    const readKind = (XMin: number, YMin: number, XMax: number, YMax: number) =>
      geometryFromValue({ type: 'EnvelopeN', XMin, YMin, XMax, YMax }).kind;
    expect([readKind(0, 0, 1, 1), readKind(0, 0, 0, 1), readKind(1, 1, 1, 1)]).toEqual([
      'polygon',
      'polyline',
      'point',
    ]);
    expect(() => readKind(1, 0, 0, 1)).toThrow('FilterGeometry: expected XMin ≤ XMax');
    expect(() => readKind(0, 0, Number.NaN, 1)).toThrow('finite');
  });

  const makePoint = (X: number, Y: number) => ({ type: 'PointN', X, Y }) as const;
  test('curves become chords that stay on the curve', () => {
    const common = { FromPoint: makePoint(1, 0), ToPoint: makePoint(0, 1), CenterPoint: makePoint(0, 0) };
    const quarter = geometryFromValue({
      type: 'CircularArc',
      ...common,
      IsCounterClockwise: true,
      IsMinor: true,
      IsLine: false,
    });
    const rest = geometryFromValue({
      type: 'CircularArc',
      ...common,
      IsCounterClockwise: false,
      IsMinor: false,
      IsLine: false,
    });
    expect([quarter.xy.length, rest.xy.length]).toEqual([2 * 91, 2 * 271]);
    for (let i = 0; i < quarter.xy.length; i += 2)
      expect(Math.hypot(quarter.xy[i]!, quarter.xy[i + 1]!)).toBeCloseTo(1, 12);
    const ellipse = geometryFromValue({
      type: 'EllipticArc',
      FromPoint: makePoint(0, 2),
      ToPoint: makePoint(0, 2),
      CenterPoint: makePoint(0, 0),
      EllipseStd: false,
      Rotation: Math.PI / 2,
      MinorMajorRatio: 0.5,
      IsCounterClockwise: true,
      IsMinor: false,
    });
    expect(Math.max(...ellipse.xy.filter((_, i) => i % 2 === 0))).toBeCloseTo(1, 9);
    const bezier = geometryFromValue({
      type: 'BezierCurve',
      FromPoint: makePoint(0, 0),
      ToPoint: makePoint(3, 0),
      Degree: 3,
      ControlPointArray: [makePoint(1, 1), makePoint(2, 1)],
    });
    expect([bezier.xy[64], bezier.xy[65]]).toEqual([1.5, 0.75]);
    const allPoints = (...ToPoint: [number, number]) =>
      geometryFromValue({
        type: 'BezierCurve',
        FromPoint: makePoint(0, 0),
        ToPoint: makePoint(...ToPoint),
        Degree: 3,
        ControlPointArray: [makePoint(0, 0), makePoint(1, 1), makePoint(2, 1), makePoint(3, 0)],
      });
    expect(allPoints(3, 0).xy).toEqual(bezier.xy);
    expect(() => allPoints(3, 1)).toThrow('ToPoint: expected (3, 0) as in ControlPointArray, found (3, 1).');
  });

  test('rings are closed, and what is none is a fault', () => {
    const ring = (...points: [number, number][]) =>
      ({
        type: 'PolygonN',
        HasID: false,
        HasZ: false,
        HasM: false,
        RingArray: [{ type: 'Ring', PointArray: points.map(([x, y]) => makePoint(x, y)) }],
      }) as const;
    expect(
      [
        ...geometryFromValue({
          ...ring([0, 0], [0, 1], [1, 0]),
          RingArray: [...ring([0, 0], [0, 1], [1, 0]).RingArray],
        }).xy,
      ].slice(-2),
    ).toEqual([0, 0]);
    expect(() =>
      geometryFromValue({ ...ring([0, 0], [0, 1]), RingArray: [...ring([0, 0], [0, 1]).RingArray] }),
    ).toThrow('at least 3 points');
    expect(() => geometryFromValue({ type: 'PointB', Bytes: new Uint8Array(1) })).toThrow(
      'expected PointN, found PointB (binary)',
    );
    expect(() => geometryFromValue(makePoint(Number.POSITIVE_INFINITY, 0))).toThrow('finite');
  });
});
