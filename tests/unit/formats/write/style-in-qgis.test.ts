import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { labelClass } from '../../../../src/publish/import/style.ts';
import type { Value } from '../../../../sw/contract/index.ts';
import { makeStoredStyle } from '../../../../sw/formats/geopackage/stored-style.ts';
import { writeGeoPackage } from '../../../../sw/formats/geopackage/write-geopackage.ts';
import { disc } from '../../../../sw/formats/reading/symbols.ts';
import { singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import { inBatches, kinds, makeSampleField, onDisk } from './sample-rows.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

// The system's interpreter, because others don't see Debian's packages.
const python = '/usr/bin/python3';
const hasQgis = (() => {
  try {
    execFileSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Names with characters that have a meaning in expressions. */
const kindName = 'ki]nd "of" [use]';
const sizeName = 'si"ze';
const areaName = "ar'ea]";
const fields = [
  makeSampleField('fid', 'gisFieldTypeOID'),
  makeSampleField(kindName, 'gisFieldTypeString'),
  makeSampleField(sizeName, 'gisFieldTypeDouble'),
  makeSampleField(areaName, 'gisFieldTypeDouble'),
  makeSampleField('code', 'gisFieldTypeSmallInteger', { Domain: kinds }),
  makeSampleField('seen', 'gisFieldTypeDate'),
];
const rows = [
  [1, 'wood', 10, 2, 1, Date.UTC(2020, 0, 1)],
  [2, 'O\'Hara \\ "so"', 40, 2, 2, Date.UTC(2022, 5, 1, 12)],
  [3, 'other', 90, 2, 7, Date.UTC(2024, 0, 1)],
  [4, null, null, null, null, null],
] as const;
const places = [
  [1, 2],
  [3, 6],
  [6, 3],
  [8, 8],
] as const;
const [red, green, blue, grey] = ['#ff0000', '#00ff00', '#0000ff', '#999999'];

type Drawing = Value<'FeatureLayerDrawingDescription'>;
interface Seen {
  readonly renderer: string;
  readonly legend: readonly string[];
  readonly opacity: number;
  readonly drawnLabels: number;
  readonly errors: readonly string[];
  readonly features: Readonly<Record<string, { color: string | null; labels: string[]; pixel: string }>>;
}

/** Write the rows as a GeoPackage with a style, and return how QGIS draws them. */
async function drawInQgis(drawing: Omit<Drawing, 'type'>): Promise<Seen> {
  const description: Drawing = { type: 'FeatureLayerDrawingDescription', ...drawing };
  const { file } = await writeGeoPackage([
    {
      ...{ name: 'Places', fields, idField: 'fid', geometry: 'point', reference: referenceFromWkid(4326) },
      style: makeStoredStyle({ description, hasLabels: description.LabelingDescription !== undefined }, fields),
      batches: inBatches([
        {
          rowCount: rows.length,
          columns: fields.map((_, i) => rows.map((row) => row[i]!)),
          geometry: { ...singleGeometry('point', places), featureOffsets: Int32Array.of(0, 1, 2, 3, 4) },
        },
      ]),
    },
  ]);
  const path = await onDisk(file, 'styled.gpkg');
  const printed = execFileSync(python, [join(import.meta.dirname, 'style-in-qgis.py'), `${path}|layername=Places`], {
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', XDG_RUNTIME_DIR: '/tmp' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(printed.trim().split('\n').at(-1)!) as Seen;
}

const of = <M extends 'color' | 'labels' | 'pixel'>({ features }: Seen, member: M) =>
  [1, 2, 3, 4].map((id) => features[id]![member]);
const dot = (color: string) => disc(color, 12, '#ffffff', 0);
const labelClasses = (...classes: readonly Partial<Value<'LabelClassDescription'>>[]) => ({
  FeatureRenderer: { type: 'SimpleRenderer', Symbol: dot(red), Label: '' } as const,
  LabelingDescription: {
    LabelClassDescriptions: classes.map((entry) => ({ ...labelClass('point', 'code'), ...entry })),
  },
});

describe.skipIf(!hasQgis)('a GeoPackage as QGIS opens it', { timeout: 60_000 }, () => {
  test('draws each value with its symbol, and all others with theirs', async () => {
    const classes = [
      { Value: 'wood', Label: '<Wood> & "so"', Symbol: dot(green) },
      { Value: 'O\'Hara \\ "so"', Label: 'Hers', Symbol: dot(blue) },
    ];
    const FeatureRenderer = { type: 'UniqueValueRenderer', Field1: kindName, UniqueValueInfos: classes } as const;
    const some = await drawInQgis({ FeatureRenderer, Transparency: 30 });
    expect(some).toMatchObject({ renderer: 'categorizedSymbol', opacity: 0.7, errors: [] });
    expect(some.legend).toEqual(['<Wood> & "so"', 'Hers']);
    expect(of(some, 'color')).toEqual([green, blue, null, null]);
    expect(of(some, 'pixel').slice(2)).toEqual(['#ffffff', '#ffffff']);
    expect(of(some, 'pixel').slice(0, 2)).not.toContain('#ffffff');
    const all = await drawInQgis({ FeatureRenderer: { ...FeatureRenderer, DefaultSymbol: dot(grey) } });
    expect(of(all, 'color')).toEqual([green, blue, grey, grey]);
    expect(of(all, 'pixel')).toEqual([green, blue, grey, grey]);
    // With two fields, the values are joined.
    const pairs = await drawInQgis({
      FeatureRenderer: {
        ...{ type: 'UniqueValueRenderer', Field1: kindName, Field2: 'code', FieldDelimiter: ' \\ ' },
        UniqueValueInfos: [{ Value: 'wood \\ 1', Label: '', Symbol: dot(green) }],
      },
    });
    expect(of(pairs, 'color')).toEqual([green, null, null, null]);
  });

  test('draws ranges of a number and of a ratio', async () => {
    const ranges = {
      type: 'ClassBreaksRenderer',
      Field: sizeName,
      MinimumValue: 0,
      ClassBreakInfos: [
        { ClassMinimumValue: 0, ClassMaximumValue: 20, Label: 'few', Symbol: dot(green) },
        { ClassMinimumValue: 20, ClassMaximumValue: 50, Label: 'many', Symbol: dot(blue) },
      ],
    } as unknown as Value<'ClassBreaksRenderer'>;
    const plain = await drawInQgis({ FeatureRenderer: ranges });
    expect(plain).toMatchObject({ renderer: 'graduatedSymbol', errors: [] });
    expect(of(plain, 'color')).toEqual([green, blue, null, null]);
    expect(of(plain, 'pixel')).toEqual([green, blue, '#ffffff', '#ffffff']);
    const ratio = await drawInQgis({
      FeatureRenderer: { ...ranges, NormalizationField: areaName, NormalizationType: 'gisNormalizeByField' },
    });
    expect(of(ratio, 'color')).toEqual([green, green, blue, null]);
  });

  test('writes labels of fields, texts and the names of codes, each class under its condition', async () => {
    const { LabelExpression } = labelClass('point', kindName);
    const seen = await drawInQgis(
      labelClasses(
        { LabelExpression: `${LabelExpression} & " \\new 'x' ""y"" " & [${sizeName}]` },
        { LabelExpression: '[code]', WhereClause: `"${sizeName.replaceAll('"', '""')}" >= 40` },
        { LabelExpression: '"old"', WhereClause: "seen < DATE '2022-06-02'" },
        { LabelExpression: '"like"', WhereClause: `"${kindName.replaceAll('"', '""')}" LIKE 'O''H_ra%"'` },
      ),
    );
    expect(of(seen, 'labels')).toEqual([
      ['wood \\new \'x\' "y" 10', 'old'],
      ['O\'Hara \\ "so" \\new \'x\' "y" 40', 'Straße', 'old', 'like'],
      ['other \\new \'x\' "y" 90', '7'],
      [' \\new \'x\' "y" '],
    ]);
    expect(seen).toMatchObject({ renderer: 'singleSymbol', errors: [] });
    expect(seen.drawnLabels).toBeGreaterThan(3);
    expect(of(seen, 'pixel')).toEqual([red, red, red, red]);
  });

  test('draws one symbol where the field of the style is not in the file, and leaves out labels that it cannot write', async () => {
    const seen = await drawInQgis({
      ...labelClasses({ LabelExpression: '[gone]' }, { WhereClause: 'no sql' }, { LabelExpression: '"kept"' }),
      FeatureRenderer: {
        ...{ type: 'UniqueValueRenderer', Field1: 'gone', UniqueValueInfos: [], DefaultSymbol: dot(grey) },
      },
    });
    expect(of(seen, 'color')).toEqual([grey, grey, grey, grey]);
    expect(of(seen, 'labels')).toEqual([['kept'], ['kept'], ['kept'], ['kept']]);
  });
});
