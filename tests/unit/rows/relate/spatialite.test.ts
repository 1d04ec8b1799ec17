import { describe, expect, test } from 'vitest';
import { type SingleGeometry, singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import type { Relation } from '../../../../sw/rows/relate/relation-test.ts';
import { relationQuestion } from '../../../../sw/rows/relate/relation-test.ts';
import { scan } from '../../../../sw/rows/scan.ts';
import { runAtOnce } from '../../../../sw/scheduler.ts';
import { casesOfToday } from '../../../today.ts';
import { random } from '../../geometry/random.ts';
import { memoryTable, partsBatch } from '../memory-table.ts';
import { type Scatter, type Shape, shapeMaker, wkb } from './random-shapes.ts';
import { askSpatialite, hasSpatialite } from './spatialite.mjs';
import { shareStretch } from './to-jts.ts';

const kinds = ['point', 'multipoint', 'polyline', 'polygon'] as const;
const scatters: readonly Scatter[] = ['grid', 'far grid', 'anywhere', 'crossed'];
/** Our relations and their SpatiaLite equivalents, query first. */
const relations: readonly (readonly [string, string])[] = [
  ['Intersects', 'ST_Intersects(q.g, f.g)'],
  ['EnvelopeIntersects', 'MbrIntersects(q.g, f.g)'],
  ['Touches', 'ST_Touches(q.g, f.g)'],
  ['Overlaps', 'ST_Overlaps(q.g, f.g)'],
  ['Crosses', 'ST_Crosses(q.g, f.g)'],
  ['Within', 'ST_Within(q.g, f.g)'],
  ['Contains', 'ST_Contains(q.g, f.g)'],
];
const queryCount = 16;
const featureCount = 40;

/** `node tests/run.mjs unit` installs SpatiaLite if it can. Otherwise the tests are skipped and counted as skipped. */
describe.skipIf(!hasSpatialite())('SpatiaLite says the same of every pair', () => {
  const cases = scatters
    .flatMap((scatter, i) =>
      kinds.flatMap((queryKind, j) =>
        kinds.map((kind, k) => [scatter, queryKind, kind, 100 * i + 10 * j + k] as const),
      ),
    )
    .filter(([scatter, ...shapeKinds]) => scatter !== 'crossed' || shapeKinds.includes('polygon'));
  // jsts also checks pairs of every kind each day (`relation-test.test.ts`).
  for (const [scatter, queryKind, kind, seed] of casesOfToday(cases, 3)) {
    test(`${queryKind} and ${kind}, ${scatter}`, async () => {
      const make = shapeMaker(seed, scatter);
      // One in three rings of four vertices crosses itself.
      const times = scatter === 'crossed' ? 3 : 1;
      const lists = [
        Array.from({ length: times * queryCount }, () => make(queryKind)),
        Array.from({ length: times * featureCount }, () => make(kind)),
      ];
      const [queries, features] = usableShapes(lists, scatter === 'crossed');
      const next = random(seed);
      const masks = Array.from({ length: 3 }, () =>
        Array.from({ length: 9 }, () => 'TF****'[Math.floor(next() * 6)]).join(''),
      );
      // For lines that nearly meet, GEOS rounds their crossing; the test for a common point is exact.
      const isRounded = scatter === 'far grid' && (queryKind === 'polyline' || kind === 'polyline');
      const requested: readonly (readonly [string, string, string])[] = [
        ...relations.slice(0, isRounded ? 2 : undefined).map(([name, sql]) => [name, '', sql] as const),
        ...(isRounded ? [] : masks).map((mask) => ['Relation', mask, `ST_Relate(q.g, f.g, '${mask}')`] as const),
      ];
      const judged = askSpatialite(
        `${tables(queries!, features!)}SELECT q.id, f.id, ${requested.map(([, , sql]) => sql).join()} FROM q, f ORDER BY 1, 2;`,
      );
      const table = memoryTable(
        { ID: ['gisFieldTypeOID', features!.map((_, row) => row)] },
        partsBatch(kind, features!.map(listParts)),
      );
      const ids = (await table.attributes(0)).columns.get('ID') as unknown as { values: Int32Array };
      let selectedCount = 0;
      const differing: string[] = [];
      for (const [q, query] of queries!.entries()) {
        const matching = judged.filter(([id]) => Number(id) === q);
        for (const [column, [name, mask]] of requested.entries()) {
          const expected = matching.filter((row) => row[column + 2] === '1').map((row) => Number(row[1]));
          const geometry = singleGeometry(queryKind, listParts(query));
          const question = runAtOnce(relationQuestion(geometry, kind, `gisSpatialRel${name}` as Relation, mask))!;
          const rows = await scan(table, question);
          const actual = Array.from(rows, (row) => ids.values[row]!).sort((a, b) => a - b);
          selectedCount += expected.length;
          for (const f of features!.keys()) {
            if (expected.includes(f) === actual.includes(f)) continue;
            if (isMistaken(name, query, features![f]!)) continue;
            differing.push(`${name} ${mask} ${expected.includes(f)}: ${text(query)} ${text(features![f]!)}`);
          }
        }
      }
      expect(differing).toEqual([]);
      expect(selectedCount).toBeGreaterThan(20);
    });
  }
});

const listParts = ({ polygons }: Shape): readonly (readonly number[])[] => polygons.flat();

/** Return whether GEOS may be mistaken: it reports some overlapping lines as crossing, see `matrixOfJts`. */
const isMistaken = (name: string, a: Shape, b: Shape): boolean =>
  /^(Overlaps|Crosses)$/.test(name) &&
  a.kind === 'polyline' &&
  b.kind === 'polyline' &&
  shareStretch(lines(a), lines(b));
const lines = (shape: Shape): SingleGeometry => singleGeometry('polyline', listParts(shape));
const text = ({ kind, polygons }: Shape): string => `${kind} ${JSON.stringify(polygons)}`;

/** Filter each list to geometries that SpatiaLite finds valid; with `crossed`, keep only its invalid polygons. */
function usableShapes(lists: readonly (readonly Shape[])[], crossed: boolean): Shape[][] {
  const all = lists.flat();
  const valid = askSpatialite(
    all
      .map((shape) => `SELECT ST_IsValid(GeomFromWKB(x'${wkb(shape)}'));`)
      .join('\n')
      .concat('\n'),
  ).map(([is]) => is === '1');
  let offset = 0;
  return lists.map((list) =>
    list.filter(({ kind }) => valid[offset++] !== (crossed && kind === 'polygon')).slice(0, featureCount),
  );
}

function tables(queries: readonly Shape[], features: readonly Shape[]): string {
  const fillTable = (name: string, shapes: readonly Shape[]): string =>
    `CREATE TABLE ${name} (id INTEGER, g BLOB);\n${shapes
      .map((shape, id) => `INSERT INTO ${name} VALUES (${id}, ${made(shape)});\n`)
      .join('')}`;
  return fillTable('q', queries) + fillTable('f', features);
}

/** Repair self-crossing polygons by the even-odd rule, like our code does. */
const made = (shape: Shape): string => {
  const geometry = `GeomFromWKB(x'${wkb(shape)}')`;
  return shape.kind === 'polygon'
    ? `CASE WHEN ST_IsValid(${geometry}) THEN ${geometry} ELSE MakeValid(${geometry}) END`
    : geometry;
};
