import type { Value } from '../../../contract/index.ts';
import { handlers } from '../../../handlers/index.ts';
import type { RestCall } from '../call.ts';
import { toJson } from '../json/convert.ts';

/** JSON of the subtypes of layers and tables by their id, in the words of older and of newer clients. */
export async function subtypeInfos(call: RestCall, ids: number[]): Promise<ReadonlyMap<number, object>> {
  if (ids.length === 0) return new Map();
  const request = { MapName: call.map.Name, TableIDs: ids };
  const { Result } = await handlers.GetMapTableSubtypeInfos(call, request);
  return new Map(Result.map((info) => [info.TableID, subtypeJson(info)]));
}

function subtypeJson({ SubtypeFieldName, SubtypeInfos }: Value<'MapTableSubtypeInfo'>): object {
  const kinds = SubtypeInfos.map(({ SubtypeCode, SubtypeName, FieldDomainInfos }) => ({
    code: SubtypeCode,
    name: SubtypeName,
    domains: Object.fromEntries(
      FieldDomainInfos.map(({ FieldName, Domain, IsInherited }) => [
        FieldName,
        IsInherited || !Domain ? { type: 'inherited' } : toJson('Domain', Domain),
      ]),
    ),
  }));
  return {
    typeIdField: SubtypeFieldName,
    subtypeField: SubtypeFieldName,
    types: kinds.map(({ code, ...kind }) => ({ id: code, ...kind, templates: [] })),
    subtypes: kinds.map((kind) => ({ ...kind, defaultValues: {} })),
  };
}
