import type { Value } from '../../contract/index.ts';
import type { TableManifest } from '../../rows/manifest.ts';
import { tableFields } from '../../rows/write/table-fields.ts';
import type { RemoteDescription } from './describe-flatgeobuf.ts';

/** Make the manifest of a table whose rows are elsewhere. Its reference is as the file says it, unless one is given. */
export function remoteManifest(
  {
    columns,
    geometry,
    extent,
    rowCount,
    remote,
  }: Pick<RemoteDescription, 'columns' | 'geometry' | 'extent' | 'rowCount' | 'remote'>,
  spatialReference?: Value<'SpatialReference'>,
): TableManifest {
  const { fields, idField, shapeField } = tableFields({
    name: 'remote',
    fields: columns.map(({ name, title, fieldType }) => ({
      Name: name,
      Type: fieldType,
      IsNullable: true,
      Length: lengths[fieldType] ?? 8,
      Precision: 0,
      Scale: 0,
      AliasName: title ?? name,
      ModelName: name,
    })),
    columns: columns.map(() => []),
    rowCount: 0,
    geometry: {
      kind: geometry,
      firstRow: 0,
      rowCount: 0,
      xy: new Float64Array(0),
      partOffsets: new Int32Array(1),
      featureOffsets: new Int32Array(1),
    },
    ...(spatialReference ? { spatialReference } : {}),
  });
  const none = { file: 'elsewhere', schema: [0, 0], batches: [] } as const;
  return {
    fields,
    idField,
    ...(shapeField ? { shapeField } : {}),
    geometry,
    ...(spatialReference ? { spatialReference } : {}),
    extent,
    rowCount,
    batches: [],
    attributes: none,
    levels: [{ ...none, resolution: 0, vertexCount: Math.ceil(remote.sizeBytes / 16) }],
    remote,
  };
}

/** Lengths of fields; those of texts are not known before all are read. */
const lengths: Partial<Record<Value<'Field'>['Type'], number>> = {
  gisFieldTypeSmallInteger: 2,
  gisFieldTypeInteger: 4,
  gisFieldTypeSingle: 4,
  gisFieldTypeString: 2_147_483_647,
};
