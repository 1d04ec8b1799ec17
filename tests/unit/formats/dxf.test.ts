import { readFileSync } from 'node:fs';
import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceFile, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { fromWkid } from '../../../sw/formats/reading/spatial-reference.ts';
import { packFiles } from './pack-files.ts';
import { distancesTo, listShapePaths } from './shape-paths.ts';

// makers/make_drawings.py wrote the files; the facts come from GDAL.
const folder = new URL('./files/dxf/', import.meta.url);
const makeFile = (name: string): SourceFile => ({ name, bytes: readFileSync(new URL(name, folder)) });
const facts: Record<string, number[][]> = JSON.parse(readFileSync(new URL('facts.txt', folder), 'utf8'));
const read = async (file: SourceFile) => (await readFile(file)).tables;
const readValues = ({ columns }: SourceTable) =>
  Object.fromEntries(columns.map(({ alias, values }) => [alias, values]));
const readMessage = ({ notes }: SourceTable) => notes.map((note) => diagnosticText(note));

/** Make a drawing of these entities, written as groups of `code value`. */
const drawing = (entities: string, header = '', blocks = ''): SourceFile => {
  const section = (name: string, groups: string) => `0 SECTION|2 ${name}|${groups ? `${groups}|` : ''}0 ENDSEC|`;
  const groups = `${section('HEADER', header)}${section('BLOCKS', blocks)}${section('ENTITIES', entities)}0 EOF|`;
  const lines = groups
    .split('|')
    .slice(0, -1)
    .flatMap((group) => [group.split(' ')[0], group.slice(group.indexOf(' ') + 1)]);
  return { name: 'a.dxf', bytes: strToU8(`${lines.join('\r\n')}\r\n`) };
};

test.each(['ezdxf-2010.dxf', 'gdal.dxf'])(
  '%s: lines, curves, hatches and blocks are where GDAL has them',
  async (name) => {
    const tables = (await read(makeFile(name))).filter(({ geometry }) => geometry!.kind !== 'point');
    const drawn = tables.flatMap((table) => listShapePaths(table).flat());
    expect(Math.max(...distancesTo([drawn], [facts[name]!]))).toBeLessThan(0.0501);
    // We draw nothing that GDAL doesn't. Splines are excluded, because GDAL's are coarse.
    const exact = tables.filter((table) => table.name !== 'Splines').flatMap((table) => listShapePaths(table).flat());
    expect(Math.max(...distancesTo([facts[name]!], [exact]))).toBeLessThan(0.05);
  },
);

test('layers by name, texts apart and without formatting, no coordinate system', async () => {
  const tables = await read(makeFile('ezdxf-2010.dxf'));
  expect(tables.map(({ name, part, rowCount, geometry }) => [name, part, geometry!.kind, rowCount])).toEqual([
    ['Lines', undefined, 'polyline', 2],
    ['Bulges', undefined, 'polyline', 2],
    ['Round', undefined, 'polyline', 3],
    ['Mirrored', undefined, 'polyline', 1],
    ['Splines', undefined, 'polyline', 2],
    ['Points', undefined, 'point', 1],
    ['Garden', undefined, 'polyline', 8],
    ['Trunks', undefined, 'polyline', 8],
    ['Areas', undefined, 'polygon', 3],
    ['Names', undefined, 'point', 1],
    ['Names', 'texts', 'point', 3],
  ]);
  expect(tables.every(({ spatialReference }) => spatialReference === undefined)).toBe(true);
  const texts = tables[tables.length - 1]!;
  expect(readValues(texts)).toEqual({
    text: ['Gerät 5°', 'Erste Zeile\nGröße 1/2 m', '4711'],
    type: ['TEXT', 'MTEXT', 'ATTRIB'],
    block: [null, null, 'Marked'],
    height: [2.5, 3, 2.5],
    rotation: [30, 0, 0],
  });
  expect([...texts.geometry!.xy]).toEqual([565010, 5933300, 565020, 5933300, 565031, 5933301]);
  expect(readValues(tables[6]!).block).toEqual(Array(8).fill('Tree'));
  // A hole in a hatch stays a hole.
  expect(listShapePaths(tables[8]!).map((paths) => paths.length)).toEqual([2, 1, 1]);
});

test('texts are proposed as labels, and the types of lines are not', async () => {
  const { definition } = await packFiles([makeFile('ezdxf-r12.dxf')], (choices) => ({
    ...choices,
    layers: choices.layers.map((layer) => ({ ...layer, spatialReference: fromWkid(25832) })),
  }));
  expect(definition.maps[0]!.layers.map(({ Name, ShowLabels }) => [Name, ShowLabels])).toEqual([
    ['Straße texts', true],
    ['Straße', false],
  ]);
});

test('old drawings are read in their code page', async () => {
  const tables = await read(makeFile('ezdxf-r12.dxf'));
  expect(tables.map(({ name }) => name)).toEqual(['Straße', 'Straße']);
  expect(readValues(tables[1]!).text).toEqual(['Größe']);
  const greek = drawing('0 TEXT|8 a|10 0|20 0|40 1|1 @', '9 $ACADVER|1 AC1015|9 $DWGCODEPAGE|3 ANSI_1253');
  const bytes = (greek.bytes as Uint8Array).map((byte) => (byte === 0x40 ? 0xd9 : byte));
  expect(readValues((await read({ name: 'a.dxf', bytes }))[0]!).text).toEqual(['Ω']);
});

test('millimetres that can be nothing else become metres, others are said', async () => {
  const line = (x: number) => `0 LINE|8 a|10 ${x}|20 0|11 ${x}|21 5000`;
  const [large] = await read(drawing(line(565000000), '9 $INSUNITS|70 4'));
  expect([...large!.geometry!.xy]).toEqual([565000, 0, 565000, 5]);
  expect(readMessage(large!)).toEqual(['The drawing is in mm; coordinates were changed to metres.']);
  const [small] = await read(drawing(line(565000), '9 $INSUNITS|70 4'));
  expect([...small!.geometry!.xy]).toEqual([565000, 0, 565000, 5000]);
  expect(readMessage(small!)).toEqual(["The drawing's unit is mm; its coordinates are unchanged."]);
});

test('a drawing of many layers is one, and what has no shape is named', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `0 LINE|8 L${i}|10 0|20 0|11 ${i}|21 5`).join('|');
  const [table, ...others] = await read(drawing(`${lines}|0 3DSOLID|8 a|0 INSERT|2 gone|10 0|20 0`));
  expect([others.length, table!.rowCount, readValues(table!).layer!.slice(0, 2)]).toEqual([0, 60, ['L0', 'L1']]);
  expect(readMessage(table!)).toEqual([
    'Left out because they have no geometry on a map: 3DSOLID (1), INSERT gone (1).',
    'The objects of 60 layers of the drawing are in one layer; the field "layer" has their original layer.',
  ]);
});

const nestBlocks = (depth: number) =>
  Array.from({ length: depth }, (_, i) => {
    const inner = i === 0 ? '0 VIEWPORT' : `0 INSERT|2 B${i - 1}|10 0|20 0|70 40|71 40|44 1|45 1`;
    return `0 BLOCK|2 B${i}|10 0|20 0|${inner}|0 ENDBLK`;
  }).join('|');

test.each([
  [
    'a DWG by its name',
    { name: 'a.dxf', bytes: strToU8('AC1032\0\0\0') },
    'not-supported',
    'a.dxf is a DWG drawing; save it as DXF.',
  ],
  ['binary DXF', makeFile('binary.dxf'), 'bad-package', 'binary.dxf is a binary DXF drawing'],
  ['text', { name: 'a.dxf', bytes: strToU8('x,y\n1,2\n') }, 'bad-package', 'a.dxf: expected a DXF drawing'],
  ['an empty drawing', drawing(''), 'bad-package', 'a.dxf: expected points'],
  [
    'a cut drawing',
    { name: 'a.dxf', bytes: (drawing('0 POINT|10 1|20 2').bytes as Uint8Array).slice(0, -12) },
    'bad-package',
    'a.dxf: expected EOF at the end of the drawing',
  ],
  [
    'a line too many',
    drawing('0 POINT|10 1|20 2\r\nstray'),
    'bad-package',
    /^a\.dxf, line \d+: expected a DXF group code, found "stray"\.$/,
  ],
  [
    'blocks in blocks without end',
    drawing('0 INSERT|2 B5|10 0|20 0', '', nestBlocks(6)),
    'too-large',
    /^a\.dxf: expected at most 50\d{4} entries, found \d+\.$/,
  ],
])('refuses %s and says why', async (_, file, code, message) => {
  const fault = await readFile(file).catch((error: unknown) => error);
  expect(fault).toMatchObject({
    code,
    message: message instanceof RegExp ? expect.stringMatching(message) : expect.stringContaining(message),
  });
});

test('a block that inserts itself ends', async () => {
  const block = '0 BLOCK|2 B|10 0|20 0|0 POINT|10 1|20 2|0 INSERT|2 B|10 1|20 0|0 ENDBLK';
  const [table] = await read(drawing('0 INSERT|2 B|8 a|10 0|20 0', '', block));
  expect(table!.rowCount).toBe(1);
});
