import pixelmatch from 'pixelmatch';
import { expect, test } from 'vitest';
import type { MapView } from '../../sw/geometry/view.ts';
import { drawToCanvas, fill, line, makeLayerPlan, marker, rgb, simple } from './draw-plan.ts';
import { makeSourceTable, type TestFeature } from './table-of.ts';
import { countries } from './world.ts';

const sidePx = 256;
const resolution = 0.4;

/** Return the view of a tile in a grid that starts at 0, 0 in the northwest. */
function tileView(column: number, row: number, count = 1): MapView {
  const side = sidePx * resolution;
  const extent = [
    column * side - 90,
    60 - (row + count) * side,
    (column + count) * side - 90,
    60 - row * side,
  ] as const;
  return { extent, widthPx: count * sidePx, heightPx: count * sidePx, dpi: 96, resolution, rotationDeg: 0, scale: 1e6 };
}

const letters = {
  type: 'SimpleTextSymbol',
  Size: 8,
  Color: rgb(30, 30, 30),
  MaskStyle: 'gisMSHalo',
  MaskSize: 1,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
} as const;
const LabelingDescription = { LabelClassDescriptions: [{ LabelExpression: '[NAME]', Symbol: letters }] };
const fields = { NAME: 'gisFieldTypeString' } as const;

test('four tiles show what one picture of their size shows', async () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const towns = Array.from(
    { length: 900 },
    (_, i): TestFeature => ({
      parts: [[random() * 260 - 110, random() * 240 - 160]],
      values: { NAME: `Town of ${i}` },
    }),
  );
  const layers = [
    makeLayerPlan(
      makeSourceTable(
        'polyline',
        [-3, -1, 1, 3].map((slope) => ({
          parts: [[-110, 0 - 20 * slope, 130, -40 + 20 * slope]],
          values: { NAME: `Road ${slope}` },
        })),
        fields,
      ),
      // The line is nearly transparent, because lines clipped at the edge of an image are antialiased slightly
      // differently.
      { FeatureRenderer: simple(line(rgb(0, 0, 0, 1), 1)), LabelingDescription },
    ),
    makeLayerPlan(makeSourceTable('point', towns, fields), {
      FeatureRenderer: simple(marker(rgb(200, 60, 40), 5)),
      LabelingDescription,
    }),
    makeLayerPlan(makeSourceTable('polygon', await countries('110m'), fields), {
      FeatureRenderer: simple(fill(rgb(240, 235, 220), line(rgb(150, 140, 120), 0.5))),
      LabelingDescription,
    }),
  ];
  const isPartOfWhole = true;
  const whole = await drawToCanvas({ view: tileView(0, 0, 2), layers, isPartOfWhole });
  const context = whole.getContext('2d')!;
  for (const column of [0, 1])
    for (const row of [0, 1]) {
      const tile = await drawToCanvas({ view: tileView(column, row), layers, isPartOfWhole });
      const actual = tile.getContext('2d')!.getImageData(0, 0, sidePx, sidePx);
      const expected = context.getImageData(column * sidePx, row * sidePx, sidePx, sidePx);
      const differing = pixelmatch(expected.data, actual.data, undefined, sidePx, sidePx, { threshold: 0.1 });
      expect(differing, `tile ${column}, ${row}`).toBeLessThan(0.0005 * sidePx * sidePx);
    }
});
