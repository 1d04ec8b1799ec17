import { wrongValue } from '../../contract/index.ts';
import { type Extent, meets, union } from '../../geometry/extent.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import { formatCopyright } from '../copyright.ts';
import type {
  LayerDefinition,
  MapDefinition,
  RasterManifest,
  RelationshipDefinition,
  ServiceDefinition,
  StandaloneTableDefinition,
} from '../definition.ts';
import { wholeExtent } from '../map-extent.ts';
import type { ServicePackage } from '../package.ts';
import { fileNames } from './file-names.ts';
import { isStillRelated } from './still-related.ts';

type Part = LayerDefinition | StandaloneTableDefinition;

/**
 * Definition after a change of its layers, and the changed files. New files are written before they are referenced, old
 * files removed afterwards.
 */
export interface LayersChange {
  readonly definition: ServiceDefinition;
  readonly written: ReadonlyMap<string, Blob>;
  readonly removed: readonly string[];
}

/** Position of new layers: below all others, which keep their IDs, or on top of them. */
type LayerPosition = 'bottom' | 'top';

/**
 * Add the layers, tables and relationships of a package to the first map of a service. IDs are positions, so the IDs of
 * standalone tables are shifted; with `top`, the IDs of all layers too.
 *
 * @param mark prefix of the new file names, which no existing file may have
 * @throws {Fault} `bad-package` for a package of several maps
 */
export function addLayers(
  before: ServiceDefinition,
  added: ServicePackage,
  position: LayerPosition,
  mark: string,
): LayersChange {
  const old = before.maps[0]!;
  const { map, tables, rasters, written } = withFreeNames(before, added, mark);
  const [count, oldCount] = [map.layers.length, old.layers.length];
  const first = position === 'top' ? 0 : oldCount;
  const newLayerId = (id: number): number => (id < count ? id + first : id + oldCount + old.standaloneTables.length);
  const moveId = (id: number): number => moveLayerId(old, count, position, id);
  const layers = map.layers.map((layer) => withId(layer, newLayerId));
  const oldLayers = old.layers.map((layer) => withId(layer, moveId));
  const next = 1 + Math.max(-1, ...(old.relationships ?? []).map(({ RelationshipID }) => RelationshipID));
  const relationships = [
    ...(old.relationships ?? []).map((relationship) => withIds(relationship, moveId)),
    ...(map.relationships ?? []).map((relationship, i) => ({
      ...withIds(relationship, newLayerId),
      RelationshipID: next + i,
    })),
  ];
  const definition = {
    ...before,
    tables: { ...before.tables, ...tables },
    ...optionalRasters({ ...before.rasters, ...rasters }),
    maps: before.maps.with(0, {
      ...old,
      layers: position === 'top' ? [...layers, ...oldLayers] : [...oldLayers, ...layers],
      standaloneTables: [
        ...old.standaloneTables.map((table) => ({ ...table, ID: moveId(table.ID) })),
        ...map.standaloneTables.map((table) => ({ ...table, ID: newLayerId(table.ID) })),
      ],
      relationships: relationships.length > 0 ? relationships : old.relationships,
    }),
  };
  return { definition: withCredits(withExtents(before, definition), added), written, removed: [] };
}

/** Return the ID that a layer or standalone table of a map has after `count` layers were added. */
function moveLayerId(map: LayerCounts, count: number, position: LayerPosition, id: number): number {
  return position === 'top' || id >= map.layers.length ? id + count : id;
}
type LayerCounts = { readonly layers: readonly unknown[] };

/**
 * Replace a layer or standalone table of the first map of a service by the only layer or table of a package. The
 * new one gets the ID and group of the old one. Relationships stay if the new rows have their key fields.
 *
 * @param mark as for `addLayers`
 * @throws {Fault} `unknown-layer` for an ID that the map lacks; `bad-package` for a package of several maps;
 *   `bad-value` for a group, a package of several layers, or another kind of layer or geometry
 */
export function replaceLayer(
  before: ServiceDefinition,
  id: number,
  newPackage: ServicePackage,
  mark: string,
): LayersChange {
  const old = before.maps[0]!;
  const oldPart: Part | undefined = old.layers[id] ?? old.standaloneTables[id - old.layers.length];
  if (!oldPart) throw wrongValue('unknown-layer', 'layer', 'a layer or table of the map', `${id}`);
  const remaining = withoutPartRows(before, oldPart);
  const { map, tables, rasters, written } = withFreeNames(remaining, newPackage, mark);
  const parts: readonly Part[] = [...map.layers, ...map.standaloneTables];
  const [part] = parts;
  if (!part || parts.length > 1) throw wrongValue('bad-value', 'Package', 'one layer or table', `${parts.length}`);
  const kinds = [partKind(oldPart, before.tables), partKind(part, tables)];
  if (kinds[0] === 'group') throw wrongValue('bad-value', 'layer', 'a layer or table with data', `group ${id}`);
  if (kinds[0] !== kinds[1])
    throw wrongValue('bad-value', 'Package', `${kinds[0]} data to replace layer ${id}`, `${kinds[1]} data`);
  const relationships = (old.relationships ?? []).filter((relationship) =>
    isStillRelated(relationship, id, before.tables[oldPart.table ?? ''], tables[part.table ?? '']),
  );
  const { relationships: _, ...rest } = old;
  const isLayer = 'LayerID' in oldPart;
  const changed: MapDefinition = {
    ...rest,
    layers: isLayer
      ? old.layers.with(id, { ...(part as LayerDefinition), LayerID: id, ParentLayerID: oldPart.ParentLayerID })
      : old.layers,
    standaloneTables: isLayer
      ? old.standaloneTables
      : old.standaloneTables.with(id - old.layers.length, { ...(part as StandaloneTableDefinition), ID: id }),
    ...(relationships.length > 0 ? { relationships } : {}),
  };
  const replaced = {
    ...before,
    maps: before.maps.with(0, changed),
    tables: { ...remaining.tables, ...tables },
    ...optionalRasters({ ...remaining.rasters, ...rasters }),
  };
  const definition = withCredits(withExtents(before, replaced), newPackage);
  const files = fileNames(definition);
  return { definition, written, removed: [...fileNames(before)].filter((file) => !files.has(file)) };
}

/** Return the tables and rasters of a service without those that only this layer uses. */
function withoutPartRows(definition: ServiceDefinition, oldPart: Part): Pick<ServiceDefinition, 'tables' | 'rasters'> {
  const others = definition.maps.flatMap(({ layers, standaloneTables }) =>
    [...layers, ...standaloneTables].filter((part) => part !== oldPart),
  );
  const keepUsed = <T>(all: Readonly<Record<string, T>>, kind: 'table' | 'raster'): Record<string, T> => {
    const key = (part: Part): string | undefined => (part as Partial<LayerDefinition>)[kind];
    const isUsed = (name: string): boolean => name !== key(oldPart) || others.some((other) => key(other) === name);
    return Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(name)));
  };
  return { tables: keepUsed(definition.tables, 'table'), rasters: keepUsed(definition.rasters ?? {}, 'raster') };
}

const optionalRasters = (rasters: Readonly<Record<string, RasterManifest>>): Pick<ServiceDefinition, 'rasters'> =>
  Object.keys(rasters).length > 0 ? { rasters } : {};

const withId = (layer: LayerDefinition, changeId: (id: number) => number): LayerDefinition => ({
  ...layer,
  LayerID: changeId(layer.LayerID),
  ParentLayerID: layer.ParentLayerID < 0 ? -1 : changeId(layer.ParentLayerID),
});

function withIds(relationship: RelationshipDefinition, changeId: (id: number) => number): RelationshipDefinition {
  const { originId, destinationId, link } = relationship;
  return {
    ...relationship,
    originId: changeId(originId),
    destinationId: changeId(destinationId),
    link: link && { ...link, tableId: changeId(link.tableId) },
  };
}

/** Return the kind of a layer or table. New data must have the same kind. */
function partKind(part: Part, tables: ServiceDefinition['tables']): string {
  if ('LayerID' in part && part.kind !== 'feature') return part.kind;
  const geometry = 'LayerID' in part ? tables[part.table ?? '']?.geometry : 'table';
  return geometry === 'multipoint' ? 'point' : (geometry ?? 'table');
}

/**
 * Update the full extent: recompute it if it was the extent of the data, otherwise extend it. The first view follows if
 * it showed the full extent or doesn't meet the new extent.
 */
function withExtents(before: ServiceDefinition, after: ServiceDefinition): ServiceDefinition {
  const [old, map] = [before.maps[0]!, after.maps[0]!];
  const [oldData, newData] = [sourcesExtent(before), sourcesExtent(after)];
  const fullExtent = isSame(oldData, old.fullExtent) ? newData : union(old.fullExtent, newData);
  const isOfAll = isSame(old.extent, old.fullExtent) || !meets(old.extent, fullExtent);
  return { ...after, maps: after.maps.with(0, { ...map, fullExtent, extent: isOfAll ? fullExtent : map.extent }) };
}

/** Add the credits of new layers to those of a service, in its list and in the copyright of its map. */
function withCredits(definition: ServiceDefinition, { definition: newDefinition }: ServicePackage): ServiceDefinition {
  const { credits, maps } = definition;
  const map = maps[0]!;
  const [old, added] = [map.CopyrightText, newDefinition.maps[0]!.CopyrightText];
  const CopyrightText = old.includes(added) ? old : old === '' ? added : formatCopyright([old, added]);
  return {
    ...definition,
    credits: [...new Set([...credits, ...newDefinition.credits])],
    maps: maps.with(0, { ...map, CopyrightText }),
  };
}

function sourcesExtent({ maps, tables, rasters = {} }: ServiceDefinition): Extent {
  const { layers, SpatialReference } = maps[0]!;
  const sources = layers.flatMap(({ table, raster }) => tables[table ?? ''] ?? rasters[raster ?? ''] ?? []);
  return wholeExtent(sources, SpatialReference);
}

const isSame = (a: Extent, b: Extent): boolean => a.every((value, i) => value === b[i]);

/**
 * Give the tables and rasters of a package unused names, and prefix its files with a mark. Remote tables and rasters,
 * which have no files, get the prefix in their names. The mark shows that a change was already made.
 *
 * @throws {Fault} `bad-package` for a package of several maps
 */
function withFreeNames(
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
  if (maps.length > 1) throw wrongValue('bad-package', 'Package', 'one map', `${maps.length}`);
  const markFile = (file: string): string => `${mark}-${file}`;
  const tableKeys = freeKeys(tables, definition.tables, markFile);
  const rasterKeys = freeKeys(rasters, definition.rasters ?? {}, markFile);
  const map = maps[0]!;
  return {
    map: {
      ...map,
      layers: map.layers.map((layer) => ({
        ...layer,
        table: layer.table && tableKeys.get(layer.table),
        raster: layer.raster && rasterKeys.get(layer.raster),
      })),
      standaloneTables: map.standaloneTables.map((table) => ({ ...table, table: tableKeys.get(table.table)! })),
    },
    tables: Object.fromEntries(
      Object.entries(definition.tables).map(([key, table]) => [tableKeys.get(key)!, withFileNames(table, markFile)]),
    ),
    rasters: Object.fromEntries(
      Object.entries(definition.rasters ?? {}).map(([key, raster]) => [
        rasterKeys.get(key)!,
        raster.remote
          ? raster
          : { ...raster, levels: raster.levels.map((level) => ({ ...level, file: markFile(level.file) })) },
      ]),
    ),
    written: new Map([...files].map(([name, blob]) => [markFile(name), blob])),
  };
}

/** Return new keys by the keys of a package, different from all taken keys. */
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

function withFileNames(table: TableManifest, renameFile: (file: string) => string): TableManifest {
  if (table.remote) return table;
  const withNewFile = <T extends { readonly file?: string }>(entry: T): T =>
    entry.file === undefined ? entry : { ...entry, file: renameFile(entry.file) };
  const { attributes, levels, index, attachments, rasterFields } = table;
  return {
    ...table,
    attributes: withNewFile(attributes),
    levels: levels.map(withNewFile),
    index: index && renameFile(index),
    attachments: attachments && { ...withNewFile(attachments), entries: attachments.entries.map(withNewFile) },
    rasterFields:
      rasterFields &&
      Object.fromEntries(Object.entries(rasterFields).map(([name, files]) => [name, withNewFile(files)])),
  };
}
