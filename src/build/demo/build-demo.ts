import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jpeg from 'jpeg-js';
import { geometryBuilder } from '../../../sw/formats/reading/geometry-builder.ts';
import type { SourceFieldType, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import { disc, fill, labelText, line } from '../../../sw/formats/reading/symbols.ts';
import { packService } from '../../../sw/service/package.ts';
import { type BuiltService, buildService } from '../../publish/import/build-service.ts';
import { type EncodeImage, writeRaster } from '../../publish/import/raster/raster-tiles.ts';
import { graticuleTable } from './graticule.ts';
import { classBreaks, labels, makeStyle, simple } from './layer-styles.ts';
import { demoReader, demoSources } from './sources.ts';
import { buildWorld, oceanHex } from './world.ts';
import { makeColumns } from './world-tables.ts';

interface Quake {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | number | null>>;
  readonly geometry: { readonly coordinates: readonly [number, number, number] };
}

/** Build a service with one week of earthquakes as time-enabled points over muted land. */
function buildEarthquakes(reader: ReturnType<typeof demoReader>): BuiltService {
  const { features } = reader.earthquakes() as { readonly features: readonly Quake[] };
  const quakes = quakeTable(features);
  const times = features.map(({ properties }) => Number(properties['time']));
  return buildService({
    name: 'Earthquakes',
    title: 'Earthquakes',
    description: 'All earthquakes that were recorded in the first week of February 2018, with their times.',
    keywords: 'earthquakes, seismology, time',
    credits: [
      'Earthquakes: United States Geological Survey, public domain, as packed by vega-datasets.',
      'Land: Natural Earth 1:50m, public domain, as packed by world-atlas (ISC).',
    ],
    background: fill(oceanHex),
    bookmarks: [
      { Name: 'Alaska', extent: [-180, 50, -128, 72] },
      { Name: 'California', extent: [-125, 32, -113, 43] },
      { Name: 'Hawaii', extent: [-161, 18, -154, 23] },
      { Name: 'Indonesia', extent: [94, -12, 142, 8] },
      { Name: 'Japan and Taiwan', extent: [118, 20, 147, 46] },
    ],
    extent: [-180, -60, 180, 85],
    fullExtent: [-180, -90, 180, 90],
    layers: [
      {
        content: quakes,
        style: makeStyle(
          magnitudeClasses(),
          [
            labels('point', labelText('#5a2a22', 8.5), 0, 0, 'MAGNITUDE >= 6', 'PLACE'),
            labels('point', labelText('#5a2a22', 8), 20_000_000, 0, 'MAGNITUDE >= 4.5 AND MAGNITUDE < 6', 'PLACE'),
          ],
          'PLACE',
        ),
        time: {
          StartTimeFieldName: 'TIME',
          fullTimeExtent: [Math.min(...times), Math.max(...times)],
          TimeInterval: 1,
          TimeIntervalUnits: 'gisTimeUnitsDays',
        },
      },
      {
        content: landTable(reader),
        style: makeStyle(simple(fill('#f2efe6', line('#dcd7c8', 0.75)), 'Land')),
      },
    ],
  });
}

const magnitudeClasses = () =>
  classBreaks(
    'MAGNITUDE',
    -2,
    (
      [
        [2.5, 'below 2.5', '#f2b880', 2.5],
        [4.5, '2.5 to 4.5', '#e58a58', 4.5],
        [6, '4.5 to 6', '#cb5a3e', 8],
        [10, 'above 6', '#8e2b2b', 14],
      ] as const
    ).map(([to, label, hex, sizePt]) => ({
      to,
      label: `Magnitude ${label}`,
      symbol: disc(hex, sizePt, '#ffffff', 0.5, 220),
    })),
  );

function quakeTable(features: readonly Quake[]): SourceTable {
  const builder = geometryBuilder();
  for (const { geometry } of features) {
    builder.addVertex(geometry.coordinates[0], geometry.coordinates[1]);
    builder.endPart();
    builder.endFeature();
  }
  const quakeColumn = makeColumns(features);
  const property = (name: string, alias: string, type: SourceFieldType, source: string) =>
    quakeColumn(name, alias, type, ({ properties }) => properties[source] ?? null);
  return {
    name: 'Earthquakes',
    description: 'Place, time, depth and magnitude of every event.',
    rowCount: features.length,
    spatialReference: wgs84,
    geometry: builder.finish('point'),
    notes: [],
    columns: [
      property('PLACE', 'Place', 'String', 'place'),
      property('TIME', 'Time', 'Date', 'time'),
      property('MAGNITUDE', 'Magnitude', 'Double', 'mag'),
      property('MAGNITUDE_TYPE', 'Method of the magnitude', 'String', 'magType'),
      quakeColumn('DEPTH_KM', 'Depth (km)', 'Double', (quake) => quake.geometry.coordinates[2]),
      property('KIND', 'Kind of event', 'String', 'type'),
      property('SIGNIFICANCE', 'Significance (0 to 1000)', 'Integer', 'sig'),
      property('FELT', 'Reports of people who felt it', 'Integer', 'felt'),
      property('TSUNAMI', 'Tsunami message (1 = yes)', 'SmallInteger', 'tsunami'),
      property('STATUS', 'Status of review', 'String', 'status'),
      property('NETWORK', 'Network that reported it', 'String', 'net'),
      quakeColumn('EVENT_ID', 'Number of the event', 'String', (quake) => quake.id),
    ],
  };
}

function landTable(reader: ReturnType<typeof demoReader>): SourceTable {
  const { shapes, geometry } = reader.countries('50m');
  return {
    name: 'Land',
    description: 'Countries at 1:50 million, for orientation.',
    rowCount: shapes.length,
    spatialReference: wgs84,
    geometry,
    notes: [],
    columns: [makeColumns(shapes)('NAME', 'Name', 'String', (shape) => shape.name)],
  };
}

/** JPEG quality from 0 to 100. A higher quality would increase the file size more than it improves the image. */
const jpegQuality = 82;

const encodeJpeg: EncodeImage = (rgba, widthPx, heightPx) =>
  new Uint8Array(jpeg.encode({ data: rgba, width: widthPx, height: heightPx }, jpegQuality).data);

/** Build a service with a satellite image of the earth, borders and an optional graticule. */
async function buildEarth(reader: ReturnType<typeof demoReader>): Promise<BuiltService> {
  const { widthPx, heightPx, rgba } = reader.blueMarble();
  const channel = (offset: number): Uint8Array => {
    const samples = new Uint8Array(widthPx * heightPx);
    for (let i = 0; i < samples.length; i++) samples[i] = rgba[4 * i + offset]!;
    return samples;
  };
  const content = await writeRaster(
    {
      name: 'Blue Marble',
      widthPx,
      heightPx,
      extent: [-180, -90, 180, 90],
      spatialReference: wgs84,
      sampleType: 'u8',
      bands: ['Red', 'Green', 'Blue'].map((name, i) => ({ name, samples: channel(i) })),
      isCategorical: false,
      isLossy: true,
      notes: [],
    },
    { key: 'BlueMarble', encodeImage: encodeJpeg },
  );
  return buildService({
    name: 'Earth',
    title: 'Earth',
    description: 'The earth from space, a mosaic of pictures of satellites without clouds, in pixels of about 10 km.',
    keywords: 'earth, satellite, imagery, raster',
    credits: [
      'Blue Marble: NASA Earth Observatory, public domain, as packed by three-globe (MIT).',
      'Borders: Natural Earth 1:50m, public domain, as packed by world-atlas (ISC).',
    ],
    bookmarks: [
      { Name: 'Amazon', extent: [-82, -20, -34, 8] },
      { Name: 'Himalaya', extent: [68, 20, 104, 40] },
      { Name: 'Sahara', extent: [-18, 10, 40, 38] },
      { Name: 'Greenland', extent: [-75, 58, -10, 84] },
    ],
    extent: [-180, -90, 180, 90],
    fullExtent: [-180, -90, 180, 90],
    layers: [
      {
        content: { ...landTable(reader), name: 'Borders', description: 'Borders of countries at 1:50 million.' },
        style: makeStyle(
          simple({ type: 'SimpleFillSymbol', Outline: line('#ffffff', 0.5), Style: 'gisSFSNull' }, 'Border'),
          [],
          'NAME',
          45,
        ),
      },
      {
        content: graticuleTable(),
        style: makeStyle(simple(line('#ffffff', 0.4), 'Every 15 degrees'), [], 'NAME', 45),
        visible: false,
      },
      { content, name: 'Blue Marble', description: 'Red, green and blue as a satellite sees them.' },
    ],
  });
}

/** The demo services, in the order of publication on the first visit. */
const services = [
  { file: 'World.zip', build: buildWorld },
  { file: 'Earthquakes.zip', build: buildEarthquakes },
  { file: 'Earth.zip', build: buildEarth },
] as const;

/** Folders whose code affects the packages. */
const codeFolders = ['src/build/demo', 'src/publish/import', 'sw/formats', 'sw/geometry', 'sw/rows', 'sw/service'];

/**
 * Build the packages of the demo services. If neither their sources nor the code has changed, read them from the cache
 * in `node_modules/.cache`.
 *
 * @param root folder of the project
 * @returns packages by file name, in the order of publication
 */
export async function buildDemoPackages(root: string = process.cwd()): Promise<Map<string, Uint8Array>> {
  const parent = join(root, 'node_modules/.cache/soapstone-demo');
  const folder = join(parent, inputHash(root));
  if (existsSync(folder)) {
    return new Map(services.map(({ file }) => [file, new Uint8Array(readFileSync(join(folder, file)))]));
  }
  const reader = demoReader(root);
  const packages = new Map<string, Uint8Array>();
  for (const { file, build } of services) {
    const { definition, files } = await build(reader);
    packages.set(file, packService(definition, files, { compress: true }));
  }
  keep(parent, folder, packages);
  return packages;
}

/**
 * Write the packages to the cache and delete older ones. Rename the complete folder, because two builds may run at the
 * same time.
 */
function keep(parent: string, folder: string, packages: ReadonlyMap<string, Uint8Array>): void {
  const unfinished = `${folder}.${process.pid}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    for (const [file, bytes] of packages) writeFileSync(join(unfinished, file), bytes);
    renameSync(unfinished, folder);
    for (const old of readdirSync(parent)) {
      if (!old.includes('.') && join(parent, old) !== folder)
        rmSync(join(parent, old), { recursive: true, force: true });
    }
  } catch {
    // Another build has written the cache first, or the folder is read-only. The packages have been built anyway.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function inputHash(root: string): string {
  const hash = createHash('sha256');
  for (const name of demoSources) hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  for (const folder of codeFolders) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')).sort())
      hash.update(file).update(readFileSync(join(root, folder, file)));
  }
  return hash.digest('hex').slice(0, 24);
}
