import { effect, signal, untracked } from '@preact/signals';
import type { AnyValue, Value } from '../../sw/contract/index.ts';
import { call } from '../connection/call.ts';
import { currentKey, type MapInfo, mapInfo } from './services.ts';

type Domain = Value<'CodedValueDomain'>;

/** Subtypes of a layer or table. */
interface Subtypes {
  /** The field with the subtype of a row. */
  readonly field: string;
  /** Names of the subtypes. */
  readonly domain: Domain;
  /** Domains per subtype and field name; undefined if the field has none in that subtype. */
  readonly domainsBySubtype: ReadonlyMap<number, ReadonlyMap<string, Value<'Domain'> | undefined>>;
}

/** Subtypes by the ID of their layer or table. */
const kinds = signal<ReadonlyMap<number, Subtypes>>(new Map());

/** Add the names of the subtypes, as a domain, to the field with the subtype. */
export function withSubtypes(tableId: number, field: Value<'Field'>): Value<'Field'> {
  const subtypes = kinds.value.get(tableId);
  return subtypes?.field === field.Name && !field.Domain ? { ...field, Domain: subtypes.domain } : field;
}

/**
 * Set the domains of fields by the subtype of a row.
 *
 * @param read returns the value of a field in the row, undefined if it wasn't read
 */
export function fieldsInRow(
  tableId: number,
  fields: readonly Value<'Field'>[],
  read: (name: string) => AnyValue | undefined,
): readonly Value<'Field'>[] {
  const subtypes = kinds.value.get(tableId);
  const value = subtypes && read(subtypes.field);
  const domains = subtypes?.domainsBySubtype.get(
    Number(typeof value === 'object' && value && 'value' in value ? value.value : value),
  );
  return domains?.size
    ? fields.map((field) => (domains.has(field.Name) ? withDomain(field, domains.get(field.Name)) : field))
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
    if (mapInfo.peek() === info)
      kinds.value = new Map(Result.map((subtypeInfo) => [subtypeInfo.TableID, makeSubtypes(subtypeInfo)]));
  } catch {
    // If subtypes can't be read, codes are shown unchanged.
  }
}

function makeSubtypes({ SubtypeFieldName, SubtypeInfos }: Value<'MapTableSubtypeInfo'>): Subtypes {
  const domain: Domain = {
    type: 'CodedValueDomain',
    DomainName: SubtypeFieldName,
    FieldType: 'gisFieldTypeInteger',
    MergePolicy: 'gisMPTDefaultValue',
    SplitPolicy: 'gisSPTDuplicate',
    CodedValues: SubtypeInfos.map(({ SubtypeCode, SubtypeName }) => ({ Name: SubtypeName, Code: SubtypeCode })),
  };
  const domainsBySubtype = new Map(
    SubtypeInfos.map(({ SubtypeCode, FieldDomainInfos }) => [
      SubtypeCode,
      new Map(
        FieldDomainInfos.filter((domainInfo) => !domainInfo.IsInherited).map((domainInfo) => [
          domainInfo.FieldName,
          domainInfo.Domain,
        ]),
      ),
    ]),
  );
  return { field: SubtypeFieldName, domain, domainsBySubtype };
}
