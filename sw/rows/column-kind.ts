import { Fault, type Value } from '../contract/index.ts';
import type { Column } from './batch.ts';

export type ColumnKind = Column['kind'];

/**
 * Tell how the values of a field type are stored; undefined for shapes and images, which are stored apart.
 *
 * @throws {Fault} `not-supported` for BLOB fields
 */
export function columnKind(field: Value<'Field'>): ColumnKind | undefined {
  switch (field.Type) {
    case 'gisFieldTypeOID':
    case 'gisFieldTypeInteger':
    case 'gisFieldTypeSmallInteger':
      return 'int';
    case 'gisFieldTypeDouble':
    case 'gisFieldTypeSingle':
      return 'double';
    case 'gisFieldTypeDate':
      return 'date';
    case 'gisFieldTypeString':
    case 'gisFieldTypeGUID':
    case 'gisFieldTypeGlobalID':
    case 'gisFieldTypeXML':
      return 'string';
    case 'gisFieldTypeGeometry':
    case 'gisFieldTypeRaster':
      return undefined;
    default:
      throw new Fault('not-supported', `Field "${field.Name}": type ${field.Type} cannot be stored in a table.`);
  }
}
