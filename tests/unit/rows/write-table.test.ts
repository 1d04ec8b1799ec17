import { tableFromIPC } from 'apache-arrow';
import { expect, test } from 'vitest';
import type { Column } from '../../../sw/rows/batch.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { field, listBatchParts, makeGeometryBatch, manyPolygons, wgs84, writeAndOpen } from './made-table.ts';

const listCells = (column: Column | undefined) =>
  column && [...column.values].map((value, row) => (column.nulls?.[row] ? null : value));

test('values of every kind of column survive, with their nulls', async () => {
  const columns = {
    text: ['a', null, 'Zürich 🏔 東京', ''],
    int: [-2147483648, 2147483647, null, 0],
    double: [null, 1e300, -0.1, 5e-324],
    date: [-62135596800000, null, 253402300799999, 1700000000123],
  };
  const { table, manifest, files } = writeAndOpen({
    name: 'kinds',
    fields: [
      field('text'),
      field('int', 'gisFieldTypeInteger'),
      field('double', 'gisFieldTypeDouble'),
      field('date', 'gisFieldTypeDate'),
    ],
    columns: Object.values(columns),
    rowCount: 4,
  });
  const batch = await table.attributes(0);
  for (const [name, cells] of Object.entries(columns)) expect(listCells(batch.columns.get(name)), name).toEqual(cells);
  expect(listCells(batch.columns.get('OBJECTID'))).toEqual([1, 2, 3, 4]);
  expect(manifest.batches[0]?.statistics).toEqual({
    OBJECTID: { min: 1, max: 4, nullCount: 0 },
    text: { min: '', max: 'a', nullCount: 1 },
    int: { min: -2147483648, max: 2147483647, nullCount: 1 },
    double: { min: -0.1, max: 1e300, nullCount: 1 },
    date: { min: -62135596800000, max: 253402300799999, nullCount: 1 },
  });
  const judge = tableFromIPC(files.get(manifest.attributes.file)!);
  expect(judge.getChild('text')?.toJSON()).toEqual(columns.text);
  expect(judge.getChild('int')?.toJSON()).toEqual(columns.int);
  expect(judge.getChild('double')?.toJSON()).toEqual(columns.double);
  expect(
    judge
      .getChild('date')
      ?.toJSON()
      .map((date) => date && Number(date)),
  ).toEqual(columns.date);
});

test('halves of characters do not meet over the border of two cells', () => {
  const text = ['a\ud83d', '\ude00b', '\ud83d\ude00', 'é\udbff'];
  const { manifest, files } = writeAndOpen({ name: 'halves', fields: [field('text')], columns: [text], rowCount: 4 });
  const judge = tableFromIPC(files.get(manifest.attributes.file)!);
  // Expected: the bytes that TextEncoder writes for each cell separately.
  expect(judge.getChild('text')?.toJSON()).toEqual(['a\ufffd', '\ufffdb', '😀', 'é\ufffd']);
});

test('a column of nulls alone has no least and greatest', async () => {
  const kinds = ['gisFieldTypeString', 'gisFieldTypeInteger', 'gisFieldTypeDouble', 'gisFieldTypeDate'] as const;
  const { table, manifest } = writeAndOpen({
    name: 'nulls',
    fields: kinds.map((kind) => field(kind, kind)),
    columns: kinds.map(() => [null, null]),
    rowCount: 2,
  });
  const batch = await table.attributes(0);
  for (const kind of kinds) {
    expect(listCells(batch.columns.get(kind)), kind).toEqual([null, null]);
    expect(manifest.batches[0]?.statistics[kind]).toEqual({ nullCount: 2 });
  }
});

const shapes: Record<GeometryKind, number[][][]> = {
  point: [[[5, 6]], [], [[-1, 2]]],
  multipoint: [
    [
      [0, 0],
      [1, 1],
    ],
    [],
    [[9, 9]],
  ],
  polyline: [
    [
      [0, 0, 1, 1],
      [2, 2, 3, 3, 4, 4],
    ],
    [],
    [[7, 7, 8, 8]],
  ],
  polygon: [
    [
      [0, 0, 0, 4, 4, 4, 0, 0],
      [1, 1, 2, 2, 1, 2, 1, 1],
    ],
    [],
    [[9, 9, 9, 10, 10, 10, 9, 9]],
  ],
};

test.each(Object.keys(shapes) as GeometryKind[])(
  'a %s layer keeps its parts; rows without geometry stand last',
  async (kind) => {
    const { table, manifest, files } = writeAndOpen({
      name: kind,
      fields: [field('n', 'gisFieldTypeInteger')],
      columns: [[0, 1, 2]],
      rowCount: 3,
      geometry: makeGeometryBatch(kind, shapes[kind]),
      spatialReference: wgs84,
    });
    const rows = (await table.attributes(0)).columns.get('n')!.values;
    const batch = await table.geometry(0, 0);
    expect([...rows].sort()).toEqual([0, 1, 2]);
    expect(rows[2]).toBe(1);
    expect([0, 1, 2].map((row) => listBatchParts(batch, row))).toEqual(
      [...rows].map((row) => shapes[kind][Number(row)]),
    );
    expect(manifest.fields.map((f) => f.Name)).toEqual(['OBJECTID', 'Shape', 'n']);
    expect(manifest.geometry).toBe(kind);

    const judge = tableFromIPC(files.get(manifest.levels[0]!.file)!);
    const plain = (value: unknown): unknown =>
      value && typeof value === 'object' ? [...(value as Iterable<unknown>)].map(plain) : value;
    const nested = [...rows].map((row) => {
      const parts = shapes[kind][Number(row)]!.map((part) =>
        Array.from({ length: part.length / 2 }, (_, i) => [part[2 * i], part[2 * i + 1]]),
      );
      if (parts.length === 0) return null;
      return kind === 'point' ? parts[0]![0] : kind === 'multipoint' ? parts.map((part) => part[0]) : parts;
    });
    expect([...judge.getChild('Shape')!].map(plain)).toEqual(nested);
    expect(judge.schema.fields[0]!.metadata.get('ARROW:extension:name')).toMatch(/^geoarrow\./);
  },
);

test('a slice of the file reads as apache-arrow reads the whole file', async () => {
  const { table, manifest, files } = writeAndOpen(manyPolygons(20_000));
  const attributes = tableFromIPC(files.get(manifest.attributes.file)!);
  const geometry = tableFromIPC(files.get(manifest.levels[0]!.file)!);
  expect(attributes.batches.length).toBe(manifest.batches.length);
  expect(geometry.numRows).toBe(20_000);
  for (const [index, batch] of manifest.batches.entries()) {
    const actual = await table.attributes(index);
    for (const name of ['OBJECTID', 'NAME', 'COUNT', 'AREA']) {
      expect(listCells(actual.columns.get(name))).toEqual([...attributes.batches[index]!.getChild(name)!]);
    }
    const shape = geometry.batches[index]!.getChild('Shape')!.data[0]!;
    const xy = shape.children[0]!.children[0]!.children[0]!.values;
    expect((await table.geometry(0, index)).xy).toEqual(xy);
    expect(batch.rowCount).toBe(actual.rowCount);
  }
  // The schema and one batch form a stream that another reader understands.
  const bytes = files.get(manifest.attributes.file)!;
  const [schemaOffset, schemaLength] = manifest.attributes.schema;
  const [offset, length] = manifest.attributes.batches[2]!;
  const stream = new Uint8Array([
    ...bytes.subarray(schemaOffset, schemaOffset + schemaLength),
    ...bytes.subarray(offset, offset + length),
  ]);
  expect(tableFromIPC(stream).numRows).toBe(manifest.batches[2]!.rowCount);
});

test('100,000 rows come back, each once and whole', async () => {
  const input = manyPolygons(100_000);
  const { table, manifest } = writeAndOpen(input);
  const seen = new Uint8Array(100_000);
  for (const [index, { firstRow, rowCount }] of manifest.batches.entries()) {
    const { columns } = await table.attributes(index);
    const geometry = await table.geometry(0, index);
    expect(geometry.firstRow).toBe(firstRow);
    for (let row = 0; row < rowCount; row++) {
      const id = columns.get('OBJECTID')!.values[row] as number;
      seen[id - 1]!++;
      if (columns.get('NAME')!.values[row] !== input.columns[0]![id - 1]) throw new Error(`row ${row}: name`);
      const vertex = geometry.partOffsets[geometry.featureOffsets[row]!]!;
      if (geometry.xy[2 * vertex] !== input.geometry!.xy[20 * (id - 1)]) throw new Error(`row ${row}: geometry`);
    }
  }
  expect(seen.every((count) => count === 1)).toBe(true);
});

test('batches are bounded in rows and in vertices, and a giant stands alone', () => {
  const ring = (count: number, x: number) => Array.from({ length: count * 2 }, (_, i) => x + (i % 7));
  const counts = [...Array(5000).fill(2), 70_000, 40_000, 40_000];
  const { manifest } = writeTable({
    name: 'sizes',
    fields: [],
    columns: [],
    rowCount: counts.length,
    geometry: makeGeometryBatch(
      'polyline',
      counts.map((count, i) => [ring(count, i)]),
    ),
  });
  expect(manifest.batches.map((batch) => batch.rowCount).reduce((a, b) => a + b)).toBe(5003);
  expect(Math.max(...manifest.batches.map((batch) => batch.rowCount))).toBe(4096);
  expect(manifest.levels[0]!.batches).toHaveLength(manifest.batches.length);
  expect(manifest.batches.map((batch) => batch.rowCount)).toContain(1);
});

test('overviews have the batches of the data', async () => {
  const input = manyPolygons(9000);
  const { geometry } = input;
  const coarse = makeGeometryBatch(
    'polygon',
    Array.from({ length: 9000 }, (_, i) => [[geometry!.xy[20 * i]!, 1]]),
  );
  const { table, manifest } = writeAndOpen({
    ...input,
    levels: [
      { resolution: 8, geometry: coarse },
      { resolution: 2, geometry: coarse },
    ],
  });
  expect(manifest.levels.map(({ resolution, vertexCount }) => [resolution, vertexCount])).toEqual([
    [0, 90_000],
    [2, 9000],
    [8, 9000],
  ]);
  for (const index of manifest.batches.keys()) {
    const full = await table.geometry(0, index);
    const overview = await table.geometry(2, index);
    for (let row = 0; row < full.rowCount; row++) {
      expect(overview.xy[2 * overview.partOffsets[overview.featureOffsets[row]!]!]).toBe(full.xy[20 * row]);
    }
  }
});

test('field names are data, even those that JavaScript knows', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'Größe', '名前', 'with space'];
  const { table, manifest } = writeAndOpen({
    name: 'Größe 名前',
    fields: names.map((name) => field(name)),
    columns: names.map((name) => [name]),
    rowCount: 1,
  });
  const { columns } = await table.attributes(0);
  for (const name of names) {
    expect(columns.get(name)?.values).toEqual([name]);
    expect(Object.hasOwn(manifest.batches[0]!.statistics, name)).toBe(true);
  }
  const copy = JSON.parse(JSON.stringify(manifest));
  expect(Object.keys(copy.batches[0].statistics)).toEqual(['OBJECTID', ...names]);
});

test('object ids of the source are kept, and taken names are evaded', async () => {
  const parameters = writeTable({
    name: 'ids',
    fields: [field('NAME'), field('FID', 'gisFieldTypeOID')],
    columns: [
      ['a', 'b'],
      [70, 3],
    ],
    rowCount: 2,
  });
  expect(parameters.manifest.fields.map((f) => f.Name)).toEqual(['FID', 'NAME']);
  expect(parameters.manifest.idField).toBe('FID');
  const taken = writeTable({
    name: 'ids',
    fields: [field('ObjectID'), field('shape')],
    columns: [['x'], ['y']],
    rowCount: 1,
    geometry: makeGeometryBatch('point', [[[1, 2]]]),
  });
  expect(taken.manifest.fields.map((f) => f.Name)).toEqual(['OBJECTID_1', 'Shape_1', 'ObjectID', 'shape']);
});

test('an empty table and an empty layer are tables', async () => {
  const { table, manifest, files } = writeAndOpen({
    name: 'none',
    fields: [field('a')],
    columns: [[]],
    rowCount: 0,
    geometry: makeGeometryBatch('polygon', []),
    spatialReference: wgs84,
  });
  expect(manifest).toMatchObject({ rowCount: 0, batches: [], geometry: 'polygon', shapeField: 'Shape' });
  expect(manifest.extent).toBeUndefined();
  expect(manifest.index).toBeUndefined();
  expect(await table.rowsIn([0, 0, 1, 1])).toEqual(new Uint32Array(0));
  expect(await table.rowOfId(1)).toBe(-1);
  expect(tableFromIPC(files.get(manifest.attributes.file)!).numRows).toBe(0);
});

test.each([
  ['an integer', field('n', 'gisFieldTypeInteger'), 1.5, 'Row 1, field "n": expected an integer'],
  ['an integer in range', field('n', 'gisFieldTypeInteger'), 2 ** 31, 'found 2147483648'],
  ['a number', field('n', 'gisFieldTypeDouble'), 'x', 'found "x"'],
  ['a finite number', field('n', 'gisFieldTypeDouble'), Number.NaN, 'found NaN'],
  ['a string', field('n'), 5, 'expected a string, found 5'],
  ['a moment', field('n', 'gisFieldTypeDate'), 9e15, 'milliseconds from'],
  ['an object id', field('n', 'gisFieldTypeOID'), null, 'found null'],
  ['a kind that can be stored', field('n', 'gisFieldTypeBlob'), null, 'gisFieldTypeBlob'],
])('%s is expected, else the cell is named', (_, fieldRow, cell, message) => {
  expect(() => writeTable({ name: 'bad', fields: [fieldRow], columns: [[cell]], rowCount: 1 })).toThrow(message);
});

test('names that occur twice, lengths that differ and coordinates that are not numbers are refused', () => {
  const twice = { name: 't', fields: [field('a'), field('A')], columns: [[], []], rowCount: 0 };
  expect(() => writeTable(twice)).toThrow('Fields: duplicate name "A"');
  expect(() => writeTable({ name: 't', fields: [field('a')], columns: [['x']], rowCount: 2 })).toThrow(
    'expected 2 rows, found 1',
  );
  const geometry = makeGeometryBatch('point', [[[1, 2]], [[1, Number.NaN]]]);
  expect(() => writeTable({ name: 't', fields: [], columns: [], rowCount: 2, geometry })).toThrow(
    'Row 2: expected finite',
  );
  expect(() => writeTable({ name: '../t', fields: [], columns: [], rowCount: 0 })).toThrow('Table name');
});

test('a moment between two milliseconds is rounded, and so is what is known of it', async () => {
  const { table, manifest } = writeAndOpen({
    name: 'moments',
    fields: [field('T', 'gisFieldTypeDate')],
    columns: [[0.4, 1.6]],
    rowCount: 2,
  });
  expect([...(await table.attributes(0)).columns.get('T')!.values]).toEqual([0, 2]);
  expect(manifest.batches[0]!.statistics.T).toEqual({ min: 0, max: 2, nullCount: 0 });
});
