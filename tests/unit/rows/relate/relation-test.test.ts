import { describe, expect, test } from 'vitest';
import { singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import type { GeometryKind } from '../../../../sw/rows/manifest.ts';
import { readRows } from '../../../../sw/rows/read-rows.ts';
import { edgeTree } from '../../../../sw/rows/relate/edge-tree.ts';
import { matrixTest, type Relation, relationQuestion } from '../../../../sw/rows/relate/relation-test.ts';
import { scan } from '../../../../sw/rows/scan.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';
import { random } from '../../geometry/random.ts';
import { memoryTable, partsBatch } from '../memory-table.ts';
import { matrixOfJts } from './to-jts.ts';

type Shape = readonly [GeometryKind, readonly (readonly number[])[]];

const relations = ['Intersects', 'Touches', 'Overlaps', 'Crosses', 'Within', 'Contains'] as const;
const square = (x: number, y: number, size: number): number[] => [
  x,
  y,
  x,
  y + size,
  x + size,
  y + size,
  x + size,
  y,
  x,
  y,
];

const hole = (x: number, y: number, size: number): number[] => [
  x,
  y,
  x + size,
  y,
  x + size,
  y + size,
  x,
  y + size,
  x,
  y,
];

/** Query, feature, and the relations that are true; all others are false. */
test.each<[string, Shape, Shape, string]>([
  ['parcels with a common edge', ['polygon', [square(0, 0, 2)]], ['polygon', [square(2, 0, 2)]], 'Intersects Touches'],
  ['squares over each other', ['polygon', [square(0, 0, 2)]], ['polygon', [square(1, 1, 2)]], 'Intersects Overlaps'],
  ['a square around another', ['polygon', [square(0, 0, 9)]], ['polygon', [square(1, 1, 2)]], 'Intersects Contains'],
  [
    'a square in another, edge on edge',
    ['polygon', [square(0, 0, 2)]],
    ['polygon', [square(0, 0, 9)]],
    'Intersects Within',
  ],
  [
    'a square in the hole of another',
    ['polygon', [square(0, 0, 9), hole(2, 2, 5)]],
    ['polygon', [square(3, 3, 2)]],
    '',
  ],
  [
    'an island in the hole of another',
    ['polygon', [square(0, 0, 9), square(2, 2, 5), square(3, 3, 3)]],
    ['polygon', [square(4, 4, 1)]],
    'Intersects Contains',
  ],
  ['a line into a square', ['polyline', [[-1, 1, 1, 1]]], ['polygon', [square(0, 0, 2)]], 'Intersects Crosses'],
  [
    'a square and a line along its edge',
    ['polygon', [square(0, 0, 2)]],
    ['polyline', [[0, 0, 0, 2]]],
    'Intersects Touches',
  ],
  ['lines that cross', ['polyline', [[0, 0, 2, 2]]], ['polyline', [[0, 2, 2, 0]]], 'Intersects Crosses'],
  ['lines that share a piece', ['polyline', [[0, 0, 2, 0]]], ['polyline', [[1, 0, 3, 0]]], 'Intersects Overlaps'],
  ['lines end to end', ['polyline', [[0, 0, 2, 0]]], ['polyline', [[2, 0, 3, 0]]], 'Intersects Touches'],
  ['a point at the end of a line', ['point', [[0, 0]]], ['polyline', [[0, 0, 1, 0]]], 'Intersects Touches'],
  ['a point in a line', ['point', [[1, 0]]], ['polyline', [[0, 0, 2, 0]]], 'Intersects Within'],
  ['a point in a square', ['point', [[1, 1]]], ['polygon', [square(0, 0, 2)]], 'Intersects Within'],
  ['a square and a point at its corner', ['polygon', [square(0, 0, 2)]], ['point', [[2, 2]]], 'Intersects Touches'],
  ['equal points', ['point', [[1, 1]]], ['point', [[1, 1]]], 'Intersects Within Contains'],
  [
    'sets of points with some in common',
    [
      'multipoint',
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      'multipoint',
      [
        [1, 1],
        [2, 2],
      ],
    ],
    'Intersects Overlaps',
  ],
])('%s', async (_, [queryKind, queryParts], [kind, parts], requested) => {
  const matching = [];
  const table = memoryTable({ ID: ['gisFieldTypeOID', [1]] }, partsBatch(kind, [parts]));
  for (const name of relations) {
    const question = runAtOnce(relationQuestion(singleGeometry(queryKind, queryParts), kind, `gisSpatialRel${name}`))!;
    if ((await scan(table, question)).length === 1) matching.push(name);
  }
  expect(matching.join(' ')).toBe(requested);
});

const next = random(9);
const whole = (n: number): number => Math.floor(next() * n);
function shape(kind: GeometryKind): number[][] {
  const point = (): number[] => [whole(7), whole(7)];
  switch (kind) {
    case 'point':
      return [point()];
    case 'multipoint':
      return [
        [0, whole(7)],
        [3, whole(7)],
        [5, whole(7)],
      ].slice(0, 1 + whole(3));
    case 'polyline':
      return Array.from({ length: 1 + whole(2) }, () => {
        const line = [...point(), ...point()];
        if (line[0] === line[2] && line[1] === line[3]) line[2]! += 1;
        if (whole(3) === 0) line.push(line[2]! + 1, whole(7));
        if (whole(5) === 0) line.push(line[2]! + 2, line[3]! + 3, line[0]!, line[1]!);
        return line;
      });
    case 'polygon': {
      const x = whole(4);
      const y = whole(4);
      switch (whole(4)) {
        case 0:
          return [[x, y, x + 1 + whole(3), y + 3, x + 3, y - 1 - whole(2), x, y]];
        case 1:
          return [square(x, y, 1 + whole(3))];
        case 2:
          return [square(x, y, 4), hole(x + 1, y + 1, 1 + whole(2))];
        default:
          return [square(x, y, 1), square(x + 2, y + whole(3), 2)];
      }
    }
  }
}

const kinds = ['point', 'multipoint', 'polyline', 'polygon'] as const;
describe.each(kinds)('a random %s as query', (queryKind) => {
  test.each(kinds)('against every random %s gives what RelateOp gives', async (kind) => {
    const features = Array.from({ length: 60 }, () => shape(kind));
    const ids = features.map((_, i) => i + 1);
    const table = memoryTable({ ID: ['gisFieldTypeOID', ids] }, partsBatch(kind, features));
    const dimension = { point: 0, multipoint: 0, polyline: 1, polygon: 2 };
    let hits = 0;
    for (let i = 0; i < 25; i++) {
      const query = singleGeometry(queryKind, shape(queryKind));
      const matrices = features.map((parts) => matrixOfJts(query, singleGeometry(kind, parts)));
      const masks = Array.from({ length: 2 }, () => Array.from({ length: 9 }, () => 'TF***'[whole(5)]).join(''));
      const cases: [Relation, string][] = [
        ...relations.map((name): [Relation, string] => [`gisSpatialRel${name}`, '']),
        ...masks.map((mask): [Relation, string] => ['gisSpatialRelRelation', mask]),
      ];
      for (const [relation, mask] of cases) {
        const holds = matrixTest(relation, dimension[queryKind], dimension[kind], mask)!;
        const requested = ids.filter((_, k) => holds(matrices[k]!));
        const rows = await scan(table, runAtOnce(relationQuestion(query, kind, relation, mask))!);
        const actual = await readRows(table, rows, table.manifest.fields.slice(0, 1));
        const matchedIds = actual.map(([id]) => (id as { value: number }).value).sort((a, b) => a - b);
        expect(matchedIds, `${relation} ${mask} ${[...query.xy]}`).toEqual(requested);
        hits += requested.length;
      }
    }
    expect(hits).toBeGreaterThan(100);
  });
});

test('a comb of long teeth is indexed in proportion to its size', () => {
  const teeth = Array.from({ length: 100_000 }, (_, i) => [i / 1000, i % 2 === 0 ? 0.5 : 100]).flat();
  const ring = [...teeth, 100, 0, 0, 0, 0, 0.5];
  const index = runAtOnce(edgeTree(singleGeometry('polygon', [ring])));
  expect(index.locate(50, 0.25)).toBe('inside');
  expect(index.locate(50, 0)).toBe('boundary');
  expect(index.locate(50, 101)).toBe('outside');
});

test('a description of another form is a fault', () => {
  for (const mask of ['', 'T', 'T********T', '0********', '(?:a+)+$1']) {
    expect(() => matrixTest('gisSpatialRelRelation', 2, 2, mask), mask).toThrow('nine characters');
  }
});
