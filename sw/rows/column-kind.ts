import { unsupported, type Value } from '../contract/index.ts';
import type { Column } from './batch.ts';

export type ColumnKind = Column['kind'];

/**
 * Return the column kind that stores a field's values; undefined for geometry and raster fields, which are stored
 * separately.
 *
 * @throws {Fault} `not-supported` for other types, such as BLOB
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
      throw unsupported(`Field "${field.Name}"`, `type ${field.Type} can't be stored in a table`);
  }
}
