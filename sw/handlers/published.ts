import { Fault, type Value } from '../contract/index.ts';
import type { TableManifest } from '../rows/manifest.ts';
import type { Table } from '../rows/table.ts';
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
  /** Without the fields that the author hides: what requests may name and answers contain. */
  readonly manifest: TableManifest;
  /** With them, for what the author wrote: the filter, the drawing and the times. */
  readonly stored: TableManifest;
  readonly DefinitionExpression: string;
  /** Absent where it is hidden. */
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
  const stored = definition.table === undefined ? undefined : service.definition.tables[definition.table];
  if (definition.table === undefined || !stored) {
    const kind = layer?.kind === 'raster' ? 'raster' : 'group';
    throw new Fault('not-supported', `Layer ${id} '${definition.Name}' is a ${kind} and has no rows to query.`, {
      layer: id,
    });
  }
  return {
    id,
    Name: definition.Name,
    table: definition.table,
    manifest: shownManifest(stored, hiddenIn(definition)),
    stored,
    DefinitionExpression: definition.DefinitionExpression,
    DisplayField: shownName(definition, definition.DisplayField),
    definition,
  };
}

type Definition = LayerDefinition | StandaloneTableDefinition;

const hiddenIn = ({ presentation }: Definition): readonly string[] => presentation?.hiddenFields ?? [];

/** The name of a field; undefined where the author hides the field. */
const shownName = (definition: Definition, name: string | undefined): string | undefined =>
  name !== undefined && hiddenIn(definition).includes(name) ? undefined : name;

/** One manifest for each list of hidden fields, since what is remembered of a table hangs on its manifest. */
const shownManifests = new WeakMap<TableManifest, Map<string, TableManifest>>();

/** Leave fields out of a manifest; it is the same object for the same fields. */
export function shownManifest(stored: TableManifest, hidden: readonly string[]): TableManifest {
  if (hidden.length === 0) return stored;
  const known = shownManifests.get(stored) ?? new Map<string, TableManifest>();
  shownManifests.set(stored, known);
  const key = JSON.stringify(hidden);
  const fields = stored.fields.filter(({ Name }) => !hidden.includes(Name));
  const manifest = known.get(key) ?? { ...stored, fields };
  known.set(key, manifest);
  return manifest;
}

/** Return the field of the object ids. Rows are named by it also where the author hides it as an attribute. */
export const idFieldOf = ({ idField, fields }: TableManifest): Value<'Field'> =>
  fields.find(({ Name }) => Name === idField) ?? {
    ...{ Name: idField, Type: 'gisFieldTypeOID' as const },
    ...{ IsNullable: false, Length: 4, Precision: 0, Scale: 0 },
  };

/** Leave the fields out that the author of a layer or table hides. */
export function withoutHidden(table: Table, definition: Definition): Table {
  const manifest = shownManifest(table.manifest, hiddenIn(definition));
  return manifest === table.manifest ? table : { ...table, manifest };
}

/**
 * The id of the published layer or table that the rows belong to, whatever id the request gives them; -1 without one.
 */
export const publishedId = ({ definition }: PublishedTable): number =>
  'LayerID' in definition ? definition.LayerID : definition.ID;
