import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { separateFiles } from '../../../src/publish/import/attachments/separate-files.ts';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { locateTables } from './pack-files.ts';

// makers/make-spreadsheets.py wrote the files.
const folder = new URL('./files/spreadsheet/', import.meta.url);
const read = async (name: string) =>
  locateTables((await readFile({ name, bytes: readFileSync(new URL(name, folder)) })).tables);
const readValues = ({ columns }: SourceTable) =>
  Object.fromEntries(columns.map(({ alias, values }) => [alias, values]));
const listTypes = ({ columns }: SourceTable) => columns.map(({ type }) => type).join(' ');
const readMessage = ({ notes }: SourceTable) => notes.map((note) => diagnosticText(note));

test.each(['gdal.xlsx', 'gdal.ods'])('%s: texts, numbers, dates and places as GDAL wrote them', async (name) => {
  const [towns, ...others] = await read(name);
  expect([others, towns!.name, towns!.notes]).toEqual([[], 'gdal', []]);
  expect(listTypes(towns!)).toBe('String Integer Double Date Date Double Double');
  expect(readValues(towns!)).toMatchObject({
    name: ['Köln & Bonn', 'Aachen'],
    population: [1087863, null],
    height: [52.5, -1.25],
    founded: [Date.UTC(1999, 11, 31), null],
    read: [Date.UTC(2024, 4, 1, 10, 20, 30), null],
  });
  expect([...towns!.geometry!.xy]).toEqual([6.96, 50.94, 6.08, 50.77]);
  // Workbooks don't name a CRS.
  expect(towns!.spatialReference).toBeUndefined();
});

test.each(['openpyxl-1900.xlsx', 'openpyxl-1904.xlsx'])(
  '%s: a title, merged names, errors and sheets',
  async (name) => {
    const [stations, codes, ...others] = await read(name);
    expect(others).toEqual([]);
    expect(stations!.name).toBe('Stations');
    expect(readValues(stations!)).toEqual({
      // Merged cells all have the same value; digits with leading zeros stay text.
      Name: ['Hamburg', 'Hamburg', '007'],
      'Position Latitude': [53.5, 53.84, null],
      'Position Longitude': [9.97, 8.9, null],
      Opened: [Date.UTC(1904, 2, 1), Date.UTC(2024, 1, 29, 12, 30, 15), null],
      'Read at': ['06:30:00', '23:59:59', null],
      Share: [0.25, 1, null],
      Manned: [1, 0, null],
    });
    expect(listTypes(stations!)).toBe('String Double Double Date String Double SmallInteger');
    expect([...stations!.geometry!.xy]).toEqual([9.97, 53.5, 8.9, 53.84]);
    expect(readMessage(stations!)).toEqual([
      'Sheets without rows were left out: Empty.',
      '1 cell has an error (#DIV/0!), F7; it is empty here.',
      '1 feature has no geometry.',
    ]);
    expect([codes!.name, codes!.isExtra, readValues(codes!)]).toEqual([
      'Codes',
      true,
      { code: ['a', 'b'], '2019': [1, 3], '2020': [2, 4] },
    ]);
  },
);

test('odfpy.ods: repeated rows and cells, values rather than how they are shown', async () => {
  const [stations, codes] = await read('odfpy.ods');
  expect(readValues(stations!)).toEqual({
    Name: ['St.  Pauli\nsecond line', 'Twin', 'Twin'],
    E: [565000.5, 566000, 566000],
    N: [5933000, 5934000, 5934000],
    Opened: [Date.UTC(2024, 4, 1), null, null],
    Manned: [1, 0, 0],
    'Read at': ['06:30:00', null, null],
    Cost: [12.5, null, null],
  });
  expect([stations!.geometry!.kind, stations!.spatialReference]).toEqual(['point', undefined]);
  expect([codes!.isExtra, readValues(codes!)]).toEqual([true, { code: ['01'], label: ['one'] }]);
});

/** Make a workbook of one sheet with these rows of XML. */
const book = (rows: string, more = '') =>
  zipSync({
    'xl/workbook.xml': strToU8(
      '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="a" Type="x/worksheet" Target="/xl/s.xml"/></Relationships>',
    ),
    'xl/s.xml': strToU8(`<x:worksheet xmlns:x="y"><x:sheetData>${rows}</x:sheetData>${more}</x:worksheet>`),
  });
const inline = (text: string) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`;

test('cells without references and a table without names', async () => {
  const rows = `<x:row><x:c><x:v>1</x:v></x:c>${inline('a')}</x:row><x:row><x:c><x:v>2</x:v></x:c></x:row>`;
  const [table] = (await readFile({ name: 'a.xlsx', bytes: book(rows) })).tables;
  expect(readValues(table!)).toEqual({ 'column 1': [1, 2], 'column 2': ['a', null] });
  expect(readMessage(table!)).toEqual(['There is no row of column names: the columns are numbered.']);
});

const header = `<x:row>${inline('a')}${inline('b')}</x:row>`;
const odsContent = (rows: string) =>
  zipSync({
    'content.xml': strToU8(`<d xmlns:table="t" xmlns:office="o"><table:table table:name="S">${rows}</table:table></d>`),
  });

test.each([
  ['an old or encrypted workbook', 'a.xlsx', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0), 'bad-package', 'old XLS format'],
  ['text', 'a.xlsx', strToU8('name;n\na;1\n'), 'bad-package', 'a.xlsx is not a spreadsheet'],
  ['another zip', 'a.ods', zipSync({ 'word/document.xml': strToU8('<a/>') }), 'bad-package', 'is not a spreadsheet'],
  [
    'a cut file',
    'a.xlsx',
    readFileSync(new URL('gdal.xlsx', folder)).subarray(0, 900),
    'bad-package',
    'a.xlsx is a damaged zip',
  ],
  ['names without rows', 'a.xlsx', book(header), 'bad-package', 'a.xlsx is a spreadsheet without rows'],
  ['a tag that stays open', 'a.xlsx', book(`${header}<x:row>`), 'bad-package', 'a.xlsx/xl/s.xml, line 1, column'],
  [
    'a zip bomb',
    'a.xlsx',
    book(`${header}<x:row>${inline('a')}</x:row>`, ' '.repeat(30 << 20)),
    'too-large',
    'a.xlsx, entry "xl/s.xml": expected at most',
  ],
  [
    'rows that repeat themselves for ever',
    'a.ods',
    odsContent(
      '<table:table-row table:number-rows-repeated="2000000000"><table:table-cell office:value-type="float" office:value="1"/></table:table-row>',
    ),
    'too-large',
    'a.ods, sheet "S": expected at most 1048576 rows',
  ],
  [
    'cells that repeat themselves for ever',
    'a.ods',
    odsContent(
      '<table:table-row><table:table-cell table:number-columns-repeated="2000000000" office:value-type="float" office:value="1"/></table:table-row>',
    ),
    'too-large',
    '16384 columns',
  ],
])('refuses %s and says why', async (_, name, bytes, code, message) => {
  const fault = await readFile({ name, bytes }).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code, message: expect.stringContaining(message) });
});

test('a spreadsheet is data, but in a folder beside other data it belongs to rows', () => {
  const beside = (...names: string[]) =>
    separateFiles(names.map((name) => ({ name, bytes: new Uint8Array(1) }))).beside.map(({ name }) => name);
  expect(beside('a.xlsx', 'b.csv', 'c.ods')).toEqual([]);
  expect(beside('a.xlsx', 'photo.jpg')).toEqual(['photo.jpg']);
  expect(beside('trees.shp', 'files/12.xlsx')).toEqual(['files/12.xlsx']);
  expect(beside('folder/list.xlsx', 'folder/12.jpg')).toEqual(['folder/12.jpg']);
});
