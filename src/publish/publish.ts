import { Fault, type FaultCode, faultCodes, type Value } from '../../sw/contract/index.ts';
import type { SourceFile } from './source-table.ts';
import type { LayerReport, PublishStage, StartMessage, WorkerMessage } from './worker-messages.ts';

export type { LayerReport, PublishStage };

/** Sends one request to the backend; the path is below the app's base. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

export interface PublishOptions {
  /** Name of the service and title of its map; made of the first file's name when absent. */
  readonly name?: string;
  /** For layers whose file does not say. */
  readonly spatialReference?: Value<'SpatialReference'>;
  readonly onProgress?: (stage: PublishStage, share: number) => void;
  readonly signal?: AbortSignal;
  readonly send: Send;
  /**
   * Asked before sending with the name the service will have.
   * @returns false to stop; the outcome is then `stopped`
   */
  readonly confirm?: (name: string, layers: readonly LayerReport[]) => boolean | Promise<boolean>;
}

export type PublishOutcome =
  | {
      readonly type: 'published';
      readonly key: string;
      readonly version: number;
      readonly layers: readonly LayerReport[];
    }
  | { readonly type: 'needs-crs'; readonly layers: readonly string[]; readonly guess?: Value<'SpatialReference'> }
  | { readonly type: 'stopped'; readonly name: string };

/**
 * Turn files of the user into a service and publish it. The work is done in a dedicated worker, which is ended on abort,
 * so that no reader has to watch for it; until the package is sent nothing has changed.
 *
 * @param files dropped or chosen together become the layers of one service
 * @throws {Fault} as the readers say, or as the server refuses; the signal's reason after an abort
 */
export async function publishFiles(files: readonly File[], options: PublishOptions): Promise<PublishOutcome> {
  const sources = files.map((file): SourceFile => ({ name: file.name, bytes: file }));
  const made = await makeInWorker(sources, options);
  if (made.type === 'needs-crs') return made;
  const { confirm, signal, onProgress } = options;
  if (confirm && !(await confirm(made.name, made.layers))) return { type: 'stopped', name: made.name };
  signal?.throwIfAborted();
  onProgress?.('sending', 0);
  const { key, version } = await sendPackage(options.send, made.package, signal);
  onProgress?.('sending', 1);
  return { type: 'published', key, version, layers: made.layers };
}

type Made = Extract<WorkerMessage, { type: 'done' | 'needs-crs' }>;

function makeInWorker(files: readonly SourceFile[], options: PublishOptions): Promise<Made> {
  const { name, spatialReference, onProgress, signal } = options;
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'publisher' });
  const running = new Promise<Made>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = (event) => {
      const reason = event.message || 'it ran out of memory or could not be loaded';
      reject(new Fault('internal', `The publisher stopped: ${reason}.`));
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'progress') onProgress?.(data.stage, data.share);
      else if (data.type === 'failed') reject(new Fault(data.code, data.message));
      else resolve(data);
    };
    const start: StartMessage = {
      type: 'start',
      files,
      ...(name === undefined ? {} : { name }),
      ...(spatialReference ? { spatialReference } : {}),
    };
    worker.postMessage(start);
  });
  return running.finally(() => worker.terminate());
}

/**
 * Send a package to the server, which makes it the newest version of its service.
 *
 * @throws {Fault} with the server's own code and message
 */
export async function sendPackage(
  send: Send,
  body: Blob,
  signal?: AbortSignal,
): Promise<{ readonly key: string; readonly version: number }> {
  const answer = await send('admin/services', {
    method: 'POST',
    headers: { 'Content-Type': 'application/zip' },
    body,
    ...(signal ? { signal } : {}),
  });
  const said = (await answer.json().catch(() => ({}))) as {
    readonly key?: string;
    readonly version?: number;
    readonly error?: { readonly messageCode?: unknown; readonly message?: unknown };
  };
  if (answer.ok && said.key !== undefined && said.version !== undefined)
    return { key: said.key, version: said.version };
  const code = said.error?.messageCode;
  throw new Fault(
    typeof code === 'string' && Object.hasOwn(faultCodes, code) ? (code as FaultCode) : 'internal',
    typeof said.error?.message === 'string' ? said.error.message : `The server answered ${answer.status}.`,
  );
}
