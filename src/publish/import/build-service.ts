import { Fault } from '../../../sw/contract/index.ts';
import { trimLetters } from '../../../sw/contract/trim-letters.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import type { TableManifest } from '../../../sw/rows/manifest.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { defaultLimits, type RasterManifest, type ServiceDefinition } from '../../../sw/service/definition.ts';
import { buildMap } from './build-map.ts';
import { fieldOfColumn } from './columns/field-of-column.ts';
import { isRaster, type LayerContent, type ServiceToBuild } from './decided.ts';
import { overviews } from './overviews.ts';

export interface BuiltService {
  readonly definition: ServiceDefinition;
  readonly files: Map<string, Uint8Array>;
}

/**
 * Build a service from layers: stored tables with overviews, and one map with a layer for each table with geometry.
 * Rasters are below the layers; other tables are standalone. The map takes the spatial reference of its first layer.
 *
 * @throws {Fault} `bad-package` if there is no layer or table; also faults of `writeTable`
 */
export function buildService(service: ServiceToBuild, onProgress?: (share: number) => void): BuiltService {
  if (service.layers.length === 0)
    throw new Fault('bad-package', 'The files have no table to publish. Choose other files.');
  const files = new Map<string, Uint8Array>();
  const tables: Record<string, TableManifest> = Object.create(null);
  const rasters: Record<string, RasterManifest> = {};
  const contents = [...new Set(service.layers.map(({ content }) => content))];
  const sources = contents.filter((content): content is SourceTable => !isRaster(content));
  const tableKeys = new Map<LayerContent, string>(sources.map((table, i) => [table, tableKey(table.name, i, sources)]));
  sources.forEach((table, i) => {
    const key = tableKeys.get(table)!;
    const written = writeTable(makeInput(key, table));
    tables[key] = written.manifest;
    for (const [name, bytes] of written.files) files.set(name, bytes);
    onProgress?.((i + 1) / sources.length);
  });
  for (const raster of contents.filter(isRaster)) {
    tableKeys.set(raster, raster.key);
    rasters[raster.key] = raster.manifest;
    for (const [name, bytes] of raster.files) files.set(name, bytes);
  }
  const { name, title = name, description = '', keywords = '', credits = [] } = service;
  const keys = service.layers.map(({ content }) => tableKeys.get(content)!);
  return {
    definition: {
      name,
      document: {
        Title: title,
        Subject: description,
        Author: '',
        Category: '',
        Keywords: keywords,
        Comments: credits.join('\n'),
      },
      limits: defaultLimits,
      capabilities: ['Map', 'Query', 'Data'],
      maps: [buildMap(service, keys, tables)],
      tables: { ...tables },
      rasters: Object.keys(rasters).length > 0 ? rasters : undefined,
      credits,
    },
    files,
  };
}

function makeInput(name: string, table: SourceTable): Parameters<typeof writeTable>[0] {
  const { columns, rowCount, attachments, rasterFields, geometry, spatialReference = wgs84 } = table;
  const plain = {
    name,
    fields: columns.map(fieldOfColumn),
    columns: columns.map(({ values }) => values),
    ...{ rowCount, attachments, rasterFields },
  };
  if (!geometry) return plain;
  const batch = { firstRow: 0, rowCount };
  const levels = overviews(geometry).map(({ resolution, geometry: simpler }) => ({
    resolution,
    geometry: { ...simpler, ...batch },
  }));
  return { ...plain, geometry: { ...geometry, ...batch }, spatialReference, levels };
}

/** Make a table name that is valid in file names and unique in the service, ignoring case. */
export function tableKey(name: string, index: number, all: readonly SourceTable[]): string {
  const clean = (text: string): string =>
    trimLetters(text.normalize('NFC').replace(/[^\p{L}\p{N}_-]+/gu, '_'), '_', true).slice(0, 60) || 'table';
  const key = clean(name);
  const clash = all.some((other, i) => i !== index && clean(other.name).toLowerCase() === key.toLowerCase());
  return clash || key in {} ? `${key}_${index + 1}` : key;
}
