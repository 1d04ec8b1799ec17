import { expect, test } from 'vitest';
import { levelsIn, listSettledResolutions, reasonToDraw, type TileOffer } from '../../../src/map/widget/tile-choice.ts';
import { referenceFromWkid } from '../../../sw/geometry/spatial-reference.ts';
import { webMercatorScheme } from '../../../sw/tiles/tile-scheme.ts';
import type { CacheState } from '../../../sw/tiles/tile-state.ts';

const scheme = webMercatorScheme(6);
const range = { rowMin: 0, rowMax: 0, colMin: 0, colMax: 0 };
const cache: CacheState = {
  map: 'Layers',
  settings: {
    kind: 'fused',
    layers: [-1],
    scheme,
    format: 'PNG32',
    quality: 75,
    storage: 'compact',
    onDemand: false,
    clientCaching: true,
  },
  tiles: 2,
  bytes: 2,
  uses: [2, 3].map((level) => ({ layer: -1, level, tiles: 1, bytes: 1, range })),
  version: 1,
  revision: 1,
  extent: [-1, -1, 1, 1],
  isStale: false,
  isServing: true,
};
const offer: TileOffer = { cache, isRequested: true, isAsPublished: true };
const settings = (more: Partial<CacheState['settings']>): TileOffer => ({
  ...offer,
  cache: { ...cache, settings: { ...cache.settings, ...more } },
});
const computeResolution = (level: number): number => scheme.levels[level]!.resolution;

test.each<[string | undefined, TileOffer | undefined, number, number]>([
  [undefined, offer, 2, 0],
  [undefined, offer, 3.5, 0],
  [undefined, offer, 1.5, 0],
  ['level', offer, 4, 0],
  ['level', offer, 1, 0],
  [undefined, settings({ onDemand: true }), 4, 0],
  ['none', undefined, 2, 0],
  ['layers', settings({ kind: 'layers', layers: [0] }), 2, 0],
  ['empty', { ...offer, cache: { ...cache, isServing: false } }, 2, 0],
  ['stale', { ...offer, cache: { ...cache, isStale: true } }, 2, 0],
  ['unwanted', { ...offer, isRequested: false }, 2, 0],
  ['changed', { ...offer, isAsPublished: false }, 2, 0],
  ['turned', offer, 2, 0.3],
])('%s is the reason to draw', (reason, parameters, level, rotation) => {
  const resolution = scheme.levels[0]!.resolution / 2 ** level;
  expect(reasonToDraw(parameters, referenceFromWkid(3857), { resolution, rotation })).toBe(reason);
});

test('a scheme of another reference is of no use, whatever number Web Mercator goes by', () => {
  const view = { resolution: computeResolution(2), rotation: 0 };
  expect(reasonToDraw(offer, referenceFromWkid(4326), view)).toBe('reference');
  expect(reasonToDraw(offer, referenceFromWkid(102100), view)).toBeUndefined();
});

test('levels without tiles are asked for only where tiles are made on demand', () => {
  expect(levelsIn(cache).map(({ level }) => level)).toEqual([2, 3]);
  expect(levelsIn(settings({ onDemand: true }).cache)).toHaveLength(6);
});

test('zooming settles on the levels, and on doublings and halvings beyond them', () => {
  const levels = [100, 40, 10].map((resolution, level) => ({ level, resolution, scale: 1 }));
  expect(listSettledResolutions(levels, 300, 3)).toEqual([400, 200, 100, 40, 10, 5]);
  // If a scheme begins far beyond the visible map, begin with the first level that shows all of it.
  expect(listSettledResolutions(levels, 30, 10)).toEqual([40, 10]);
});
