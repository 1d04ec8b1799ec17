import { expect, test } from 'vitest';
import type { Value } from '../../sw/contract/index.ts';
import { ask } from './leaves/ask.ts';
import { leavesContext } from './leaves/leaves-service.ts';
import { box, display, image, joined, layer, point, shifted, symbolOf, view, years } from './leaves/parts.ts';
import { drawings } from './leaves/renderers.ts';
import { wgs84 } from './sample-parts.ts';

const context = leavesContext();

/** A setting of the map applies to everything that a request draws or queries, not only to its layers. */
const mapImage = async (MapDescription: Value<'MapDescription'>): Promise<string> => {
  const { text, fault } = await ask(await context, 'ExportMapImage', {
    MapDescription,
    ImageDescription: image(),
  });
  expect(fault).toBeUndefined();
  return text.match(/<ImageData[^>]*>([^<]*)</)![1]!;
};

test('a join under a new id is drawn at the time of the map', async () => {
  const drawFiltered = (DefinitionExpression: string, more: Partial<Value<'MapDescription'>> = {}) => {
    const join = layer(101, { Source: joined, DefinitionExpression, DrawingDescription: drawings.at(-1)! });
    return mapImage(view({ HonorLayerReordering: true, LayerDescriptions: [join], ...more }));
  };
  const TimeValue = { ...years, EndTime: '2001-12-31T00:00:00' };
  const atTime = await drawFiltered('', { TimeValue });
  expect(atTime).toBe(await drawFiltered('owners.NO = 11'));
  expect(atTime === (await drawFiltered(''))).toBe(false);
});

const unshifted = { GeoTransformation: {} };

test('graphics with a reference of their own go by the shift of the map', async () => {
  const mark = { type: 'MarkerElement', Point: point(0.001, 0.001, wgs84), Symbol: symbolOf.spot } as const;
  const drawWithSettings = (more: object) =>
    mapImage(shifted({ LayerDescriptions: [], CustomGraphics: [mark], ...more }));
  expect((await drawWithSettings({})) === (await drawWithSettings(unshifted))).toBe(false);
});

test.each<Value<'MapArea'>>([
  { type: 'FeatureExtent', DefaultScale: 1e5, ExpandRatio: 1, FeatureIDs: [2], LayerID: 1, MapName: 'Related' },
  { type: 'MapExtent', Extent: box(-0.01, -0.01, 0.01, 0.01, wgs84) },
])('$type goes by the shift of the map', async (MapArea) => {
  const corner = async (more: object) => {
    const request = { MapImageDisplay: display, ScreenXValues: [60], ScreenYValues: [40] };
    const { text } = await ask(await context, 'ToMapPoints', {
      MapDescription: shifted({ MapArea, LayerDescriptions: [], ...more }),
      ...request,
    });
    return Number(text.match(/<Y>([^<]*)</)![1]);
  };
  // The shift is 121 meters instead of 100 along the axis of the earth.
  expect(Math.abs((await corner({})) - (await corner(unshifted)))).toBeCloseTo(21 / 110574, 5);
});
