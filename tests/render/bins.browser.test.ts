import { expect, test } from 'vitest';
import type { Rgba } from '../../sw/contract/rgba.ts';
import type { Extent } from '../../sw/geometry/extent.ts';
import { transformation } from '../../sw/geometry/project.ts';
import type { MapView } from '../../sw/geometry/view.ts';
import { type Bins, reductionText } from '../../sw/service/feature-reduction.ts';
import { expectPicture } from './compare.ts';
import { draw, drawnCanvas, layerOf, marker, rgb, simple, viewOf } from './draw-plan.ts';
import { manyPoints } from './many-points.ts';
import { tableOf } from './table-of.ts';

const greens: readonly Rgba[] = [
  [232, 241, 236, 1],
  [179, 214, 202, 1],
  [116, 179, 165, 1],
  [54, 138, 125, 1],
  [13, 91, 81, 1],
];
const plain: Bins = {
  type: 'binning',
  shape: 'hexagon',
  sizePt: 15,
  statistic: 'count',
  isClassed: true,
  colors: greens,
  maxScale: 0,
};
const table = tableOf('point', manyPoints(20_000), { AMOUNT: 'gisFieldTypeInteger' });
const binned = (bins: Partial<Bins>, more = {}) =>
  layerOf(
    table,
    { FeatureRenderer: simple(marker(rgb(200, 0, 0), 4)), FeatureReduction: reductionText({ ...plain, ...bins }) },
    more,
  );

test('hexagons by the number of their points', async () => {
  const plan = { view: viewOf([0, 0, 100, 100], 360, 360), layers: [binned({})] };
  await expectPicture(await draw(plan), 'bins-hexagons');
});

test('squares by the mean of a field, along a ramp, in Mercator and turned', async () => {
  const mercator = transformation(
    { type: 'GeographicCoordinateSystem', WKID: 4326 },
    { type: 'ProjectedCoordinateSystem', WKID: 3857 },
  )!;
  const layer = binned(
    { shape: 'square', statistic: 'avg', field: 'AMOUNT', isClassed: false },
    { projection: mercator },
  );
  const view = viewOf([0, 0, 11e6, 14e6], 300, 360, 96, 20);
  await expectPicture(await draw({ view, layers: [layer] }), 'bins-squares');
});

test('tiles show the bins of one picture of their size', async () => {
  const sidePx = 128;
  const resolution = 0.3515625;
  const tileView = (column: number, row: number, count: number): MapView => {
    const side = sidePx * resolution;
    const aside = resolution / 1024;
    const extent = [column * side, 90 - (row + count) * side, (column + count) * side, 90 - row * side].map(
      (part, i) => part + (i % 2 === 0 ? -aside : aside),
    ) as unknown as Extent;
    const px = { widthPx: count * sidePx, heightPx: count * sidePx };
    return { extent, ...px, dpi: 96, resolution, rotationDeg: 0, scale: 0 };
  };
  const layers = [binned({ shape: 'hexagon' })];
  const whole = (await drawnCanvas({ view: tileView(0, 0, 2), layers })).getContext('2d')!;
  for (const column of [0, 1])
    for (const row of [0, 1]) {
      const tile = await drawnCanvas({ view: tileView(column, row, 1), layers });
      const found = tile.getContext('2d')!.getImageData(0, 0, sidePx, sidePx).data;
      expect(found).toEqual(whole.getImageData(column * sidePx, row * sidePx, sidePx, sidePx).data);
    }
});
