import type { AnyValue, Value } from '../../../sw/contract/index.ts';
import type { LayerDefinition, StandaloneTableDefinition } from '../../../sw/service/definition.ts';
import { isNumeric } from '../../state/rows.ts';
import type { Managed, ManagedTable } from '../managed-services.ts';

/** A layer or standalone table with its stored table; group and raster layers have none. */
export interface Part {
  readonly id: number;
  readonly of: LayerDefinition | StandaloneTableDefinition;
  readonly isLayer: boolean;
  readonly table: ManagedTable | undefined;
}

/** The editable settings of a table's fields, by field name. */
export type FieldSettings = Readonly<
  Record<
    string,
    { readonly AliasName: string; readonly Domain: Value<'Domain'> | null; readonly DefaultValue: AnyValue }
  >
>;

/** Return the layers and standalone tables of the first map, ordered by ID. */
export function listManagedParts({ maps, tables }: Managed['definition']): Part[] {
  const [map] = maps;
  const findTable = (name: string | undefined) => (name === undefined ? undefined : tables[name]);
  return [
    ...(map?.layers ?? []).map((of) => ({ id: of.LayerID, of, isLayer: true, table: findTable(of.table) })),
    ...(map?.standaloneTables ?? []).map((of) => ({ id: of.ID, of, isLayer: false, table: findTable(of.table) })),
  ];
}

/** Return the fields with readable values: neither geometry nor images. */
export const attributeFields = (table: ManagedTable) =>
  table.fields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeRaster');

export const isWhole = (type: string): boolean => type === 'gisFieldTypeInteger' || type === 'gisFieldTypeSmallInteger';
export const isText = (type: string): boolean => type === 'gisFieldTypeString';

/** Return the kind of a key field; all numeric types can be compared with each other. */
export const keyKind = (type: Value<'gisFieldType'>): string =>
  isNumeric({ Type: type }) || type === 'gisFieldTypeOID' ? 'number' : type;
