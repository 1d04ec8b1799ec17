import { zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { describeFiles, packFiles } from '../pack-files.ts';
import { geometry, type MadeTable, makeGeoPackage, point } from './make-geopackage.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

const trees: MadeTable = {
  name: 'tree "cadastre"',
  title: 'Trees of the town',
  description: 'Every tree that the town waters.',
  kind: 'POINT',
  columns:
    'fid INTEGER PRIMARY KEY, geom POINT, kind TEXT(20), height DOUBLE, planted DATE, seen DATETIME, healthy BOOLEAN, girth MEDIUMINT, small SMALLINT, big INTEGER, photo BLOB, "Straße Nr." TEXT',
  rows: [
    [
      7,
      geometry(point([7.5, 51])),
      'Linde',
      12.5,
      '1999-04-02',
      '2024-05-01T10:30:00.250Z',
      1,
      210,
      -3,
      5e9,
      new Uint8Array([1, 2]),
      'Am Markt 1',
    ],
    [3, geometry(point([7.6, 51.1])), 'Ahorn', null, null, null, null, null, null, null, null, null],
  ],
};
const visits: MadeTable = {
  name: 'visits',
  columns: 'id INTEGER PRIMARY KEY, tree MEDIUMINT, who TEXT',
  rows: [
    [1, 7, 'Ann'],
    [2, 7, null],
  ],
};

const read = async (bytes: Uint8Array, name = 'a.gpkg') => (await readFile({ name, bytes })).tables;
const readValues = ({ columns }: SourceTable) => Object.fromEntries(columns.map(({ name, values }) => [name, values]));
const readMessage = (tables: readonly SourceTable[]) =>
  tables.map(({ notes }) => notes.map((note) => diagnosticText(note)));

test('tables become layers and plain tables under their titles, in the order of the file', async () => {
  const tables = await read(await makeGeoPackage([visits, trees]));
  expect(
    tables.map(({ name, description, rowCount, geometry }) => [name, description, rowCount, geometry?.kind]),
  ).toEqual([
    ['visits', undefined, 2, undefined],
    ['Trees of the town', 'Every tree that the town waters.', 2, 'point'],
  ]);
  expect(readValues(tables[0]!)).toEqual({ id: [1, 2], tree: [7, 7], who: ['Ann', null] });
  expect([...tables[1]!.geometry!.xy]).toEqual([7.6, 51.1, 7.5, 51]);
  expect(tables[1]!.spatialReference).toMatchObject({ WKID: 4326 });
});

test('values have the types that are declared, nulls stay, binary fields are left out and said', async () => {
  const [table] = await read(await makeGeoPackage([trees]));
  expect(readValues(table!)).toEqual({
    fid: [3, 7],
    kind: ['Ahorn', 'Linde'],
    height: [null, 12.5],
    planted: [null, Date.UTC(1999, 3, 2)],
    seen: [null, Date.UTC(2024, 4, 1, 10, 30, 0, 250)],
    healthy: [null, 1],
    girth: [null, 210],
    small: [null, -3],
    big: [null, 5e9],
    Straße_Nr: [null, 'Am Markt 1'],
  });
  expect(table!.columns.map(({ type, length }) => (type === 'String' ? length : type))).toEqual([
    'Integer',
    5,
    'Double',
    'Date',
    'Date',
    'SmallInteger',
    'Integer',
    'SmallInteger',
    'Double',
    10,
  ]);
  expect(table!.columns.at(-1)!.alias).toBe('Straße Nr.');
  expect(readMessage([table!])).toEqual([['Binary fields were left out: photo.']]);
});

test('values that do not fit the declared type are kept as they are, and said', async () => {
  const [table] = await read(
    await makeGeoPackage([
      {
        name: 'odd',
        columns: 'id INTEGER PRIMARY KEY, day DATE, number INTEGER, huge INTEGER, free, note TEXT',
        rows: [
          [1, '2024-02-01', 4, '9007199254740993', 1.5, 'a'],
          [2, 'in May', 'four', 1, null, new Uint8Array([1])],
        ],
      },
    ]),
  );
  expect(readValues(table!)).toEqual({
    id: [1, 2],
    day: ['2024-02-01', 'in May'],
    number: ['4', 'four'],
    huge: ['9007199254740993', '1'],
    free: [1.5, null],
    note: ['a', null],
  });
  expect(readMessage([table!])).toEqual([
    [
      'Binary fields were left out: note.',
      'a.gpkg, table "odd": expected values of type DATE in day, found "in May"; the type follows from the values.',
      'a.gpkg, table "odd": expected values of type INTEGER in number, found "four"; the type follows from the values.',
    ],
  ]);
});

test('numbers beyond 2^53 are texts to the last digit, and leave the columns beside them alone', async () => {
  const [table] = await read(
    await makeGeoPackage([
      {
        name: 'ids',
        columns: 'fid INTEGER PRIMARY KEY, id INTEGER, small MEDIUMINT, even INTEGER, real DOUBLE',
        rows: [
          ['9223372036854775807', '9007199254740993', 7, '9007199254740994', 1e300],
          [2, '-9223372036854775808', 8, 3, 0.5],
        ] as never,
      },
    ]),
  );
  expect(table!.columns.map(({ name, type, values }) => [name, type, [...values].sort()])).toEqual([
    ['fid', 'String', ['2', '9223372036854775807']],
    ['id', 'String', ['-9223372036854775808', '9007199254740993']],
    ['small', 'Integer', [7, 8]],
    ['even', 'Double', [3, 9007199254740994]],
    ['real', 'Double', [0.5, 1e300]],
  ]);
  expect(readMessage([table!])).toEqual([[]]);
});

test('aliases, lists of codes and ranges are kept; patterns and open ranges are said', async () => {
  const bytes = await makeGeoPackage([trees], (database) => {
    database.run(
      `CREATE TABLE gpkg_data_columns (table_name TEXT, column_name TEXT, name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT)`,
    );
    database.run(`CREATE TABLE gpkg_data_column_constraints (constraint_name TEXT, constraint_type TEXT, value TEXT,
      min NUMERIC, min_is_inclusive BOOLEAN, max NUMERIC, max_is_inclusive BOOLEAN, description TEXT)`);
    const insert = 'INSERT INTO gpkg_data_columns VALUES (?, ?, ?, ?, NULL, NULL, ?)';
    const { name } = trees;
    database.run(insert, [name, 'kind', 'Species', 'Species of the tree', 'Species']);
    database.run(insert, [name, 'girth', 'girth', 'Girth in cm', 'girths']);
    database.run(insert, [name, 'small', null, null, 'levels']);
    database.run(insert, [name, 'height', null, null, 'open']);
    database.run(insert, [name, 'Straße Nr.', null, null, 'streets']);
    database.run(`INSERT INTO gpkg_data_column_constraints VALUES
      ('species', 'enum', 'Linde', NULL, NULL, NULL, NULL, 'Lime tree'), ('species', 'enum', 'Ahorn', NULL, NULL, NULL, NULL, NULL),
      ('girths', 'range', NULL, 0, 0, 900, 1, NULL), ('levels', 'enum', '1', NULL, NULL, NULL, NULL, 'One'),
      ('open', 'range', NULL, 0, 0, 40, 1, NULL), ('streets', 'glob', 'A*', NULL, NULL, NULL, NULL, NULL)`);
  });
  const [table] = await read(bytes);
  const column = (name: string) => table!.columns.find((candidate) => candidate.name === name)!;
  expect(column('kind')).toMatchObject({
    alias: 'Species',
    domain: {
      type: 'CodedValueDomain',
      DomainName: 'Species',
      FieldType: 'gisFieldTypeString',
      CodedValues: [
        { Name: 'Lime tree', Code: 'Linde' },
        { Name: 'Ahorn', Code: 'Ahorn' },
      ],
    },
  });
  expect(column('girth')).toMatchObject({
    alias: 'Girth in cm',
    domain: { type: 'RangeDomain', MinValue: { type: 'int', value: 1 }, MaxValue: { type: 'int', value: 900 } },
  });
  expect(column('small').domain).toMatchObject({ CodedValues: [{ Name: 'One', Code: { type: 'short', value: 1 } }] });
  expect(column('height').domain).toBeUndefined();
  expect(diagnosticText(table!.notes[1]!)).toBe(
    'Rules that are neither coded values nor a closed range were left out: open, streets.',
  );
  const { definition } = await packFiles([{ name: 'a.gpkg', bytes }]);
  expect(Object.values(definition.tables)[0]!.fields.find(({ Name }) => Name === 'kind')?.Domain).toEqual(
    column('kind').domain,
  );
});

test('tiles, styles and tables that are not there are no layers', async () => {
  const tables = await read(
    await makeGeoPackage(
      [
        { name: 'aerial', dataType: 'tiles', columns: 'id INTEGER PRIMARY KEY, tile_data BLOB', rows: [] },
        visits,
        { name: 'layer_styles', columns: 'id INTEGER PRIMARY KEY, styleQML TEXT', rows: [[1, '<qgis/>']] },
      ],
      (database) => database.run("INSERT INTO gpkg_contents (table_name, data_type) VALUES ('gone', 'features')"),
    ),
  );
  expect(tables.map(({ name, isExtra }) => [name, isExtra])).toEqual([
    ['visits', undefined],
    ['layer_styles', true],
  ]);
  expect(readMessage(tables)[0]).toEqual([
    'Tables listed in gpkg_contents are missing from the file: gone.',
    'Left out because they have neither features nor attributes: aerial (tiles).',
  ]);
});

test('a layer without rows is published as one, and so is one whose rows have no shape yet', async () => {
  const bytes = await makeGeoPackage([
    { ...trees, name: 'empty', title: 'Empty', rows: [] },
    { name: 'plans', kind: 'MULTIPOLYGON', columns: 'fid INTEGER PRIMARY KEY, geom BLOB', rows: [[1, null]] },
  ]);
  const { definition } = await packFiles([{ name: 'a.gpkg', bytes }]);
  const shapes = definition.maps[0]!.layers.map(({ Name, table }) => [Name, definition.tables[table!]!.geometry]);
  expect(shapes).toEqual([
    ['Empty', 'point'],
    ['plans', 'polygon'],
  ]);
  expect(definition.maps[0]!.fullExtent).toEqual([-180, -90, 180, 90]);
});

test('a package in a zip, or with another ending, is read as well', async () => {
  const bytes = await makeGeoPackage([visits]);
  const zip = zipSync({ 'field/visits.gpkg': bytes, 'readme.txt': new Uint8Array([65]) });
  const [layer] = await describeFiles([{ name: 'a.zip', bytes: zip }]);
  expect(layer).toMatchObject({ name: 'visits', format: 'GeoPackage', rowCount: 2 });
  expect((await read(bytes, 'visits.backup'))[0]).toMatchObject({ name: 'visits' });
});

test('reading tells how far it is and can be stopped', async () => {
  const rows = Array.from({ length: 5000 }, (_, i) => [i + 1, i, 'x']);
  const bytes = await makeGeoPackage([
    { ...visits, rows },
    { ...trees, rows: [] },
  ]);
  const shares: number[] = [];
  await readFile({ name: 'a.gpkg', bytes }, (share) => shares.push(share));
  expect(shares).toEqual([0.2, 0.4, 0.5, 1]);
  const stop = new AbortController();
  const reading = readFile({ name: 'a.gpkg', bytes }, () => stop.abort(new Error('enough')), stop.signal);
  await expect(reading).rejects.toThrow('enough');
});
