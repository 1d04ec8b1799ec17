import { duplicate } from '../contract/index.ts';
import {
  type Check,
  isAnyOf,
  isBoolean,
  isInteger,
  isListOf,
  isMatch,
  isNotBelow,
  isRecordOf,
  isShape,
  isString,
  refuse,
} from './checks/check.ts';
import { isDrawing } from './checks/check-drawing.ts';
import { checkPresentation, isPresentation } from './checks/check-presentation.ts';
import { isRaster, listRasterFiles } from './checks/check-raster.ts';
import { areRelationships, checkRelationships } from './checks/check-relationships.ts';
import { isExtent, isTable, listTableFiles } from './checks/check-table.ts';
import { checkTime, isTime } from './checks/check-time.ts';
import { isContract } from './checks/check-value.ts';
import type { LayerDefinition, MapDefinition, ServiceDefinition } from './definition.ts';

const isServiceName = isMatch(/^[A-Za-z0-9_-]{1,64}$/, '1 to 64 letters, digits, "_" or "-"');

const isLayer = isShape({
  LayerID: isInteger(0),
  Name: isString,
  Description: isString,
  CopyrightText: isString,
  kind: isAnyOf('feature', 'group', 'raster'),
  ParentLayerID: isInteger(-1),
  Visible: isBoolean,
  ShowLabels: isBoolean,
  MinScale: isNotBelow(0),
  MaxScale: isNotBelow(0),
  'table?': isString,
  'raster?': isString,
  'rasterDrawing?': isContract('RasterLayerDrawingDescription'),
  'DisplayField?': isString,
  DefinitionExpression: isString,
  'drawing?': isDrawing,
  'time?': isTime,
  'presentation?': isPresentation,
});

const isStandaloneTable = isShape({
  ID: isInteger(0),
  Name: isString,
  Description: isString,
  table: isString,
  'DisplayField?': isString,
  DefinitionExpression: isString,
  'time?': isTime,
  'presentation?': isPresentation,
});

const isMap = isShape({
  Name: isString,
  Description: isString,
  CopyrightText: isString,
  SpatialReference: isContract('SpatialReference'),
  Units: isContract('gisUnits'),
  extent: isExtent,
  fullExtent: isExtent,
  'BackgroundSymbol?': isContract('FillSymbol'),
  referenceScale: isNotBelow(0),
  bookmarks: isListOf(isShape({ Name: isString, extent: isExtent })),
  layers: isListOf(isLayer),
  standaloneTables: isListOf(isStandaloneTable),
  'relationships?': areRelationships,
});

const isDefinition = isShape({
  name: isServiceName,
  'folder?': isServiceName,
  document: isShape({
    Title: isString,
    Subject: isString,
    Author: isString,
    Category: isString,
    Keywords: isString,
    Comments: isString,
  }),
  limits: isShape({
    MaximumRecordCount: isInteger(1, 1_000_000),
    MaximumImageWidth: isInteger(1, 32_767),
    MaximumImageHeight: isInteger(1, 32_767),
    MaximumBufferCount: isInteger(0, 1_000_000),
    UseStandardizedQueries: isBoolean,
  }),
  capabilities: isListOf(isAnyOf('Map', 'Query', 'Data')),
  maps: isListOf(isMap),
  tables: isRecordOf(isTable),
  'rasters?': isRecordOf(isRaster),
  credits: isListOf(isString),
});

/**
 * Check that an untrusted value is the definition of a service: its structure, every contract value, IDs that equal
 * positions, and references to layers, tables and fields.
 *
 * @returns the same value
 * @throws {Fault} `bad-package` with the path (`service.maps[0].layers[2].table`) and the expected and found values
 */
export function checkDefinition(value: unknown): ServiceDefinition {
  isDefinition(value, 'service');
  const definition = value as ServiceDefinition;
  if (definition.maps.length === 0) refuse('service.maps', 'at least one map', definition.maps);
  const names = new Set<string>();
  definition.maps.forEach((map, i) => {
    const path = `service.maps[${i}]`;
    if (names.has(map.Name)) throw duplicate(`${path}.Name`, 'name', map.Name, 'bad-package');
    names.add(map.Name);
    checkLayers(map, definition, path);
    map.standaloneTables.forEach((table, j) => {
      const tablePath = `${path}.standaloneTables[${j}]`;
      const id = map.layers.length + j;
      if (table.ID !== id) refuse(`${tablePath}.ID`, String(id), table.ID);
      checkReferences(table, definition, tablePath);
    });
    checkRelationships(map, definition, path);
  });
  return definition;
}

function checkLayers(map: MapDefinition, definition: ServiceDefinition, path: string): void {
  map.layers.forEach((layer, id) => {
    const layerPath = `${path}.layers[${id}]`;
    if (layer.LayerID !== id) refuse(`${layerPath}.LayerID`, String(id), layer.LayerID);
    const parent = map.layers[layer.ParentLayerID];
    if (layer.ParentLayerID !== -1 && (layer.ParentLayerID >= id || parent?.kind !== 'group')) {
      refuse(`${layerPath}.ParentLayerID`, '-1 or a preceding group layer', layer.ParentLayerID);
    }
    if (layer.kind === 'group') {
      if (layer.table !== undefined) refuse(`${layerPath}.table`, 'nothing for a group layer', layer.table);
      return;
    }
    if (layer.kind === 'raster') {
      if (layer.raster === undefined || !Object.hasOwn(definition.rasters ?? {}, layer.raster))
        refuse(`${layerPath}.raster`, 'one of the rasters', layer.raster);
      if (layer.table !== undefined) refuse(`${layerPath}.table`, 'nothing for a raster layer', layer.table);
      return;
    }
    checkReferences(layer, definition, layerPath);
    if (definition.tables[layer.table!]!.geometry === undefined)
      refuse(`${layerPath}.table`, 'a table with geometry', layer.table);
  });
}

type Referring = Pick<LayerDefinition, 'table' | 'DisplayField' | 'time' | 'presentation'>;

function checkReferences(
  { table, DisplayField, time, presentation }: Referring,
  definition: ServiceDefinition,
  path: string,
): void {
  if (table === undefined || !Object.hasOwn(definition.tables, table))
    refuse(`${path}.table`, 'one of the tables', table);
  const names = new Set(definition.tables[table]!.fields.map((field) => field.Name));
  const isField: Check = (name, fieldPath) => {
    if (name !== undefined && !names.has(name as string)) refuse(fieldPath, `a field of table "${table}"`, name);
  };
  isField(DisplayField, `${path}.DisplayField`);
  checkTime(time, definition.tables[table]!, `${path}.time`);
  checkPresentation(presentation, definition.tables[table]!, `${path}.presentation`);
}

/**
 * Check that every file referenced by the tables and rasters exists, is referenced once and is long enough for its byte
 * ranges. Other files are refused.
 *
 * @param sizes bytes of the files by name
 * @throws {Fault} `bad-package` if the check fails, naming the file
 */
export function checkFiles(definition: ServiceDefinition, sizes: ReadonlyMap<string, number>): void {
  const referenced = new Set<string>();
  const listed = [
    ...Object.entries(definition.tables).map(([name, table]) => [`tables.${name}`, listTableFiles(table)] as const),
    ...Object.entries(definition.rasters ?? {}).map(
      ([name, raster]) => [`rasters.${name}`, listRasterFiles(raster)] as const,
    ),
  ];
  for (const [name, files] of listed) {
    for (const [file, minimumBytes] of files) {
      const path = `service.${name}: file ${file}`;
      if (referenced.has(file)) throw duplicate(`service.${name}`, 'file', file, 'bad-package');
      referenced.add(file);
      const size = sizes.get(file);
      if (size === undefined || size < minimumBytes) refuse(path, `at least ${minimumBytes} bytes`, size);
    }
  }
  for (const file of sizes.keys())
    if (!referenced.has(file)) refuse('Package', 'only files of a table or raster', file);
}
