import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../sw/formats/csv/csv.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import { locateTables } from '../pack-files.ts';

/** Read a file and locate its rows, like `readSources` does. */
const readLocated = async (source: ReturnType<typeof file>) => locateTables(await readCsv(source));

const file = (text: string) => ({ name: 'data.csv', bytes: new TextEncoder().encode(text) });

describe('CSV', () => {
  it('places rows by latitude and longitude, types columns and names bad rows by line', async () => {
    const [table] = await readLocated(
      file(
        '\uFEFFName,Lat,Lon,plz,when,ok,n\n"a\nb",52.5,13.4,01099,2024-05-01,true,1\nc,north,1,12345,,FALSE,\n\nd,,,1,2024-05-02T10:00Z,true,3\n',
      ),
    );
    expect(table!.columns.map(({ name, type, values }) => [name, type, values])).toEqual([
      ['Name', 'String', ['a\nb', 'c', 'd']],
      ['Lat', 'String', ['52.5', 'north', null]],
      ['Lon', 'Double', [13.4, 1, null]],
      ['plz', 'String', ['01099', '12345', '1']],
      ['when', 'Date', [Date.UTC(2024, 4, 1), null, Date.UTC(2024, 4, 2, 10)]],
      ['ok', 'SmallInteger', [1, 0, 1]],
      ['n', 'Integer', [1, null, 3]],
    ]);
    expect([...table!.geometry!.xy]).toEqual([13.4, 52.5]);
    expect([...table!.geometry!.featureOffsets]).toEqual([0, 1, 1, 1]);
    expect(table!.spatialReference).toBeUndefined();
    expect(table!.notes.map((note) => diagnosticText(note))).toContain(
      'line 4: expected a number or degrees, minutes and seconds, found "north".',
    );
  });

  it('reads decimal commas between semicolons, and asks for the reference of eastings', async () => {
    const [table] = await readLocated(file('Rechtswert;Hochwert;v\n500000,5;5600000,25;1,5\n'));
    expect([...table!.geometry!.xy]).toEqual([500000.5, 5600000.25]);
    expect(table!.spatialReference).toBeUndefined();
    expect(table!.columns[2]).toMatchObject({ type: 'Double', values: [1.5] });
  });

  it('reads a column of well-known text into a layer for each kind', async () => {
    const tables = await readLocated(
      file(
        'id,WKT\n1,"POLYGON ((0 0, 0 1, 1 1, 0 0))"\n2,SRID=4326;POINT Z (1 2 3)\n3,"MULTIPOINT ((1 1), (2 2))"\n4,nonsense\n',
      ),
    );
    expect(tables.map((table) => [table.part, table.columns[0]!.values])).toEqual(
      [
        ['points', [2, 3, 4]],
        ['polygons', [1]],
      ].map(([name, ids]) => [name, expect.arrayContaining((ids as number[]).slice(0, 1))]),
    );
    expect(tables.flatMap((table) => table.columns[0]!.values).sort()).toEqual([1, 2, 3, 4]);
    expect(tables[0]!.notes.map((note) => diagnosticText(note)).join()).toContain(
      'line 5: expected a WKT geometry, found "nonsense".',
    );
  });

  it('keeps a file without coordinates as a plain table, also with hostile names', async () => {
    const [table] = await readCsv(file('__proto__,constructor,__proto__\n1,2,3\n'));
    expect(table!.geometry).toBeUndefined();
    expect(table!.columns.map(({ name }) => name)).toEqual(['proto', 'constructor_1', 'proto_1']);
  });

  it('reads Windows-1252 when the text is no UTF-8', async () => {
    const [table] = await readCsv({ name: 'a.csv', bytes: Uint8Array.from('ort\nK\xf6ln\n', (c) => c.charCodeAt(0)) });
    expect(table!.columns[0]!.values).toEqual(['Köln']);
  });

  it.each([
    ['an empty file', ' \n', 'data.csv: expected a line of column names'],
    ['names without rows', 'a,b\n', 'has a line of column names but no rows.'],
  ])('refuses %s', async (_, text, message) => {
    await expect(readCsv(file(text))).rejects.toThrow(message);
  });
});
