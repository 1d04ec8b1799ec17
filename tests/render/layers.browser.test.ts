import { expect, test } from 'vitest';
import type { Value } from '../../sw/contract/index.ts';
import { transformation } from '../../sw/geometry/project.ts';
import { expectImage } from './compare.ts';
import { draw, fill, line, makeLayerPlan, makeMapView, marker, rgb, simple } from './draw-plan.ts';
import { makeSourceTable } from './table-of.ts';
import { countries } from './world.ts';

const sea = fill(rgb(214, 228, 238));
const border = line(rgb(255, 255, 255), 0.5);
const worldFields = { NAME: 'gisFieldTypeString', NUMBER: 'gisFieldTypeInteger' } as const;

const classes: Value<'ClassBreaksRenderer'> = {
  type: 'ClassBreaksRenderer',
  Field: 'NUMBER',
  MinimumValue: 0,
  ClassBreakInfos: [
    [40, rgb(237, 248, 233)],
    [90, rgb(186, 228, 179)],
    [140, rgb(116, 196, 118)],
    [400, rgb(35, 139, 69)],
  ].map(([max, color], i) => ({
    ClassMaximumValue: max as number,
    ClassMinimumValue: i,
    Symbol: fill(color as Value<'Color'>, border),
  })),
};

const mercator = transformation(
  { type: 'GeographicCoordinateSystem', WKID: 4326 },
  { type: 'ProjectedCoordinateSystem', WKID: 3857 },
)!;

test('countries by class breaks in Mercator, turned', async () => {
  const table = makeSourceTable('polygon', await countries('110m'), worldFields);
  const layer = makeLayerPlan(table, { FeatureRenderer: classes, Transparency: 20 }, { projection: mercator });
  const view = makeMapView([-2.5e6, 3.5e6, 6e6, 9e6], 480, 320, 96, 12);
  await expectImage(await draw({ view, background: sea, layers: [layer] }), 'class-breaks-turned');
});

test('the outline of a background lies inside of the edge of the picture', async () => {
  const background = fill(rgb(214, 228, 238), line(rgb(60, 40, 90), 6, 'gisSLSDash'));
  await expectImage(
    await draw({ view: makeMapView([0, 0, 160, 100], 160, 100), background, layers: [] }),
    'background-outline',
  );
});

test('polygons as graduated markers over a background', async () => {
  const table = makeSourceTable('polygon', await countries('110m'), worldFields);
  const renderer: Value<'ClassBreaksRenderer'> = {
    ...classes,
    BackgroundSymbol: fill(rgb(235, 230, 220), line(rgb(160, 150, 130), 0.5)),
    ClassBreakInfos: classes.ClassBreakInfos.map((info, i) => ({
      ...info,
      Symbol: marker(rgb(190, 60, 50, 180), 4 + 4 * i),
    })),
  };
  const layer = makeLayerPlan(table, { FeatureRenderer: renderer });
  await expectImage(
    await draw({ view: makeMapView([-20, -36, 60, 38], 400, 360), background: sea, layers: [layer] }),
    'graduated-markers',
  );
});

test('selected features stand out: own symbol, and the colour of the selection', async () => {
  const table = makeSourceTable('polygon', await countries('110m'), worldFields);
  const drawing = { FeatureRenderer: simple(fill(rgb(236, 229, 214), line(rgb(170, 155, 130), 0.5))) };
  const outlined = makeLayerPlan(table, drawing, {
    selection: { rows: Uint32Array.from({ length: 30 }, (_, i) => 5 * i), color: rgb(0, 200, 220) },
  });
  const hatched = makeLayerPlan(table, drawing, {
    selection: {
      rows: Uint32Array.of(70, 71, 72, 73),
      color: rgb(0, 0, 0),
      symbol: fill(rgb(200, 0, 80), undefined, 'gisSFSCross'),
    },
  });
  await expectImage(
    await draw({ view: makeMapView([-20, -36, 60, 60], 300, 360), background: sea, layers: [hatched] }),
    'selection-symbol',
  );
  await expectImage(
    await draw({ view: makeMapView([-20, -36, 60, 60], 300, 360), background: sea, layers: [outlined] }),
    'selection-color',
  );
});

test('what lies far outside does not change what is seen', async () => {
  // A ring around the window, a ring through it, and a dashed line as long as a million images.
  const around = [-1e7, -1e7, -1e7, 1e7, 1e7, 1e7, 1e7, -1e7, -1e7, -1e7];
  const hole = [20, 20, 80, 20, 80, 80, 20, 80, 20, 20];
  const polygons = makeSourceTable('polygon', [{ parts: [around, hole] }]);
  const lines = makeSourceTable('polyline', [
    { parts: [[-1e8, -1e8, 1e8, 1e8]] },
    { parts: [[50, -1e8, 50, 50, 1e8, 50]] },
  ]);
  const plan = {
    view: makeMapView([0, 0, 100, 100], 100, 100),
    layers: [
      makeLayerPlan(lines, { FeatureRenderer: simple(line(rgb(200, 0, 0), 1.5, 'gisSLSDash')) }),
      makeLayerPlan(polygons, { FeatureRenderer: simple(fill(rgb(220, 230, 200), line(rgb(0, 90, 0), 1.5))) }),
    ],
  };
  const surface = await draw(plan);
  await expectImage(surface, 'far-outside');
});

test('a drawing ends when nobody waits for it', async () => {
  const table = makeSourceTable('polygon', await countries('110m'), worldFields);
  const plan = {
    view: makeMapView([-180, -90, 180, 90], 400, 200),
    layers: [makeLayerPlan(table, { FeatureRenderer: classes })],
  };
  await expect(draw(plan, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
