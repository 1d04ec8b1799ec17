import type { Value } from '../../sw/contract/index.ts';
import { writeTable } from '../../sw/rows/write/write-table.ts';
import { defaultLimits, type ServiceDefinition } from '../../sw/service/definition.ts';
import { field, layer, points, polygons, square, wgs84 } from './sample-parts.ts';
import { makeRelatedMap, relatedTables } from './sample-related.ts';

const rgb = (Red: number, Green: number, Blue: number): Value<'Color'> => ({ type: 'RgbColor', Red, Green, Blue });

/** Five towns; the last has neither a population nor a founding day. */
const towns = {
  name: 'towns',
  fields: [
    field('NAME', 'gisFieldTypeString', 'Town'),
    field('POP', 'gisFieldTypeInteger', 'Population'),
    field('HEIGHT', 'gisFieldTypeDouble', 'Height (m)'),
    field('FOUNDED', 'gisFieldTypeDate', 'Founded'),
  ],
  columns: [
    ['Ash', 'Birch <& Son>', 'Cedar', "O'Elm", 'Fir'],
    [100, 2000, 30000, 400000, null],
    [12.5, -3.25, 0, 431, 7],
    [Date.UTC(1901, 0, 2), Date.UTC(1950, 5, 15, 12), 0, Date.UTC(1999, 11, 31, 23, 59, 59), null],
  ],
  rowCount: 5,
  geometry: points([
    [-60, 30],
    [-20, 10],
    [0, 0],
    [40, -20],
    [100, 45],
  ]),
  spatialReference: wgs84,
};

/** Three squares: a simple one, one with a hole, and one of two parts. */
const squares = {
  name: 'squares',
  fields: [field('CODE', 'gisFieldTypeSmallInteger', 'Code'), field('KIND', 'gisFieldTypeString', 'Kind')],
  columns: [
    [1, 2, 3],
    ['alone', 'holed', 'parted'],
  ],
  rowCount: 3,
  geometry: polygons([
    [square(-80, 20, 20, true)],
    [square(-10, -30, 60, true), square(10, -10, 20, false)],
    [square(90, 40, 20, true), square(120, 40, 20, true)],
  ]),
  spatialReference: wgs84,
};

/**
 * Create the small service of the contract cases.
 * Its first map has a group with towns (points) and far towns (filtered by the author, visible only at large scales),
 * and squares (polygons). The second map has only the squares, and the third the related tables.
 */
export function sampleService(): { definition: ServiceDefinition; files: Map<string, Blob> } {
  const inputs = [towns, squares, ...relatedTables];
  const written = inputs.map(writeTable);
  const townSymbol: Value<'Symbol'> = {
    type: 'SimpleMarkerSymbol',
    Angle: 0,
    Color: rgb(200, 0, 0),
    Size: 6,
    XOffset: 0,
    YOffset: 0,
    Outline: false,
    OutlineSize: 0,
    OutlineColor: rgb(0, 0, 0),
    Style: 'gisSMSCircle',
  };
  const squareSymbol: Value<'Symbol'> = {
    type: 'SimpleFillSymbol',
    Color: rgb(180, 200, 160),
    Outline: { type: 'SimpleLineSymbol', Color: rgb(80, 80, 80), Width: 1, Style: 'gisSLSSolid' },
    Style: 'gisSFSSolid',
  };
  const drawSymbol = (symbol: Value<'Symbol'>): Value<'FeatureLayerDrawingDescription'> => ({
    type: 'FeatureLayerDrawingDescription',
    FeatureRenderer: { type: 'SimpleRenderer', Symbol: symbol, Label: '', Description: '' },
    ScaleSymbols: false,
    Transparency: 0,
  });
  const town = { table: 'towns', DisplayField: 'NAME', drawing: drawSymbol(townSymbol) };
  const layers = [
    layer(0, 'Places', { kind: 'group' }),
    layer(1, 'Towns', { ...town, ParentLayerID: 0, DefinitionExpression: 'POP IS NULL OR POP < 300000' }),
    layer(2, 'Towns from close by', { ...town, ParentLayerID: 0, MinScale: 1_000_000 }),
    layer(3, 'Squares', { table: 'squares', DisplayField: 'KIND', drawing: drawSymbol(squareSymbol) }),
  ];
  const map = {
    Description: 'Five towns and three squares',
    CopyrightText: 'Nobody',
    SpatialReference: wgs84,
    Units: 'gisDecimalDegrees',
    extent: [-180, -90, 180, 90],
    fullExtent: [-180, -90, 180, 90],
    referenceScale: 0,
    bookmarks: [{ Name: 'Middle', extent: [-10, -10, 10, 10] }],
    standaloneTables: [],
  } as const;
  const definition: ServiceDefinition = {
    name: 'Sample',
    document: {
      Title: 'Sample',
      Subject: 'Contract cases',
      Author: '',
      Category: '',
      Keywords: '',
      Comments: 'Small enough to count by hand',
    },
    limits: { ...defaultLimits, MaximumRecordCount: 4, MaximumImageWidth: 800, MaximumImageHeight: 600 },
    capabilities: ['Map', 'Query', 'Data'],
    maps: [
      { ...map, Name: 'Layers', layers },
      { ...map, Name: 'Squares only', layers: [{ ...layers[3]!, LayerID: 0 }] },
      makeRelatedMap(map, drawSymbol(townSymbol), drawSymbol(squareSymbol)),
    ],
    tables: Object.fromEntries(inputs.map(({ name }, i) => [name, written[i]!.manifest])),
    credits: ['Made for the tests'],
  };
  const files = written.flatMap((table) => [...table.files]);
  return {
    definition,
    files: new Map(files.map(([name, bytes]) => [name, new Blob([bytes as Uint8Array<ArrayBuffer>])])),
  };
}
