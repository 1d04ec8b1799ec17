import { Fault } from '../../contract/index.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import type { MapDefinition, RasterManifest, ServiceDefinition } from '../definition.ts';
import type { ServicePackage } from '../package.ts';

/**
 * Give the tables and rasters of a package names that are free in a service, and its files names that begin with a mark. So do the names
 * of tables and rasters without files, which stay elsewhere: by the mark a change is recognised that was made already.
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
  const tableKeys = freeKeys(tables, definition.tables, fileOf);
  const rasterKeys = freeKeys(rasters, definition.rasters ?? {}, fileOf);
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
function freeKeys(
  taken: object,
  fresh: Readonly<Record<string, { readonly remote?: object }>>,
  marked: (key: string) => string,
): Map<string, string> {
  const used = new Set(Object.keys(taken));
  return new Map(
    Object.entries(fresh).map(([key, { remote }]) => {
      const first = remote ? marked(key) : key;
      let free = first;
      for (let number = 2; used.has(free); number++) free = `${first}_${number}`;
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
