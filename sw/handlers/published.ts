import { Fault } from '../contract/index.ts';
import type { TableManifest } from '../rows/manifest.ts';
import type { LayerDefinition, MapDefinition, StandaloneTableDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';

/**
 * Find a map of the service by its exact name.
 *
 * @throws {Fault} `unknown-map`, also for the empty name (semantics.md 1)
 */
export function publishedMap(service: ServiceRecord, name: string): MapDefinition {
  const map = service.definition.maps.find((candidate) => candidate.Name === name);
  if (map) return map;
  const names = service.definition.maps.map((candidate) => `"${candidate.Name}"`).join(', ');
  // The message repeats the name, so a very long one is cut.
  const requested = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  throw new Fault('unknown-map', `Map '${requested}' not found. Service ${service.key} has ${names}.`, {
    map: requested,
  });
}

/** @throws {Fault} `unknown-layer` */
export function publishedLayer(map: MapDefinition, layerId: number): LayerDefinition {
  const layer = map.layers[layerId];
  if (layer) return layer;
  const last = map.layers.length - 1;
  throw new Fault('unknown-layer', `Layer ${layerId} not found. Map '${map.Name}' has layers 0 to ${last}.`, {
    layer: layerId,
  });
}

/** A published layer or standalone table that has rows, with their manifest. */
export interface PublishedTable {
  readonly id: number;
  readonly Name: string;
  /** Key of `ServiceDefinition.tables`. */
  readonly table: string;
  readonly manifest: TableManifest;
  readonly DefinitionExpression: string;
  readonly DisplayField?: string;
  readonly definition: LayerDefinition | StandaloneTableDefinition;
}

/**
 * Find a feature layer or standalone table by id; both share one id space.
 *
 * @throws {Fault} `unknown-layer` for an unknown id, `not-supported` for a group or raster layer
 */
export function publishedTable(service: ServiceRecord, map: MapDefinition, id: number): PublishedTable {
  const layer = map.layers[id];
  const definition = layer ?? map.standaloneTables.find((candidate) => candidate.ID === id);
  if (!definition) {
    const last = map.layers.length + map.standaloneTables.length - 1;
    throw new Fault('unknown-layer', `Layer or table ${id} not found. Map '${map.Name}' has ids 0 to ${last}.`, {
      layer: id,
    });
  }
  const manifest = definition.table === undefined ? undefined : service.definition.tables[definition.table];
  if (definition.table === undefined || !manifest) {
    const kind = layer?.kind === 'raster' ? 'raster' : 'group';
    throw new Fault('not-supported', `Layer ${id} '${definition.Name}' is a ${kind} and has no rows to query.`, {
      layer: id,
    });
  }
  return {
    id,
    Name: definition.Name,
    table: definition.table,
    manifest,
    DefinitionExpression: definition.DefinitionExpression,
    DisplayField: definition.DisplayField,
    definition,
  };
}

/**
 * The id of the published layer or table that the rows belong to, whatever id the request gives them; -1 without one.
 */
export const publishedId = ({ definition }: PublishedTable): number =>
  'LayerID' in definition ? definition.LayerID : definition.ID;
