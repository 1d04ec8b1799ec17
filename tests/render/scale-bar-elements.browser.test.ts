import { beforeAll, describe, expect, test } from 'vitest';
import { Fault, type Value } from '../../sw/contract/index.ts';
import { drawScaleBar } from '../../sw/draw/scale-bar/draw.ts';
import { createRecording } from '../../sw/draw/surface/record.ts';
import { commandsText, listContractFields, listOtherValues } from './contract-fields.ts';
import { createCanvas, fill, line, loadFonts, rgb } from './draw-plan.ts';

/** Elements of a scale bar that don't change the image and aren't refused, with the reason. */
const idle: Readonly<Record<string, string>> = {
  'AlternatingScaleBar.Units=gisUnknownUnits': 'the usual units, which are kilometres here',
  'SingleDivisionScaleBar.Units=gisUnknownUnits': 'the usual units, which are kilometres here',
  'SingleDivisionScaleBar.Divisions=4': 'has one division',
  'SingleDivisionScaleBar.DivisionsBeforeZero=0': 'has one division',
  'SingleDivisionScaleBar.ResizeHint=gisScaleBarAutoDivisions': 'has one division',
  'SingleDivisionScaleBar.LabelFrequency=gisScaleBarMajorDivisions': 'both ends of its division are major',
  'SingleDivisionScaleBar.MarkFrequency=gisScaleBarDivisionsAndFirstSubdivisions': 'its first subdivisions are all',
  'NumericFormat.AlignmentWidth': 'shows with an alignment to the right',
  'NumericFormat.AlignmentOption=gisAlignLeft': 'blanks behind a number are not seen',
};

const red = line(rgb(200, 30, 30), 3);
const text: Value<'SimpleTextSymbol'> = { type: 'SimpleTextSymbol', Size: 12, Color: rgb(200, 30, 30) };
const number = { RoundingOption: 'gisRoundNumberOfDecimals', RoundingValue: 1, UseSeparator: true, ZeroPad: false };
const common = {
  BarHeight: 8,
  Division: 1234.56,
  Divisions: 3,
  DivisionsBeforeZero: 1,
  Subdivisions: 4,
  Units: 'gisKilometers',
  UnitLabel: 'km',
  UnitLabelPosition: 'gisScaleBarAfterLabels',
  UnitLabelGap: 3,
  UnitLabelSymbol: { ...text, Size: 9 },
  LabelFrequency: 'gisScaleBarDivisions',
  LabelPosition: 'gisAbove',
  LabelGap: 3,
  LabelSymbol: { ...text, Size: 8 },
  NumberFormat: number,
  ResizeHint: 'gisScaleBarFixed',
  DivisionMarkSymbol: line(rgb(0, 0, 0), 1),
  SubdivisionMarkSymbol: line(rgb(0, 0, 0), 0.5),
  DivisionMarkHeight: 7,
  SubdivisionMarkHeight: 5,
  MarkPosition: 'gisAbove',
  MarkFrequency: 'gisScaleBarDivisionsAndSubdivisions',
};
const bases: Record<string, Record<string, unknown>> = {
  AlternatingScaleBar: { ...common, FillSymbol1: fill(rgb(0, 0, 0)), FillSymbol2: fill(rgb(255, 255, 255)) },
  SingleDivisionScaleBar: { ...common, FillSymbol: fill(rgb(0, 0, 0)) },
};
const others: Readonly<Record<string, readonly unknown[]>> = {
  Divisions: [4],
  DivisionsBeforeZero: [0],
  Subdivisions: [2],
  Division: [1000, -1],
  BarHeight: [14],
  UnitLabel: ['kilometres'],
  UnitLabelSymbol: [text],
  LabelSymbol: [text],
  NumberFormat: [{ ...number, RoundingValue: 0 }],
  FillSymbol: [fill(rgb(200, 30, 30), red, 'gisSFSCross')],
  FillSymbol1: [fill(rgb(200, 30, 30), red, 'gisSFSCross')],
  FillSymbol2: [fill(rgb(200, 30, 30), red, 'gisSFSCross')],
  DivisionMarkSymbol: [red],
  SubdivisionMarkSymbol: [red],
};

function drawType(type: string, bar: Record<string, unknown>): string {
  const recording = createRecording(900, 120, createCanvas);
  drawScaleBar(recording, { bar: { type, ...bar } as never, scale: 40_000_000, dpi: 96, isMapInFeet: false });
  return commandsText(recording);
}

function expectNoneIdle(name: string, field: string, values: readonly unknown[], draw: (value: unknown) => string) {
  const before = draw(undefined);
  for (const value of values) {
    if (idle[`${name}.${field}=${value}`]) continue;
    let after: string;
    try {
      after = draw(value);
    } catch (error) {
      expect(error).toBeInstanceOf(Fault);
      expect((error as Fault).message).toContain(field);
      continue;
    }
    expect(after === before, `${name}.${field}: ${String(value)} is passed over`).toBe(false);
  }
}

beforeAll(async () => {
  await loadFonts();
});

describe.each(Object.keys(bases))('%s', (name) => {
  const base = bases[name]!;
  const fields = listContractFields(name);
  test.each(Object.keys(fields))('%s changes the picture or is refused', (field) => {
    const values = others[field] ?? listOtherValues(fields[field]!, base[field]);
    expectNoneIdle(name, field, values, (value) =>
      drawType(name, value === undefined ? base : { ...base, [field]: value }),
    );
  });
});

test.each(Object.keys(listContractFields('NumericFormat')))(
  '%s of a number changes the picture or is refused',
  (field) => {
    if (idle[`NumericFormat.${field}`]) return;
    const { AlternatingScaleBar: alternating } = bases;
    const base = { ...number, AlignmentWidth: 12, AlignmentOption: 'gisAlignLeft' };
    const kind = listContractFields('NumericFormat')[field]!;
    const values = field === 'RoundingValue' ? [0] : listOtherValues(kind, (base as Record<string, unknown>)[field]);
    expectNoneIdle('NumericFormat', field, values, (value) =>
      drawType('AlternatingScaleBar', {
        ...alternating,
        NumberFormat: value === undefined ? base : { ...base, [field]: value },
      }),
    );
  },
);
