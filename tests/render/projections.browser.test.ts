import { test } from 'vitest';
import { cutAtAntimeridian } from '../../sw/formats/reading/antimeridian.ts';
import { transformation } from '../../sw/geometry/project.ts';
import { defineReference } from '../../sw/geometry/reference-definitions.ts';
import { expectImage } from './compare.ts';
import { draw, fill, line, makeLayerPlan, makeMapView, rgb, simple } from './draw-plan.ts';
import { makeSourceTable, type TestFeature } from './table-of.ts';
import { countries } from './world.ts';

const degrees = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
const sea = fill(rgb(214, 228, 236));
const land = simple(fill(rgb(236, 229, 214), line(rgb(120, 105, 80), 0.75)));

/** Return the countries as they are published: no ring crosses the 180th meridian. */
async function publishCountries(): Promise<TestFeature[]> {
  return (await countries('110m')).map(({ parts, values }) => ({
    values: values!,
    parts: parts.flatMap((part) => {
      const positions = Array.from({ length: part.length / 2 }, (_, i) => [part[2 * i]!, part[2 * i + 1]!] as const);
      return cutAtAntimeridian(positions).map((ring) => ring.flat());
    }),
  }));
}

/** Meridians and parallels every 30 degrees, each a straight line with two vertices. */
const graticule: TestFeature[] = [
  ...Array.from({ length: 13 }, (_, i): TestFeature => ({ parts: [[-180 + 30 * i, -80, -180 + 30 * i, 80]] })),
  ...Array.from({ length: 5 }, (_, i): TestFeature => ({ parts: [[-180, -60 + 30 * i, 180, -60 + 30 * i]] })),
];

// Equal Earth around 150 degrees east is cut through Greenland and the Atlantic.
defineReference(8859, '+proj=eqearth +lon_0=150 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs');

const cases = [
  ['mercator', 3857, [-2e7, -2e7, 2e7, 2e7], 300, 300],
  ['equal-earth', 8857, [-1.75e7, -8.5e6, 1.75e7, 8.5e6], 420, 210],
  ['equal-earth-150', 8859, [-1.75e7, -8.5e6, 1.75e7, 8.5e6], 420, 210],
  ['polar-north', 3995, [-9e6, -9e6, 9e6, 9e6], 300, 300],
  ['polar-south', 3031, [-9e6, -9e6, 9e6, 9e6], 300, 300],
  ['polar-far-out', 3995, [-6e7, -6e7, 6e7, 6e7], 300, 300],
  ['around-the-pole', 3995, [-1e6, -1e6, 3e6, 3e6], 300, 300],
  ['north-america', 3413, [-4e6, -4e6, 4e6, 0], 400, 200],
] as const;

for (const [name, WKID, extent, widthPx, heightPx] of cases)
  test(`the world in ${name}: no streaks`, async () => {
    const projection = transformation(degrees, { type: 'ProjectedCoordinateSystem', WKID })!;
    const fields = { NAME: 'gisFieldTypeString', NUMBER: 'gisFieldTypeInteger' } as const;
    const lines = makeLayerPlan(
      makeSourceTable('polyline', graticule),
      { FeatureRenderer: simple(line(rgb(90, 130, 160), 0.5)) },
      { projection },
    );
    const areas = makeLayerPlan(
      makeSourceTable('polygon', await publishCountries(), fields),
      { FeatureRenderer: land },
      { projection },
    );
    const image = await draw({
      view: makeMapView(extent, widthPx, heightPx),
      background: sea,
      layers: [lines, areas],
    });
    await expectImage(image, `projection-${name}`);
  });
