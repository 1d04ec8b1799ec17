import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import { type UnzipLimits, unzipFile, unzipLimits } from '../../../sw/formats/reading/unzip.ts';
import { readShapefile } from '../../../sw/formats/shapefile/read-shapefile.ts';
import { makeDbf, makeShp, type Ring } from './make-shapefile.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const zip = (files: Record<string, Uint8Array>) => ({ name: 'data.zip', bytes: zipSync(files) });
const outer: Ring = [
  [0, 0],
  [0, 10],
  [10, 10],
  [10, 0],
  [0, 0],
];
const hole: Ring = [
  [2, 2],
  [4, 2],
  [4, 4],
  [2, 4],
  [2, 2],
];
const island: Ring = [
  [20, 20],
  [20, 22],
  [22, 22],
  [20, 20],
];
const prj =
  'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["Central_Meridian",9.0],UNIT["Meter",1.0]]';

const names = (...cells: string[]) => makeDbf([{ name: 'NAME', type: 'C', length: 20, cells }]);

describe('zipped shapefile', () => {
  it('keeps polygons with holes and islands, null shapes, names in UTF-8, aliases and the projection', async () => {
    const xml =
      '<metadata><dataIdInfo><idAbs>&lt;p&gt;Lakes of a test&lt;/p&gt;</idAbs></dataIdInfo><eainfo><detailed><attr><attrlabl>NAME</attrlabl><attalias>Name of the lake</attalias></attr></detailed></eainfo></metadata>';
    const [table] = await readShapefile(
      zip({
        'in/Lakes.shp': makeShp(5, [[outer, hole, island], null]),
        'in/Lakes.dbf': names('Größe', '湖'),
        'in/Lakes.cpg': text('UTF-8'),
        'in/Lakes.prj': text(prj),
        'in/Lakes.shp.xml': text(xml),
      }),
    );
    expect(table).toMatchObject({
      name: 'Lakes',
      rowCount: 2,
      description: 'Lakes of a test',
      spatialReference: { type: 'ProjectedCoordinateSystem', WKT: prj },
    });
    expect(table!.columns[0]).toMatchObject({ name: 'NAME', alias: 'Name of the lake', values: ['Größe', '湖'] });
    expect([...table!.geometry!.featureOffsets]).toEqual([0, 3, 3]);
    expect([...table!.geometry!.partOffsets]).toEqual([0, 5, 10, 14]);
    expect([...table!.geometry!.xy.slice(0, 10)]).toEqual(outer.flat());
    expect(table!.notes.map((note) => diagnosticText(note))).toEqual(['1 feature has no geometry.']);
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE metadata SYSTEM "http://www.esri.com/metadata/esriprof80.dtd">', 'Name of the lake'],
    ['a tag that stays open', '<a>', 'Name of the lake'],
    ['an entity of its own', '<!DOCTYPE m [<!ENTITY a "b">]>', 'NAME'],
  ])('reads the rows beside metadata with %s', async (_, head, alias) => {
    const xml = `${head}<metadata><attr><attrlabl>NAME</attrlabl><attalias>Name of the lake</attalias></attr></metadata>`;
    const [table] = await readShapefile(
      zip({ 'a.dbf': names('Größe'), 'a.cpg': text('UTF-8'), 'a.shp.xml': text(xml) }),
    );
    expect(table!.columns).toMatchObject([{ alias, values: ['Größe'] }]);
  });

  it.each([
    ['children', '<attalias>a<b/>c</attalias>'],
    ['siblings', '<attalias>a</attalias><attalias>c</attalias>'],
    ['white space only', '<attalias><![CDATA[ ]]></attalias>'],
  ])('ignores an alias with %s', async (_, alias) => {
    const xml = `<metadata><attr><attrlabl>NAME</attrlabl>${alias}</attr></metadata>`;
    const [table] = await readShapefile(zip({ 'a.dbf': names('x'), 'a.shp.xml': text(xml) }));
    expect(table!.columns).toMatchObject([{ alias: 'NAME' }]);
  });

  it('turns rings that were wound the wrong way', async () => {
    const [table] = await readShapefile(
      zip({ 'a.shp': makeShp(5, [[outer.toReversed(), hole.toReversed(), island.toReversed()]]) }),
    );
    expect([...table!.geometry!.xy]).toEqual([...outer, ...hole, ...island].flat());
  });

  it('reads every type of dBase field with its nulls, and leaves deleted records out', async () => {
    const float = new Uint8Array(new Float64Array([2.5]).buffer);
    const stamp = new Uint8Array(new Int32Array([2440589, 3_600_000]).buffer);
    const dbf = makeDbf(
      [
        { name: 'C', type: 'C', length: 8, cells: ['a', '', 'gone'] },
        { name: 'N', type: 'N', length: 10, cells: ['     12345', '**********', ''] },
        { name: 'D', type: 'N', length: 10, decimals: 2, cells: ['1.5', '', ''] },
        { name: 'F', type: 'F', length: 20, cells: ['-1.5e+3', '-1.79e+308', ''] },
        { name: 'DAY', type: 'D', length: 8, cells: ['20240229', '00000000', ''] },
        { name: 'L', type: 'L', length: 1, cells: ['T', '?', ''] },
        { name: 'I', type: 'I', length: 4, cells: [new Uint8Array([255, 255, 255, 255]), new Uint8Array(4), ''] },
        { name: 'O', type: 'O', length: 8, cells: [float, new Uint8Array(8), ''] },
        { name: 'T', type: '@', length: 8, cells: [stamp, new Uint8Array(8), ''] },
        { name: '__proto__', type: 'C', length: 3, cells: ['x', 'y', ''] },
        { name: 'OBJECTID', type: 'N', length: 4, cells: ['7', '8', ''] },
      ],
      { deleted: [2] },
    );
    const [table] = await readShapefile(
      zip({ 'a.dbf': dbf, 'a.shp': makeShp(1, [[[[1, 2]]], [[[3, 4]]], [[[5, 6]]]]) }),
    );
    const actual = table!.columns.map((column) => [column.name, column.type, column.values]);
    expect(actual).toEqual([
      ['C', 'String', ['a', null]],
      ['N', 'Integer', [12345, null]],
      ['D', 'Double', [1.5, null]],
      ['F', 'Double', [-1500, null]],
      ['DAY', 'Date', [Date.UTC(2024, 1, 29), null]],
      ['L', 'SmallInteger', [1, null]],
      ['I', 'Integer', [-1, 0]],
      ['O', 'Double', [2.5, 0]],
      ['T', 'Date', [90_000_000, null]],
      ['proto', 'String', ['x', 'y']],
      ['OBJECTID_1', 'SmallInteger', [7, 8]],
    ]);
    expect([...table!.geometry!.xy]).toEqual([1, 2, 3, 4]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('takes the code page from the language byte when there is no .cpg', async () => {
    const cyrillic = (value: string) =>
      Uint8Array.from(value, (letter) =>
        letter.charCodeAt(0) > 127 ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0),
      );
    const dbf = makeDbf([{ name: 'A', type: 'C', length: 10, cells: ['МОСКВА'] }], {
      language: 0xc9,
      encode: cyrillic,
    });
    const [table] = await readShapefile(zip({ 'a.dbf': dbf }));
    expect(table!.columns[0]!.values).toEqual(['МОСКВА']);
  });

  it('reads several layers, drops heights, and leaves an unknown reference open', async () => {
    const tables = await readShapefile(
      zip({ 'b.shp': makeShp(15, [[outer]]), 'a.shp': makeShp(3, [[hole]]), 'notes.txt': text('x') }),
    );
    expect(tables.map((table) => [table.name, table.geometry!.kind, table.spatialReference])).toEqual([
      ['a', 'polyline', undefined],
      ['b', 'polygon', undefined],
    ]);
    expect(tables[1]!.notes.map((note) => diagnosticText(note))).toContain('Heights were left out: layers are flat.');
  });

  it.each([
    ['no zip', { name: 'data.zip', bytes: text('hello') }, 'data.zip is not a zip file.'],
    ['a zip without .shp', zip({ 'a.txt': text('x') }), 'data.zip has no shapefile (.shp) or other supported file'],
    [
      'an empty .shp',
      zip({ 'a.shp': new Uint8Array(0) }),
      'a.shp is not a shapefile: expected code 9994 and a header of 100 bytes.',
    ],
    [
      'a .shp cut off in a record',
      zip({ 'a.shp': makeShp(5, [[outer], [hole]]).slice(0, 260) }),
      /^a\.shp, record 2: expected 128 bytes, found 16\.$/,
    ],
    [
      'a .dbf cut off',
      zip({ 'a.dbf': names('one', 'two').slice(0, 90) }),
      'a.dbf: expected 2 records, but the file ends in record 2.',
    ],
    [
      'a zip that is cut off',
      { name: 'data.zip', bytes: zip({ 'a.shp': crypto.getRandomValues(new Uint8Array(9000)) }).bytes.slice(0, 4000) },
      /^data\.zip is a damaged zip file/,
    ],
    [
      'an entry outside',
      zip({ '../a.shp': makeShp(1, []) }),
      'data.zip: entry "../a.shp" has a path outside the zip file.',
    ],
  ])('refuses %s', async (_, file, message) => {
    await expect(readShapefile(file)).rejects.toThrow(message);
  });

  it('stops a zip bomb by what comes out, not by what it says', async () => {
    const bomb = zip({ 'a.shp': new Uint8Array(32 << 20) });
    await expect(readShapefile(bomb)).rejects.toThrow(
      /^data\.zip, entry "a\.shp": expected at most \d+ bytes, found 33554432\.$/,
    );
    const fine = await unzipFile(bomb, () => true, undefined, undefined, { bytes: 1 << 30, entries: 5, ratio: 5000 });
    expect(fine.get('a.shp')!.length).toBe(32 << 20);
  });
});

it('reads as many short files as a zip may hold', async () => {
  const files = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`f${i}.txt`, text('x')]));
  const limits = { ...unzipLimits, entries: 20_000 };
  expect((await unzipFile(zip(files), () => true, undefined, undefined, limits)).size).toBe(20_000);
});

it('refuses a small file that unpacks to a thousand times as much before it is unpacked', async () => {
  const bomb = zip({ 'a.shp': new Uint8Array(128 * 1024 ** 2) });
  expect(bomb.bytes.length).toBeLessThan(200_000);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const limits: UnzipLimits = {
    ...unzipLimits,
    // The limit is read after every output chunk, so measure here.
    get bytes() {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      return unzipLimits.bytes;
    },
  };
  await expect(unzipFile(bomb, () => true, undefined, undefined, limits)).rejects.toMatchObject({ code: 'too-large' });
  expect(most).toBeLessThan(80 * 1024 ** 2);
});
