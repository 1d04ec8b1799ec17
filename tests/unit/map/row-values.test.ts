import { expect, test } from 'vitest';
import { addLabelClass, changeLabelClasses, restrictLabelClass } from '../../../src/map/style/label-classes.ts';
import { makeRowValues, withRowValues } from '../../../src/map/table/row-values.ts';
import type { Value } from '../../../sw/contract/index.ts';
import { disc } from '../../../sw/formats/reading/symbols.ts';

const simple: Value<'FeatureRenderer'> = { type: 'SimpleRenderer', Symbol: disc('#112233', 6, '#ffffff', 1) };
const byAmount: Value<'FeatureRenderer'> = {
  type: 'ClassBreaksRenderer',
  Field: 'A',
  MinimumValue: 0,
  ClassBreakInfos: [],
};
const all = { rotationField: 'WIND', rotationType: 'gisRotateSymbolArithmetic', transparencyField: 'HAZE' } as const;

test('what a renderer takes from the rows is read as it was written, and taken away again', () => {
  const turned = withRowValues(simple, all);
  expect(turned).toMatchObject({
    RotationField: 'WIND',
    RotationType: 'gisRotateSymbolArithmetic',
    TransparencyField: 'HAZE',
  });
  expect(makeRowValues(turned)).toEqual(all);
  expect(withRowValues(turned, { ...all, rotationField: '', transparencyField: '' })).toEqual(simple);
});

test('a renderer of amounts is turned by a field, and has no place for one to be seen through by', () => {
  const turned = withRowValues(byAmount, all);
  expect(turned).toEqual({ ...byAmount, RotationField: 'WIND', RotationType: 'gisRotateSymbolArithmetic' });
  expect(makeRowValues(turned).transparencyField).toBe('');
});

test('a change goes to the label class that is chosen, or to all', () => {
  const classes = [{ LabelExpression: '[A]' }, { LabelExpression: '[B]', WhereClause: 'A > 1' }];
  const larger = (entry: Value<'LabelClassDescription'>) => ({ ...entry, MinimumScale: 5 });
  expect(changeLabelClasses(classes, 1, larger)).toEqual([classes[0], { ...classes[1], MinimumScale: 5 }]);
  expect(changeLabelClasses(classes, undefined, larger).every(({ MinimumScale }) => MinimumScale === 5)).toBe(true);
  expect(addLabelClass(classes, classes[1]!)).toEqual([...classes, { LabelExpression: '[B]' }]);
  expect(restrictLabelClass(classes[0]!, 'A < 2')).toEqual({ LabelExpression: '[A]', WhereClause: 'A < 2' });
  expect(restrictLabelClass(classes[1]!, '')).toEqual({ LabelExpression: '[B]' });
});
