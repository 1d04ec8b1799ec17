import initSqlJs from 'sql.js';
import { describe, expect, it } from 'vitest';
import type { DecidedLayer } from '../../../../src/publish/import/decided.ts';
import { joinColumns, matchJoin, possibleJoins } from '../../../../src/publish/import/joins.ts';
import { readSources } from '../../../../src/publish/import/read-sources.ts';
import { publishEn } from '../../../../src/publish/text/publish-en.ts';
import type { SourceColumn, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { describeFiles, packFiles } from '../../formats/pack-files.ts';

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const codes = ['DE', 'FR', 'IT', 'ES', 'PT', 'XX'];
const countries = file(
  'countries.csv',
  `iso,name,lat,lon\n${codes.map((code, i) => `${code},n${i},${40 + i}.5,${i}.25`).join('\n')}\nDE,again,50.5,8.5\n,none,1.5,1.5\n`,
);
const numbers = file(
  'numbers.csv',
  'code,name,people,area\nFR,a,68,544\nDE,b,84,358\nPL,c,37,313\nIT,d,59,302\nES,e,,506\nPT,f,10,92\n',
);

const listTables = async (): Promise<SourceTable[]> =>
  (
    await readSources([countries, numbers], {
      decodeImage: async () => Promise.reject(new Error('none')),
      partTexts: publishEn.layer.parts,
    })
  ).layers.map(({ table }) => table!);
const findColumn = (table: SourceTable, name: string): SourceColumn =>
  table.columns.find((column) => column.name === name)!;

describe('a join by columns that a person chose', () => {
  const makeJoin = (layerKey: string, tableKey: string) => ({ layer: 0, layerKey, table: 1, tableKey });
  const plain = [{ columns: {} }, { columns: {} }];

  it('says how many features have a row, and how many rows are not joined', async () => {
    const tables = await listTables();
    // Two of the eight countries have the code DE and one has none; of the six rows of numbers, PL matches no country.
    expect(matchJoin(tables, makeJoin('iso', 'code'), plain)).toEqual({
      matched: 6,
      featureCount: 8,
      unused: 1,
      repeated: 0,
    });
    expect(matchJoin(tables.toReversed(), makeJoin('code', 'iso'), plain)).toEqual({
      ...{ matched: 5, featureCount: 6, unused: 1, repeated: 1 },
    });
  });

  it('meets numbers with numbers of another type alone, as the columns are read', async () => {
    const tables = await listTables();
    expect(matchJoin(tables, makeJoin('iso', 'people'), plain)).toBeUndefined();
    expect(matchJoin(tables, makeJoin('nowhere', 'people'), plain)).toBeUndefined();
    expect(matchJoin(tables, makeJoin('lat', 'people'), plain)).toMatchObject({ matched: 0, featureCount: 8 });
    const people: DecidedLayer['columns'] = { people: { reading: 'String' } };
    const asText = [{ columns: {} }, { columns: people }];
    expect(matchJoin(tables, makeJoin('iso', 'people'), asText)).toMatchObject({ matched: 0, unused: 5 });
  });
});

describe('a join while publishing', () => {
  it('is offered with the counts that SQLite has, and gives the rows of its left join', async () => {
    const [layer, table] = (await listTables()) as [SourceTable, SourceTable];
    const { Database } = await initSqlJs();
    const database = new Database();
    for (const { name, columns, rowCount } of [layer, table]) {
      database.run(`CREATE TABLE ${name} (row INTEGER, ${columns.map((column) => `"${column.name}"`).join()})`);
      for (let row = 0; row < rowCount; row++)
        database.run(`INSERT INTO ${name} VALUES (${[row, ...columns].map(() => '?').join()})`, [
          row,
          ...columns.map(({ values }) => values[row]!),
        ]);
    }
    const ask = (sql: string) => database.exec(sql)[0]!.values;
    const [matched, all] = ask('SELECT count(code), count(*) FROM countries LEFT JOIN numbers ON iso = code')[0]!;
    const [[unused]] = ask(
      'SELECT count(*) FROM numbers WHERE code NOT IN (SELECT iso FROM countries WHERE iso IS NOT NULL)',
    ) as [[number]];
    expect(possibleJoins([layer, table])).toEqual([
      { layer: 0, layerKey: 'iso', table: 1, tableKey: 'code', matched, featureCount: all, unused },
    ]);
    const joined = joinColumns(layer, findColumn(layer, 'iso'), {
      name: 'numbers',
      columns: table.columns,
      key: findColumn(table, 'code'),
    });
    expect(joined.columns.map(({ name }) => name)).toEqual([
      'iso',
      'name',
      'lat',
      'lon',
      'numbers_name',
      'people',
      'area',
    ]);
    const rows = Array.from({ length: layer.rowCount }, (_, row) => joined.columns.map(({ values }) => values[row]!));
    expect(rows).toEqual(
      ask(
        'SELECT iso, countries.name, lat, lon, numbers.name, people, area FROM countries LEFT JOIN numbers ON iso = code ORDER BY countries.row',
      ),
    );
  });

  it('is in the package: the fields of both, and no table that was left out', async () => {
    const { definition } = await packFiles([countries, numbers], (choices) => ({
      ...choices,
      layers: choices.layers.map((layer, i) =>
        i === 1
          ? { ...layer, isLeftOut: true, columns: { area: { isLeftOut: true }, people: { alias: 'Millions' } } }
          : layer,
      ),
      joins: [{ layer: 0, layerKey: 'iso', table: 1, tableKey: 'code' }],
    }));
    expect(definition.maps[0]!.standaloneTables).toEqual([]);
    expect(definition.tables.countries!.fields.map(({ Name, AliasName }) => `${Name} ${AliasName}`).slice(2)).toEqual([
      'iso iso',
      'name name',
      'lat lat',
      'lon lon',
      'numbers_name name',
      'people Millions',
    ]);
  });

  it('takes the first of several rows with a key, and refuses keys of two kinds', async () => {
    const [layer, table] = (await listTables()) as [SourceTable, SourceTable];
    const twice = { ...findColumn(table, 'code'), values: ['FR', 'FR', 'DE', null, 'IT', 'IT'] };
    const joined = joinColumns(layer, findColumn(layer, 'iso'), {
      name: 'n',
      columns: [findColumn(table, 'people')],
      key: twice,
    });
    expect(findColumn(joined, 'people').values).toEqual(
      [37, 68, null, null, null, null, 37, null].map((value, i) => (i === 2 ? null : value)),
    );
    expect(() =>
      joinColumns(layer, findColumn(layer, 'iso'), { name: 'n', columns: [], key: findColumn(table, 'people') }),
    ).toThrow(/keys of one type/);
  });

  it('is not offered where whole numbers match by chance', async () => {
    const places = file('places.csv', 'count,lat,lon\n1,48.5,11.5\n2,50.5,8.25\n3,51.5,7.25\n');
    const list = file('list.csv', 'floor,word\n1,a\n2,b\n3,c\n');
    await expect(describeFiles([places, list])).resolves.toHaveLength(2);
    const { layers } = await readSources([places, list], {
      decodeImage: async () => Promise.reject(new Error('none')),
      partTexts: publishEn.layer.parts,
    });
    expect(possibleJoins(layers.map(({ table }) => table!))).toEqual([]);
  });
});
