import { readText } from '../body.ts';
import { Fault } from '../contract/index.ts';
import { checkDefinition } from '../features/check-definition.ts';
import type { MapDefinition, ServiceDefinition } from '../features/definition.ts';
import { readJson } from '../features/package-json.ts';
import { conditionsOf } from '../handlers/row-filter.ts';
import { servicePublished } from '../portal/services.ts';
import { refuseForeignNavigation } from './admin.ts';
import { jsonResponse } from './error-response.ts';
import type { Endpoint } from './visit.ts';

/** What may be changed of a layer, and of a standalone table, while its data stay; `null` takes an optional one away. */
const editable = {
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
    'presentation',
  ],
  table: ['Name', 'Description', 'DisplayField', 'DefinitionExpression', 'presentation'],
} as const;
const optional: ReadonlySet<string> = new Set(['DisplayField', 'drawing', 'presentation']);
const largestEdit = 10_000;

/**
 * Change how layers are drawn, named, filtered and presented: `{"map"?: name, "layers": [{"LayerID": 2, "Name": "Rivers",
 * ...}]}`, where ids past the layers are those of standalone tables. The service gets a new version; its files stay.
 *
 * @throws {Fault} `bad-value`, `unknown-layer`, `unknown-map`, `bad-package` for what is no valid definition any more, `bad-sql`;
 * the service is as before
 */
export const answerEdit: Endpoint = async ({ context, request, match, url }) => {
  refuseForeignNavigation(request, context.origin);
  const key = match.parameters.get('service') ?? '';
  const edit = readEdit(await readText(request));
  const record = await context.store.editDefinition(key, (definition) => {
    const changed = checkDefinition(edited(definition, edit));
    checkExpressions(changed, edit, context.now());
    return changed;
  });
  if (!record) throw new Fault('unknown-service', `Service '${key}' not found.`, { service: key });
  await servicePublished(context, record);
  return jsonResponse({ success: true, key: record.key, version: record.version, bytes: record.bytes }, url);
};

interface Change extends Readonly<Record<string, unknown>> {
  readonly LayerID: number;
}
interface Edit {
  readonly map: string | undefined;
  readonly layers: readonly Change[];
}

function readEdit(text: string): Edit {
  const { map, layers, ...others } = readJson(text);
  const [foreign] = Object.keys(others);
  if (foreign !== undefined) throw new Fault('bad-value', `edit: "map" and "layers" expected, "${foreign}" found.`);
  if (map !== undefined && typeof map !== 'string') throw new Fault('bad-value', 'edit.map: a name expected.');
  if (!Array.isArray(layers) || layers.length === 0 || layers.length > largestEdit)
    throw new Fault('bad-value', `edit.layers: 1 to ${largestEdit} changes expected.`);
  for (const [index, change] of layers.entries())
    if (!Number.isInteger((change as Partial<Change> | null)?.LayerID))
      throw new Fault('bad-value', `edit.layers[${index}].LayerID: a whole number expected.`);
  return { map, layers: layers as Change[] };
}

function edited(definition: ServiceDefinition, { map, layers: changes }: Edit): ServiceDefinition {
  const at = map === undefined ? 0 : definition.maps.findIndex(({ Name }) => Name === map);
  const old = definition.maps[at];
  if (!old) throw new Fault('unknown-map', `edit.map: map "${map}" not found.`);
  const layers = [...old.layers];
  const standaloneTables = [...old.standaloneTables];
  for (const [index, change] of changes.entries()) {
    const place = `edit.layers[${index}]`;
    const id = change.LayerID;
    if (layers[id]) layers[id] = merged(layers[id], change, editable.layer, place);
    else {
      const table = standaloneTables[id - layers.length];
      if (!table)
        throw new Fault('unknown-layer', `${place}.LayerID: a layer or table of the map expected, ${id} found.`);
      standaloneTables[id - layers.length] = merged(table, change, editable.table, place);
    }
  }
  const changed: MapDefinition = { ...old, layers, standaloneTables };
  return { ...definition, maps: definition.maps.with(at, changed) };
}

function merged<T extends object>(old: T, change: Change, names: readonly string[], place: string): T {
  const result = { ...old } as Record<string, unknown>;
  for (const [name, value] of Object.entries(change)) {
    if (name === 'LayerID') continue;
    if (!names.includes(name))
      throw new Fault('bad-value', `${place}: one of ${names.join(', ')} expected, "${name.slice(0, 40)}" found.`);
    if (value === null && optional.has(name)) delete result[name];
    else result[name] = value;
  }
  return result as T;
}

/** A filter that cannot be read would make every later request fail. */
function checkExpressions(definition: ServiceDefinition, edit: Edit, now: number): void {
  const map = definition.maps.find(({ Name }) => edit.map === undefined || Name === edit.map)!;
  for (const { LayerID } of edit.layers) {
    const asked = map.layers[LayerID] ?? map.standaloneTables[LayerID - map.layers.length];
    const manifest = asked?.table === undefined ? undefined : definition.tables[asked.table];
    if (!asked || !manifest) continue;
    const place = `DefinitionExpression of layer ${LayerID}`;
    conditionsOf([{ text: asked.DefinitionExpression, place }], manifest, now);
  }
}
