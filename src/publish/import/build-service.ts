import { Fault } from '../../../sw/contract/index.ts';
import type { SourceTable } from '../../../sw/formats/reading/source-table.ts';
import { wgs84 } from '../../../sw/formats/reading/spatial-reference.ts';
import type { TableManifest } from '../../../sw/rows/manifest.ts';
import { writeTable } from '../../../sw/rows/write/write-table.ts';
import { defaultLimits, type ServiceDefinition } from '../../../sw/service/definition.ts';
import { buildMap } from './build-map.ts';
import { fieldOfColumn } from './columns/field-of-column.ts';
import { tableKey } from './columns/table-key.ts';
import { overviews } from './overviews.ts';
import type { ServicePlan } from './service-plan.ts';

export interface BuiltService {
  readonly definition: ServiceDefinition;
  readonly files: Map<string, Uint8Array>;
}

/**
 * Make a service of tables: stored tables with overviews, one map with a layer for each table with geometry, and
 * standalone tables for the rest. Rasters lie below. The map takes the spatial reference of the first layer.
 *
 * @throws {Fault} `bad-package` when there is no table; else as `writeTable`
 */
export function buildService(plan: ServicePlan, onProgress?: (share: number) => void): BuiltService {
  const rasters = plan.rasters ?? [];
  if (plan.layers.length + rasters.length === 0) throw new Fault('bad-package', 'There is no table to publish.');
  const files = new Map<string, Uint8Array>();
  const tables: Record<string, TableManifest> = Object.create(null);
  const sources = [...new Set(plan.layers.map((layer) => layer.table))];
  const keyOf = new Map(sources.map((table, i) => [table, tableKey(table.name, i, sources)]));
  const keys = plan.layers.map((layer) => keyOf.get(layer.table)!);
  sources.forEach((table, i) => {
    const key = keyOf.get(table)!;
    const written = writeTable({
      name: key,
      fields: table.columns.map(fieldOfColumn),
      columns: table.columns.map((column) => column.values),
      rowCount: table.rowCount,
      ...(table.attachments ? { attachments: table.attachments } : {}),
      ...(table.rasterFields ? { rasterFields: table.rasterFields } : {}),
      ...(table.geometry
        ? {
            geometry: { ...table.geometry, firstRow: 0, rowCount: table.rowCount },
            spatialReference: table.spatialReference ?? wgs84,
            levels: overviews(table.geometry).map(({ resolution, geometry }) => ({
              resolution,
              geometry: { ...geometry, firstRow: 0, rowCount: table.rowCount },
            })),
          }
        : {}),
    });
    tables[key] = written.manifest;
    for (const [name, bytes] of written.files) files.set(name, bytes);
    onProgress?.((i + 1) / sources.length);
  });
  for (const { written } of rasters) for (const [name, bytes] of written.files) files.set(name, bytes);
  const title = plan.title ?? plan.name;
  const credits = plan.credits ?? [];
  return {
    definition: {
      name: plan.name,
      document: {
        Title: title,
        Subject: plan.description ?? '',
        Author: '',
        Category: '',
        Keywords: plan.keywords ?? '',
        Comments: credits.join('\n'),
      },
      limits: defaultLimits,
      capabilities: ['Map', 'Query', 'Data'],
      maps: [buildMap(plan, keys, tables)],
      tables: { ...tables },
      ...(rasters.length > 0
        ? { rasters: Object.fromEntries(rasters.map(({ key, written }) => [key, written.manifest])) }
        : {}),
      credits,
    },
    files,
  };
}

/** Points on top, then lines, then areas, so that nothing is hidden. */
export function inDrawingOrder(tables: readonly SourceTable[]): SourceTable[] {
  const rank = { point: 0, multipoint: 0, polyline: 1, polygon: 2 } as const;
  const of = (table: SourceTable): number => (table.geometry ? rank[table.geometry.kind] : 3);
  return [...tables].sort((a, b) => of(a) - of(b));
}
