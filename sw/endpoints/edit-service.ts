import { readText } from '../body.ts';
import { Fault } from '../contract/index.ts';
import { checkDefinition } from '../features/check-definition.ts';
import type { ServiceDefinition } from '../features/definition.ts';
import { conditionsOf } from '../handlers/row-filter.ts';
import { moveService, setServiceAccess } from '../portal/manage-service.ts';
import { servicePublished } from '../portal/services.ts';
import { refuseForeignNavigation } from './admin.ts';
import { applyEdit, type Edit, readEdit } from './apply-edit.ts';
import { jsonResponse } from './error-response.ts';
import type { Endpoint } from './visit.ts';

/**
 * Change what people say of a service, its layers, tables and fields, what it is called and who may use it:
 * `{"map"?: name, "layers": [{"LayerID": 2, "Name": "Rivers", "fields": {"LEN": {"AliasName": "Length"}}, ...}]}`, where ids past
 * the layers are those of standalone tables; `"service": {"name": ..., "limits": {...}}`; `"mapInfo": {"relationships": [...]}`;
 * `"access": "private"`. The service gets a new version; its files stay.
 *
 * @throws {Fault} `bad-value`, `unknown-layer`, `unknown-map`, `unknown-field`, `bad-package` for what is no valid definition any
 * more, `bad-sql`; the service is as before
 */
export const answerEdit: Endpoint = async ({ context, request, match, url }) => {
  refuseForeignNavigation(request, context.origin);
  const key = match.parameters.get('service') ?? '';
  const edit = readEdit(await readText(request));
  const change = (definition: ServiceDefinition): ServiceDefinition => {
    const changed = checkDefinition(applyEdit(definition, edit));
    checkExpressions(changed, edit, context.now());
    return changed;
  };
  const unknown = (): Fault => new Fault('unknown-service', `Service '${key}' not found.`, { service: key });
  const before = await context.store.service(key);
  if (!before) throw unknown();
  if (edit.access !== undefined) {
    await setServiceAccess(context, before, edit.access);
    return jsonResponse({ success: true, key, version: before.version, bytes: before.bytes }, url);
  }
  const isMoved = 'name' in edit.service || 'folder' in edit.service;
  const record = await (isMoved ? moveService(context, key, change) : context.store.editDefinition(key, change));
  if (!record) throw unknown();
  await servicePublished(context, record);
  return jsonResponse({ success: true, key: record.key, version: record.version, bytes: record.bytes }, url);
};

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
