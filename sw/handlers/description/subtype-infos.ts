import type { Value } from '../../contract/index.ts';
import { forEachItem } from '../../scheduler.ts';
import type { Handler } from '../call.ts';
import { type PublishedTable, publishedMap, publishedTable } from '../published.ts';
import { requestedTable } from '../query/requested-table.ts';

/**
 * Describe the subtypes of layers and tables by ID, or of all if no IDs are given.
 *
 * Layers and tables without subtypes are left out.
 */
export const GetMapTableSubtypeInfos: Handler<'GetMapTableSubtypeInfos'> = async ({ service }, request) => {
  const map = publishedMap(service, request.MapName);
  const all = [...map.layers.filter(({ table }) => table !== undefined).map(({ LayerID }) => LayerID)];
  for (const { ID } of map.standaloneTables) all.push(ID);
  const ids = request.TableIDs?.length ? request.TableIDs : all;
  return { Result: [...new Set(ids)].flatMap((id) => subtypeInfo(publishedTable(service, map, id))) };
};

/**
 * Describe the subtypes of layers by description, or of all published layers if no descriptions are given.
 *
 * Layers without subtypes are left out.
 */
export const GetMapTableSubtypeInfos2: Handler<'GetMapTableSubtypeInfos2'> = async (call, request) => {
  const map = publishedMap(call.service, request.MapName);
  const layers = map.layers.filter(({ table }) => table !== undefined).map(({ LayerID }) => LayerID);
  const requested = request.LayerDescriptions?.length ? request.LayerDescriptions : layers;
  const infos = new Map<unknown, Value<'MapTableSubtypeInfo'>[]>();
  await forEachItem<number | Value<'LayerDescription'>>(requested, call.scheduler, async (one, i) => {
    const { published } = await requestedTable(call, map, one, `GetMapTableSubtypeInfos2.LayerDescriptions[${i}]`);
    // Answer a published layer only once. Sources defined in the request can differ under the same ID.
    const key = typeof one === 'object' && one.Source ? one : published.id;
    if (!infos.has(key)) infos.set(key, subtypeInfo(published));
  });
  return { Result: [...infos.values()].flat() };
};

function subtypeInfo(published: PublishedTable): Value<'MapTableSubtypeInfo'>[] {
  const subtypes = published.definition.presentation?.subtypes;
  if (!subtypes) return [];
  const SubtypeInfos = subtypes.kinds.map(({ code, name, domains }) => ({
    SubtypeCode: code,
    SubtypeName: name,
    FieldDomainInfos: published.manifest.fields.flatMap((field): Value<'FieldDomainInfo'>[] => {
      if (Object.hasOwn(domains, field.Name)) {
        return [{ FieldName: field.Name, Domain: domains[field.Name] ?? undefined, IsInherited: false }];
      }
      return field.Domain ? [{ FieldName: field.Name, Domain: field.Domain, IsInherited: true }] : [];
    }),
  }));
  return [{ TableID: published.id, SubtypeFieldName: subtypes.field, SubtypeInfos }];
}
