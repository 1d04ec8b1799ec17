import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { describeFiles, packFiles } from './pack-files.ts';

const myMap = readFileSync(new URL('./files/my-map.kml', import.meta.url));
const kml = (content: string, head = '<?xml version="1.0"?>') =>
  `${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`;
const placemark = (content: string) => `<Placemark>${content}</Placemark>`;
const point = (x = '1', y = '2') => `<Point><coordinates>${x},${y},0</coordinates></Point>`;

async function read(content: string | Uint8Array, name = 'tour.kml'): Promise<readonly SourceTable[]> {
  const { format, tables } = await readFile({ name, bytes: typeof content === 'string' ? strToU8(content) : content });
  expect(format).toBe('KML');
  return tables;
}
const readValues = (table: SourceTable | undefined) =>
  Object.fromEntries(table!.columns.map(({ name, type, values }) => [name, [type, ...values]]));

describe('KML', () => {
  it('makes layers of the folders of a map of My Maps, with fields, descriptions without markup, and colours', async () => {
    const layers = await describeFiles([{ name: 'Köln.kml', bytes: myMap }]);
    expect(
      layers.map(({ name, format, geometry, rowCount, color, sizePt, colorCount }) => [
        name,
        format,
        geometry,
        rowCount,
        color,
        sizePt,
        colorCount,
      ]),
    ).toEqual([
      ['Sehenswertes', 'KML', 'points', 2, '#0288d1', 7, 2],
      ['Wege lines', 'KML', 'lines', 1, '#7c3592', 2.25, 1],
      ['Wege polygons', 'KML', 'polygons', 1, '#097138', 0.75, 1],
    ]);
    expect(layers[0]).toMatchObject({
      description: 'Was wir sehen wollen.\nStand: Mai',
      displayField: 'name',
      spatialReference: { WKID: 4326 },
      notes: [],
    });
    const [sights] = await read(myMap);
    expect(readValues(sights)).toEqual({
      name: ['String', 'Kölner Dom', '1777'],
      description: ['String', 'https://example.org/dom.jpg\nHöhe 157 m', null],
      gx_media_links: ['String', 'https://example.org/dom.jpg', null],
      Eintritt: ['Double', 0, 12.5],
      PLZ: ['String', '50667', '01067'],
      color: ['String', '#0288d1', '#c2185b'],
    });
    expect(sights!.columns.find(({ name }) => name === 'PLZ')!.alias).toBe('Postleitzahl');
  });

  it('publishes the colours of the file as classes named by their features, unless one is chosen', async () => {
    const file = { name: 'Köln.kml', bytes: myMap };
    const makeRenderer = ({ definition }: Awaited<ReturnType<typeof packFiles>>) =>
      definition.maps[0]!.layers.find(({ Name }) => Name === 'Sehenswertes')!.drawing;
    expect(makeRenderer(await packFiles([file]))).toMatchObject({
      FeatureRenderer: {
        type: 'UniqueValueRenderer',
        Field1: 'color',
        UniqueValueInfos: [
          { Value: '#0288d1', Label: 'Kölner Dom', Symbol: { Color: { Red: 2, Green: 0x88, Blue: 0xd1 } } },
          { Value: '#c2185b', Label: '1777' },
        ],
      },
    });
    const chosen = await packFiles([file], (choices) => ({
      ...choices,
      layers: choices.layers.map((layer) => ({ ...layer, symbol: { color: '#ff0000', sizePt: 9 } })),
    }));
    expect(makeRenderer(chosen)).toMatchObject({ FeatureRenderer: { type: 'SimpleRenderer', Symbol: { Size: 9 } } });
    const plain = await packFiles([file], (choices) => ({
      ...choices,
      layers: choices.layers.map((layer) => ({ ...layer, columns: { color: { isLeftOut: true } } })),
    }));
    expect(makeRenderer(plain)).toMatchObject({ FeatureRenderer: { type: 'SimpleRenderer' } });
  });

  it('reads times, schemas, tracks, models, heights, several geometries and what hand-written files get wrong', async () => {
    const [points, lines] = await read(
      `\n${kml(
        `<Schema id="s"><SimpleField type="string" name="Code"><displayName>Kürzel</displayName></SimpleField>
        <SimpleField type="int" name="Rank"/></Schema>
        ${placemark(`<name>A &amp; B</name><TimeStamp><when>1997-07</when></TimeStamp>
          <ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="Code">12</SimpleData><SimpleData name="Rank">3</SimpleData></SchemaData></ExtendedData>
          <MultiGeometry><Point><coordinates>7.5, 51.25, 40</coordinates></Point>
          <LineString><coordinates>7,51 8,52</coordinates></LineString></MultiGeometry>`)}
        ${placemark(`<TimeSpan><begin>2001</begin><end>2002-05-01T10:00:00Z</end></TimeSpan>
          <gx:Track><when>2010-05-28T02:02:09Z</when><when>2010-05-28T02:02:35Z</when>
          <gx:coord>-122.2 37.3 156</gx:coord><gx:coord>-122.3 37.4 152</gx:coord></gx:Track>`)}
        ${placemark(`<TimeStamp><when>1999-02-03T04:05:06+01:00</when></TimeStamp><Point><coordinates>1,2,33.5</coordinates></Point>`)}
        ${placemark('<Model><Location><longitude>3</longitude><latitude>4</latitude></Location></Model>')}
        <GroundOverlay/>`,
      )}`,
    );
    expect(readValues(points)).toEqual({
      name: ['String', 'A & B', null, null],
      time: ['Date', Date.UTC(1997, 6, 1), Date.UTC(1999, 1, 3, 3, 5, 6), null],
      Code: ['String', '12', null, null],
      Rank: ['Integer', 3, null, null],
      elevation: ['Double', null, 33.5, null],
    });
    expect([...points!.geometry!.xy]).toEqual([7.5, 51.25, 1, 2, 3, 4]);
    expect(points!.notes.map((note) => diagnosticText(note))).toEqual([
      'Left out because they are not features: GroundOverlay.',
      'Heights were left out: layers are flat.',
    ]);
    expect(readValues(lines)).toMatchObject({
      begin: ['Date', null, Date.UTC(2001, 0, 1)],
      end: ['Date', null, Date.UTC(2002, 4, 1, 10)],
    });
    expect([...lines!.geometry!.xy]).toEqual([7, 51, 8, 52, -122.2, 37.3, -122.3, 37.4]);
  });

  it('puts many folders into one layer with the folder as a field', async () => {
    const folders = Array.from({ length: 15 }, (_, i) => `<Folder><name>F${i}</name>${placemark(point())}</Folder>`);
    const tables = await read(kml(`<Folder><name>All</name>${folders.join('')}</Folder>`));
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ name: 'tour', rowCount: 15 });
    expect(readValues(tables[0]).folder!.slice(0, 3)).toEqual(['String', 'All / F0', 'All / F1']);
    expect(diagnosticText(tables[0]!.notes[0]!)).toContain('15 folders');
  });

  it('reads what a KMZ holds under the name of the KMZ', async () => {
    const zip = zipSync({ 'doc.kml': strToU8(kml(placemark(point()))), 'files/pin.png': strToU8('x') });
    expect(await read(zip, 'Ausflug.kmz')).toMatchObject([{ name: 'Ausflug', rowCount: 1 }]);
    await expect(read(zipSync({ 'a.txt': strToU8('x') }), 'a.kmz')).rejects.toThrow('a.kmz has no KML file');
  });

  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  it.each([
    ['a byte order mark', strToU8(`\uFEFF${kml(placemark(`<name>Höhe</name>${point()}`))}`), []],
    [
      'a declared encoding',
      latin(kml(placemark(`<name>Höhe</name>${point()}`), '<?xml version="1.0" encoding="ISO-8859-1"?>')),
      [],
    ],
    [
      'a wrong declaration',
      latin(kml(placemark(`<name>Höhe</name>${point()}`), '<?xml version="1.0" encoding="UTF-8"?>')),
      ['windows1252'],
    ],
    [
      'UTF-16',
      new Uint8Array(
        Uint16Array.from(
          `\uFEFF${kml(placemark(`<name>Höhe</name>${point()}`), '<?xml version="1.0" encoding="UTF-16"?>')}`,
          (letter) => letter.charCodeAt(0),
        ).buffer,
      ),
      [],
    ],
  ])('reads text with %s', async (_, bytes, notes) => {
    const [table] = await read(bytes);
    expect(readValues(table).name).toEqual(['String', 'Höhe']);
    expect(table!.notes.map(({ key }) => key)).toEqual(notes);
  });

  it('is told by its first lines where the ending says nothing', async () => {
    expect(await read(kml(placemark(point())), 'export.xml')).toHaveLength(1);
  });

  it.each([
    [
      'a tag that stays open',
      kml('<Folder>\n<name>x</name>'),
      'tour.kml, line 2, column 25: not well-formed XML: unexpected close tag instead of </Folder>.',
    ],
    [
      'an end in the middle',
      '<kml>\n<Document>',
      'tour.kml, line 2, column 10: not well-formed XML: unclosed tag: Document.',
    ],
    ['an entity of HTML', kml(placemark('<name>a&nbsp;b</name>')), 'tour.kml, line 1, column'],
    ['another kind of XML', '<rss/>', 'tour.kml: expected XML with the root <kml>, found <rss>.'],
    ['no placemark', kml('<name>x</name>'), 'tour.kml: expected at least one placemark'],
    [
      'nothing but a link',
      kml('<NetworkLink><Link><href>https://example.org/a.kml</href></Link></NetworkLink>'),
      'only a link to https://example.org/a.kml',
    ],
    ['blanks alone', ' \n', 'tour.kml is empty.'],
  ])('refuses %s and says where', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });
});
