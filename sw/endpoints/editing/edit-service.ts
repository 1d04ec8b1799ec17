import { readText } from '../../body.ts';
import type { Context } from '../../context.ts';
import { Fault, wrongValue } from '../../contract/index.ts';
import { bindConditions } from '../../handlers/row-filter.ts';
import { moveService, servicePublished, setServiceAccess } from '../../portal/index.ts';
import { applyEdit, type LayerChanges, readEdit, type ServiceEdit } from '../../service/apply-edit.ts';
import { checkDefinition } from '../../service/check-definition.ts';
import type { LayerDefinition, ServiceDefinition, StandaloneTableDefinition } from '../../service/definition.ts';
import { writeJson } from '../../service/package-json.ts';
import { readTimeExtent } from '../../service/time-extent.ts';
import type { ServiceRecord } from '../../store/store.ts';
import { jsonResponse } from '../error-response.ts';
import { unknownServiceFault } from '../gate.ts';
import type { ServiceEndpoint } from '../request-context.ts';

/**
 * Edit a service: the texts and styles of layers, tables and fields, and its name, limits and access.
 *
 * The body is JSON with any of these members:
 *
 * - `"map": name`: the map whose layers and settings are edited; by default the first one.
 * - `"layers": [{"LayerID": 2, "Name": "Rivers", "fields": {"LEN": {"AliasName": "Length"}}, ...}]`: changes of layers
 *   and of standalone tables, whose IDs follow those of the layers.
 * - `"service": {"name": ..., "limits": {...}}`
 * - `"mapInfo": {"relationships": [...]}`
 * - `"access": "private"`
 *
 * The service gets a new version; its files are unchanged. If a layer's `time` has no `fullTimeExtent`, it becomes the
 * time extent of the rows.
 *
 * @throws {Fault} `unknown-service` if it was removed in the meantime, `bad-value`, `unknown-layer`, `unknown-map`,
 * `unknown-field`, `bad-package` for a definition that is no longer valid, `bad-sql`; the service is unchanged
 */
export const answerEdit: ServiceEndpoint = async ({ context, request, service: before, url }) => {
  const { key } = before;
  const requested = readEdit(await readText(request));
  if (requested.access !== undefined) {
    await setServiceAccess(context, before, requested.access);
    return jsonResponse({ success: true, key, version: before.version, bytes: before.bytes }, url);
  }
  const { edit, timed } = await withTimeExtents(context, before, requested);
  const change = (definition: ServiceDefinition): ServiceDefinition => {
    // The time extents were read before the transaction, so the rows must still be the same.
    if (timed.some((name) => rowsMark(definition, name) !== rowsMark(before.definition, name)))
      throw new Fault('bad-value', `Service "${key}" has changed since it was read. Try again.`);
    const changed = checkDefinition(applyEdit(definition, edit));
    checkExpressions(changed, edit, context.now());
    return changed;
  };
  const { service = {} } = edit;
  const isMoved = 'name' in service || 'folder' in service;
  const record = await (isMoved ? moveService(context, key, change) : context.store.editDefinition(key, change));
  if (!record) throw unknownServiceFault(context, key);
  await servicePublished(context, record);
  return jsonResponse({ success: true, key: record.key, version: record.version, bytes: record.bytes }, url);
};

/** Return a mark that changes with the rows of a table. */
const rowsMark = (definition: ServiceDefinition, table: string): string =>
  writeJson(definition.tables[table]?.batches ?? null);

/**
 * Add the time extents of the rows to an edit, because a transaction can't wait for them. @throws {Fault} as
 * `answerEdit`
 */
async function withTimeExtents(
  context: Context,
  before: ServiceRecord,
  edit: ServiceEdit,
): Promise<{ edit: ServiceEdit; timed: readonly string[] }> {
  if (!edit.layers?.some(({ time }) => time)) return { edit, timed: [] };
  const changed = checkDefinition(applyEdit(before.definition, edit));
  const timed: string[] = [];
  const layers: LayerChanges[] = [];
  for (const [index, change] of edit.layers.entries()) {
    const { time, table } = findPart(changed, edit, change.LayerID)!;
    layers.push(change);
    if (!change.time || !time) continue;
    const path = `edit.layers[${index}].time`;
    if (table === undefined)
      throw wrongValue('bad-value', path, 'a layer or table with rows', 'a group or raster layer');
    if (time.fullTimeExtent) continue;
    const rows = await context.store.table(before, table);
    const fullTimeExtent = await readTimeExtent(rows, time, path, context.yieldNow);
    if (fullTimeExtent) layers[index] = { ...change, time: { ...time, fullTimeExtent } };
    timed.push(table);
  }
  return { edit: { ...edit, layers }, timed };
}

function findPart(
  definition: ServiceDefinition,
  edit: ServiceEdit,
  id: number,
): LayerDefinition | StandaloneTableDefinition | undefined {
  const map = definition.maps.find(({ Name }) => edit.map === undefined || Name === edit.map)!;
  return map.layers[id] ?? map.standaloneTables[id - map.layers.length];
}

/** Check the expressions of an edit, because an invalid filter would make every later request fail. */
function checkExpressions(definition: ServiceDefinition, edit: ServiceEdit, now: number): void {
  for (const { LayerID } of edit.layers ?? []) {
    const part = findPart(definition, edit, LayerID);
    const manifest = part?.table === undefined ? undefined : definition.tables[part.table];
    if (!part || !manifest) continue;
    const clauses = [{ text: part.DefinitionExpression, path: `DefinitionExpression of layer ${LayerID}` }];
    const labels = ('drawing' in part && part.drawing?.LabelingDescription?.LabelClassDescriptions) || [];
    for (const [index, { WhereClause: text = '' }] of labels.entries())
      clauses.push({ text, path: `WhereClause of label class ${index} of layer ${LayerID}` });
    bindConditions(clauses, manifest, now);
  }
}
