import { expect, test } from 'vitest';
import { enums, type Value } from '../../sw/contract/index.ts';
import { drawScaleBar } from '../../sw/draw/scale-bar/draw.ts';
import { planScaleBar, roundDown } from '../../sw/draw/scale-bar/plan.ts';
import { type CanvasSurface, createCanvasSurface } from '../../sw/draw/surface/canvas.ts';
import { expectImage } from './compare.ts';
import { loadFonts } from './draw-plan.ts';

const bars: Partial<Value<'AlternatingScaleBar'>>[] = [
  {},
  { Divisions: 4, DivisionsBeforeZero: 0, Subdivisions: 2 },
  ...enums.gisScaleBarFrequency.values.map((frequency) => ({
    LabelFrequency: frequency,
    MarkFrequency: frequency,
    Divisions: 3,
  })),
  ...enums.gisScaleBarPos.values.map((position) => ({ UnitLabelPosition: position, UnitLabel: 'km' })),
  ...enums.gisVertPosEnum.values.map((verticalPosition) => ({
    LabelPosition: verticalPosition,
    MarkPosition: verticalPosition,
    BarHeight: 14,
  })),
  { Division: 300, Divisions: 2, ResizeHint: 'gisScaleBarAutoDivisions', DivisionsBeforeZero: 0 },
  { Units: 'gisMiles', NumberFormat: { RoundingValue: 1, ZeroPad: true, UseSeparator: true } },
];

/** Draw bars in rows of three. */
async function readSheet(all: readonly Value<'ScaleBar'>[]): Promise<CanvasSurface> {
  await loadFonts();
  const create = (width: number, height: number) => new OffscreenCanvas(width, height);
  const [widthPx, heightPx, columns] = [300, 60, 3];
  const sheet = createCanvasSurface(widthPx * columns, heightPx * Math.ceil(all.length / columns), create);
  const context = sheet.canvas.getContext('2d')!;
  for (const [i, bar] of all.entries()) {
    const surface = createCanvasSurface(widthPx, heightPx, create);
    surface.fillBox({ xPx: 0, yPx: 0, widthPx, heightPx }, { kind: 'solid', color: [i % 2 ? 244 : 252, 248, 240, 1] });
    drawScaleBar(surface, { bar, scale: 10_000_000, dpi: 96, isMapInFeet: false });
    context.drawImage(surface.canvas, (i % columns) * widthPx, Math.floor(i / columns) * heightPx);
  }
  return sheet;
}

test('alternating bars of every frequency, position and place', async () => {
  const alternating = bars.map((bar) => ({ type: 'AlternatingScaleBar' as const, ...bar }));
  await expectImage(await readSheet([...alternating, { type: 'SingleDivisionScaleBar' }]), 'scale-bars');
});

test('bars of every unit, resize hint and kind of number', async () => {
  const short = { type: 'AlternatingScaleBar', Divisions: 2, DivisionsBeforeZero: 0, Subdivisions: 1 } as const;
  const number = { RoundingValue: 2, AlignmentWidth: 8, ZeroPad: true };
  const all: Value<'ScaleBar'>[] = [
    ...enums.gisUnits.values.map((Units) => ({ ...short, Units })),
    ...enums.gisScaleBarResizeHint.values.map((ResizeHint) => ({ ...short, Division: 70, ResizeHint, Divisions: 3 })),
    ...enums.gisRoundingOptionEnum.values.map((RoundingOption) => ({
      ...short,
      Division: 233.3333,
      NumberFormat: { ...number, RoundingOption },
    })),
    ...enums.gisNumericAlignmentEnum.values.map((AlignmentOption) => ({
      ...short,
      Division: 250,
      NumberFormat: { ...number, AlignmentOption, ShowPlus: true },
    })),
  ];
  await expectImage(await readSheet(all), 'scale-bar-numbers');
});

test('a division is as long as the scale says', () => {
  const bar: Value<'ScaleBar'> = {
    type: 'AlternatingScaleBar',
    Division: 100,
    Divisions: 3,
    DivisionsBeforeZero: 1,
    Units: 'gisKilometers',
  };
  const plan = planScaleBar({ bar, scale: 10_000_000, dpi: 96, roomPx: 999, isMapInFeet: false });
  // 100 km at 1 : 10,000,000 is 1 cm, or 0.3937 inches of 96 pixels.
  expect(plan.widthPx).toBeCloseTo(3 * 0.3937 * 96, 9);
  expect(plan.marks.filter((mark) => mark.isDivision).map((mark) => mark.label)).toEqual(['100', '0', '100', '200']);
});

test('lengths are rounded to 1, 2 or 5', () => {
  expect([0.0999, 1, 1.99, 2, 4.9, 5, 9.99, 1234].map(roundDown)).toEqual([0.05, 1, 1, 2, 2, 5, 5, 1000]);
});
