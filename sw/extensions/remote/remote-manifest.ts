import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { GeometryKind, RemoteFile, TableManifest } from '../../rows/manifest.ts';
import { tableFields } from '../../rows/write/table-fields.ts';

/** A column of a file elsewhere, and the type of the field that has it. */
interface RemoteColumn {
  readonly name: string;
  readonly title?: string;
  readonly fieldType: Value<'Field'>['Type'];
}

/** What is known of a file elsewhere once its head and the top of its index were read. */
export interface RemoteDescription {
  readonly kind: 'rows';
  readonly remote: RemoteFile;
  readonly name: string;
  readonly geometry: GeometryKind;
  readonly rowCount: number;
  readonly extent: Extent;
  readonly crs?: { readonly code?: number; readonly wkt?: string };
  readonly columns: readonly RemoteColumn[];
  /** Names of columns of types that are not read. */
  readonly leftOut: readonly string[];
  /** Names of columns whose values have more digits than are shown, where the file tells. */
  readonly inexact?: readonly string[];
  /** What is read once before the first row: the head, and the boxes of the batches. */
  readonly openingBytes: number;
  /** What is read for a single row: a batch, on average. */
  readonly batchBytes: number;
  /** Half of the runs of `rows` rows that follow each other in the file lie in boxes no larger, in units of the file. */
  readonly typicalBox: {
    readonly rows: number;
    readonly width: number;
    readonly height: number;
    /** Of the run in the middle of the file. */
    readonly center: readonly [number, number];
  };
}

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
