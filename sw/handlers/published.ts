import { Fault, type Value } from '../contract/index.ts';
import type { TableManifest } from '../rows/manifest.ts';
import type { Table } from '../rows/table.ts';
import type { LayerDefinition, MapDefinition, StandaloneTableDefinition } from '../service/definition.ts';
import type { ServiceRecord } from '../store/store.ts';

/**
 * Find a map of the service by its exact name.
 *
 * @throws {Fault} `unknown-map` when the service has no such map, also for an empty name
 */
export function getPublishedMap(service: ServiceRecord, name: string): MapDefinition {
  const map = service.definition.maps.find((candidate) => candidate.Name === name);
  if (map) return map;
  const names = service.definition.maps.map((candidate) => `"${candidate.Name}"`).join(', ');
  // The message repeats the name, so shorten a very long name.
  const requested = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  throw new Fault('unknown-map', `Map "${requested}" not found. Service "${service.key}" has ${names}.`, {
    map: requested,
  });
}

/**
 * Find a layer by ID.
 *
 * @throws {Fault} `unknown-layer` when the map has no such layer
 */
export function getPublishedLayer(map: MapDefinition, layerId: number): LayerDefinition {
  const layer = map.layers[layerId];
  if (layer) return layer;
  const last = map.layers.length - 1;
  throw new Fault('unknown-layer', `Layer ${layerId} not found. Map "${map.Name}" has layers 0 to ${last}.`, {
    layer: layerId,
  });
}

/** A published layer or standalone table with rows, and its manifest. */
export interface PublishedTable {
  readonly id: number;
  readonly Name: string;
  /** Key of `ServiceDefinition.tables`. */
  readonly table: string;
  /** Manifest without hidden fields. Requests can name and responses can contain only these fields. */
  readonly manifest: TableManifest;
  /** Manifest with hidden fields, for the author's own filter, drawing and times. */
  readonly stored: TableManifest;
  readonly DefinitionExpression: string;
  /** Absent if the display field is hidden. */
  readonly DisplayField?: string;
  readonly definition: LayerDefinition | StandaloneTableDefinition;
}

/**
 * Find a feature layer or standalone table by ID. Layers and tables share one ID space.
 *
 * @throws {Fault} `unknown-layer` for an unknown ID, `not-supported` for a group or raster layer
 */
export function getPublishedTable(service: ServiceRecord, map: MapDefinition, id: number): PublishedTable {
  const layer = map.layers[id];
  const definition = layer ?? map.standaloneTables.find((candidate) => candidate.ID === id);
  if (!definition) {
    const last = map.layers.length + map.standaloneTables.length - 1;
    throw new Fault('unknown-layer', `Layer or table ${id} not found. Map "${map.Name}" has IDs 0 to ${last}.`, {
      layer: id,
    });
  }
  const stored = definition.table === undefined ? undefined : service.definition.tables[definition.table];
  if (definition.table === undefined || !stored) {
    const kind = layer?.kind === 'raster' ? 'raster' : 'group';
    throw new Fault(
      'not-supported',
      `Layer ${id} "${definition.Name}" can't be queried: it is a ${kind} without rows.`,
      {
        layer: id,
      },
    );
  }
  return {
    id,
    Name: definition.Name,
    table: definition.table,
    manifest: hideFields(stored, listHiddenFields(definition)),
    stored,
    DefinitionExpression: definition.DefinitionExpression,
    DisplayField: visibleFieldName(definition, definition.DisplayField),
    definition,
  };
}

type Definition = LayerDefinition | StandaloneTableDefinition;

const listHiddenFields = ({ presentation }: Definition): readonly string[] => presentation?.hiddenFields ?? [];

/** Return the name of a field, or undefined if the author hides the field. */
const visibleFieldName = (definition: Definition, name: string | undefined): string | undefined =>
  name !== undefined && listHiddenFields(definition).includes(name) ? undefined : name;

/** One manifest for each list of hidden fields, because caches of a table are keyed by the manifest. */
const shownManifests = new WeakMap<TableManifest, Map<string, TableManifest>>();

/** Remove fields from a manifest. Return the same object for the same fields. */
export function hideFields(stored: TableManifest, hidden: readonly string[]): TableManifest {
  if (hidden.length === 0) return stored;
  const cachedManifests = shownManifests.get(stored) ?? new Map<string, TableManifest>();
  shownManifests.set(stored, cachedManifests);
  const key = JSON.stringify(hidden);
  const fields = stored.fields.filter(({ Name }) => !hidden.includes(Name));
  const manifest = cachedManifests.get(key) ?? { ...stored, fields };
  cachedManifests.set(key, manifest);
  return manifest;
}

/** Return the object ID field, even if the author hides it as an attribute, because rows are identified by it. */
export const getIdField = ({ idField, fields }: TableManifest): Value<'Field'> =>
  fields.find(({ Name }) => Name === idField) ?? {
    ...{ Name: idField, Type: 'gisFieldTypeOID' as const },
    ...{ IsNullable: false, Length: 4, Precision: 0, Scale: 0 },
  };

/** Remove the fields that the author of a layer or table hides. */
export function withoutHidden(table: Table, definition: Definition): Table {
  const manifest = hideFields(table.manifest, listHiddenFields(definition));
  return manifest === table.manifest ? table : { ...table, manifest };
}

/**
 * Return the ID of the published layer or table that the rows belong to, not the ID in the request; -1 if there is
 * none.
 */
export const getPublishedId = ({ definition }: PublishedTable): number =>
  'LayerID' in definition ? definition.LayerID : definition.ID;
