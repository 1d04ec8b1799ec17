import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { separateFiles } from '../../../src/publish/import/attachments/separate-files.ts';
import { takeRasters } from '../../../sw/formats/image/raster-files.ts';
import type { SourceFile } from '../../../sw/formats/reading/source-table.ts';
import { dataEndings, formats } from '../../../sw/formats/rows.ts';

const file = (name: string): SourceFile => ({ name, bytes: new Uint8Array(1) });

test.each([formats.GeoTIFF, formats.Image])(
  'every world file and companion of $endings goes with its raster',
  (row) => {
    for (const ending of [...row.worldFiles, ...row.companions])
      for (const name of [`a.${ending}`, `A.${row.endings[0]}.${ending}`]) {
        const { rasters, rest } = takeRasters([file(name), file(`a.${row.endings[0]}`), file('.tif')]);
        expect([name, rasters.length, rest]).toEqual([name, 2, []]);
      }
  },
);

test('every world file makes a picture beside a table a raster', () => {
  for (const ending of formats.Image.worldFiles) {
    const { beside } = separateFiles(['t.csv', 'a.jpeg', `a.${ending}`].map(file));
    expect([ending, beside]).toEqual([ending, []]);
  }
});

test('the README names every file with data', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(dataEndings.filter((ending) => !readme.includes(`\`.${ending}\``))).toEqual([]);
});
