import type { Value } from '../../contract/index.ts';
import type { GeometryKind } from '../../rows/manifest.ts';
import type { TableInput } from '../../rows/write/table-input.ts';
import type { Diagnostic } from './read-fault.ts';

/** A table of a file with at most one kind of geometry, ready to be published. */
export interface SourceTable {
  /** Name of the layer, or the file name without the extension. */
  readonly name: string;
  /** Which part this is, if a table of the file was split into several. */
  readonly part?: TablePart;
  /** Whether it is secondary, like a hidden sheet or the points of tracks, so that the user must select it. */
  readonly isExtra?: boolean;
  /** Whether its text values aren't useful as labels. */
  readonly isUnlabelled?: boolean;
  /** How the file draws its features, with the field that distinguishes them if they differ. */
  readonly style?: SourceStyle;
  /** The complete drawing, if this app wrote the file. */
  readonly drawing?: StoredDrawing;
  /** One or two sentences from the file's metadata; absent if it has none. */
  readonly description?: string;
  readonly rowCount: number;
  readonly columns: readonly SourceColumn[];
  /** Absent for a plain table. */
  readonly geometry?: SourceGeometry;
  /** Undefined if the file doesn't declare it; then the user must choose. */
  readonly spatialReference?: Value<'SpatialReference'>;
  /** Whether the CRS is the one that the format prescribes, not one that the file declares. */
  readonly isReferenceByFormat?: boolean;
  /** Location of a row in notes; its number if absent. */
  readonly locateRow?: (row: number) => Diagnostic;
  /** Changes and omissions while reading. */
  readonly notes: readonly Diagnostic[];
  /** Files and images that belong to rows. */
  readonly attachments?: NonNullable<TableInput['attachments']>;
  readonly rasterFields?: NonNullable<TableInput['rasterFields']>;
}

export type TablePart = 'points' | 'lines' | 'polygons' | 'waypoints' | 'routes' | 'tracks' | 'trackPoints' | 'texts';

/** Names of the parts in the user's language, appended to the name of their table. */
export type PartTexts = Readonly<Record<TablePart, string>>;

/** Drawing of a layer in the service that it was exported from. */
export interface StoredDrawing {
  readonly description: Value<'FeatureLayerDrawingDescription'>;
  readonly hasLabels: boolean;
}

/** Colors `#rrggbb` and sizes in points, as for a symbol that the user chooses. */
export interface SourceStyle {
  /** Color of most features. */
  readonly color: string;
  readonly sizePt: number;
  /** Opacity of areas: 0 transparent to 255 opaque. */
  readonly alpha?: number;
  /** Absent if all features look the same; the color of the most frequent class comes first. */
  readonly classes?: { readonly field: string; readonly colors: readonly string[] };
}

export type SourceFieldType = 'Integer' | 'SmallInteger' | 'Double' | 'String' | 'Date';

export interface SourceColumn {
  /** Valid and unique in its table: letters, digits, `_`. */
  readonly name: string;
  /** Name in the file. */
  readonly alias: string;
  readonly type: SourceFieldType;
  /** Longest string in characters; 0 for other types. */
  readonly length: number;
  /** One for each row: strings for String, otherwise numbers. Dates are epoch milliseconds. */
  readonly values: readonly (string | number | null)[];
  /** Permitted values, or the names of codes. */
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

/** A file that the user chose, or one unpacked from a zip. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Blob | Uint8Array;
  /** Separate file with changes that weren't written back yet (the `-wal` of SQLite). */
  readonly journal?: SourceFile;
  /** Separate file with its schema. */
  readonly schema?: SourceFile;
  /** Separate .prj file with the CRS, used if the file itself declares none. */
  readonly projection?: SourceFile;
}

/** Called with the share of the work done, 0 to 1. */
export type Progress = (share: number) => void;

/** Reads a file into tables. Rejects with a Fault that names the line or feature, or with the signal's reason. */
export type Reader = (file: SourceFile, onProgress?: Progress, signal?: AbortSignal) => Promise<SourceTable[]>;

/** Return a file name without folders and extension: `roads.geojson` -> `roads`. */
export function stem(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(0, dot) : base;
}

/** Return the size in bytes. */
export function sizeOf(file: SourceFile): number {
  return file.bytes instanceof Uint8Array ? file.bytes.length : file.bytes.size;
}

/** Read bytes [start, end) without loading the rest. */
export async function readSlice(file: SourceFile, start: number, end: number): Promise<Uint8Array> {
  if (file.bytes instanceof Uint8Array) return file.bytes.subarray(start, end);
  return new Uint8Array(await file.bytes.slice(start, end).arrayBuffer());
}
