import { expect, it } from 'vitest';
import { detectDelimiter, splitRows } from '../../../../sw/formats/csv/csv.ts';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { locateTables } from '../pack-files.ts';

const readRows = (text: string, delimiter = ','): string[][] => {
  const rows: string[][] = [];
  splitRows(text, delimiter, ({ cells }) => rows.push(cells) > 0);
  return rows;
};
const file = (text: string, name = 'a.csv') => ({ name, bytes: new TextEncoder().encode(text) });
const read = async (text: string): Promise<SourceTable> => locateTables((await readFile(file(text))).tables)[0]!;
const readValues = ({ columns }: SourceTable) =>
  Object.fromEntries(columns.map(({ alias, values }) => [alias, values]));
const readOutput = ({ notes }: SourceTable): string[] => notes.map((note) => diagnosticText(note));

// Expected rows from `csv.reader` of Python 3.11.
it.each([
  [
    'quotes in the middle',
    'a,b\n1,say "hi" now\n2,x"y\n',
    [
      ['a', 'b'],
      ['1', 'say "hi" now'],
      ['2', 'x"y'],
    ],
  ],
  [
    'text behind a closing quote',
    'a,b\n"x"y,1\n"x" ,2\n',
    [
      ['a', 'b'],
      ['xy', '1'],
      ['x ', '2'],
    ],
  ],
  [
    'blanks in front',
    'a,b\nx, y\n',
    [
      ['a', 'b'],
      ['x', ' y'],
    ],
  ],
  [
    'one line feed among others',
    'a,b\r\n1,2\n3,4\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'carriage returns',
    'a,b\r1,2\r3,4',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'doubled quotes and empty ones',
    'a,b\n"say ""hi""","x\ny"\n"",""\n',
    [
      ['a', 'b'],
      ['say "hi"', 'x\ny'],
      ['', ''],
    ],
  ],
  [
    'line ends in quotes',
    'a,b\r\n"x\ny",1\r\n2,"p\r\nq"\r\n',
    [
      ['a', 'b'],
      ['x\ny', '1'],
      ['2', 'p\r\nq'],
    ],
  ],
  [
    'rows of other lengths',
    'a,b,c\n1\n1,2,3\n1,2,3,4\n',
    [['a', 'b', 'c'], ['1'], ['1', '2', '3'], ['1', '2', '3', '4']],
  ],
  [
    'a delimiter at the end',
    'a,b,\n1,2,\n',
    [
      ['a', 'b', ''],
      ['1', '2', ''],
    ],
  ],
])('rows with %s are those of Python', (_, text, rows) => {
  expect(readRows(text)).toEqual(rows);
});

// Expected rows from `csv.reader(…, skipinitialspace=True)`.
it.each([
  [
    '"n", "lat"\n"a, b", "46.95"\n"say ""hi""", "46.96"\n',
    [
      ['n', 'lat'],
      ['a, b', '46.95'],
      ['say "hi"', '46.96'],
    ],
  ],
  ['a, "b\nc"\n', [['a', 'b\nc']]],
])('quotes count behind blanks: %j', (text, rows) => {
  expect(readRows(text)).toEqual(rows);
});

it('takes a quote behind blanks as a letter where text follows, and one that is never closed', () => {
  expect(readRows('a, "b" said c\n')).toEqual([['a', ' "b" said c']]);
  expect(readRows('a,"b\nc,d\n')).toEqual([
    ['a', '"b'],
    ['c', 'd'],
  ]);
});

it('reads one row after the other in a text of nothing but quotes', () => {
  // Each cell reads only its own bytes, and only once.
  const text = `a,b\n${'"x,1\n""y""",2\n'.repeat(20_001)}`;
  expect(readRows(text).length).toBeGreaterThan(10_000);
});

it.each([
  [
    ';',
    'SKU (leer, wenn neu);Name (kurz, eindeutig, Pflicht);Frei (lang);lat;lon\n1542;Test, drei;ein, zwei, drei;46.95;7.45\n1543;Test;"a;b, c";46.96;7.46\n',
  ],
  ['|', 'n|note|lat|lon\na|x, y; z|46.95|7.45\n'],
  [';', 'n;lat;lon\na;46,95;7,45\nb;46,96;7,46\n'],
  ['\t', 'n\tlat\tlon\na, b\t46,95\t7,45\n'],
  [' ', 'x y z\n1 2 3\n4 5 6\n'],
  [' ', 'x    y\n 1.5    2\n10.25 -3\n'],
  [',', 'Ort\nBad Ragaz\nSankt Gallen\n'],
  [',', 'Place name\nBad Ragaz\nSankt Gallen\n'],
  [',', 'a,b\n"1;2;3","4;5;6"\n'],
])('finds that %j separates the cells', (delimiter, text) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});

it.each([
  ['sep=;\nn;lat;lon\na;46,95;7,45\nb;46,96;7,46\n'],
  ['\uFEFF"sep=;"\r\nn;lat;lon\r\na;46,95;7,45\r\nb;46,96;7,46\r\n'],
  ['n,lat,lon\ra,46.95,7.45\rb,46.96,7.46'],
  ['n|lat|lon\na|46.95|7.45\nb|46.96|7.46\n'],
  ['"n", "lat", "lon"\n"a", "46.95", "7.45"\n"b", "46.96", "7.46"\n'],
  ['n,lat,lon,\na,46.95,7.45,\nb,46.96,7.46,\n'],
  ['n,lat,lon\na,46.95,7.45,\nb,46.96,7.46,\n'],
  ['\n\nn;lat;lon\n\na;46.95;7.45\n\n\nb;46.96;7.46\n\n'],
  ['n lat lon\na 46.95 7.45\nb 46.96 7.46\n'],
])('two places and three columns, with nothing to say: %j', async (text) => {
  const table = await read(text);
  expect(Object.keys(readValues(table))).toEqual(['n', 'lat', 'lon']);
  expect(readValues(table).n).toEqual(['a', 'b']);
  expect([...table.geometry!.xy]).toEqual([7.45, 46.95, 7.46, 46.96]);
  expect(readOutput(table)).toEqual([]);
});

it('keeps every row and every cell of a file with rows of other lengths, and says where', async () => {
  const table = await read('n,lat,lon\na,46,7,more,\nb,47\nc,48,9\n"d\nd",49,10,,most\n');
  expect(readValues(table)).toEqual({
    n: ['a', 'b', 'c', 'd\nd'],
    lat: [46, 47, 48, 49],
    lon: [7, null, 9, 10],
    'column 4': ['more', null, null, null],
    'column 5': [null, null, null, 'most'],
  });
  expect(readOutput(table).filter((note) => note.includes('cells'))).toEqual([
    'line 2: expected 3 cells, found 5.',
    'line 3: expected 3 cells, found 2.',
    'line 5: expected 3 cells, found 5.',
  ]);
});

it('says where a quote is never closed, and reads the rows behind it', async () => {
  const table = await read('sep=,\nn,v\n"5 inch,1\nb,2\n');
  expect(readValues(table)).toEqual({ n: ['"5 inch', 'b'], v: [1, 2] });
  expect(readOutput(table)).toEqual(['line 3: a quote is never closed; it is read as a character.']);
});

it('keeps codes as they stand', async () => {
  const table = await read(`zip,block,pad,sci,plus,big,mixed,hex,grid,day,share,price,temp,lat,lon
01730,360610199004,06,1e5,+41441234567,9007199254740993,12,0x1F,1E5,01/02/2024,12%,€ 5,+5,46.95,7.45
94102,360610199005,36,2E-3,+41441234568,123456789012345678901,n/a,0x20,12E3,03/04/2024,13%,€ 6,-3,46.96,7.46
01569,360610199006,07,3e2,+41441234569,7,14,0x21,,,14%,€ 7,0,46.97,7.47
`);
  expect(readValues(table)).toMatchObject({
    zip: ['01730', '94102', '01569'],
    block: [360610199004, 360610199005, 360610199006],
    pad: ['06', '36', '07'],
    sci: [1e5, 2e-3, 3e2],
    plus: ['+41441234567', '+41441234568', '+41441234569'],
    big: ['9007199254740993', '123456789012345678901', '7'],
    mixed: ['12', 'n/a', '14'],
    hex: ['0x1F', '0x20', '0x21'],
    grid: ['1E5', '12E3', null],
    day: ['01/02/2024', '03/04/2024', null],
    share: ['12%', '13%', '14%'],
    price: ['€ 5', '€ 6', '€ 7'],
    temp: [5, -3, 0],
  });
  expect(table.geometry!.xy).toHaveLength(6);
});

it.each([
  [
    'points between thousands beside decimal commas',
    'n;v;lat;lon\na;1.234;46,5;7,5\nb;12.345;46,6;7,6\n',
    [1234, 12345],
  ],
  ['both in one number', 'n;v\na;1.234,50\nb;2.000,25\nc;-0,5\n', [1234.5, 2000.25, -0.5]],
  ['commas between thousands beside decimal points', 'n\tv\tw\na\t1,234\t0.5\nb\t12,345,678\t1.25\n', [1234, 12345678]],
  ['decimal commas of three digits', 'n;v\na;1,234\nb;12,345\n', [1.234, 12.345]],
  ['decimal points of three digits', 'n;v\na;1.234\nb;12.345\n', [1.234, 12.345]],
  ['blanks between thousands', 'n;v\na;1 204,5\nb;1 310,0\n', ['1 204,5', '1 310,0']],
  ['lists in quotes', 'n,v\na,"1,2"\nb,"3,4"\n', ['1,2', '3,4']],
])('numbers with %s', async (_, text, values) => {
  expect(readValues(await read(text)).v).toEqual(values);
});

it('reads degrees with decimal commas, and no place in rows of nothing', async () => {
  const table = await read(
    'nom;lat;lon;altitude;valeur\nA;44,567;5,123;1 204,5;"1.234,50"\nB;44,568;5,124;1 310,0;"2.000,25"\nC;-44,5;-5,25;;-0,5\n\n;;;;\n',
  );
  expect([...table.geometry!.xy]).toEqual([5.123, 44.567, 5.124, 44.568, -5.25, -44.5]);
  expect(table.rowCount).toBe(4);
  expect(readValues(table).valeur).toEqual([1234.5, 2000.25, -0.5, null]);
});
