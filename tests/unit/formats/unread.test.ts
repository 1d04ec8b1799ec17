import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../../src/publish/import/read-sources.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceFile } from '../../../sw/formats/reading/source-table.ts';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const file = (name: string, content: string | Uint8Array): SourceFile => ({
  name,
  bytes: typeof content === 'string' ? latin1(content) : content,
});
const decodeImage = async () => Promise.reject(new Error('no pictures here'));
const read = (files: readonly SourceFile[]) => readSources(files, { decodeImage, partTexts: publishEn.layer.parts });

const good = file('good.csv', 'name,lat,lon\na,48.1,11.5\n');

describe('a file that cannot be read', () => {
  it.each([
    ['a.pdf.geojson', '%PDF-1.7\n', /^a\.pdf\.geojson is a PDF document.*: expected JSON/s],
    ['a.geojson', '<!DOCTYPE html><title>404</title>', /^a\.geojson is an HTML page.*: expected JSON/s],
    ['cut.geojson', '{"type":"FeatureCollection","features":[{"type":"Fea', /^cut\.geojson, line 1: the file ends/],
    ['cut.zip', zipSync({ 'a.shp': strToU8('shp') }).subarray(0, 20), /^cut\.zip/],
    ['plan.dwg', 'AC1032\0\0', /^plan\.dwg is a DWG drawing; save it as DXF\.$/],
    ['a.7z', '7z\xbc\xaf\x27\x1c\0', /^a\.7z is a file compressed with 7z/],
    ['a.csv', '%PDF-1.7\na,b\n1,2\n', /^a\.csv is a PDF document/],
    ['a.csv', '<!DOCTYPE html><title>404, not found</title>', /^a\.csv is an HTML page, .* download the file itself/],
    ['a.csv', 'BZh91AY&SY\x01,\n', /^a\.csv is a file compressed with bzip2; unpack it first\.$/],
    ['a.json', 'BZh91AY&SY\x01', /^a\.json is a file compressed with bzip2; unpack it first\./],
    ['a.kml', '\x1f\x8b\x08\0', /^a\.kml is a file compressed with gzip; unpack it first\./],
    ['a.txt', '7z\xbc\xaf\x27\x1c\0\x04', /^a\.txt is a file compressed with 7z/],
    ['a.geojson', 'Rar!\x1a\x07\x01\0', /^a\.geojson is a file compressed with RAR/],
    ['a.geojson', 'SQLite format 3\0', /^a\.geojson is an SQLite database/],
    [
      'a.csv',
      'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n',
      /^a\.csv is a Git LFS pointer .* “git lfs pull”/,
    ],
    ['a.gpkg', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n', /^a\.gpkg is a Git LFS pointer/],
    ['a.json', 'name,lat,lon\nb,48,11\n', /^a\.json is delimited text; change the extension to \.csv/],
    ['a.csv', '[{"a":1}]', /^a\.csv, line 1: expected GeoJSON with type "FeatureCollection"/],
    ['a.csv', '<?xml version="1.0"?><osm>a,b</osm>', /^a\.csv is XML with the root <osm>/],
    ['a.csv', zipSync({ 'a.txt': strToU8('x') }), /^a\.csv is a zip file/],
    ['project.qgs', "<!DOCTYPE qgis PUBLIC 'x'>\n<qgis version='3'/>", /^project\.qgs is a QGIS project or style/],
    ['a.xml', '<?xml version="1.0"?>\n<!-- c --><osm version="0.6"/>', /^a\.xml is XML with the root <osm>/],
    ['a.prj', 'GEOGCS["WGS 84"]', /^a\.prj is a coordinate system definition/],
    ['README', 'some words', /^README is text without a recognisable table/],
    ['odd', '\0\x01\x02\x03', /^odd is a binary file/],
    ['empty.csv', '', /^empty\.csv is empty/],
  ])('is said with what it is, and stops no other: %s', async (name, content, message) => {
    const { layers, unread } = await read([file(name, content), good]);
    expect(layers.map(({ table }) => [table!.name, table!.rowCount])).toEqual([['good', 1]]);
    expect(unread.map((entry) => [entry.name, diagnosticText(entry.reason)])).toEqual([
      [name, expect.stringMatching(message)],
    ]);
  });

  it('is the fault itself when it is the only one, and all are named when there is no other', async () => {
    await expect(read([file('a.geojson', '')])).rejects.toThrow('a.geojson is empty.');
    await expect(read([file('a.geojson', ''), file('b.dwg', 'AC1032\0')])).rejects.toThrow(
      /a\.geojson is empty\.\nb\.dwg is a DWG drawing/,
    );
  });

  it('is a File Geodatabase as a folder, a zip, loose files, or a folder in a zip with other data', async () => {
    const parts = ['gdb', 'timestamps', 'a00000001.gdbtable', 'a00000001.gdbtablx', 'a00000004.spx'];
    const folder = parts.map((name) => file(`maps/roads.gdb/${name}`, 'x'));
    const zip = (folderName: string) =>
      zipSync(Object.fromEntries(parts.map((name) => [folderName + name, strToU8('x')])));
    const both = zipSync({
      'b/x.gdb/a00000001.gdbtable': strToU8('x'),
      'towns.csv': strToU8('name,lat,lon\nb,48,11\n'),
    });
    const cases: [SourceFile[], string, string, number][] = [
      [folder, 'maps/roads.gdb', 'ogr2ogr "roads.gpkg" "roads.gdb"', 1],
      [[file('roads.gdb.zip', zip('roads.gdb/'))], 'roads.gdb.zip', 'ogr2ogr "roads.gpkg" "roads.gdb.zip"', 1],
      [[file('export.zip', zip(''))], 'export.zip', 'ogr2ogr "export.gpkg" "/vsizip/export.zip"', 1],
      [parts.map((name) => file(name, 'x')), 'gdb', 'ogr2ogr "data.gpkg" "data.gdb"', 1],
      [[file('all.zip', both)], 'b/x.gdb', 'ogr2ogr "x.gpkg" "x.gdb"', 2],
    ];
    for (const [files, name, command, tableCount] of cases) {
      const { layers, unread } = await read([...files, good]);
      expect(layers).toHaveLength(tableCount);
      expect(unread.map((entry) => entry.name)).toEqual([name]);
      expect(diagnosticText(unread[0]!.reason)).toBe(
        `${name} is a File Geodatabase. It can't be read in a browser. Convert it to a GeoPackage and add that: in QGIS with “Package Layers”, or with GDAL by ${command}`,
      );
    }
    await expect(read(folder)).rejects.toThrow(/^maps\/roads\.gdb is a File Geodatabase/);
  });

  it('never becomes a list of endings', async () => {
    const { unread } = await read([file('a.xyz', 'AC1032\0'), good]);
    expect(diagnosticText(unread[0]!.reason)).not.toMatch(/\.(?:csv|geojson|gpkg)/);
  });
});

const point = (name: string) =>
  `{"type":"Feature","properties":{"n":"${name}"},"geometry":{"type":"Point","coordinates":[7,46]}}`;
const texts: Readonly<Record<string, string>> = {
  'a.geojson': `{"type":"FeatureCollection","features":[${point('Zürich')}]}`,
  'a.json': point('Zürich'),
  'a.csv': 'n,lat,lon\nZürich,46,7\n',
  'a.kml': '<kml><Placemark><name>Zürich</name><Point><coordinates>7,46</coordinates></Point></Placemark></kml>',
  'a.gpx': '<gpx><wpt lat="46" lon="7"><name>Zürich</name></wpt></gpx>',
  'a.gml':
    '<w:FeatureCollection xmlns:w="w" xmlns:gml="http://www.opengis.net/gml" xmlns:a="a"><gml:featureMember><a:f><a:name>Zürich</a:name><a:g><gml:Point><gml:pos>7 46</gml:pos></gml:Point></a:g></a:f></gml:featureMember></w:FeatureCollection>',
  // Detected by content, not by extension.
  'json.csv': point('Zürich'),
  'kml.json': '<kml><Placemark><name>Zürich</name><Point><coordinates>7,46</coordinates></Point></Placemark></kml>',
  noending: point('Zürich'),
};
const wide = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const swapBytes = (bytes: Uint8Array) => bytes.map((_, index) => bytes[index ^ 1]!);
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': strToU8,
  'UTF-8 with a mark': (text) => strToU8(`\ufeff${text}`),
  'UTF-8 with a mark and a line': (text) => strToU8(`\ufeff\n${text}`),
  'UTF-16': (text) => wide(`\ufeff${text}`),
  'UTF-16 in the other order': (text) => swapBytes(wide(`\ufeff${text}`)),
  'UTF-16 without a mark': wide,
  'UTF-16 in the other order without a mark': (text) => swapBytes(wide(text)),
};

describe.each(Object.entries(encodings))('%s', (_, encode) => {
  it.each(Object.entries(texts))('is read: %s', async (name, text) => {
    const { layers } = await read([file(name, encode(text))]);
    const table = layers[0]!.table!;
    expect(table.columns.map(({ values }) => values[0])).toContain('Zürich');
    expect([...table.geometry!.xy]).toEqual([7, 46]);
    expect(table.notes).toEqual([]);
  });
});

it('a drawing has the coordinate system of the .prj beside it', async () => {
  const dxf = ['0', 'SECTION', '2', 'ENTITIES', '0', 'POINT', '8', 'trees', '10', '2600000', '20', '1200000'];
  const drawing = file('plan.dxf', [...dxf, '0', 'ENDSEC', '0', 'EOF'].join('\n'));
  const prj = 'PROJCS["CH1903+ / LV95",GEOGCS["CH1903+"],AUTHORITY["EPSG","2056"]]';
  const { layers, unread } = await read([drawing, file('plan.prj', prj)]);
  expect(layers.map(({ table }) => table!.spatialReference)).toMatchObject([{ WKID: 2056 }]);
  expect(unread).toEqual([]);
  expect((await read([drawing])).layers[0]!.table!.spatialReference).toBeUndefined();
});
