import { geometryBuilder } from '../../../sw/formats/reading/geometry-builder.ts';
import type { SourceFieldType, SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import { disc, fill, labelText, line } from '../../../sw/formats/reading/symbols.ts';
import { type BuiltService, buildService } from '../../publish/import/build-service.ts';
import { classBreaks, drawn, labels, simple } from './layer-styles.ts';
import type { demoReader } from './sources.ts';
import { oceanHex } from './world.ts';
import { columnsOf } from './world-tables.ts';

interface Quake {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | number | null>>;
  readonly geometry: { readonly coordinates: readonly [number, number, number] };
}

/** One week of earthquakes as time-enabled points over quiet land. */
export function buildEarthquakes(reader: ReturnType<typeof demoReader>): BuiltService {
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
        table: quakes,
        style: drawn(
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
        table: landTable(reader),
        style: drawn(simple(fill('#f2efe6', line('#dcd7c8', 0.75)), 'Land')),
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
  const quakeColumn = columnsOf(features);
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

export function landTable(reader: ReturnType<typeof demoReader>): SourceTable {
  const { shapes, geometry } = reader.countries('50m');
  return {
    name: 'Land',
    description: 'Countries at 1:50 million, for orientation.',
    rowCount: shapes.length,
    spatialReference: wgs84,
    geometry,
    notes: [],
    columns: [columnsOf(shapes)('NAME', 'Name', 'String', (shape) => shape.name)],
  };
}
