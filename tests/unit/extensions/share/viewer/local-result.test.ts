import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { localResult } from '../../../../../src/extensions/share/viewer/local-result.ts';
import { useLanguage } from '../../../../../src/extensions/share/viewer/viewer-text.ts';
import type { Value } from '../../../../../sw/contract/index.ts';
import type { SharedMap } from '../../../../../sw/extensions/share/shared-map.ts';

const field = (Name: string, Type: Value<'gisFieldType'>, more: object = {}) => ({
  Name,
  AliasName: Name,
  Type,
  ...more,
});
const domain = { type: 'CodedValueDomain', CodedValues: [{ Name: '1.5', Code: 1 }] };
const map = {
  definition: {
    maps: [{ layers: [{ table: 'parks', DisplayField: 'SIZE' }, { raster: 'heights' }] }],
    tables: {
      parks: {
        fields: [
          field('SIZE', 'gisFieldTypeDouble', { AliasName: 'Size in ha' }),
          field('SINCE', 'gisFieldTypeDate'),
          field('CODE', 'gisFieldTypeSmallInteger', { Domain: domain }),
          field('NOTE', 'gisFieldTypeString'),
        ],
      },
    },
  },
} as unknown as SharedMap;

beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en-US'] });
  useLanguage('de');
});
afterAll(() => {
  useLanguage('en');
  vi.unstubAllGlobals();
});

test('values of a shared map are written in its language, as in the cards of the app', () => {
  const attributes = [
    ['Size in ha', '12345.678'],
    ['SINCE', '1999-12-31 00:00:00'],
    ['CODE', '1.5'],
    ['NOTE', '1.5'],
    ['OTHER', ''],
  ] as const;
  const result = { layerId: 0, id: 7, name: '12345.678', found: '12345.678', attributes };
  expect(localResult(map, result)).toEqual({
    ...{ layerId: 0, id: 7, name: '12.345,678', found: '12.345,678' },
    attributes: [
      ['Size in ha', '12.345,678'],
      ['SINCE', '31.12.1999'],
      ['CODE', '1.5'],
      ['NOTE', '1.5'],
      ['OTHER', null],
    ],
  });
});

test('pixels of a shared map are written in its language', () => {
  const attributes = [
    ['Pixel Value', '1234.5, 0.30000001192'],
    ['Class', '1.5 - 2'],
  ] as const;
  expect(localResult(map, { layerId: 1, id: -1, name: 'NoData', attributes })).toMatchObject({
    name: 'Keine Daten',
    attributes: [
      ['Pixelwert', '1.234,5 · 0,3'],
      ['Klasse', '1.5 - 2'],
    ],
  });
});
