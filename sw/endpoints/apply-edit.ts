import { Fault } from '../contract/index.ts';
import type { TableManifest } from '../rows/manifest.ts';
import { copyrightOf } from '../service/copyright.ts';
import type { MapDefinition, ServiceDefinition } from '../service/definition.ts';
import { readJson } from '../service/package-json.ts';

/** What may be changed while the data stay; `null` takes an optional one away. */
const editable = {
  service: ['name', 'folder', 'document', 'limits', 'capabilities', 'credits'],
  map: ['Description', 'CopyrightText', 'relationships'],
  layer: [
    'Name',
    'Description',
    'CopyrightText',
    'Visible',
    'ShowLabels',
    'MinScale',
    'MaxScale',
    'DisplayField',
    'DefinitionExpression',
    'drawing',
    'time',
    'presentation',
    'fields',
  ],
  table: ['Name', 'Description', 'DisplayField', 'DefinitionExpression', 'time', 'presentation', 'fields'],
  field: ['AliasName', 'Domain', 'DefaultValue'],
} as const;
const optional: ReadonlySet<string> = new Set([
  'DisplayField',
  'drawing',
  'time',
  'presentation',
  'folder',
  'relationships',
  'Domain',
  'DefaultValue',
]);
/** Of these, what is not named stays. */
const inParts: ReadonlySet<string> = new Set(['document', 'limits']);
const largestEdit = 10_000;

interface Change extends Readonly<Record<string, unknown>> {
  readonly LayerID: number;
}

/** A change of a service: `{"service": {...}, "access": "private", "map": name, "mapInfo": {...}, "layers": [{"LayerID": 2, ...}]}`. */
export interface Edit {
  readonly service: Readonly<Record<string, unknown>>;
  readonly access: 'public' | 'private' | undefined;
  /** The first one unless told. */
  readonly map: string | undefined;
  readonly mapInfo: Readonly<Record<string, unknown>>;
  readonly layers: readonly Change[];
}

/** Read the JSON of an edit. @throws {Fault} `bad-value`, `bad-package` when it is no JSON */
export function readEdit(text: string): Edit {
  const { service = {}, access, map, mapInfo = {}, layers = [], ...rest } = readJson(text);
  const [foreign] = Object.keys(rest);
  if (foreign !== undefined)
    throw new Fault(
      'bad-value',
      `edit: "service", "access", "map", "mapInfo" and "layers" expected, "${foreign.slice(0, 40)}" found.`,
    );
  if (map !== undefined && typeof map !== 'string') throw new Fault('bad-value', 'edit.map: a name expected.');
  if (access !== undefined && access !== 'public' && access !== 'private')
    throw new Fault('bad-value', 'edit.access: "public" or "private" expected.');
  for (const [name, part] of [
    ['service', service],
    ['mapInfo', mapInfo],
  ] as const)
    if (!isRecord(part)) throw new Fault('bad-value', `edit.${name}: an object expected.`);
  // Rights stand in the portal's rows and all else in the service's: one request is one change.
  const others = [service, mapInfo].reduce<number>((sum, part) => sum + Object.keys(part as object).length, 0);
  if (access !== undefined && (others > 0 || (layers as unknown[]).length > 0))
    throw new Fault('bad-value', 'edit.access: nothing else beside it expected.');
  if (!Array.isArray(layers) || (layers.length + others === 0 && access === undefined) || layers.length > largestEdit)
    throw new Fault('bad-value', `edit.layers: 1 to ${largestEdit} changes expected.`);
  for (const [index, change] of layers.entries())
    if (!Number.isInteger((change as Partial<Change> | null)?.LayerID))
      throw new Fault('bad-value', `edit.layers[${index}].LayerID: a whole number expected.`);
  return { service, access, map, mapInfo, layers } as Edit;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Make the definition that an edit wants. It is checked by whoever keeps it.
 *
 * @throws {Fault} `bad-value`, `unknown-layer`, `unknown-map`, `unknown-field`
 */
export function applyEdit(definition: ServiceDefinition, edit: Edit): ServiceDefinition {
  const service = withCopyright(definition, merged(definition, edit.service, editable.service, 'edit.service'));
  if (edit.layers.length === 0 && Object.keys(edit.mapInfo).length === 0) return service;
  const at = edit.map === undefined ? 0 : service.maps.findIndex(({ Name }) => Name === edit.map);
  const old = service.maps[at];
  if (!old) throw new Fault('unknown-map', `edit.map: map "${edit.map}" not found.`);
  const layers = [...old.layers];
  const standaloneTables = [...old.standaloneTables];
  const tables = new Map(Object.entries(service.tables));
  for (const [index, { LayerID: id, fields, ...change }] of edit.layers.entries()) {
    const place = `edit.layers[${index}]`;
    const tableAt = id - layers.length;
    const part = layers[id] ?? standaloneTables[tableAt];
    if (!part) throw new Fault('unknown-layer', `${place}.LayerID: a layer or table of the map expected, ${id} found.`);
    if (layers[id]) layers[id] = merged(layers[id], change, editable.layer, place);
    else standaloneTables[tableAt] = merged(standaloneTables[tableAt]!, change, editable.table, place);
    if (fields === undefined) continue;
    const manifest = part.table === undefined ? undefined : tables.get(part.table);
    if (!manifest || !isRecord(fields)) throw new Fault('bad-value', `${place}.fields: changes of a table expected.`);
    tables.set(part.table!, withFields(manifest, fields, `${place}.fields`));
  }
  const changed: MapDefinition = merged(
    { ...old, layers, standaloneTables },
    edit.mapInfo,
    editable.map,
    'edit.mapInfo',
  );
  return { ...service, maps: service.maps.with(at, changed), tables: Object.fromEntries(tables) };
}

/** Where a map names the sources of the service, it goes on to do so. */
function withCopyright(before: ServiceDefinition, after: ServiceDefinition): ServiceDefinition {
  const { credits } = after;
  if (credits === before.credits || !Array.isArray(credits) || !credits.every((one) => typeof one === 'string'))
    return after;
  const old = copyrightOf(before.credits);
  const CopyrightText = copyrightOf(credits);
  return { ...after, maps: after.maps.map((map) => (map.CopyrightText === old ? { ...map, CopyrightText } : map)) };
}

function withFields(manifest: TableManifest, changes: Readonly<Record<string, unknown>>, place: string): TableManifest {
  const fields = [...manifest.fields];
  for (const [name, change] of Object.entries(changes)) {
    const at = fields.findIndex(({ Name }) => Name === name);
    if (at < 0 || name === manifest.shapeField)
      throw new Fault('unknown-field', `${place}: a field of the table expected, "${name.slice(0, 60)}" found.`);
    if (!isRecord(change)) throw new Fault('bad-value', `${place}.${name}: an object expected.`);
    fields[at] = merged(fields[at]!, change, editable.field, `${place}.${name}`);
  }
  return { ...manifest, fields };
}

function merged<T extends object>(
  old: T,
  change: Readonly<Record<string, unknown>>,
  names: readonly string[],
  place: string,
): T {
  const result = { ...old } as Record<string, unknown>;
  for (const [name, value] of Object.entries(change)) {
    if (!names.includes(name))
      throw new Fault('bad-value', `${place}: one of ${names.join(', ')} expected, "${name.slice(0, 40)}" found.`);
    if (value === null && optional.has(name)) delete result[name];
    else if (inParts.has(name) && isRecord(value)) {
      const part = result[name] as object;
      result[name] = merged(part, value, Object.keys(part), `${place}.${name}`);
    } else result[name] = value;
  }
  return result as T;
}
