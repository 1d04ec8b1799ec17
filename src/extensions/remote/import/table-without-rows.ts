import type { Value } from '../../../../sw/contract/index.ts';
import type { RemoteDescription } from '../../../../sw/extensions/remote/remote-manifest.ts';
import type { SourceColumn, SourceFieldType, SourceTable } from '../../../../sw/formats/reading/source-table.ts';
import type { ElsewhereChoices } from './messages.ts';

/** The table as the makers of maps and styles know those that were read: with the number of its rows, and without their values. */
export function tableWithoutRows(
  { geometry, columns, rowCount }: Pick<RemoteDescription, 'geometry' | 'columns' | 'rowCount'>,
  spatialReference: Value<'SpatialReference'>,
  { title, description }: Pick<ElsewhereChoices, 'title' | 'description'>,
): SourceTable {
  return {
    name: title,
    description,
    rowCount,
    columns: columns.map(
      ({ name, title: alias, fieldType }): SourceColumn => ({
        name,
        alias: alias ?? name,
        type:
          fieldType === 'gisFieldTypeSingle' ? 'Double' : (fieldType.slice('gisFieldType'.length) as SourceFieldType),
        length: fieldType === 'gisFieldTypeString' ? 255 : 0,
        values: [],
      }),
    ),
    geometry: {
      kind: geometry,
      xy: new Float64Array(0),
      partOffsets: new Int32Array(1),
      featureOffsets: new Int32Array(1),
    },
    spatialReference,
    notes: [],
  };
}
