import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { describeAttached } from '../../../../src/publish/import/attachments/match-files.ts';
import { separateFiles } from '../../../../src/publish/import/attachments/separate-files.ts';
import { sourceTables } from '../../../../src/publish/import/read-layer.ts';
import { readSources } from '../../../../src/publish/import/read-sources.ts';
import { publishEn } from '../../../../src/publish/text/publish-en.ts';
import type { SourceFile } from '../../../../sw/formats/reading/source-table.ts';
import { makeDbf } from '../../formats/make-shapefile.ts';
import { packFiles } from '../../formats/pack-files.ts';

const readBytes = (text: string) => new TextEncoder().encode(text);
const file = (name: string, text = name): SourceFile => ({ name, bytes: readBytes(text) });
const read = async (files: readonly SourceFile[]) => {
  const sources = await readSources(files, {
    decodeImage: () => Promise.reject(new Error('no pictures here')),
    partTexts: publishEn.layer.parts,
  });
  const tables = sourceTables(sources);
  return { tables, beside: sources.beside.map(({ name }) => name), ...describeAttached(tables, sources.beside) };
};

const places = file(
  'places.csv',
  'id,photo,longitude,latitude\n1,photos/A.JPG,10,50\n2,a.jpg; b.png,11,51\n3,missing.png,12,52\n4,,13,53\n5,https://x.test/p/b.png?w=1,14,54\n',
);

test('pictures and documents beside a table are no data, and are found by the field that holds their names', async () => {
  const { tables, beside, fields, names } = await read([places, file('a.jpg'), file('b.png'), file('c.pdf')]);
  expect(tables.map(({ name }) => name)).toEqual(['places']);
  expect(beside).toEqual(['a.jpg', 'b.png', 'c.pdf']);
  expect(names).toEqual(beside);
  expect(fields).toEqual([{ layer: 0, column: 'photo', rowCount: 3, imageCount: 3, bytes: 10, unmatched: [2] }]);
});

test('files are found by their names without ending, and of one name in several folders by the folder that is told', async () => {
  const files = [file('1.png'), file('1.pdf'), file('02.png')];
  expect((await read([places, ...files])).fields).toMatchObject([{ column: 'id', rowCount: 1, unmatched: [2] }]);
  // A field with file extensions is preferred to one without.
  const both = await read([file('t.csv', 'name,photo\na,a.jpg\nb,\n'), file('a.jpg')]);
  expect(both.fields.map(({ column }) => column)).toEqual(['photo', 'name']);
  const inFolders = [file('x/photos/a.jpg'), file('y/a.jpg')];
  const { fields } = await read([file('t.csv', 'p\nphotos/a.jpg\n'), ...inFolders]);
  expect(fields).toMatchObject([{ column: 'p', rowCount: 1, unmatched: [1] }]);
});

test('a picture with a world file is a layer, and so is one alone', () => {
  const parted = (...names: string[]) => {
    const { data, beside } = separateFiles(names.map((name) => file(name)));
    return [data.map(({ name }) => name), beside.map(({ name }) => name)];
  };
  expect(parted('a.csv', 'map.png', 'map.pgw', 'b.jpg')).toEqual([['a.csv', 'map.png', 'map.pgw'], ['b.jpg']]);
  expect(parted('map.png')).toEqual([['map.png'], []]);
  expect(parted('map.tif', 'map.prj', 'a.png', 'c.pdf')).toEqual([['map.tif', 'map.prj', 'a.png'], ['c.pdf']]);
  expect(parted('a.shp', 'a.shx', 'a.png', 'A.JPG')).toEqual([
    ['a.shp', 'a.shx'],
    ['a.png', 'A.JPG'],
  ]);
  expect(parted('c.pdf', 'd.pdf')).toEqual([['c.pdf', 'd.pdf'], []]);
});

test('a zip gives its tables and the files beside them; a shapefile in it is read as before', async () => {
  const zipped = zipSync({
    'all/places.csv': places.bytes as Uint8Array,
    'all/photos/a.jpg': readBytes('image'),
    'all/LICENSE.txt': readBytes('free'),
    '__MACOSX/all/photos/._a.jpg': readBytes('x'),
  });
  const actual = await read([{ name: 'all.zip', bytes: zipped }]);
  expect(actual.tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([['places', 5]]);
  expect(actual.beside).toEqual(['all/photos/a.jpg']);
  expect(actual.fields).toMatchObject([{ column: 'photo', rowCount: 2 }]);
  const shapes = zipSync({
    'list.dbf': makeDbf([{ name: 'A', type: 'C', length: 5, cells: ['a.jpg'] }]),
    'a.jpg': readBytes('image'),
    'README.html': readBytes('words'),
  });
  expect(await read([{ name: 'list.zip', bytes: shapes }])).toMatchObject({
    tables: [{ name: 'list' }],
    beside: ['a.jpg'],
    fields: [{ column: 'A', rowCount: 1 }],
  });
  const empty = zipSync({ 'a.jpg': readBytes('image') });
  await expect(read([{ name: 'empty.zip', bytes: empty }])).rejects.toMatchObject({ code: 'bad-package' });
});

test('a package holds the files of rows once, with their names, kinds and bytes', async () => {
  const files = [places, file('photos/a.jpg', 'first'), file('b.png', 'second'), file('c.pdf', 'third')];
  const plain = await packFiles(files);
  expect(plain.definition.tables.places).not.toHaveProperty('attachments');
  const made = await packFiles(files, (choices) => ({ ...choices, attach: { layer: 0, column: 'photo' } }));
  const { attachments, fields } = made.definition.tables.places!;
  const stored = await made.files.get(attachments!.file!)!.text();
  expect(stored).toHaveLength('firstsecond'.length);
  expect(
    attachments!.entries.map(({ parentId, name, contentType, range: [from, length] }) => [
      parentId,
      name,
      contentType,
      stored.slice(from, from + length),
    ]),
  ).toEqual([
    [1, 'a.jpg', 'image/jpeg', 'first'],
    [2, 'a.jpg', 'image/jpeg', 'first'],
    [2, 'b.png', 'image/png', 'second'],
    [5, 'b.png', 'image/png', 'second'],
  ]);
  // The field with the file names may itself be left out.
  const without = await packFiles(files, (choices) => ({
    ...choices,
    layers: [{ ...choices.layers[0]!, columns: { photo: { isLeftOut: true } } }],
    attach: { layer: 0, column: 'photo' },
  }));
  expect(without.definition.tables.places!.attachments!.entries).toHaveLength(4);
  expect(without.definition.tables.places!.fields).toHaveLength(fields.length - 1);
});

test('the first picture of each row also becomes a field, if that is wanted', async () => {
  const rows = 'id,PICTURE,longitude,latitude\n1,c.pdf;b.png;a.jpg,10,50\n2,c.pdf,11,51\n3,b.png,12,52\n';
  const files = [file('t.csv', rows), file('a.jpg', 'first'), file('b.png', 'second'), file('c.pdf', 'third')];
  expect((await read(files)).fields).toMatchObject([{ rowCount: 3, imageCount: 2 }]);
  const made = await packFiles(files, (choices) => ({
    ...choices,
    attach: { layer: 0, column: 'PICTURE', imageField: 'Photo' },
  }));
  const { attachments, fields, rasterFields } = made.definition.tables.t!;
  expect(attachments!.entries).toHaveLength(5);
  expect(fields.find(({ Type }) => Type === 'gisFieldTypeRaster')).toMatchObject({
    Name: 'PICTURE_1',
    AliasName: 'Photo',
  });
  const { entries, file: stored } = rasterFields!.PICTURE_1!;
  const text = await made.files.get(stored!)!.text();
  expect(
    entries.map(({ parentId, name, range: [from, length] }) => [parentId, name, text.slice(from, from + length)]),
  ).toEqual([
    [1, 'a.jpg', 'first'],
    [3, 'b.png', 'second'],
  ]);
});
