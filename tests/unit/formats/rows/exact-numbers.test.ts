import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { possibleReadings, retypeColumn } from '../../../../src/publish/import/columns/retype-column.ts';
import { parseExact } from '../../../../sw/formats/geojson/exact-json.ts';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { losesDigits } from '../../../../sw/formats/reading/decimal-text.ts';
import { makeDbf } from '../make-shapefile.ts';

const ids = ['9007199254740993', '12', '-9007199254740995', '123456789012345678901234567890'];
const xml = (text: string) => strToU8(`<?xml version="1.0"?>${text}`);

const sources: Readonly<Record<string, string | Uint8Array>> = {
  'a.csv': `id,n\n${ids.map((id) => `${id},x`).join('\n')}\n`,
  'a.geojson': `{"type":"FeatureCollection","features":[${ids.map((id) => `{"type":"Feature","properties":{"id":${id}},"geometry":null}`)}]}`,
  'a.topojson': `{"type":"Topology","arcs":[],"objects":{"a":{"type":"GeometryCollection","geometries":[${ids.map((id) => `{"type":null,"properties":{"id":${id}}}`)}]}}}`,
  'a.geojsonl': ids.map((id) => `{"type":"Feature","id":${id},"properties":{},"geometry":null}\n`).join(''),
  'a.kml': `<kml><Document>${ids.map((id) => `<Placemark><ExtendedData><Data name="id"><value>${id}</value></Data></ExtendedData></Placemark>`).join('')}</Document></kml>`,
  'a.gml': `<w:FeatureCollection xmlns:w="w" xmlns:a="a">${ids.map((id) => `<w:member><a:f><a:id>${id}</a:id></a:f></w:member>`).join('')}</w:FeatureCollection>`,
  'a.zip': zipSync({
    'a.dbf': makeDbf([{ name: 'id', type: 'N', length: 31, cells: ids.map((id) => id.padStart(31)) }]),
  }),
  'a.xlsx': zipSync({
    'xl/workbook.xml': xml('<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': xml(
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>',
    ),
    'xl/s.xml': xml(
      `<worksheet><sheetData><row><c t="inlineStr"><is><t>id</t></is></c></row>${ids.map((id) => `<row><c><v>${id}</v></c></row>`).join('')}</sheetData></worksheet>`,
    ),
  }),
  'a.ods': zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': xml(
      `<d xmlns:table="t" xmlns:office="o" xmlns:text="x"><table:table table:name="a"><table:table-row><table:table-cell office:value-type="string"><text:p>id</text:p></table:table-cell></table:table-row>${ids
        .map(
          (id) =>
            `<table:table-row><table:table-cell office:value-type="float" office:value="${id}"><text:p>1E+30</text:p></table:table-cell></table:table-row>`,
        )
        .join('')}</table:table></d>`,
    ),
  }),
};

it.each(Object.entries(sources))('ids beyond 2^53 keep their digits in %s', async (name, content) => {
  const bytes = typeof content === 'string' ? strToU8(content) : content;
  const { tables } = await readFile({ name, bytes });
  const column = tables[0]!.columns.find((candidate) => candidate.name.toLowerCase() === 'id')!;
  expect(column).toMatchObject({ type: 'String', values: ids });
});

it.each([
  ['9007199254740993', true],
  ['-9007199254740993', true],
  ['+9007199254740993', true],
  ['9007199254740992', false],
  ['9007199254740994', false],
  ['1234567890123456', false],
  // 1.2345e20 and 1.1e20, as JavaScript formats them.
  ['123450000000000000000', false],
  ['110000000000000000000', false],
  ['123456789012345678901', true],
  ['1'.repeat(100_000), true],
  ['12345678901234567.5', false],
  ['0.12345678901234567890', false],
])('%s is another number as a double: %s', (text, expected) => {
  expect(losesDigits(text)).toBe(expected);
});

it('reads a number of many digits only where it is one of JSON', () => {
  const text =
    '{"a":9007199254740993,"b":"9007199254740993","c":"\\"9007199254740993","d":[9007199254740993,1.9007199254740993],"e":9007199254740993e0,"f":{"9007199254740993":0}}';
  expect(parseExact(text)).toEqual({
    a: 9007199254740993n,
    b: '9007199254740993',
    c: '"9007199254740993',
    d: [9007199254740993n, Number('1.9007199254740993')],
    e: 9007199254740992,
    f: { '9007199254740993': 0 },
  });
  expect(() => parseExact('{"a":9007199254740993,}')).toThrow(SyntaxError);
});

it('keeps what a column of mixed values holds', async () => {
  const text = `{"type":"FeatureCollection","features":[
{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,1]},"properties":{"a":null,"b":42,"d":true,"e":"2020-01-01","n":{"x":9007199254740993},"z":1,"id":"p1"}},
{"type":"Feature","id":"x2","geometry":{"type":"Point","coordinates":[2,2]},"properties":{"a":3,"b":"astring","d":"yes","e":"n/a","n":[1,2],"z":1.5,"id":7}},
{"type":"Feature","geometry":{"type":"Point","coordinates":[3,3]},"properties":{"a":2.5,"b":{"nested":75},"d":false,"e":"2020-02-30","n":null,"z":1e2,"id":null}},
{"type":"Feature","id":0,"geometry":{"type":"Point","coordinates":[4,4]},"properties":{"b":1e21,"e":"","z":-0.0,"extra":"late"}},
{"type":"Feature","id":null,"geometry":{"type":"Point","coordinates":[9007199254740993,5]},"properties":null}]}`;
  const [table] = (await readFile({ name: 'a.geojson', bytes: strToU8(text) })).tables;
  const values = Object.fromEntries(table!.columns.map((column) => [column.alias, column.values]));
  expect(values).toMatchObject({
    a: [null, 3, 2.5, null, null],
    b: ['42', 'astring', '{"nested":75}', '1e+21', null],
    d: ['true', 'yes', 'false', null, null],
    e: ['2020-01-01', 'n/a', '2020-02-30', '', null],
    n: ['{"x":9007199254740993}', '[1,2]', null, null, null],
    extra: [null, null, null, 'late', null],
  });
  expect(values.z!.map((value) => value && Number(value))).toEqual([1, 1.5, 100, -0, null]);
  expect(table!.geometry!.xy).toHaveLength(10);
});

it('reads such a column as numbers only with a word on what is lost', () => {
  const column = { name: 'id', alias: 'id', type: 'String' as const, length: 16, values: ['9007199254740993', '12'] };
  expect(possibleReadings(column)).toContainEqual({ reading: 'Double', lost: 1 });
  expect(retypeColumn(column, 'Double').values).toEqual([null, 12]);
});
