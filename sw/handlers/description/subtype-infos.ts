import type { Value } from '../../contract/index.ts';
import { forEachItem } from '../../scheduler.ts';
import type { Handler } from '../call.ts';
import { getPublishedMap, getPublishedTable, type PublishedTable } from '../published.ts';
import { openRequestedTable } from '../query/requested-table.ts';

/**
 * Describe the subtypes of layers and tables by ID, or of all if no IDs are given.
 *
 * Layers and tables without subtypes are left out.
 */
export const GetMapTableSubtypeInfos: Handler<'GetMapTableSubtypeInfos'> = async ({ service }, request) => {
  const map = getPublishedMap(service, request.MapName);
  const all = [...map.layers.filter(({ table }) => table !== undefined).map(({ LayerID }) => LayerID)];
  for (const { ID } of map.standaloneTables) all.push(ID);
  const ids = request.TableIDs?.length ? request.TableIDs : all;
  return { Result: [...new Set(ids)].flatMap((id) => subtypeInfo(getPublishedTable(service, map, id))) };
};

/**
 * Describe the subtypes of layers by description, or of all published layers if no descriptions are given.
 *
 * Layers without subtypes are left out.
 */
export const GetMapTableSubtypeInfos2: Handler<'GetMapTableSubtypeInfos2'> = async (call, request) => {
  const map = getPublishedMap(call.service, request.MapName);
  const layers = map.layers.filter(({ table }) => table !== undefined).map(({ LayerID }) => LayerID);
  const requested = request.LayerDescriptions?.length ? request.LayerDescriptions : layers;
  const infos = new Map<unknown, Value<'MapTableSubtypeInfo'>[]>();
  await forEachItem<number | Value<'LayerDescription'>>(requested, call.scheduler, async (target, i) => {
    const { published } = await openRequestedTable(
      call,
      map,
      target,
      `GetMapTableSubtypeInfos2.LayerDescriptions[${i}]`,
    );
    // Answer a published layer only once. Sources defined in the request can differ under the same ID.
    const key = typeof target === 'object' && target.Source ? target : published.id;
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
