import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { describe, expect, test, vi } from 'vitest';
import { labelClass } from '../../../../src/publish/import/style.ts';
import type { Value } from '../../../../sw/contract/index.ts';
import { hilbertSpool } from '../../../../sw/formats/flatgeobuf/hilbert-spool.ts';
import { writeFlatGeobuf } from '../../../../sw/formats/flatgeobuf/write-flatgeobuf.ts';
import { makeStoredStyle } from '../../../../sw/formats/geopackage/stored-style.ts';
import { writeGeoPackage } from '../../../../sw/formats/geopackage/write-geopackage.ts';
import { writeGeoParquet } from '../../../../sw/formats/parquet/write-geoparquet.ts';
import { fill, line } from '../../../../sw/formats/reading/symbols.ts';
import { writeShapefile } from '../../../../sw/formats/shapefile/write-shapefile.ts';
import { findEsriNames, withText } from '../../../../sw/formats/writing/reference-text.ts';
import type { RowsToWrite } from '../../../../sw/formats/writing/rows-to-write.ts';
import { readDatums } from '../../../../sw/geometry/datums.ts';
import { defineFromTable, readProjectionTable } from '../../../../sw/geometry/projection-table.ts';
import { singleGeometry } from '../../../../sw/geometry/single-geometry.ts';
import { referenceFromWkid } from '../../../../sw/geometry/spatial-reference.ts';
import type { GeometryKind } from '../../../../sw/rows/manifest.ts';
import { isInstalled } from '../../../run/debian-packages.mjs';
import { packFiles } from '../pack-files.ts';
import {
  day,
  describeByGdal,
  fields,
  inBatches,
  kinds as kindCodes,
  makeSampleField,
  onDisk,
  plainGeometry,
  readByGdal,
  sampleFeatures,
  sampleRows,
} from './sample-rows.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

const hasGdal = isInstalled('ogr2ogr') && isInstalled('ogrinfo');
const kinds = ['point', 'multipoint', 'polyline', 'polygon'] as const;

/** Convert a date printed by another program to epoch milliseconds. Other values are unchanged; undefined is null. */
const measureTime = (value: unknown): unknown =>
  typeof value === 'string' ? Date.parse(value.replace(' ', 'T')) : (value ?? null);

function expectFeatures(
  actual: ReturnType<typeof readByGdal>,
  kind: GeometryKind,
  changed: { texts?: number; isEmptyNull?: boolean } = {},
): void {
  const readFeatureId = ({ id, properties }: { id?: number; properties: Record<string, unknown> }) =>
    Number(properties.OBJECTID ?? id);
  const sorted = actual.toSorted((a, b) => readFeatureId(a) - readFeatureId(b));
  const read = sorted.map((entry) => {
    const { OBJECTID: _, ...rest } = entry.properties;
    const memberValues = Object.values(rest);
    const cells = memberValues.length === 0 ? Array.from({ length: 6 }, () => null) : memberValues;
    return {
      id: readFeatureId(entry),
      values: [...cells.slice(0, 4), measureTime(cells[4]), measureTime(cells[5])],
      shape: plainGeometry(entry.geometry),
    };
  });
  const expected = sampleFeatures(kind).map(({ id, values, shape }) => {
    const [text, ...rest] = values;
    const short = typeof text === 'string' ? text.slice(0, changed.texts) : text;
    return { id, values: [changed.isEmptyNull && short === '' ? null : short, ...rest], shape };
  });
  expect(read).toEqual(expected);
}

describe.skipIf(!hasGdal)('as GDAL reads it', () => {
  test.each(kinds)('FlatGeobuf of %s', async (kind) => {
    const path = await onDisk(await writeFlatGeobuf({ ...sampleRows(kind), geometry: kind }), 'sample.fgb');
    expectFeatures(readByGdal(path), kind);
    const described = describeByGdal(path);
    expect(described).toContain('Straßenname_lang: String (0.0), alternative name="Name der Straße"');
    expect(described).toMatch(/ID\["EPSG",4326\]\]\n/);
  });

  test.each(kinds)('GeoPackage of %s', async (kind) => {
    const { file, names } = await writeGeoPackage([sampleRows(kind), sampleRows(undefined)]);
    const path = await onDisk(file, 'sample.gpkg');
    expectFeatures(readByGdal(path, [names[0]!, '-preserve_fid']), kind);
    expect(readByGdal(path, [names[1]!])).toHaveLength(4);
    expect(describeByGdal(path)).toContain('domain name=nutzung');
  });

  test.each(kinds)('shapefile of %s', async (kind) => {
    const { file, notes } = await writeShapefile({ ...sampleRows(kind, 4326, {}), geometry: kind }, 'Straßen');
    const path = `/vsizip/${await onDisk(file, 'sample.zip')}`;
    expectFeatures(readByGdal(path), kind, { texts: 254, isEmptyNull: true });
    expect(notes).toEqual({ cutTexts: 1, timeFields: ['seen'] });
    const described = describeByGdal(path);
    expect(described).toMatch(
      /OBJECTID: Integer.*\nStrassenna: String \(254.0\)\nkind: Integer.*\ncount: Integer.*\nheight: Real.*\nseen: String \(24.0\)\nday: Date/,
    );
    expect(described).toMatch(/ID\["EPSG",4326\]\]\n/);
  });

  test('a FlatGeobuf says its coordinate system by every method that is written as text', async () => {
    const plain = (text: string) =>
      text
        .replaceAll(/\+(?:type|towgs84|datum|ellps|[abf]|rf|k|k_0)=\S+/g, '')
        .trim()
        .split(/\s+/)
        .sort();
    const factor = (text: string) => Number(/\+k(?:_0)?=(\S+)/.exec(text)?.[1] ?? 1);
    const table = readProjectionTable(readFileSync('public/epsg.json', 'utf8'));
    // The last one is a conic with one parallel and a scale factor.
    for (const wkid of [25832, 3857, 2154, 3035, 32733, 5070, 4258, 22391]) {
      defineFromTable({ type: 'ProjectedCoordinateSystem', WKID: wkid }, table);
      const text = withText(referenceFromWkid(wkid))!.WKT!;
      const bytes = new Uint8Array(
        await (await writeFlatGeobuf({ ...sampleRows('point', wkid), geometry: 'point' })).arrayBuffer(),
      );
      expect(Buffer.from(bytes).includes(text), String(wkid)).toBe(true);
      const unnumbered = text.replace(/,AUTHORITY\["\w+","\d+"\]\]$/, ']');
      const proj4 = (name: string) => execFileSync('gdalsrsinfo', ['-o', 'proj4', name], { encoding: 'utf8' });
      expect(plain(proj4(unnumbered)), String(wkid)).toEqual(plain(proj4(`EPSG:${wkid}`)));
      expect(factor(proj4(unnumbered)), String(wkid)).toBe(factor(proj4(`EPSG:${wkid}`)));
    }
  });

  test('a shapefile has the text of its coordinate system by which GDAL finds its number', async () => {
    const table = readProjectionTable(readFileSync('public/epsg.json', 'utf8'));
    readDatums(readFileSync('public/datums.json', 'utf8'));
    const codes = [4326, 3857, 25832, 2056, 3035, 31467, 28992, 2154, 27700, 2263, 5070, 22391, 3031, 5514];
    for (const wkid of codes) {
      defineFromTable({ type: 'ProjectedCoordinateSystem', WKID: wkid }, table);
      const rows = sampleRows('point', wkid, findEsriNames(table, referenceFromWkid(wkid)));
      const { file } = await writeShapefile({ ...rows, geometry: 'point' }, 'a');
      const path = `/vsizip/${await onDisk(file, 'sample.zip')}`;
      expect(execFileSync('gdalsrsinfo', ['-o', 'epsg', path], { encoding: 'utf8' }).trim()).toBe(`EPSG:${wkid}`);
    }
  });

  test('a box of a FlatGeobuf, of a GeoPackage and of one without rows', async () => {
    const many = manyPoints(30_000);
    const fgb = await onDisk(await writeFlatGeobuf(many.rows()), 'many.fgb');
    const gpkg = await onDisk((await writeGeoPackage([many.rows()])).file, 'many.gpkg');
    const box = ['-spat', '-10.5', '20.25', '30', '40'];
    const expected = many.xy.filter(([x, y]) => x >= -10.5 && x <= 30 && y >= 20.25 && y <= 40).length;
    expect(expected).toBeGreaterThan(200);
    for (const path of [fgb, gpkg]) expect(describeByGdal(path, box)).toContain(`Feature Count: ${expected}\n`);
    const none = manyPoints(0);
    expect(describeByGdal(await onDisk(await writeFlatGeobuf(none.rows()), 'none.fgb'))).toContain(
      'Feature Count: 0\n',
    );
    expect(describeByGdal(await onDisk((await writeGeoPackage([none.rows()])).file, 'none.gpkg'))).toContain(
      'Feature Count: 0\n',
    );
  });
});

/** Make points all over the world in random order. */
function manyPoints(count: number) {
  let seed = 7;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const xy = Array.from({ length: count }, (): [number, number] => [random() * 360 - 180, random() * 180 - 90]);
  const rows = (): RowsToWrite & { geometry: 'point' } => ({
    name: 'many',
    fields: [makeSampleField('id', 'gisFieldTypeOID')],
    idField: 'id',
    geometry: 'point',
    reference: referenceFromWkid(4326),
    batches: inBatches(
      count === 0
        ? []
        : [
            {
              rowCount: count,
              columns: [xy.map((_, i) => i + 1)],
              geometry: {
                ...singleGeometry('point', xy),
                featureOffsets: Int32Array.from({ length: count + 1 }, (_, i) => i),
              },
            },
          ],
    ),
  });
  return { xy, rows };
}

test.skipIf(!isInstalled('sqlite3'))('a GeoPackage as SQLite judges it', async () => {
  async function* files() {
    yield { rowId: 12, name: 'plan ä.pdf', contentType: 'application/pdf', bytes: new Uint8Array([1, 2, 3]) };
    yield { rowId: 12, name: 'b.jpg', contentType: 'image/jpeg', bytes: new Uint8Array([4]) };
  }
  const many = manyPoints(5000);
  const { file } = await writeGeoPackage([{ ...sampleRows('polygon'), attachments: files() }, many.rows()]);
  const path = await onDisk(file, 'judged.gpkg');
  const ask = (sql: string) =>
    execFileSync('sqlite3', ['-separator', ' ', path, sql], { encoding: 'utf8' }).trim().split('\n');
  expect(ask('PRAGMA integrity_check')).toEqual(['ok']);
  expect(ask('PRAGMA foreign_key_check')).toEqual(['']);
  expect(ask("SELECT rtreecheck('rtree_many_geom'), rtreecheck('rtree_Flächen_Straßen_geom')")).toEqual(['ok ok']);
  const actual = many.xy.filter(([x, y]) => x > 0 && y > 0).length;
  expect(ask('SELECT count(*) FROM rtree_many_geom WHERE minx > 0 AND miny > 0')).toEqual([String(actual)]);
  // The file can still be edited: the index triggers need GeoPackage functions, which this test provides.
  expect(ask("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'many'")).toHaveLength(6);
  expect(ask('SELECT column_name, title, constraint_name FROM gpkg_data_columns ORDER BY 1')).toEqual([
    'Straßenname_lang Name der Straße ',
    'height Höhe über Meer höhen',
    'kind  nutzung',
  ]);
  expect(ask('SELECT * FROM gpkg_data_column_constraints')).toEqual([
    'nutzung enum 1     Grünfläche',
    'nutzung enum 2     Straße',
    'höhen range  -10.5 1 9000 1',
  ]);
  expect(
    ask(
      'SELECT base_id, name, content_type, hex(data) FROM "Flächen_Straßen_has_files" JOIN "Flächen_Straßen_files" ON id = related_id',
    ),
  ).toEqual(['12 plan ä.pdf application/pdf 010203', '12 b.jpg image/jpeg 04']);
  expect(ask('SELECT base_table_name, relation_name, mapping_table_name FROM gpkgext_relations')).toEqual([
    'Flächen_Straßen media Flächen_Straßen_has_files',
  ]);
});

test('GeoParquet as the Parquet library of Rust reads it', async () => {
  const file = new Uint8Array(await (await writeGeoParquet(sampleRows('polygon'))).arrayBuffer());
  const table = tableFromIPC(readParquet(file).intoIPCStream());
  expect(table.schema.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'OBJECTID Int32',
    'Straßenname_lang Utf8',
    'kind Int16',
    'count Int32',
    'height Float64',
    'seen Timestamp<MILLISECOND, UTC>',
    'day Timestamp<MILLISECOND, UTC>',
    'geometry Binary',
    'bbox Struct<{xmin:Float64, ymin:Float64, xmax:Float64, ymax:Float64}>',
  ]);
  const rows = table
    .toArray()
    .map((row) => row!.toJSON())
    .sort((a, b) => a.OBJECTID - b.OBJECTID);
  expect(
    rows.map((row) => [row.OBJECTID, row.Straßenname_lang, row.kind, row.count, row.height, row.seen, row.day]),
  ).toEqual(sampleFeatures('polygon').map(({ id, values }) => [id, ...values]));
  expect(rows[0]!.seen).toBe(day + 3_723_004);
  expect(rows[0]!.bbox.toJSON()).toEqual({ xmin: 0, ymin: 0, xmax: 21, ymax: 10 });
  expect([rows[2]!.geometry, rows[2]!.bbox]).toEqual([null, null]);
  const geo = JSON.parse(table.schema.metadata.get('geo')!);
  expect(geo.columns[geo.primary_column]).toMatchObject({
    encoding: 'WKB',
    geometry_types: ['MultiPolygon'],
    bbox: [0, 0, 41, 41],
  });
  expect(geo.columns.geometry.covering.bbox.xmax).toEqual(['bbox', 'xmax']);
});

test.skipIf(!isInstalled('python3'))(
  'a GeoParquet of many rows has row groups of 20,000, each of an area',
  async () => {
    const { parquetMetadata } = await import('hyparquet');
    const many = manyPoints(70_000);
    const { row_groups: groups } = parquetMetadata(await (await writeGeoParquet(many.rows())).arrayBuffer());
    expect(groups.map(({ num_rows: rows }) => Number(rows))).toEqual([20_000, 20_000, 20_000, 10_000]);
    const areas = groups.map(({ columns }) => {
      const of = (name: string) =>
        columns.find(({ meta_data: meta }) => meta!.path_in_schema.join('.') === name)!.meta_data!.statistics!;
      return (
        (Number(of('bbox.xmax').max_value) - Number(of('bbox.xmin').min_value)) *
        (Number(of('bbox.ymax').max_value) - Number(of('bbox.ymin').min_value))
      );
    });
    for (const area of areas) expect(area).toBeLessThan(0.7 * 360 * 180);
  },
);

test('rows leave a spool along the curve, whatever fits into memory', async () => {
  const many = manyPoints(3000);
  const outcome = [1000, 1e9].map(async (maxBytes) => {
    const spool = hilbertSpool(maxBytes);
    for (const [i, [x, y]] of many.xy.entries())
      spool.add(new Uint8Array(1 + (i % 7)).fill(i % 251), i % 100 === 0 ? undefined : [x, y, x, y]);
    const rows = spool.finish();
    const bytes: number[] = [];
    for await (const piece of rows.pieces()) bytes.push(...piece);
    return { bytes, offsets: [...rows.offsets], placed: rows.placedCount };
  });
  const [small, large] = await Promise.all(outcome);
  expect(small).toEqual(large);
  expect(large!.placed).toBe(2970);
  expect(large!.bytes).toHaveLength(many.xy.reduce((sum, _, i) => sum + 1 + (i % 7), 0));
});

test.each([false, true])(
  'what was written is published again with aliases, codes, ranges, style and labels; saved by QGIS: %s',
  async (isOfQgis) => {
    const description: Value<'FeatureLayerDrawingDescription'> = {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: {
        type: 'UniqueValueRenderer',
        Field1: 'kind',
        UniqueValueInfos: [{ Value: '1', Label: '<Grün> & "so"', Symbol: fill('#00ff00', line('#003300', 1)) }],
        DefaultSymbol: fill('#cccccc'),
        DefaultLabel: 'Übrige',
      },
      Transparency: 30,
      LabelingDescription: { LabelClassDescriptions: [labelClass('polygon', 'height')] },
    };
    const style = makeStoredStyle({ description, hasLabels: true }, fields);
    // Change the style to the form in which QGIS 3.22 writes layer properties.
    const qml = style.qml.replace(
      / type="QString" value="([^"]*)"/g,
      (_, value: string) => ` value="${value.replaceAll('&gt;', '>')}" type="QString"`,
    );
    expect(qml).not.toBe(style.qml);
    const { file } = await writeGeoPackage([{ ...sampleRows('polygon'), style: isOfQgis ? { qml } : style }]);
    const { definition } = await packFiles([{ name: 'sample.gpkg', bytes: new Uint8Array(await file.arrayBuffer()) }]);
    const [layer] = definition.maps[0]!.layers;
    expect(layer).toMatchObject({ Name: 'Flächen & Straßen', ShowLabels: true, drawing: description });
    const { fields: read, rowCount } = definition.tables[layer!.table!]!;
    expect(rowCount).toBe(4);
    const fieldNamed = (name: string) => read.find(({ Name }) => Name === name)!;
    expect(fieldNamed('height')).toMatchObject({
      AliasName: 'Höhe über Meer',
      Domain: { MinValue: -10.5, MaxValue: 9000 },
    });
    expect(fieldNamed('kind').Domain).toMatchObject({ CodedValues: kindCodes.CodedValues });
    expect(read.map(({ AliasName }) => AliasName)).toContain('Name der Straße');
  },
);

// ROWS=1000000 writes the files measured in docs/scale.md.
test.skipIf(!process.env.ROWS)('so many rows as ROWS says take this long', { timeout: 600_000 }, async () => {
  const rows = Number(process.env.ROWS);
  const many = manyPoints(rows);
  const made = {
    FlatGeobuf: () => writeFlatGeobuf(many.rows()),
    GeoParquet: () => writeGeoParquet(many.rows()),
    GeoPackage: async () => (await writeGeoPackage([many.rows()])).file,
    shapefile: async () => (await writeShapefile(many.rows(), 'many')).file,
  };
  for (const [name, make] of Object.entries(made)) {
    const startedAt = performance.now();
    const { size } = await make();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${name}: ${rows} rows, ${seconds} s, ${(size / 1e6).toFixed(1)} MB`);
    expect(size).toBeGreaterThan(16 * rows * (name === 'GeoParquet' || name === 'shapefile' ? 0.5 : 1));
  }
});
