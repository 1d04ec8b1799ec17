import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readFile } from '../../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import { makeDbf, makeShp } from '../make-shapefile.ts';
import { locateTables } from '../pack-files.ts';
import { listShapePaths } from '../shape-paths.ts';

const file = (name: string, content: string | Uint8Array) => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});
const readOutput = (tables: readonly SourceTable[]): string[] =>
  tables.flatMap(({ notes }) => notes.map((note) => diagnosticText(note)));
const geojson = (...geometries: string[]) =>
  file(
    'a.geojson',
    `{"type":"FeatureCollection","features":[\n${geometries.map((geometry, i) => `{"type":"Feature","properties":{"n":${i}},"geometry":${geometry}}`).join(',\n')}]}`,
  );
const kml = (body: string) =>
  file('a.kml', `<kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>\n${body}</Document></kml>`);
const gpx = (body: string) => file('a.gpx', `<gpx version="1.1">\n${body}</gpx>`);
const gml = (...geometries: string[]) =>
  file(
    'a.gml',
    `<w:FeatureCollection xmlns:w="w" xmlns:gml="http://www.opengis.net/gml" xmlns:a="a">\n${geometries
      .map((geometry, i) => `<gml:featureMember><a:f><a:n>${i}</a:n><a:g>${geometry}</a:g></a:f></gml:featureMember>`)
      .join('\n')}</w:FeatureCollection>`,
  );
const point = '{"type":"Point","coordinates":[1,2]}';

it.each([
  [
    'GeoJSON: null as a number',
    geojson(point, '{"type":"Point","coordinates":[null,2]}'),
    'a.geojson, feature 2 (line 3): expected a position [x, y] of finite numbers, found [null,2].',
  ],
  [
    'GeoJSON: text as a number',
    geojson(point, '{"type":"Point","coordinates":["1","2"]}'),
    'feature 2 (line 3): expected a position',
  ],
  [
    'GeoJSON: beyond all numbers',
    geojson(point, '{"type":"Point","coordinates":[1e999,2]}'),
    'feature 2 (line 3): expected a position',
  ],
  [
    'GeoJSON: lists too deep',
    geojson(point, '{"type":"Point","coordinates":[[1,2]]}'),
    'feature 2 (line 3): expected a position',
  ],
  [
    'GeoJSON: a number in place of a list',
    geojson(point, '{"type":"Point","coordinates":7}'),
    'feature 2 (line 3): expected a position',
  ],
  [
    'GeoJSON: an unknown geometry',
    geojson(point, '{"type":"Circle","coordinates":[1,2]}'),
    'feature 2 (line 3): expected a geometry type, found "Circle".',
  ],
  [
    'GeoJSON: first of all',
    geojson('{"type":"Point","coordinates":["x",2]}', point),
    'feature 1 (line 2): expected a position',
  ],
  [
    'KML: a letter',
    kml(
      '<Placemark><name>Dom</name><Point><coordinates>6.9,x</coordinates></Point></Placemark>\n<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>',
    ),
    'a.kml, line 2, placemark "Dom": expected coordinates longitude,latitude, found "6.9,x".',
  ],
  [
    'KML: decimal commas',
    kml(
      '<Placemark><Point><coordinates>6,9,51,5</coordinates></Point></Placemark>\n<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>',
    ),
    'a.kml, line 2, placemark without a name: ',
  ],
  [
    'GPX: a decimal comma',
    gpx('<wpt lat="2" lon="1"/>\n<wpt lat="47,5" lon="13"/>'),
    'a.gpx, line 3, <wpt>: expected numbers as lat and lon, found lat="47,5" and lon="13".',
  ],
  [
    'GPX: nothing',
    gpx('<wpt lat="2" lon="1"/>\n<wpt lon="13"/>'),
    'a.gpx, line 3, <wpt>: expected numbers as lat and lon, found lat="" and',
  ],
  [
    'GML: a word',
    gml('<gml:Point><gml:pos>1 2</gml:pos></gml:Point>', '<gml:Point><gml:pos>1 north</gml:pos></gml:Point>'),
    'a.gml, line 3, <pos>: expected numbers as coordinates, found "north".',
  ],
  [
    'GML: an odd number of numbers',
    gml(
      '<gml:Point><gml:pos>1 2</gml:pos></gml:Point>',
      '<gml:LineString><gml:posList>1 2 3</gml:posList></gml:LineString>',
    ),
    'a.gml, line 3, <posList>: expected numbers as coordinates, found "3 numbers".',
  ],
  [
    'shapefile: no finite number',
    file('a.zip', zipSync({ 'a.shp': makeShp(1, [[[[1, 2]]], [[[1, Number.POSITIVE_INFINITY]]]]) })),
    'a.shp, record 2: expected finite coordinates, found (1, Infinity).',
  ],
  [
    'well-known text in a table',
    file('a.csv', 'n,wkt\na,POINT(1 2)\nb,POINT(1 x)\n'),
    'line 3: expected a WKT geometry, found "POINT(1 x)".',
  ],
  [
    'well-known text without an end',
    file('a.csv', 'n,wkt\na,POINT(1 2)\nb,"POLYGON((1 2, 3 4"\n'),
    'line 3: expected a WKT geometry',
  ],
])('%s: a row without a shape, and where it is', async (_, source, note) => {
  const tables = locateTables((await readFile(source)).tables);
  expect(tables.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(2);
  expect(tables.flatMap(({ geometry }) => (geometry ? [...geometry.xy] : []))).toEqual([1, 2]);
  for (const { columns, rowCount } of tables) for (const { values } of columns) expect(values).toHaveLength(rowCount);
  expect(readOutput(tables)).toContainEqual(expect.stringContaining(note));
  expect(readOutput(tables).join()).toContain('1 feature has no geometry.');
});

it('names five rows and counts the others', async () => {
  const bad = '{"type":"LineString","coordinates":[[1,2],[3,"x"]]}';
  const good = '{"type":"LineString","coordinates":[[1,2],[3,4]]}';
  const { tables } = await readFile(geojson(...new Array(7).fill(bad), good, bad));
  expect(tables[0]!.rowCount).toBe(9);
  expect(listShapePaths(tables[0]!).at(-2)).toEqual([[1, 2, 3, 4]]);
  expect(readOutput(tables).filter((note) => note.includes('position [x, y]'))).toHaveLength(5);
  expect(readOutput(tables)).toContain('and 3 more rows like these.');
  expect(readOutput(tables)).toContain('8 features have no geometry.');
});

it('reads a file in which no position can be read as rows alone', async () => {
  const { tables } = await readFile(geojson('{"type":"Circle"}', '{"type":"Circle"}'));
  expect(tables).toMatchObject([{ rowCount: 2, columns: [{ values: [0, 1] }] }]);
  expect(readOutput(tables)).toContain('No feature has a geometry.');
});

it('reads a damaged record of a shapefile between others with its attributes', async () => {
  const shp = makeShp(3, [
    [
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      [
        [2, 2],
        [3, 3],
      ],
    ],
    [
      [
        [4, 4],
        [5, 5],
      ],
    ],
  ]);
  // Let the second record claim a million vertices.
  const second = 100 + (shp.length - 100) / 3;
  new DataView(shp.buffer).setInt32(second + 8 + 40, 1_000_000, true);
  const dbf = makeDbf([{ name: 'n', type: 'C', length: 1, cells: ['a', 'b', 'c'] }]);
  const { tables } = await readFile(file('a.zip', zipSync({ 'a.shp': shp, 'a.dbf': dbf })));
  expect(tables[0]!.columns[0]!.values).toEqual(['a', 'b', 'c']);
  expect([...tables[0]!.geometry!.featureOffsets]).toEqual([0, 1, 1, 2]);
  expect(readOutput(tables)).toContainEqual(
    expect.stringMatching(/^a\.shp, record 2: expected a record of \d+ bytes, found/),
  );
});

it('passes over moments of a track without a position', async () => {
  const { tables } = await readFile(
    kml(`<Placemark><name>single</name><gx:Track>
<when>2021-03-15T10:00:00Z</when><gx:coord>7.00 46.00 400</gx:coord>
<when>2021-03-15T10:01:00Z</when><gx:coord/>
<when>2021-03-15T10:02:00Z</when><gx:coord>7.01 46.01 410</gx:coord>
<when>2021-03-15T10:03:00Z</when><gx:coord>7.02 46.02 420</gx:coord>
</gx:Track></Placemark>
<Placemark><name>multi</name><gx:MultiTrack>
<gx:Track><when>2021-03-15T11:00:00Z</when><gx:coord>8.00 46.00</gx:coord><gx:coord></gx:coord><gx:coord>8.01 46.01</gx:coord></gx:Track>
<gx:Track><when>2021-03-15T12:00:00Z</when><gx:coord> </gx:coord></gx:Track>
</gx:MultiTrack></Placemark>`),
  );
  expect(listShapePaths(tables[0]!)).toEqual([[[7, 46, 7.01, 46.01, 7.02, 46.02]], [[8, 46, 8.01, 46.01]]]);
  expect(readOutput(tables)).toEqual(['Heights were left out: layers are flat.']);
});

it('draws a track through the points that can be read', async () => {
  const { tables } = await readFile(
    gpx(`<wpt lat="46.98" lon="7.48"><time></time><name>empty time</name></wpt>
<wpt lat="" lon=""><name>nowhere</name></wpt>
<trk><name>walk</name><trkseg/><trkseg>
<trkpt lat="46.0" lon="7.0"><ele>400</ele></trkpt>
<trkpt lat="" lon=""><ele>0</ele><time>2026-04-26T10:00:01Z</time></trkpt>
<trkpt lat="46.01" lon="7.01"><time>2026-04-26T10:00:02Z</time><extensions><hr>121</hr></extensions></trkpt>
<trkpt lat="46.02" lon="7.02"/></trkseg><trkseg><trkpt lat="47.0" lon="8.0"/></trkseg></trk>
<trk><name>empty</name></trk>
`),
  );
  const [waypoints, points, tracks] = tables;
  expect([...waypoints!.geometry!.featureOffsets]).toEqual([0, 1, 1]);
  expect(listShapePaths(tracks!)).toEqual([[[7, 46, 7.01, 46.01, 7.02, 46.02]], []]);
  expect(points!.columns.find(({ name }) => name === 'hr')!.values[2]).toBe(121);
  expect(points!.rowCount).toBe(5);
  expect(readOutput(tables).filter((note) => note.includes('lat=""'))).toEqual([
    'a.gpx, line 3, <wpt>: expected numbers as lat and lon, found lat="" and lon="".',
    'a.gpx, line 6, <trkpt>: expected numbers as lat and lon, found lat="" and lon="".',
  ]);
});

it('locates the pairs of a column of coordinates, and names what is none', async () => {
  const source = file('a.csv', 'name,coordinates\nA,"46.95, 7.45"\nB,"46,96; 7,46"\nC,46.97:7.47\n');
  const tables = locateTables((await readFile(source)).tables);
  expect(listShapePaths(tables[0]!)).toEqual([[[7.45, 46.95]], [[7.46, 46.96]], []]);
  expect(readOutput(tables)).toContain('line 4: expected two coordinates, found "46.97:7.47".');
});
