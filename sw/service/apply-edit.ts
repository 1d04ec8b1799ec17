import { type ChangeRows, type Changes, editable, editMessage } from '../contract/admin/edit-message.ts';
import { badValue, Fault, quoteValue, wrongValue } from '../contract/index.ts';
import { checkMessage, type ParameterValues } from '../contract/parameter.ts';
import { isObject } from '../contract/parameter-text.ts';
import type { TableManifest } from '../rows/manifest.ts';
import { formatCopyright } from './copyright.ts';
import type { LayerDefinition, MapDefinition, ServiceDefinition } from './definition.ts';
import { readJson } from './package-json.ts';

const maxEditLength = 10_000;

type FieldChanges = Readonly<Record<string, Changes<TableManifest['fields'][number], typeof editable.field>>>;

/** The changes of a layer or a standalone table, whose IDs follow those of the layers. */
export type LayerChanges = Changes<LayerDefinition, typeof editable.layer> & {
  readonly LayerID: number;
  readonly fields?: FieldChanges | undefined;
};

/**
 * A change of a service: `{"service": {...}, "access": "private", "map": name, "mapInfo": {...}, "layers": [{"LayerID":
 * 2, ...}]}`.
 */
export interface ServiceEdit extends Omit<ParameterValues<typeof editMessage>, 'service' | 'mapInfo' | 'layers'> {
  readonly service?: Changes<ServiceDefinition, typeof editable.service>;
  readonly mapInfo?: Changes<MapDefinition, typeof editable.map>;
  readonly layers?: readonly LayerChanges[];
}

/** Parse the JSON of an edit. @throws {Fault} `bad-value` for an invalid edit; `bad-package` if the text isn't JSON */
export function readEdit(text: string): ServiceEdit {
  const edit = checkMessage(editMessage, readJson(text), 'edit');
  const { service = {}, access, mapInfo = {}, layers = [] } = edit;
  const count = Object.keys(service).length + Object.keys(mapInfo).length + layers.length;
  // Access is stored by the portal and everything else by the service, so one request can't change both.
  if (access !== undefined && count > 0)
    throw new Fault('bad-value', 'edit.access must be the only change in an edit.');
  if ((access === undefined && count === 0) || layers.length > maxEditLength)
    throw wrongValue('bad-value', 'edit.layers', `1 to ${maxEditLength} changes`, `${layers.length}`);
  for (const [index, { LayerID }] of layers.entries())
    if (!Number.isInteger(LayerID)) throw badValue(`edit.layers[${index}].LayerID`, 'a whole number', LayerID);
  return edit as ServiceEdit;
}

/**
 * Apply an edit to a definition. The caller checks the result.
 *
 * @throws {Fault} `bad-value` for a member that can't be changed or has an invalid value; `unknown-map`,
 *   `unknown-layer` or `unknown-field` when there is no such map, layer or field
 */
export function applyEdit(definition: ServiceDefinition, edit: ServiceEdit): ServiceDefinition {
  const { mapInfo = {}, layers: changes = [] } = edit;
  const service = withCopyright(
    definition,
    mergeChanges(definition, edit.service ?? {}, editable.service, 'edit.service'),
  );
  if (changes.length === 0 && Object.keys(mapInfo).length === 0) return service;
  const mapIndex = edit.map === undefined ? 0 : service.maps.findIndex(({ Name }) => Name === edit.map);
  const old = service.maps[mapIndex];
  if (!old) throw new Fault('unknown-map', `edit.map: map "${edit.map}" not found.`);
  const layers = [...old.layers];
  const standaloneTables = [...old.standaloneTables];
  const tables = new Map(Object.entries(service.tables));
  for (const [index, { LayerID: id, fields, ...change }] of changes.entries()) {
    const path = `edit.layers[${index}]`;
    const tableAt = id - layers.length;
    const part = layers[id] ?? standaloneTables[tableAt];
    if (!part) throw wrongValue('unknown-layer', `${path}.LayerID`, 'a layer or table of the map', `${id}`);
    if (layers[id]) layers[id] = mergeChanges(layers[id], change, editable.layer, path);
    else standaloneTables[tableAt] = mergeChanges(standaloneTables[tableAt]!, change, editable.table, path);
    if (fields === undefined) continue;
    const manifest = part.table === undefined ? undefined : tables.get(part.table);
    if (!manifest || !isObject(fields))
      throw badValue(`${path}.fields`, manifest ? 'an object' : 'nothing for a layer without a table', fields);
    tables.set(part.table!, withFields(manifest, fields, `${path}.fields`));
  }
  const changed: MapDefinition = mergeChanges(
    { ...old, layers, standaloneTables },
    mapInfo,
    editable.map,
    'edit.mapInfo',
  );
  return { ...service, maps: service.maps.with(mapIndex, changed), tables: Object.fromEntries(tables) };
}

/** Update the copyright of each map whose copyright equals the copyright of the service. */
function withCopyright(before: ServiceDefinition, after: ServiceDefinition): ServiceDefinition {
  const { credits } = after;
  if (credits === before.credits || !Array.isArray(credits) || !credits.every((credit) => typeof credit === 'string'))
    return after;
  const old = formatCopyright(before.credits);
  const CopyrightText = formatCopyright(credits);
  return { ...after, maps: after.maps.map((map) => (map.CopyrightText === old ? { ...map, CopyrightText } : map)) };
}

function withFields(manifest: TableManifest, changes: Readonly<Record<string, unknown>>, path: string): TableManifest {
  const fields = [...manifest.fields];
  for (const [name, change] of Object.entries(changes)) {
    const index = fields.findIndex(({ Name }) => Name === name);
    if (index < 0 || name === manifest.shapeField)
      throw wrongValue('unknown-field', path, 'a field of the table', quoteValue(name));
    if (!isObject(change)) throw badValue(`${path}.${name}`, 'an object', change);
    fields[index] = mergeChanges(fields[index]!, change, editable.field, `${path}.${name}`);
  }
  return { ...manifest, fields };
}

function mergeChanges<T extends object>(
  old: T,
  change: Readonly<Record<string, unknown>>,
  rows: ChangeRows,
  path: string,
): T {
  const result = { ...old } as Record<string, unknown>;
  for (const [name, value] of Object.entries(change)) {
    if (!Object.hasOwn(rows, name)) {
      const names = Object.keys(rows).join(', ');
      throw badValue(path, `one of ${names}`, name);
    }
    if (value === null && rows[name] === 'clear') delete result[name];
    else if (rows[name] === 'parts' && isObject(value)) {
      const part = result[name] as object;
      const parts = Object.fromEntries(Object.keys(part).map((partName) => [partName, 'set' as const]));
      result[name] = mergeChanges(part, value, parts, `${path}.${name}`);
    } else result[name] = value;
  }
  return result as T;
}
