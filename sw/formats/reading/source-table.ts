import type { Value } from '../../contract/index.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import type { TableInput } from '../../rows/write/table-input.ts';
import type { Diagnostic } from './read-fault.ts';

/** What a reader found in a file: one table with at most one kind of geometry, ready to be published. */
export interface SourceTable {
  /** As in the file: the layer, or the file name without its ending. */
  readonly name: string;
  /** Where several tables were made of what the file has as one: which this is. */
  readonly part?: TablePart;
  /** Repeats what another table of the file says in more detail: who wants it has to ask for it. */
  readonly isExtra?: boolean;
  /** Its texts say nothing that a map should. */
  readonly isUnlabelled?: boolean;
  /** How the file draws its features, and the field that tells which is drawn how where they differ. */
  readonly style?: SourceStyle;
  /** The whole of it, where the file was written here. */
  readonly drawing?: StoredDrawing;
  /** One or two sentences from the file's own metadata; absent when it has none. */
  readonly description?: string;
  readonly rowCount: number;
  readonly columns: readonly SourceColumn[];
  /** Absent for a plain table. */
  readonly geometry?: SourceGeometry;
  /** Undefined when the file does not say; then somebody must be asked. */
  readonly spatialReference?: Value<'SpatialReference'>;
  /** The reference is that of every file of its format, and not said in the file. */
  readonly isReferenceByFormat?: boolean;
  /** How notes name a row; by its number when absent. */
  readonly locationOf?: (row: number) => Diagnostic;
  /** What was changed or left out on the way. */
  readonly notes: readonly Diagnostic[];
  /** Files and pictures that belong to rows. */
  readonly attachments?: NonNullable<TableInput['attachments']>;
  readonly rasterFields?: NonNullable<TableInput['rasterFields']>;
}

export type TablePart = 'points' | 'lines' | 'polygons' | 'waypoints' | 'routes' | 'tracks' | 'trackPoints' | 'texts';

/** What the parts are called behind the name of their table, in the language of who reads it. */
export type PartTexts = Readonly<Record<TablePart, string>>;

/** How a layer was drawn where the file was written. */
export interface StoredDrawing {
  readonly description: Value<'FeatureLayerDrawingDescription'>;
  readonly hasLabels: boolean;
}

/** Colours `#rrggbb` and sizes in points as of a symbol that a person chooses. */
export interface SourceStyle {
  /** That of most features. */
  readonly color: string;
  readonly sizePt: number;
  /** Of areas: 0 transparent to 255 opaque. */
  readonly alpha?: number;
  /** Absent when all features look the same; the most frequent first. */
  readonly classes?: { readonly field: string; readonly colors: readonly string[] };
}

export type SourceFieldType = 'Integer' | 'SmallInteger' | 'Double' | 'String' | 'Date';

export interface SourceColumn {
  /** Valid and unique in its table: letters, digits, `_`. */
  readonly name: string;
  /** As in the file. */
  readonly alias: string;
  readonly type: SourceFieldType;
  /** Longest string in characters; 0 for other types. */
  readonly length: number;
  /** One for each row; numbers for all types but String, dates as epoch milliseconds. */
  readonly values: readonly (string | number | null)[];
  /** What its values may be, and how codes read. */
  readonly domain?: Value<'Domain'>;
}

/** Flat coordinates with the offsets of `GeometryBatch`: features -> parts -> vertices. */
export interface SourceGeometry {
  readonly kind: GeometryKind;
  /** [x0, y0, x1, y1, ...] in the table's spatial reference, finite. */
  readonly xy: Float64Array;
  readonly partOffsets: Int32Array;
  readonly featureOffsets: Int32Array;
}

/** A file of the user, or one unpacked from a zip. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Blob | Uint8Array;
  /** Changes to it that were not written back yet, where they stand in a file beside it. */
  readonly journal?: SourceFile;
  /** What it says of itself in a file beside it. */
  readonly schema?: SourceFile;
  /** A .prj beside it, which says its coordinate system where it does not itself. */
  readonly projection?: SourceFile;
}

/** Called with the share of the work done, 0 to 1. */
export type Progress = (share: number) => void;

/** Reads a file into tables; rejects with a Fault that names the line or feature, or the signal's reason. */
export type Reader = (file: SourceFile, onProgress?: Progress, signal?: AbortSignal) => Promise<SourceTable[]>;

/** `roads.geojson` -> `roads`; folders are dropped. */
export function stem(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(0, dot) : base;
}

/** Size in bytes. */
export function sizeOf(file: SourceFile): number {
  return file.bytes instanceof Uint8Array ? file.bytes.length : file.bytes.size;
}

/** Read bytes [start, end) without holding the rest. */
export async function readSlice(file: SourceFile, start: number, end: number): Promise<Uint8Array> {
  if (file.bytes instanceof Uint8Array) return file.bytes.subarray(start, end);
  return new Uint8Array(await file.bytes.slice(start, end).arrayBuffer());
}
