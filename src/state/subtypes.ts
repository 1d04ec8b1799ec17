import { effect, signal, untracked } from '@preact/signals';
import type { Value } from '../../sw/contract/index.ts';
import { call } from '../call.ts';
import { currentKey, type MapInfo, mapInfo } from './services.ts';

type Domain = Value<'CodedValueDomain'>;

/** The field that tells the kind of a row, with the names of the kinds, by id of the layer or table. */
const kinds = signal<ReadonlyMap<number, { readonly field: string; readonly domain: Domain }>>(new Map());

/** Give a field that tells the kind of a row the names of the kinds. */
export function withKinds(tableId: number, field: Value<'Field'>): Value<'Field'> {
  const known = kinds.value.get(tableId);
  return known?.field === field.Name && !field.Domain ? { ...field, Domain: known.domain } : field;
}

effect(() => {
  const info = mapInfo.value;
  untracked(() => {
    kinds.value = new Map();
    const tables = [...(info?.MapLayerInfos ?? []), ...(info?.StandaloneTableInfos ?? [])];
    if (info && tables.some(({ HasSubtype }) => HasSubtype)) void readKinds(info);
  });
});

async function readKinds(info: MapInfo): Promise<void> {
  try {
    const { Result } = await call('GetMapTableSubtypeInfos', currentKey.peek() ?? '', { MapName: info.Name });
    if (mapInfo.peek() === info) kinds.value = new Map(Result.map((one) => [one.TableID, kindsOf(one)]));
  } catch {
    // Codes are shown as they are, then.
  }
}

function kindsOf({ SubtypeFieldName, SubtypeInfos }: Value<'MapTableSubtypeInfo'>) {
  const domain: Domain = {
    type: 'CodedValueDomain',
    DomainName: SubtypeFieldName,
    FieldType: 'gisFieldTypeInteger',
    MergePolicy: 'gisMPTDefaultValue',
    SplitPolicy: 'gisSPTDuplicate',
    CodedValues: SubtypeInfos.map(({ SubtypeCode, SubtypeName }) => ({ Name: SubtypeName, Code: SubtypeCode })),
  };
  return { field: SubtypeFieldName, domain };
}
