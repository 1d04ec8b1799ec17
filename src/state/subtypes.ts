import { effect, signal, untracked } from '@preact/signals';
import type { AnyValue, Value } from '../../sw/contract/index.ts';
import { call } from '../connection/call.ts';
import { currentKey, type MapInfo, mapInfo } from './services.ts';

type Domain = Value<'CodedValueDomain'>;

/** The kinds of rows of a layer or table. */
interface Subtypes {
  /** The field that tells the kind of a row. */
  readonly field: string;
  /** The names of the kinds. */
  readonly domain: Domain;
  /** What values mean in rows of a kind, by its number: undefined for what they say themselves. */
  readonly own: ReadonlyMap<number, ReadonlyMap<string, Value<'Domain'> | undefined>>;
}

/** By id of the layer or table. */
const kinds = signal<ReadonlyMap<number, Subtypes>>(new Map());

/** Give a field that tells the kind of a row the names of the kinds. */
export function withSubtypes(tableId: number, field: Value<'Field'>): Value<'Field'> {
  const known = kinds.value.get(tableId);
  return known?.field === field.Name && !field.Domain ? { ...field, Domain: known.domain } : field;
}

/**
 * Give the fields of a row the domains of its kind.
 *
 * @param read the value of a field in the row; undefined when it was not read
 */
export function fieldsInRow(
  tableId: number,
  fields: readonly Value<'Field'>[],
  read: (name: string) => AnyValue | undefined,
): readonly Value<'Field'>[] {
  const known = kinds.value.get(tableId);
  const value = known && read(known.field);
  const own = known?.own.get(Number(typeof value === 'object' && value && 'value' in value ? value.value : value));
  return own?.size
    ? fields.map((field) => (own.has(field.Name) ? withDomain(field, own.get(field.Name)) : field))
    : fields;
}

function withDomain({ Domain: _, ...field }: Value<'Field'>, domain: Value<'Domain'> | undefined): Value<'Field'> {
  return domain ? { ...field, Domain: domain } : field;
}

effect(() => {
  const info = mapInfo.value;
  untracked(() => {
    kinds.value = new Map();
    const tables = [...(info?.MapLayerInfos ?? []), ...(info?.StandaloneTableInfos ?? [])];
    if (info && tables.some(({ HasSubtype }) => HasSubtype)) void readSubtypes(info);
  });
});

async function readSubtypes(info: MapInfo): Promise<void> {
  try {
    const { Result } = await call('GetMapTableSubtypeInfos', currentKey.peek() ?? '', { MapName: info.Name });
    if (mapInfo.peek() === info) kinds.value = new Map(Result.map((one) => [one.TableID, subtypesOf(one)]));
  } catch {
    // Codes are shown as they are, then.
  }
}

function subtypesOf({ SubtypeFieldName, SubtypeInfos }: Value<'MapTableSubtypeInfo'>): Subtypes {
  const domain: Domain = {
    type: 'CodedValueDomain',
    DomainName: SubtypeFieldName,
    FieldType: 'gisFieldTypeInteger',
    MergePolicy: 'gisMPTDefaultValue',
    SplitPolicy: 'gisSPTDuplicate',
    CodedValues: SubtypeInfos.map(({ SubtypeCode, SubtypeName }) => ({ Name: SubtypeName, Code: SubtypeCode })),
  };
  const own = new Map(
    SubtypeInfos.map(({ SubtypeCode, FieldDomainInfos }) => [
      SubtypeCode,
      new Map(FieldDomainInfos.filter((one) => !one.IsInherited).map((one) => [one.FieldName, one.Domain])),
    ]),
  );
  return { field: SubtypeFieldName, domain, own };
}
