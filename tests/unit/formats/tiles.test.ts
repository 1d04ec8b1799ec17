import { readFileSync } from 'node:fs';
import jpeg from 'jpeg-js';
import { PbfWriter } from 'pbf';
import { PNG } from 'pngjs';
import { BufferWriter, Compression, S2PMTilesWriter, TileType } from 's2-pmtiles';
import { expect, test, vi } from 'vitest';
import { writePyramid } from '../../../src/publish/import/raster/raster-tiles.ts';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import { writePmtiles } from '../../../sw/formats/tiles/pmtiles.ts';
import { readImages, readPmtiles } from '../../../sw/formats/tiles/pmtiles-reader.ts';
import type { DecodeImage } from '../../../sw/service/raster-source.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

/*
 * Made by GDAL 3.6.2: jpeg.mbtiles by `gdal_translate -of MBTILES -co TILE_FORMAT=JPEG -co QUALITY=40` of 300 pixels in
 * EPSG:3857 and `gdaladdo 2 4`; vector.mbtiles by `ogr2ogr -f MVT -dsco MINZOOM=0 -dsco MAXZOOM=2 -preserve_fid`.
 * `makers/pmtiles_of_mbtiles.py` converted the tiles to PMTiles, the vector ones with leaf directories.
 */
const made = (name: string) => new Uint8Array(readFileSync(`tests/unit/formats/files/tiles/${name}`));

const decode: DecodeImage = async (image) => {
  const bytes = new Uint8Array(await image.arrayBuffer());
  const { width, height, data } = bytes[0] === 0xff ? jpeg.decode(bytes) : PNG.sync.read(Buffer.from(bytes));
  return { widthPx: width, heightPx: height, rgba: new Uint8ClampedArray(data) };
};
const encodeImage = (rgba: Uint8ClampedArray, widthPx: number, heightPx: number): Uint8Array => {
  const png = new PNG({ width: widthPx, height: heightPx });
  png.data = Buffer.from(rgba);
  return new Uint8Array(PNG.sync.write(png));
};
const read = (name: string, bytes: Uint8Array | Blob = made(name)) =>
  readFile({ name, bytes }, undefined, undefined, decode);
const fault = (name: string, bytes: Uint8Array) =>
  read(name, bytes).then(
    () => 'read',
    (error: Error) => error.message,
  );

test.each(['jpeg.mbtiles', 'jpeg.pmtiles'])(
  'the pictures of %s become a raster in the levels that it has',
  async (name) => {
    const { tables, rasters } = await read(name);
    expect(tables).toEqual([]);
    const [raster] = rasters!;
    expect(raster).toMatchObject({
      name: 'Berlin & around',
      description: 'A piece of earth',
      spatialReference: { WKID: 3857 },
      sampleType: 'u8',
    });
    const { scheme, levels, archive } = raster!.pyramid!;
    expect(scheme).toMatchObject({ tileCols: 256, tileRows: 256, levels: [{ level: 5 }, { level: 6 }] });
    // Level 6 is the finest that fits in 2 x 2 tiles.
    expect(levels.map(({ level, cols, rows }) => [level, cols, rows])).toEqual([[6, 2, 2]]);
    expect([raster!.widthPx, raster!.heightPx]).toEqual([512, 512]);
    const tile = (2 * 20037508.342787) / 64;
    // Columns 33 and 34, rows 20 and 21 of 64.
    const expected = [1, 10, 3, 12].map((point) => point * tile);
    for (const [i, side] of raster!.extent.entries()) expect(side).toBeCloseTo(expected[i]!, 2);
    expect(raster!.notes.map((note) => diagnosticText(note))).toEqual([
      '6 tiles of the levels 5 to 6 become the tile cache of the service.',
    ]);
    // GDAL's bytes unchanged, with rows downwards.
    const { tiles } = await readImages(archive);
    expect(tiles.map(({ level, row, col }) => `${level}/${row}/${col}`).sort()).toEqual([
      '5/10/16',
      '5/10/17',
      '6/20/33',
      '6/20/34',
      '6/21/33',
      '6/21/34',
    ]);
    const { manifest, files } = await writePyramid(raster!, raster!.pyramid!, { key: 'k', encodeImage });
    const [offset, length] = manifest.levels[0]!.tiles[1]!;
    const stored = files.get('k.level0.tiles')!.subarray(offset, offset + length);
    const same = tiles.find(({ level, row, col }) => level === 6 && row === 20 && col === 34)!;
    expect(stored).toEqual(new Uint8Array(await same.bytes.arrayBuffer()));
  },
);

test('tiles that are missing are transparent, and levels go down as far as they can be listed', async () => {
  const image = encodeImage(new Uint8ClampedArray(512 * 512 * 4).fill(200), 512, 512) as Uint8Array<ArrayBuffer>;
  const tiles = [0, 1, 2, 3].flatMap((level) => [
    { level, row: 0, col: 0 },
    ...(level === 3 ? [{ level, row: 7, col: 5 }] : []),
  ]);
  const options = { type: 'image/png', bounds: [-180, -85, 180, 85] as const, name: '', attribution: '' };
  const { rasters } = await read('world.pmtiles', await writePmtiles(tiles, async () => image, options));
  const [raster] = rasters!;
  expect(raster!.name).toBe('world');
  expect(raster!.pyramid!.scheme.tileCols).toBe(512);
  expect(raster!.pyramid!.scheme.levels[0]!.resolution).toBeCloseTo(156543.034 / 2, 2);
  const { manifest, files } = await writePyramid(raster!, raster!.pyramid!, { key: 'k', encodeImage });
  const ranges = manifest.levels[0]!.tiles;
  expect(new Set(ranges.map(String)).size).toBe(2);
  const [offset, length] = ranges[1]!;
  const bytes = files.get(manifest.levels[0]!.file)!.slice(offset, offset + length);
  const { rgba, widthPx } = await decode(new Blob([bytes]));
  expect([widthPx, rgba.some((value) => value !== 0)]).toEqual([512, false]);
});

test.each(['vector.mbtiles', 'vector.pmtiles'])(
  'the features of %s are put together of the pieces of its finest level',
  async (name) => {
    const { tables, rasters } = await read(name);
    expect(rasters).toEqual([]);
    expect(tables.map(({ name: title, part, rowCount }) => [title, part, rowCount])).toEqual([
      ['things', 'points', 2],
      ['things', 'lines', 1],
      ['things', 'polygons', 1],
    ]);
    const [points, lines, polygons] = tables as [(typeof tables)[0], (typeof tables)[0], (typeof tables)[0]];
    expect(points.spatialReference).toMatchObject({ WKID: 4326 });
    const position = points.columns.find((column) => column.alias === 'name')!.values.indexOf('town');
    expect(points.geometry!.xy[2 * position]).toBeCloseTo(13.4, 1);
    expect(points.geometry!.xy[2 * position + 1]).toBeCloseTo(52.5, 1);
    // Four tiles across, without the parts that overlap neighboring tiles.
    expect(lines.geometry!.partOffsets.length - 1).toBe(4);
    const xs = lines.geometry!.xy.filter((_, i) => i % 2 === 0);
    expect(Math.min(...xs)).toBeCloseTo(-170, 0);
    expect(Math.max(...xs)).toBeCloseTo(170, 0);
    const turns = (part: number) => {
      const { xy, partOffsets } = polygons.geometry!;
      let sum = 0;
      for (let i = partOffsets[part]!; i < partOffsets[part + 1]! - 1; i++)
        sum += (xy[2 * i]! * xy[2 * i + 3]! - xy[2 * i + 2]! * xy[2 * i + 1]!) / 2;
      return -sum;
    };
    const area = Array.from({ length: polygons.geometry!.partOffsets.length - 1 }, (_, part) => turns(part));
    const total = area.reduce((sum, entry) => sum + entry, 0);
    // 200° x 80° minus 100° x 40°, on a grid of 0.02°.
    expect(total / 12_000).toBeCloseTo(1, 2);
    expect(diagnosticText(points.notes[0]!)).toMatch(/^Read from the tiles of level 2, which may omit features/);
  },
);

/** Write the tiles of an archive with another program. */
async function rewrite(name: string, type: TileType, compression: Compression): Promise<Uint8Array> {
  const out = new BufferWriter();
  const writer = new S2PMTilesWriter(out, type, compression);
  const { tiles, metadata } = await readPmtiles(new Blob([made(name)]));
  for (const { level, row, col, bytes } of tiles) {
    const stream = type === TileType.Pbf ? bytes.stream().pipeThrough(new DecompressionStream('gzip')) : bytes.stream();
    await writer.writeTileXYZ(level, col, row, new Uint8Array(await new Response(stream).arrayBuffer()));
  }
  await writer.commit(JSON.parse(metadata));
  const bytes = out.commit();
  // That program writes only the first two of the seven magic bytes.
  bytes.set(new TextEncoder().encode('PMTiles'));
  return bytes;
}

test.each([
  ['jpeg.pmtiles', TileType.Jpeg, Compression.None],
  ['vector.pmtiles', TileType.Pbf, Compression.Gzip],
] as const)('what s2-pmtiles writes of %s is read as the same', async (name, type, compression) => {
  const [actual, theirs] = await Promise.all([read(name), read(name, await rewrite(name, type, compression))]);
  expect(theirs.tables.map(({ geometry, rowCount }) => [rowCount, geometry])).toEqual(
    actual.tables.map(({ geometry, rowCount }) => [rowCount, geometry]),
  );
  const pixels = (result: typeof actual) => result.rasters!.map(({ extent, pyramid }) => [extent, pyramid!.levels]);
  expect(pixels(theirs)).toEqual(pixels(actual));
  expect(theirs.tables.length + theirs.rasters!.length).toBeGreaterThan(0);
});

test('what are no tiles, cut or of another type is named', async () => {
  expect(await fault('a.pmtiles', new TextEncoder().encode('<html>'))).toBe(
    "a.pmtiles can't be read as PMTiles: expected an archive of version 3, found another file type.",
  );
  const whole = made('jpeg.pmtiles');
  expect(await fault('a.pmtiles', whole.subarray(0, whole.length - 9))).toMatch(
    /expected tile \d+ inside the archive, found the end\.$/,
  );
  expect(
    await fault(
      'a.pmtiles',
      Uint8Array.from(whole, (byte, index) => (index === 99 ? 6 : byte)),
    ),
  ).toBe('a.pmtiles: expected PNG, JPEG, WebP or vector tiles (MVT), found another type.');
  const garbled = whole.slice();
  garbled.fill(0x20, whole.length - 3000);
  garbled.fill(0x20, 300, 3000);
  expect(await fault('a.pmtiles', garbled)).toMatch(/^a\.pmtiles can.t be read as a PNG\/JPEG\/WebP image: /);
  expect(await fault('a.mbtiles', made('jpeg.mbtiles').subarray(0, 20_000))).toMatch(
    /the end of the file is missing\.$/,
  );
  const bomb = made('vector.mbtiles');
  expect(await fault('a.mbtiles', new Uint8Array(bomb.length))).toMatch(/expected an SQLite file/);
});

test('tiles that are packed by zlib are read', async () => {
  const { tables } = await read('mvt-zlib.mbtiles');
  expect(tables.map(({ columns }) => columns.find(({ name }) => name === 'n')?.values)).toEqual([['p0', 'p1']]);
  const [x0, y0, x1, y1] = tables[0]!.geometry!.xy;
  expect([x0, y0, x1]).toEqual([expect.closeTo(0, 2), expect.closeTo(0, 2), expect.closeTo(-90, 2)]);
  expect(y1).toBeCloseTo(66.51326, 2);
});

test('the bounds of MBTiles are the first view of its map', async () => {
  const { rasters } = await read('bounds.mbtiles');
  // Expected values by PROJ in GDAL 3.6, EPSG:4326 to EPSG:3857.
  const expected = [656785, 5748357, 1168855, 6073646];
  for (const [i, side] of rasters![0]!.shown!.entries()) expect(Math.round(side)).toBe(expected[i]);
});

test('a feature whose tags name neither a key nor a value has none', async () => {
  const pbf = new PbfWriter();
  const layer = (_: unknown, out: PbfWriter): void => {
    out.writeStringField(1, 'places');
    out.writeMessage(
      2,
      (__, feature) => {
        feature.writePackedVarint(2, [5, 7]);
        feature.writeVarintField(3, 1);
        feature.writePackedVarint(4, [9, 4096, 4096]);
      },
      undefined,
    );
  };
  pbf.writeMessage(3, layer, undefined);
  const bytes = pbf.finish().slice();
  const type = 'application/vnd.mapbox-vector-tile';
  const options = { type, bounds: [-180, -85, 180, 85] as const, name: '', attribution: '' };
  const archive = await writePmtiles([{ level: 0, row: 0, col: 0 }], async () => bytes, options);
  const { tables } = await read('places.pmtiles', archive);
  expect(tables).toHaveLength(1);
  expect([...tables[0]!.geometry!.xy]).toEqual([expect.closeTo(0), expect.closeTo(0)]);
  expect(tables[0]!.columns.flatMap(({ values }) => Array.from(values)).every((value) => value === null)).toBe(true);
});
