import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isDeep } from '../../today.ts';
import { polygonXml, samplePost, squaresWhere } from './sample-post.ts';

// Disable timeouts, because the machine may be busy.
beforeEach(() => void vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal));
afterEach(() => vi.restoreAllMocks());

type Ring = [number | string, number | string][];

const round = (value: number): number => Math.round(value * 1e5) / 1e5;
/** Make a circle that contains the second square and crosses the first; the third is far away. */
const circle = (vertices: number): Ring =>
  Array.from({ length: vertices }, (_, i) => {
    const turn = (2 * Math.PI * i) / vertices;
    return [round(66 * Math.cos(turn)), round(66 * Math.sin(turn))];
  });
const box = (size: number, x = 0, y = 0): Ring => [
  [x - size, y - size],
  [x - size, y + size],
  [x + size, y + size],
  [x + size, y - size],
];
const shape = (...rings: Ring[]): string => polygonXml('FilterGeometry', rings);
const readResultText = (text: string): string => /<Result>([^<]*)|<faultstring>([^<]*)/.exec(text)!.slice(1).join('');

/** The relations whose matching squares are counted. */
const relations: readonly (readonly [name: string, mask: string])[] = [
  ['Intersects', ''],
  ['Contains', ''],
  ['Within', ''],
  ['Touches', ''],
  ['Crosses', ''],
  ['Overlaps', ''],
  ['Relation', 'TTTTTTTTT'],
];
async function counts(geometry: string): Promise<string[]> {
  const ask = await samplePost();
  const results: string[] = [];
  for (const [relation, mask] of relations)
    results.push(readResultText(await ask('QueryFeatureCount', squaresWhere(geometry, relation, mask))));
  return results;
}
const overlapping = ['2', '1', '0', '0', '0', '1', '1'];

/** Enough vertices for several pieces; a million take 15 seconds. */
const maxVertices = isDeep ? 1_000_000 : 100_000;

test(`a polygon of ${maxVertices} vertices is answered right, in pieces`, { timeout: 120_000 }, async () => {
  // Advance the clock by 20 ms per call, so that every check pauses.
  let clock = 0;
  let pauses = 0;
  const ask = await samplePost({
    now: () => {
      clock += 20;
      return clock;
    },
    yieldNow: async () => {
      pauses++;
    },
  });
  const text = await ask('QueryFeatureCount', squaresWhere(shape(circle(maxVertices)), 'Overlaps'));
  expect(readResultText(text)).toBe('1');
  // Reading, decoding and comparing each pause.
  expect(pauses).toBeGreaterThan(maxVertices / 40);
});

test('every relation of a large polygon is right, and Identify finds what it meets', async () => {
  const large = circle(30_000);
  expect(await counts(shape(large))).toEqual(overlapping);
  const ask = await samplePost();
  const actual = await ask(
    'Identify',
    `<MapDescription><Name>Layers</Name><MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>-180</XMin><YMin>-90</YMin><XMax>180</XMax><YMax>90</YMax></Extent></MapArea><Rotation>0</Rotation></MapDescription><MapImageDisplay><ImageHeight>180</ImageHeight><ImageWidth>360</ImageWidth><ImageDPI>96</ImageDPI></MapImageDisplay>${polygonXml('SearchShape', [large])}<Tolerance>0</Tolerance><IdentifyOption>gisIdentifyAllLayers</IdentifyOption><LayerIDs><Int>3</Int></LayerIDs>`,
  );
  expect([...actual.matchAll(/<FeatureID>(\d+)/g)].map(([, id]) => id)).toEqual(['1', '2']);
});

test('tens of thousands of edges that cross the same few are answered right', async () => {
  const teeth = 20_000;
  const comb: Ring = Array.from({ length: teeth }, (_, i) => [round(-70 + (140 * i) / teeth), i % 2 === 0 ? 55 : -55]);
  expect(await counts(shape([...comb, [70, 80], [-70, 80]]))).toEqual(['2', '0', '0', '0', '0', '2', '2']);
});

const maxRings = isDeep ? 100_000 : 30_000;

test(`${maxRings} rings are answered right`, { timeout: 60_000 }, async () => {
  const rings = Array.from({ length: maxRings }, (_, i) =>
    box(0.01, round(-66 + (i % 400) * 0.33), round(-40 + Math.floor(i / 400) * (33_000 / maxRings))),
  );
  const ask = await samplePost();
  const geometry = shape(...rings);
  expect(readResultText(await ask('QueryFeatureCount', squaresWhere(geometry, 'Overlaps')))).toBe('2');
});

test('rings fifty deep are areas and holes in turn', async () => {
  const nested = Array.from({ length: 50 }, (_, i) => box(66 - i));
  expect(await counts(shape(...nested))).toEqual(['2', '0', '0', '0', '0', '2', '2']);
});

test('a ring that crosses itself has its inside where it goes round once', async () => {
  const star: Ring = Array.from({ length: 5 }, (_, i) => {
    const turn = Math.PI / 2 + (4 * Math.PI * i) / 5;
    return [round(100 * Math.cos(turn)), round(100 * Math.sin(turn))];
  });
  // The second square reaches from the hole into the star, and the first crosses the edge of a ray.
  expect(await counts(shape(star))).toEqual(['2', '0', '0', '0', '0', '2', '2']);
});

test('a scribble is refused when its edges meet too often', async () => {
  const scribble: Ring = Array.from({ length: 1500 }, (_, i) => {
    const turn = (2 * Math.PI * i * 751) / 1500;
    return [round(66 * Math.cos(turn)), round(66 * Math.sin(turn + (i % 2)))];
  });
  const ask = await samplePost();
  const text = await ask('QueryFeatureCount', squaresWhere(shape(scribble), 'Contains'));
  expect(text).toContain('<tns:Code>too-complex</tns:Code>');
  expect(readResultText(text)).toContain('QueryFeatureCount.QueryFilter: expected at most 500000 edge intersections');
});

describe('nothing', () => {
  test.each([
    ['no ring', shape()],
    ['a ring without points', shape([])],
    [
      'a ring that goes there and back',
      shape([
        [0, 0],
        [9, 9],
        [0, 0],
        [9, 9],
      ]),
    ],
  ])('is inside of %s', async (_, geometry) => {
    const actual = await counts(geometry);
    expect(actual.slice(1)).toEqual(['0', '0', '0', '0', '0', '0']);
  });
});

describe('the place is named of', () => {
  const path = 'QueryFeatureCount.QueryFilter.FilterGeometry.RingArray[1]';
  test.each<[string, Ring, string]>([
    [
      'no number',
      [
        [0, 0],
        ['NaN', 1],
        [1, 0],
      ],
      `${path}.PointArray[1]: expected finite coordinates, found NaN.`,
    ],
    [
      'infinity',
      [
        [0, 0],
        [1, '-INF'],
        [1, 0],
      ],
      `${path}.PointArray[1]: expected finite coordinates, found -Infinity.`,
    ],
    [
      'too large a number',
      [
        [0, 0],
        ['1e999', 1],
        [1, 0],
      ],
      `${path}.PointArray[1]: expected finite coordinates, found Infinity.`,
    ],
    ['one point', [[3, 3]], `${path}: expected at least 3 points per ring, found 1.`],
    [
      'two points',
      [
        [3, 3],
        [4, 4],
        [3, 3],
      ],
      `${path}: expected at least 3 points per ring, found 2.`,
    ],
  ])('%s', async (_, ring, requested) => {
    expect(await counts(shape(box(9), ring))).toEqual(relations.map(() => requested));
  });
});

test('coordinates at the end of what numbers hold are no trouble', async () => {
  expect(await counts(shape(box(1e308)))).toEqual(['3', '3', '0', '0', '0', '0', '0']);
  expect(await counts(shape(box(Number.MIN_VALUE)))).toEqual(['1', '0', '1', '0', '0', '0', '0']);
});
