import { listRasterFiles } from '../checks/check-raster.ts';
import { listTableFiles } from '../checks/check-table.ts';
import type { ServiceDefinition } from '../definition.ts';

/** Return the names of all files of a service. */
export function fileNames({ tables, rasters = {} }: Pick<ServiceDefinition, 'tables' | 'rasters'>): Set<string> {
  const names = new Set<string>();
  for (const table of Object.values(tables)) for (const [file] of listTableFiles(table)) names.add(file);
  for (const raster of Object.values(rasters)) for (const [file] of listRasterFiles(raster)) names.add(file);
  return names;
}
