import { readdirSync, readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { readSources } from '../../src/publish/import/read-sources.ts';
import { publishEn } from '../../src/publish/text/publish-en.ts';
import { Fault } from '../../sw/contract/fault.ts';
import { diagnosticText } from '../../sw/formats/reading/diagnostic.ts';
import type { SourceFile } from '../../sw/formats/reading/source-table.ts';
import { findLeak } from './check-answer.ts';
import { createSeededRandom, type Random } from './random.ts';
import { spoiltBytes, spoiltText } from './spoil.ts';

vi.mock('sql.js/dist/sql-wasm.wasm?url', () => ({ default: 'node_modules/sql.js/dist/sql-wasm.wasm' }));

/** `VITE_FUZZ_SEED=n` generates other inputs, `VITE_DEEP=1` ten times as many. */
const seed = Number(process.env.VITE_FUZZ_SEED ?? 1);
const inputs = process.env.VITE_DEEP ? 6000 : 600;
const largestSeed = 100_000;
const folder = 'tests/unit/formats/files/';

const texts: Readonly<Record<string, string>> = {
  'a.csv': 'name,lat,lon,at,value\na,48.1,11.5,2020-01-02,1.5\n"b, c",-12.5,170,2021-05-06T07:08:09Z,\n',
  'b.csv': 'sep=;\nName;X;Y;Betrag\na;2600000;1200000;"1.234,5"\nb;2600100;1200100;2,5\n',
  'c.csv': 'id\tgeom\n1\tPOINT(1 2)\n2\tPOLYGON((0 0,1 0,1 1,0 0))\n3\t0101000000000000000000F03F0000000000000040\n',
  'a.geojson':
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1,"b":"x","c":null},"geometry":{"type":"Polygon","coordinates":[[[0,0],[10,0],[10,10],[0,0]]]}},{"type":"Feature","properties":{"a":9007199254740993},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2,3]}]}}]}',
  'a.topojson':
    '{"type":"Topology","transform":{"scale":[1,1],"translate":[0,0]},"objects":{"o":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[0]]},{"type":"Point","coordinates":[1,1]}]}},"arcs":[[[0,0],[1,0],[0,1],[-1,-1]]]}',
  'a.kml':
    '<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>f</name><Placemark><name>a</name><ExtendedData><Data name="n"><value>1</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0,0 1,0,0 1,1,0 0,0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder></Document></kml>',
  'a.gpx':
    '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="48" lon="11"><ele>5</ele><name>w</name></wpt><trk><trkseg><trkpt lat="48" lon="11"><time>2020-01-01T00:00:00Z</time></trkpt><trkpt lat="49" lon="12"/></trkseg></trk></gpx>',
  'a.gml':
    '<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:t="urn:t"><wfs:member><t:Town gml:id="a"><t:name>x</t:name><t:geom><gml:Point srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>48 11</gml:pos></gml:Point></t:geom></t:Town></wfs:member></wfs:FeatureCollection>',
};

/** Return valid files, each with its companion files. */
function seeds(): SourceFile[][] {
  const made = Object.entries(texts).map(([name, text]) => [{ name, bytes: strToU8(text) }]);
  const zip = zipSync({ 'in/a.geojson': strToU8(texts['a.geojson']!), 'a.csv': strToU8(texts['a.csv']!) });
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, bytes: new Uint8Array(readFileSync(`${parentPath}/${name}`)) }))
    .filter(({ bytes }) => bytes.length > 0 && bytes.length <= largestSeed)
    .map((file) => [file]);
  return [...made, [{ name: 'a.zip', bytes: zip }], ...stored];
}

const isText = (bytes: Uint8Array): boolean => bytes.subarray(0, 512).every((byte) => byte > 8 && byte < 127);

function spoiltFile(
  random: Random,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): SourceFile {
  if (!isText(bytes) || random.once(3)) return { name, bytes: spoiltBytes(random, bytes) };
  return { name, bytes: strToU8(spoiltText(random, new TextDecoder('latin1').decode(bytes)), random.once(2)) };
}

test('spoilt files are read, or refused with a reason', { timeout: 3_600_000 }, async () => {
  const files = seeds();
  const random = createSeededRandom(seed);
  // A reader's internal errors are written there, and the file is reported as damaged.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const violations: string[] = [];
  for (let i = 0; i < inputs; i++) {
    const source = random.pick(files).map((file) => spoiltFile(random, file as never));
    const violation = await findViolation(source);
    if (violation) violations.push(`${i} ${source[0]!.name}: ${violation}`);
  }
  console.info(`seed ${seed}, ${inputs} files`);
  expect(violations).toEqual([]);
});

/** Return the violation in the result of reading, or in the reason for a failure; undefined if there is none. */
async function findViolation(files: readonly SourceFile[]): Promise<string | undefined> {
  try {
    const decodeImage = async () => Promise.reject(new Error('no pictures here'));
    const { layers, unread } = await readSources(files, { decodeImage, partTexts: publishEn.layer.parts });
    for (const { reason } of unread) {
      const violation = reasonViolation(diagnosticText(reason));
      if (violation) return violation;
    }
    for (const { table } of layers) {
      if (!table) continue;
      const named = [table.name, ...table.columns.map(({ name }) => name)];
      if (named.some((name) => typeof name !== 'string')) return 'a column has no name';
      for (const column of table.columns) {
        const values = 'values' in column ? (column.values as ArrayLike<unknown>) : [];
        for (let row = 0; row < Math.min(values.length, 50); row++)
          if (typeof values[row] === 'number' && Number.isNaN(values[row])) return `${column.name} has NaN`;
      }
    }
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return reasonViolation(error.message);
    return `thrown: ${String(error instanceof Error ? error.stack : error).slice(0, 600)}`;
  }
}

function reasonViolation(reason: string): string | undefined {
  if (reason.length < 8) return `a short reason: ${reason}`;
  if (reason.length > 4000) return `a reason of ${reason.length} characters`;
  // A coordinate or pixel size in a file may be NaN, and its fault says so.
  return findLeak(reason.replace(/(?<=, found )(?:NaN|[-+\d.ex ])+(?=\.)/g, ''));
}
