import type { Value } from '../../contract/index.ts';
import type { Extent } from '../../geometry/extent.ts';
import type { GeometryKind, RemoteFile, TableManifest } from '../../rows/manifest.ts';
import { tableFields } from '../../rows/write/table-fields.ts';

/** A column of a remote file, and the type of its field. */
interface RemoteColumn {
  readonly name: string;
  readonly title?: string;
  readonly fieldType: Value<'Field'>['Type'];
}

/** The description of a remote file from its header and the top of its index. */
export interface RemoteDescription {
  readonly kind: 'rows';
  readonly remote: RemoteFile;
  readonly name: string;
  readonly geometry: GeometryKind;
  readonly rowCount: number;
  readonly extent: Extent;
  readonly crs?: { readonly code?: number; readonly wkt?: string };
  readonly columns: readonly RemoteColumn[];
  /** Names of columns whose types aren't supported. */
  readonly leftOut: readonly string[];
  /** Names of columns whose values have more digits than are shown, if the file declares it. */
  readonly inexact?: readonly string[];
  /** Bytes to read before the first row: the header and the boxes of the batches. */
  readonly openingBytes: number;
  /** Average bytes to read for a single row, that is, for its batch. */
  readonly batchBytes: number;
  /** The median box of runs of `rows` consecutive rows, in units of the file. */
  readonly typicalBox: {
    readonly rows: number;
    readonly width: number;
    readonly height: number;
    /** Center of the run in the middle of the file. */
    readonly center: readonly [number, number];
  };
}

/**
 * Create the manifest of a table with remote rows. Its spatial reference comes from the file, unless `spatialReference`
 * is set.
 */
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
    spatialReference,
  });
  const none = { file: 'elsewhere', schema: [0, 0], batches: [] } as const;
  return {
    fields,
    idField,
    shapeField,
    geometry,
    spatialReference,
    extent,
    rowCount,
    batches: [],
    attributes: none,
    levels: [{ ...none, resolution: 0, vertexCount: Math.ceil(remote.sizeBytes / 16) }],
    remote,
  };
}

/** Lengths of fields. The length of text is unknown before all rows are read, so it is the maximum. */
const lengths: Partial<Record<Value<'Field'>['Type'], number>> = {
  gisFieldTypeSmallInteger: 2,
  gisFieldTypeInteger: 4,
  gisFieldTypeSingle: 4,
  gisFieldTypeString: 2_147_483_647,
};
