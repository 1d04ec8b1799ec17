import { afterEach, expect, test } from 'vitest';
import { layoutReference, type PrintSettings } from '../../../../src/extensions/print/print-settings.ts';
import { extentToEnvelope, resolveChoice } from '../../../../src/state/references.ts';
import { type MapInfo, mapInfo } from '../../../../src/state/services.ts';
import { readAddress } from '../../../../src/state/url.ts';
import { type ProjectionChoice, projection, view } from '../../../../src/state/view.ts';
import type { Extent } from '../../../../sw/geometry/extent.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';

const readInfo = (extent: Extent, wkid = 4326) =>
  ({ SpatialReference: referenceFromWkid(wkid), Extent: extentToEnvelope(extent) }) as MapInfo;
const valley = readInfo([8.4, 47.4, 8.6, 47.6]);
const world = readInfo([-180, -90, 180, 90]);

afterEach(() => {
  mapInfo.value = undefined;
  view.value = undefined;
  projection.value = 'auto';
});

test.each([
  ['a valley in degrees', valley, 'auto', 'mercator'],
  ['a valley in degrees, as a person wants it', valley, 'map', 'map'],
  ['a continent in degrees', readInfo([-25, 34, 45, 72]), 'auto', 'mercator'],
  ['the world', world, 'auto', 'map'],
  ['a pole', readInfo([-60, 70, 60, 90]), 'auto', 'map'],
  ['a valley in metres', readInfo([8.4, 47.4, 8.6, 47.6], 2056), 'auto', 'map'],
  ['a map without an extent', { SpatialReference: referenceFromWkid(4326) } as MapInfo, 'auto', 'map'],
] as const)('%s', (_, info, choice, expected) => {
  expect(resolveChoice(choice, info)).toBe(expected);
});

const chooseReference = (query: string): ProjectionChoice =>
  readAddress(new URL(`http://soapstone.test/?${query}`)).projection;

test('an address without a projection leaves it to the map', () => {
  expect(chooseReference('service=A')).toBe('auto');
  expect(chooseReference('service=A&projection=map')).toBe('map');
  expect(chooseReference('service=A&projection=mercator')).toBe('mercator');
});

test.each([
  ['a part of the world of a map in degrees', [7, 46, 9, 48], {}, 3857],
  ['the whole world', [-180, -90, 180, 90], {}, 4326],
  ['the whole world at a scale that shows a part of it', [-180, -80, 180, 90], { scale: 1_000_000 }, 3857],
  ['a part of the world at a scale that shows all of it', [7, 46, 9, 48], { scale: 100_000_000 }, 4326],
  ['what a person chose', [7, 46, 9, 48], { projection: 'equalEarth' }, 8857],
] as const)('a layout of %s', (_, extent, chosen, wkid) => {
  mapInfo.value = world;
  view.value = { extent, rotationDeg: 0 };
  const settings = { paper: 'a4', isUpright: false, projection: 'auto', ...chosen };
  expect(layoutReference(settings as PrintSettings)).toEqual(referenceFromWkid(wkid));
});
