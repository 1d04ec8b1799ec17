import { readFileSync } from 'node:fs';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readFile } from '../../../sw/formats/read-file.ts';
import { diagnosticText } from '../../../sw/formats/reading/diagnostic.ts';
import { describeFiles, packFiles } from './pack-files.ts';

const garmin = { name: 'Hallstatt.gpx', bytes: readFileSync(new URL('./files/garmin.gpx', import.meta.url)) };
const gpx = (content: string) => ({
  name: 'a.gpx',
  bytes: strToU8(`<gpx version="1.0" creator="x">\n${content}\n</gpx>`),
});

describe('GPX', () => {
  it('makes layers of waypoints, routes and tracks, and offers the points of tracks', async () => {
    const layers = await describeFiles([garmin]);
    expect(
      layers.map(({ name, format, geometry, rowCount, isExtra }) => [name, format, geometry, rowCount, isExtra]),
    ).toEqual([
      ['Hallstatt waypoints', 'GPX', 'points', 1, false],
      ['Hallstatt track points', 'GPX', 'points', 5, true],
      ['Hallstatt routes', 'GPX', 'lines', 1, false],
      ['Hallstatt tracks', 'GPX', 'lines', 1, false],
    ]);
    expect(layers[0]!.notes.map((note) => diagnosticText(note))).toEqual(['1 line with a single point was left out.']);
    const { definition } = await packFiles([garmin]);
    expect(definition.maps[0]!.layers.map(({ Name }) => Name)).not.toContain('Hallstatt track points');
  });

  it('keeps times as dates, heights and sensors as numbers, and names as text', async () => {
    const { tables } = await readFile(garmin);
    const columns = tables.map(({ columns }) => Object.fromEntries(columns.map(({ name, values }) => [name, values])));
    const makeTime = (minute: number, second: number) => Date.UTC(2024, 4, 4, 6, minute, second);
    expect(columns[0]).toEqual({ elevation: [511.2], name: ['001'], symbol: ['Flag, Blue'], description: ['Seeufer'] });
    expect(columns[1]).toEqual({
      track: Array(5).fill('Hallstatt Laufen'),
      segment: [1, 1, 2, 2, 3],
      elevation: [511.4, 518, 509.8, 512, 512],
      time: [makeTime(12, 31), makeTime(13, 10), makeTime(20, 2), makeTime(21, 40), null],
      atemp: [14, 14, null, null, null],
      hr: [92, 121, null, null, null],
    });
    expect(columns[3]).toEqual({
      name: ['Hallstatt Laufen'],
      type: ['running'],
      points: [5],
      begin: [makeTime(12, 31)],
      end: [makeTime(21, 40)],
      lowest: [509.8],
      highest: [518],
    });
    expect(tables[3]).toMatchObject({ geometry: { kind: 'polyline' }, spatialReference: { WKID: 4326 } });
    expect([...tables[3]!.geometry!.partOffsets]).toEqual([0, 2, 4]);
  });

  it('has no part in its name when it is the only one', async () => {
    const [layer] = await describeFiles([gpx('<wpt lat="1" lon="2"/>')]);
    expect(layer).toMatchObject({ name: 'a', rowCount: 1 });
  });

  it.each([
    ['nothing in it', '<metadata/>', 'a.gpx: expected a waypoint, route or track'],
    [
      'a tag that stays open',
      '<trk><trkseg>',
      'a.gpx, line 3, column 6: not well-formed XML: unexpected close tag instead of </trkseg>.',
    ],
  ])('refuses %s and says where', async (_, content, message) => {
    await expect(readFile(gpx(content))).rejects.toThrow(message);
  });
});
