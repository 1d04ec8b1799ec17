import { readFileSync } from 'node:fs';
import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceFile, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { describeFiles } from './pack-files.ts';
import { distancesTo, listShapePaths } from './shape-paths.ts';

// makers/make_curves_and_gml.py wrote the files; the facts come from GDAL.
const folder = new URL('./files/gml/', import.meta.url);
const makeFile = (name: string): SourceFile => ({ name, bytes: readFileSync(new URL(name, folder)) });
const facts: { plain: Record<string, number[][][]>; curves: Record<string, number[][][]> } = JSON.parse(
  readFileSync(new URL('facts.txt', folder), 'utf8'),
);
const gml = (content: string, root = 'wfs:FeatureCollection'): SourceFile => ({
  name: 'a.gml',
  bytes: strToU8(`<?xml version="1.0"?>\n<${root}>\n${content}\n</${root}>`),
});
const read = async (file: SourceFile) => (await readFile(file)).tables;
const readValues = ({ columns }: SourceTable) =>
  Object.fromEntries(columns.map(({ alias, values }) => [alias, values]));
const readMessage = ({ notes }: SourceTable) => notes.map((note) => diagnosticText(note));

describe('GML of GDAL', () => {
  test.each(['gdal-2.gml', 'gdal-3.1.gml', 'gdal-3.2.gml'])('%s: shapes and values as GDAL has them', async (name) => {
    const tables = await read(makeFile(name));
    expect(tables.slice(0, 4).map((table) => [table.name, table.spatialReference!.WKID])).toEqual([
      ['towns', 4326],
      ['ways', 25832],
      ['parcels', 31467],
      ['heights', 25832],
    ]);
    for (const table of tables.slice(0, 4)) expect(listShapePaths(table)).toEqual(facts.plain[table.name]);
    expect(readValues(tables[0]!)).toMatchObject({
      gml_id: ['towns.0', 'towns.1'],
      number: [0, 1],
      share: [0, 0.25],
      day: [Date.UTC(2024, 1, 1), Date.UTC(2024, 1, 2)],
    });
    expect(readMessage(tables[3]!)).toEqual(['Heights were left out: layers are flat.']);
  });

  test('curves are at most 5 cm off', async () => {
    const tables = (await read(makeFile('gdal-3.2.gml'))).slice(4);
    expect(tables.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ['bends', 5],
      ['rounds', 3],
    ]);
    for (const table of tables) {
      const distances = distancesTo(listShapePaths(table), facts.curves[table.name]!);
      expect(Math.max(...distances)).toBeLessThan(0.0501);
      expect(readMessage(table)[0]).toMatch(/^\d+ curves were drawn by straight segments, at most 5 cm off\.$/);
    }
  });

  test('a schema beside it keeps text as text', async () => {
    const [alone] = await describeFiles([makeFile('gdal-3.2.gml')]);
    const [towns, ...others] = await describeFiles([makeFile('gdal-3.2.xsd'), makeFile('gdal-3.2.gml')]);
    const readType = (layer: typeof alone) => layer!.columns.find(({ name }) => name === 'name')!.readings[0]!.reading;
    expect([readType(alone), readType(towns), others.length]).toEqual(['Integer', 'String', 5]);
  });
});

test.each(['mapserver-1.0.gml', 'mapserver-1.1.gml', 'mapserver-2.0.gml'])(
  '%s: the WFS of MapServer, whatever the order of its coordinates',
  async (name) => {
    const [towns, parcels] = await read(makeFile(name));
    expect(listShapePaths(parcels!)).toEqual(facts.plain.parcels);
    const { xy } = towns!.geometry!;
    expect([Math.round(xy[0]! / 1000), Math.round(xy[1]! / 1000)]).toEqual([3357, 5647]);
    expect(readValues(towns!).gml_id![0]).toBe('towns.0');
  },
);

describe('GML as servers write it', () => {
  test('features of two types, nested properties, units, links and what is nil', async () => {
    const member = (content: string) => `<wfs:member>${content}</wfs:member>`;
    const tables = await read({
      name: 'a.gml',
      bytes: strToU8(`<wfs:FeatureCollection numberMatched="7" numberReturned="3">
        <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::4258"/></gml:boundedBy>
        ${member(`<a:site gml:id="s1"><a:address><a:Address><a:street>Weg &lt;1&gt;</a:street></a:Address></a:address>
          <a:height uom="m">3.5</a:height><a:tag>x</a:tag><a:tag>y</a:tag><a:of xlink:href="http://b/1"/>
          <a:gone xsi:nil="true"/><a:place><gml:Point><gml:pos>50 7</gml:pos></gml:Point></a:place></a:site>`)}
        ${member('<a:site gml:id="s2"><a:height>4</a:height></a:site>')}
        ${member('<b:code><b:value>07</b:value></b:code>')}
      </wfs:FeatureCollection>`),
    });
    expect(tables.map(readValues)).toEqual([
      {
        gml_id: ['s1', 's2'],
        'address.street': ['Weg <1>', null],
        height: [3.5, 4],
        'height.uom': ['m', null],
        tag: ['x, y', null],
        of: ['http://b/1', null],
      },
      { value: ['07'] },
    ]);
    expect([...tables[0]!.geometry!.xy]).toEqual([7, 50]);
    expect([tables[0]!.spatialReference!.WKID, tables[1]!.geometry]).toEqual([4258, undefined]);
    expect(readMessage(tables[0]!)[0]).toBe('The server sent 3 of 7 features; request the others as well.');
  });

  test.each([
    ['urn:ogc:def:crs:EPSG::4326', [7, 50]],
    ['http://www.opengis.net/def/crs/EPSG/0/4326', [7, 50]],
    ['EPSG:4326', [50, 7]],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', [50, 7]],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', [50, 7]],
    ['urn:ogc:def:crs:EPSG::25832', [50, 7]],
    ['urn:ogc:def:crs:EPSG::3035', [7, 50]],
    ['urn:adv:crs:ETRS89_UTM32', [50, 7]],
    ['urn:ogc:def:crs,crs:EPSG::4258,crs:EPSG::7837', [7, 50]],
  ])('the order of coordinates follows from %s', async (srsName, expected) => {
    const point = `<gml:Point srsName="${srsName}"><gml:pos>50 7</gml:pos></gml:Point>`;
    const [table] = await read(gml(`<gml:featureMember><a:f><a:g>${point}</a:g></a:f></gml:featureMember>`));
    expect([...table!.geometry!.xy]).toEqual(expected);
    expect(table!.spatialReference?.WKID).toBe(
      Number(/\d{4,5}/.exec(srsName)?.[0] ?? (/UTM/.test(srsName) ? 25832 : 4326)),
    );
  });

  test('longitude first in spite of the name of the reference is seen', async () => {
    const point = '<gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>151.2 -33.9</gml:pos></gml:Point>';
    const [table] = await read(gml(`<gml:featureMember><a:f><a:g>${point}</a:g></a:f></gml:featureMember>`));
    expect([...table!.geometry!.xy]).toEqual([151.2, -33.9]);
    expect(readMessage(table!)).toEqual([
      'The coordinates are longitude, latitude, although the coordinate system has the opposite order.',
    ]);
  });

  test('shapes that refer to others within the file, before and after them', async () => {
    const curve = (id: string, list: string) =>
      `<gml:LineString gml:id="${id}"><gml:posList>${list}</gml:posList></gml:LineString>`;
    const tables = await read(
      gml(`<gml:featureMembers>
        <a:area><a:g><gml:Surface srsName="EPSG:25832"><gml:patches><gml:PolygonPatch><gml:exterior><gml:Ring>
          <gml:curveMember xlink:href="#east"/>
          <gml:curveMember><gml:OrientableCurve orientation="-"><gml:baseCurve xlink:href="#west"/></gml:OrientableCurve></gml:curveMember>
        </gml:Ring></gml:exterior></gml:PolygonPatch></gml:patches></gml:Surface></a:g></a:area>
        <a:edge><a:g>${curve('east', '0 0 4 0 4 4')}</a:g></a:edge>
        <a:edge><a:g>${curve('west', '0 0 0 4 4 4')}</a:g></a:edge>
      </gml:featureMembers>`),
    );
    expect(tables.map(({ name }) => name)).toEqual(['area', 'edge']);
    expect(listShapePaths(tables[0]!)).toEqual([[[0, 0, 0, 4, 4, 4, 4, 0, 0, 0]]]);
  });

  test('old forms of coordinates, and three numbers a position', async () => {
    const feature = (geometry: string) => `<gml:featureMember><a:f><a:g>${geometry}</a:g></a:f></gml:featureMember>`;
    const tables = await read(
      gml(
        feature(
          '<gml:LineString><gml:coordinates decimal="," cs=" " ts=";">1,5 2;3 4</gml:coordinates></gml:LineString>',
        ) +
          feature(
            '<gml:LineString><gml:coord><gml:X>1</gml:X><gml:Y>2</gml:Y></gml:coord><gml:coord><gml:X>3</gml:X><gml:Y>4</gml:Y></gml:coord></gml:LineString>',
          ) +
          feature('<gml:LineString srsDimension="3"><gml:posList>1 2 9 3 4 9</gml:posList></gml:LineString>'),
      ),
    );
    expect(listShapePaths(tables[0]!)).toEqual([[[1.5, 2, 3, 4]], [[1, 2, 3, 4]], [[1, 2, 3, 4]]]);
    expect(tables[0]!.spatialReference).toBeUndefined();
  });

  test('a single feature as root', async () => {
    const root = 'a:f xmlns:gml="http://www.opengis.net/gml/3.2"';
    const bytes = strToU8(`<${root}><a:n>1</a:n><a:g><gml:Point><gml:pos>1 2</gml:pos></gml:Point></a:g></a:f>`);
    const [table] = await read({ name: 'answer.xml', bytes });
    expect([table!.name, [...table!.geometry!.xy], readValues(table!)]).toEqual(['f', [1, 2], { n: [1] }]);
  });
});

test.each([
  [
    'the error of a server',
    gml(
      '<ows:Exception><ows:ExceptionText>Unknown type\n roads</ows:ExceptionText></ows:Exception>',
      'ows:ExceptionReport',
    ),
    'a.gml has no data, only a server error: Unknown type roads',
  ],
  ['a schema alone', { ...makeFile('gdal-3.2.xsd'), name: 'a.xsd' }, 'a.xsd is an XML schema'],
  ['other XML', gml('<b/>', 'a'), 'a.gml: expected GML with a feature collection, found XML with the root <a>.'],
  ['no features', gml('<gml:boundedBy/>'), 'a.gml has no features.'],
  ['a cut file', { name: 'a.gml', bytes: makeFile('gdal-3.1.gml').bytes.slice(0, 2000) as Uint8Array }, 'a.gml, line '],
])('refuses %s and says why', async (_, file, message) => {
  await expect(readFile(file)).rejects.toThrow(message);
});

// Expected values by ogrinfo of GDAL 3.6.
test.each([
  ['a-gml2', 4326, 13.4, 52.5],
  ['b-gml2-xml', 4326, 13.4, 52.5],
  ['c-urn', 4326, 13.4, 52.5],
  ['d-http', 4326, 13.4, 52.5],
  ['e-crs84', 4326, 13.4, 52.5],
  ['f-27700', 27700, 530000, 180000],
  ['g-3035', 3035, 4321000, 3210000],
  ['h-31467', 31467, 3535000, 5540000],
  ['i-envelope', 4326, 13.4, 52.5],
  ['j-2393', 2393, 3386000, 6676000],
])('axis/%s.gml has its easting first', async (name, wkid, x, y) => {
  const [table] = await read(makeFile(`axis/${name}.gml`));
  expect(table!.spatialReference).toMatchObject({ WKID: wkid });
  expect([...table!.geometry!.xy]).toEqual([x, y]);
});

test('elements too deep for any feature are refused', async () => {
  const deep = `<a:x gml:id="1">${'<a:y>'.repeat(50_000)}${'</a:y>'.repeat(50_000)}</a:x>`;
  await expect(read(gml(`<wfs:member>${deep}</wfs:member>`))).rejects.toThrow('more than 200 nested elements');
});
