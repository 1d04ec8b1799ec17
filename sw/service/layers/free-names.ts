import { Fault } from '../../contract/index.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import type { MapDefinition, RasterManifest, ServiceDefinition } from '../definition.ts';
import type { ServicePackage } from '../package.ts';

/**
 * Give the tables and rasters of a package names that are free in a service, and its files names that begin with a mark.
 *
 * @throws {Fault} `bad-package` for a package of several maps
 */
export function withFreeNames(
  { tables, rasters = {} }: Pick<ServiceDefinition, 'tables' | 'rasters'>,
  { definition, files }: ServicePackage,
  mark: string,
): {
  readonly map: MapDefinition;
  readonly tables: Readonly<Record<string, TableManifest>>;
  readonly rasters: Readonly<Record<string, RasterManifest>>;
  readonly written: ReadonlyMap<string, Blob>;
} {
  const { maps } = definition;
  if (maps.length > 1) throw new Fault('bad-package', `Package: one map expected, ${maps.length} found.`);
  const fileOf = (file: string): string => `${mark}-${file}`;
  const tableKeys = freeKeys(Object.keys(tables), Object.keys(definition.tables));
  const rasterKeys = freeKeys(Object.keys(rasters), Object.keys(definition.rasters ?? {}));
  const map = maps[0]!;
  return {
    map: {
      ...map,
      layers: map.layers.map((layer) => ({
        ...layer,
        ...(layer.table === undefined ? {} : { table: tableKeys.get(layer.table)! }),
        ...(layer.raster === undefined ? {} : { raster: rasterKeys.get(layer.raster)! }),
      })),
      standaloneTables: map.standaloneTables.map((table) => ({ ...table, table: tableKeys.get(table.table)! })),
    },
    tables: Object.fromEntries(
      Object.entries(definition.tables).map(([key, table]) => [tableKeys.get(key)!, withFileNames(table, fileOf)]),
    ),
    rasters: Object.fromEntries(
      Object.entries(definition.rasters ?? {}).map(([key, raster]) => [
        rasterKeys.get(key)!,
        raster.remote
          ? raster
          : { ...raster, levels: raster.levels.map((level) => ({ ...level, file: fileOf(level.file) })) },
      ]),
    ),
    written: new Map([...files].map(([name, blob]) => [fileOf(name), blob])),
  };
}

/** New keys by those of a package, different from those that are taken. */
function freeKeys(taken: readonly string[], keys: readonly string[]): Map<string, string> {
  const used = new Set(taken);
  return new Map(
    keys.map((key) => {
      let free = key;
      for (let number = 2; used.has(free); number++) free = `${key}_${number}`;
      used.add(free);
      return [key, free];
    }),
  );
}

function withFileNames(table: TableManifest, fileOf: (file: string) => string): TableManifest {
  if (table.remote) return table;
  const named = <T extends { readonly file?: string }>(one: T): T =>
    one.file === undefined ? one : { ...one, file: fileOf(one.file) };
  const { attributes, levels, index, attachments, rasterFields } = table;
  return {
    ...table,
    attributes: named(attributes),
    levels: levels.map(named),
    ...(index === undefined ? {} : { index: fileOf(index) }),
    ...(attachments ? { attachments: { ...named(attachments), entries: attachments.entries.map(named) } } : {}),
    ...(rasterFields
      ? { rasterFields: Object.fromEntries(Object.entries(rasterFields).map(([name, files]) => [name, named(files)])) }
      : {}),
  };
}
