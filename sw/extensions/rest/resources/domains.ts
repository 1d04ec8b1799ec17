import { Fault, type Value } from '../../../contract/index.ts';
import { handlers } from '../../../handlers/index.ts';
import type { RestResource } from '../call.ts';
import { toJson } from '../json/convert.ts';

export const queryDomains: RestResource<'queryDomains'> = async (call, { layers }) => {
  const MapName = call.map.Name;
  const { Result: about } = await handlers.GetServerInfo(call, { MapName });
  const fields = new Map<number, Value<'Fields'> | undefined>();
  for (const { LayerID, Fields } of about.MapLayerInfos ?? []) fields.set(LayerID, Fields);
  for (const { ID, Fields } of about.StandaloneTableInfos ?? []) fields.set(ID, Fields);
  const ids = new Set(layers?.length ? layers : fields.keys());
  for (const id of ids)
    if (!fields.has(id))
      throw new Fault(
        'unknown-layer',
        `layers: ids of layers and tables, 0 to ${fields.size - 1}, expected, ${id} found.`,
      );
  const domains = new Map<string, unknown>();
  const add = (domain: Value<'Domain'> | undefined): void => {
    if (domain?.DomainName) domains.set(domain.DomainName, toJson('Domain', domain));
  };
  for (const id of ids) for (const { Domain } of fields.get(id)?.FieldArray ?? []) add(Domain);
  const { Result: subtypes } = await handlers.GetMapTableSubtypeInfos(call, { MapName, TableIDs: [] });
  for (const { TableID, SubtypeInfos } of subtypes)
    if (ids.has(TableID))
      for (const { FieldDomainInfos } of SubtypeInfos) for (const { Domain } of FieldDomainInfos) add(Domain);
  return { domains: [...domains.values()] };
};
