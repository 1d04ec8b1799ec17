import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { enums } from '../../../sw/contract/index.ts';

/** Enumerations of image options: each of their values must have a case in a test that compares images. */
const imageEnums = [
  ...['gisImageFormat', 'gisSimpleFillStyle', 'gisSimpleLineStyle', 'gisSimpleMarkerStyle'],
  ...['gisTextHorizontalAlignment', 'gisTextVerticalAlignment', 'gisTextPosition', 'gisTextCase', 'gisTextDirection'],
  ...['gisMaskStyle', 'gisFontStyle', 'gisFontWeight', 'gisFontDecoration'],
  ...['gisSimpleTextVerticalAlignment', 'gisSimpleTextHorizontalAlignment', 'gisLabelExpressionType'],
  ...['gisServerPointLabelPlacementType', 'gisServerLineLabelPlacementType', 'gisServerPolygonLabelPlacementType'],
  ...['gisRotationType', 'gisNormalizationType', 'gisJoinType'],
  ...['gisScaleBarPos', 'gisVertPosEnum', 'gisScaleBarFrequency', 'gisScaleBarResizeHint', 'gisUnits'],
  ...['gisRoundingOptionEnum', 'gisNumericAlignmentEnum'],
] as (keyof typeof enums)[];

const sources = ['tests/render', 'tests/formats'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
);

test.each(imageEnums)('every value of %s is drawn in a test of pictures', (name) => {
  const isLooped = sources.some((source) => source.includes(`enums.${name}.values`));
  const missing = enums[name].values.filter((value) => !sources.some((source) => source.includes(`'${value}'`)));
  expect(isLooped ? [] : missing).toEqual([]);
});
