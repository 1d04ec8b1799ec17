import type { LayerDefinition, StandaloneTableDefinition } from '../../../sw/service/definition.ts';
import type { Managed, ManagedTable } from '../managed-services.ts';

/** A layer or standalone table with the table that its rows stand in; groups and rasters have none. */
export interface Part {
  readonly id: number;
  readonly of: LayerDefinition | StandaloneTableDefinition;
  readonly isLayer: boolean;
  readonly table: ManagedTable | undefined;
}

/** The layers and standalone tables of the first map, in the order of their ids. */
export function partsOf({ maps, tables }: Managed['definition']): Part[] {
  const [map] = maps;
  const stored = (name: string | undefined) => (name === undefined ? undefined : tables[name]);
  return [
    ...(map?.layers ?? []).map((of) => ({ id: of.LayerID, of, isLayer: true, table: stored(of.table) })),
    ...(map?.standaloneTables ?? []).map((of) => ({ id: of.ID, of, isLayer: false, table: stored(of.table) })),
  ];
}

const numbers = new Set([
  'gisFieldTypeInteger',
  'gisFieldTypeSmallInteger',
  'gisFieldTypeDouble',
  'gisFieldTypeSingle',
]);

/** Fields with values that people see: not the shape, not pictures. */
export const attributesOf = (table: ManagedTable) =>
  table.fields.filter(({ Type }) => Type !== 'gisFieldTypeGeometry' && Type !== 'gisFieldTypeRaster');

export const isNumeric = (type: string): boolean => numbers.has(type);
export const isWhole = (type: string): boolean => type === 'gisFieldTypeInteger' || type === 'gisFieldTypeSmallInteger';
export const isText = (type: string): boolean => type === 'gisFieldTypeString';

/** Of what kind a value of the field is as a key: numbers of all kinds meet each other. */
export const keyKind = (type: string): string => (isNumeric(type) || type === 'gisFieldTypeOID' ? 'number' : type);
