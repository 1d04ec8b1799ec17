import { test } from 'vitest';
import { enums, type Value } from '../../sw/contract/index.ts';
import type { AttributeBatch } from '../../sw/rows/batch.ts';
import { expectImage } from './compare.ts';
import { draw, fill, line, makeLayerPlan, makeMapView, marker, rgb, simple } from './draw-plan.ts';
import { makeSourceTable, type TestFeature } from './table-of.ts';
import { countries } from './world.ts';

const background = fill(rgb(250, 248, 242));
const letters: Value<'SimpleTextSymbol'> = {
  type: 'SimpleTextSymbol',
  Color: rgb(40, 50, 60),
  Size: 9,
  MaskStyle: 'gisMSHalo',
  MaskSize: 1,
  Angle: 0,
  XOffset: 0,
  YOffset: 0,
};

function labelWith(
  placements: readonly Value<'LabelPlacementDescription'>[],
  LabelExpression: string,
  symbol = letters,
): Value<'LabelingDescription'> {
  return {
    LabelClassDescriptions: placements.map((LabelPlacementDescription, i) => ({
      LabelPlacementDescription,
      LabelExpression,
      Symbol: symbol,
      WhereClause: placements.length > 1 ? `KIND = ${i}` : '',
    })),
  };
}

/** Compile a where clause; only `KIND = n` is supported. */
const compileWhere: NonNullable<Parameters<typeof makeLayerPlan>[2]>['compileWhere'] = (clause) => {
  const requested = Number(clause.split('= ')[1]);
  const makeMask = ({ columns, rowCount }: AttributeBatch) => {
    const { values } = columns.get('KIND')!;
    return Uint8Array.from({ length: rowCount }, (_, row) => (values[row] === requested ? 1 : 0));
  };
  return Object.assign(makeMask, { fields: ['KIND'] });
};

const fields = { KIND: 'gisFieldTypeInteger', NAME: 'gisFieldTypeString' } as const;

test('all nine places beside a point', async () => {
  const types = enums.gisServerPointLabelPlacementType.values;
  const features = types.map((type, i): TestFeature => {
    const x = 60 + 130 * (i % 3);
    const y = 30 + 50 * Math.floor(i / 3);
    return { parts: [[x, y]], values: { KIND: i, NAME: type.replace('gisServerPointLabelPlacement', '') } };
  });
  const LabelingDescription = labelWith(
    types.map((Type) => ({ type: 'PointLabelPlacementDescription', Type })),
    '[NAME]',
  );
  const layer = makeLayerPlan(
    makeSourceTable('point', features, fields),
    { FeatureRenderer: simple(marker(rgb(200, 80, 60), 8)), LabelingDescription },
    { compileWhere },
  );
  await expectImage(
    await draw({ view: makeMapView([0, 0, 390, 160], 390, 160), background, layers: [layer] }),
    'label-points',
  );
});

test('all fifteen places along a line', async () => {
  const types = enums.gisServerLineLabelPlacementType.values;
  const features = types.map((type, i): TestFeature => {
    const x = 60 + 210 * (i % 5);
    const y = 25 + 70 * Math.floor(i / 5);
    // The lines of the second row run from right to left, but their names must be upright.
    const path = [x, y, x + 40, y + 30, x + 100, y + 25];
    const isBack = i >= 5 && i < 10;
    return {
      parts: [isBack ? [path[4]!, path[5]!, path[2]!, path[3]!, path[0]!, path[1]!] : path],
      values: { KIND: i, NAME: type.replace('gisServerLinePlacement', '') },
    };
  });
  const LabelingDescription = labelWith(
    types.map((Type) => ({ type: 'LineLabelPlacementDescription', Type })),
    '[NAME]',
    { ...letters, Size: 7 },
  );
  const layer = makeLayerPlan(
    makeSourceTable('polyline', features, fields),
    { FeatureRenderer: simple(line(rgb(80, 120, 180), 1.5)), LabelingDescription },
    { compileWhere },
  );
  await expectImage(
    await draw({ view: makeMapView([0, 0, 1060, 220], 1060, 220), background, layers: [layer] }),
    'label-lines',
  );
});

test('names of countries, upright in their areas, without overlaps', async () => {
  const table = makeSourceTable('polygon', await countries('110m'), {
    NAME: 'gisFieldTypeString',
    NUMBER: 'gisFieldTypeInteger',
  });
  const layer = makeLayerPlan(table, {
    FeatureRenderer: simple(fill(rgb(236, 229, 214), line(rgb(170, 155, 130), 0.5))),
    LabelingDescription: labelWith(
      [{ type: 'PolygonLabelPlacementDescription', Type: 'gisServerPolygonPlacementAlwaysHorizontal' }],
      '[NAME] & vbNewLine & "no. " & [NUMBER]',
    ),
  });
  const view = makeMapView([-12, 34, 48, 66], 640, 400);
  await expectImage(await draw({ view, background: fill(rgb(214, 228, 238)), layers: [layer] }), 'label-areas');
});

test('names follow bent lines letter by letter, on either side, from either end', async () => {
  const types = [
    'gisServerLinePlacementAboveAlong',
    'gisServerLinePlacementCenterAlong',
    'gisServerLinePlacementBelowAlong',
    'gisServerLinePlacementAboveStart',
  ] as const;
  const features = types.flatMap((_, i): TestFeature[] => {
    const arc = (x: number, y: number, sign: number) =>
      Array.from({ length: 41 }, (_, k) => [
        x - sign * 70 * Math.cos((k * Math.PI) / 40),
        y + 55 * Math.sin((k * Math.PI) / 40),
      ]).flat();
    const wave = Array.from({ length: 61 }, (_, k) => [10 + 170 * i + 2.5 * k, 40 + 22 * Math.sin(k / 8)]).flat();
    return [
      { parts: [arc(85 + 170 * i, 100, i % 2 === 0 ? 1 : -1)], values: { KIND: i, NAME: 'Along a river bend' } },
      { parts: [wave], values: { KIND: i, NAME: 'Waves of a wandering road' } },
      {
        parts: [[10 + 170 * i, 10, 85 + 170 * i, 10, 85 + 170 * i, 90]],
        values: { KIND: i, NAME: 'Too sharp a corner' },
      },
    ];
  });
  const LabelingDescription = labelWith(
    types.map((Type) => ({ type: 'LineLabelPlacementDescription', Type })),
    '[NAME]',
  );
  const layer = makeLayerPlan(
    makeSourceTable('polyline', features, fields),
    { FeatureRenderer: simple(line(rgb(120, 160, 200), 1.5)), LabelingDescription },
    { compileWhere },
  );
  await expectImage(
    await draw({ view: makeMapView([0, 0, 680, 170], 680, 170), background, layers: [layer] }),
    'label-curves',
  );
});

test('names of lines that the picture cuts stand in the part in view, in all fifteen ways', async () => {
  const types = enums.gisServerLineLabelPlacementType.values;
  const LabelingDescription = labelWith(
    types.map((Type) => ({ type: 'LineLabelPlacementDescription', Type })),
    '[NAME]',
  );
  const features = types.map((type, i): TestFeature => {
    const y = 14 + 22 * i;
    // The middle and both ends are far away; one line in three begins in the image.
    const path = i % 3 === 1 ? [150, y, 90_000, y] : [-9000, y, 30, y + 6, 90_000, y];
    return {
      parts: [[5000, -50, 5000, 90], path],
      values: { KIND: i, NAME: type.replace('gisServerLinePlacement', '') },
    };
  });
  const layer = makeLayerPlan(
    makeSourceTable('polyline', features, fields),
    { FeatureRenderer: simple(line(rgb(80, 120, 180), 1.5)), LabelingDescription },
    { compileWhere },
  );
  const view = makeMapView([0, 0, 300, 340], 300, 340);
  await expectImage(await draw({ view, background, layers: [layer] }), 'label-lines-cut');
});
