import { Fault, type FaultCode, type Value } from '../../../../sw/contract/index.ts';
import type { AttachedFile } from '../../../../sw/formats/geopackage/attached-files.ts';
import type { RestShape } from '../../../../sw/formats/rest-value.ts';
import type { Cell, Field } from '../../../../sw/formats/writing/rows-to-write.ts';
import type { SpatialReference } from '../../../../sw/geometry/spatial-reference.ts';
import type { GeometryKind } from '../../../../sw/rows/manifest.ts';

export const fileFormats = ['gpkg', 'fgb', 'shp', 'parquet'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** What is written, without its rows. */
export interface WriteJob {
  readonly format: FileFormat;
  readonly name: string;
  readonly fields: readonly Field[];
  readonly idField: string;
  readonly geometry?: GeometryKind;
  /** With its text (`withText`). */
  readonly reference?: SpatialReference;
  /** How the layer is drawn, for formats that keep it. */
  readonly drawing?: { readonly description: Value<'FeatureLayerDrawingDescription'>; readonly hasLabels: boolean };
  readonly hasFiles: boolean;
}

/** A row with the values of all fields, in their order. */
export interface PlainFeature {
  readonly values: readonly Cell[];
  readonly shape?: RestShape | undefined;
}

/** What could not be written as it is. */
export interface WriteNotes {
  readonly cutTexts: number;
  readonly timeFields: readonly string[];
}

export type ToWriter =
  | { readonly type: 'start'; readonly job: WriteJob }
  /** Answers `more`; nothing is the end. */
  | { readonly type: 'rows'; readonly rows: readonly PlainFeature[] | undefined }
  | { readonly type: 'file'; readonly file: AttachedFile | undefined };

export type FromWriter =
  | { readonly type: 'more'; readonly of: 'rows' | 'file' }
  | { readonly type: 'done'; readonly file: Blob; readonly notes: WriteNotes }
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: string };

/**
 * Write rows to a file in a worker of its own, which asks for the next page when it has written the one before, so that few are in
 * memory; an abort ends it.
 *
 * @throws {Fault} `too-large` where the format has an end; what `pages` and `files` throw; the signal's reason after an abort
 */
export function writeRowsFile(
  job: WriteJob,
  pages: AsyncIterable<readonly PlainFeature[]>,
  files: AsyncIterable<AttachedFile>,
  signal: AbortSignal,
): Promise<{ readonly file: Blob; readonly notes: WriteNotes }> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'writer' });
  const [rows, file] = [pages[Symbol.asyncIterator](), files[Symbol.asyncIterator]()];
  const post = (message: ToWriter): void => worker.postMessage(message);
  return new Promise<{ readonly file: Blob; readonly notes: WriteNotes }>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.onerror = ({ message }) => reject(new Fault('internal', message ?? ''));
    worker.onmessage = async ({ data }: MessageEvent<FromWriter>) => {
      if (data.type === 'done') return resolve(data);
      if (data.type === 'failed') return reject(new Fault(data.code, data.message));
      try {
        if (data.of === 'rows') post({ type: 'rows', rows: (await rows.next()).value });
        else post({ type: 'file', file: (await file.next()).value });
      } catch (error) {
        reject(error);
      }
    };
    post({ type: 'start', job });
  }).finally(() => {
    worker.terminate();
    void Promise.all([rows.return?.(), file.return?.()]).catch(() => undefined);
  });
}
