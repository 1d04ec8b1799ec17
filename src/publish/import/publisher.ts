import { Fault, type FaultCode, faultCodes } from '../../../sw/contract/index.ts';
import { ReadFault, readFault } from '../../../sw/formats/reading/diagnostic.ts';
import type { PartTexts, SourceFile } from '../../../sw/formats/reading/source-table.ts';
import { isUnnamed } from '../../../sw/formats/reading/spatial-reference.ts';
import type { MapTiles } from '../../../sw/formats/tiles/tile-pyramid.ts';
import type { JoinMatch } from './joins/match-join.ts';
import type { TableLocation } from './locate/table-location.ts';
import type { JoinChoice, PackageChoices } from './package-choices.ts';
import type { ReferenceTables } from './recognise-sources.ts';
import type { ChosenLocations } from './sources.ts';
import type { PublisherMessage, PublishStage, ReadOutcome, WorkerMessage } from './worker-messages.ts';

/** Readers report their progress; so long without any none is to be expected. */
const silentMinutes = 5;

/** Sends one request to the backend; the path is below the app's base. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

interface JobOptions {
  readonly onProgress?: (stage: PublishStage, share: number) => void;
  readonly signal?: AbortSignal;
}

interface Made {
  readonly package: Blob;
  readonly dropped: readonly string[];
  readonly tiles?: MapTiles;
}

/** Reads the files of a person and makes packages of them. */
export interface Publisher {
  /** @throws {Fault} as the readers say; the signal's reason after an abort */
  read(options?: JobOptions): Promise<ReadOutcome>;
  /** @throws {Fault} as `makePackage`; the signal's reason after an abort */
  make(choices: PackageChoices, options?: JobOptions): Promise<Made>;
  /** Make the package that was read one of another name. */
  rename(name: string, folder: string | undefined, mayReplaceFilters: boolean, options?: JobOptions): Promise<Made>;
  /** Locate the rows of one table by other columns, as the choice stays when the files are read again. @throws {Fault} as `read` */
  locate(origin: string, location: TableLocation): Promise<ReadOutcome>;
  /** Count what a join by two columns gives; undefined where they cannot meet. @throws {Fault} as `read` */
  match(join: JoinChoice, layers: PackageChoices['layers']): Promise<JoinMatch | undefined>;
  close(): void;
}

/**
 * Open a publisher for files that were dropped or chosen together. It works in a dedicated worker, which is ended on
 * abort, so that no reader has to watch for it; the next job reads the files once more.
 *
 * @param partTexts what is put behind the name of a file that becomes several layers
 * @param chosen where the rows of tables lie, as a person chose
 * @param loadText reads a file of the app; rejects when it is not there
 */
export function openPublisher(
  files: readonly File[],
  partTexts: PartTexts,
  loadText: (file: string) => Promise<string>,
  chosen: ChosenLocations = {},
): Publisher {
  let locations = chosen;
  // A file of a folder is called after its place in it, so that parts of one shapefile meet and others do not.
  const sources = files.map((file): SourceFile => ({ name: file.webkitRelativePath || file.name, bytes: file }));
  let worker: Worker | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const close = (): void => {
    worker?.terminate();
    worker = undefined;
  };

  /** The worker answers one message at a time. */
  function ask(message: PublisherMessage, options: JobOptions): Promise<WorkerMessage> {
    const answer = before.then(() => askNow(message, options));
    before = answer.catch(() => undefined);
    return answer;
  }

  async function askNow(message: PublisherMessage, { onProgress, signal }: JobOptions): Promise<WorkerMessage> {
    signal?.throwIfAborted();
    worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'publisher' });
    const running = worker;
    return new Promise<WorkerMessage>((resolve, reject) => {
      let patience: ReturnType<typeof setTimeout> | undefined;
      const fail = (reason: unknown): void => {
        clearTimeout(patience);
        close();
        reject(reason);
      };
      signal?.addEventListener('abort', () => fail(signal.reason), { once: true });
      running.onerror = (event) => {
        fail(readFault('internal', 'stopped', event.message ?? ''));
      };
      // No reader can be interrupted where it follows what a file says, but its worker can be ended.
      const wait = (): void => {
        clearTimeout(patience);
        const names = sources.map(({ name }) => name).join(', ');
        patience = setTimeout(
          () => fail(readFault('too-large', 'silent', names, silentMinutes)),
          silentMinutes * 60_000,
        );
      };
      if (message.type === 'read') wait();
      running.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        clearTimeout(patience);
        if (message.type === 'read' && data.type === 'progress') wait();
        if (data.type === 'progress') onProgress?.(data.stage, data.share);
        else if (data.type === 'failed') reject(faultOf(data));
        else resolve(data);
      };
      running.postMessage(message);
    });
  }

  const read = async (options: JobOptions = {}): Promise<ReadOutcome> => {
    const answer = await ask({ type: 'read', files: sources, partTexts, locations }, options);
    const { outcome } = answer as Extract<WorkerMessage, { type: 'read' }>;
    return outcome.type === 'layers' && outcome.layers.some(isUnnamed) ? recognise(outcome, options) : outcome;
  };
  const recognise = async (outcome: ReadOutcome, options: JobOptions): Promise<ReadOutcome> => {
    let tables: ReferenceTables;
    try {
      const [datums, definitions] = await Promise.all([loadText('datums.json'), loadText('epsg.json')]);
      tables = { datums, definitions };
    } catch (error) {
      // The server recognises the texts as well, whenever they are used.
      console.warn('The tables of coordinate systems could not be read.', error);
      return outcome;
    }
    const answer = await ask({ type: 'recognise', tables }, options);
    return (answer as Extract<WorkerMessage, { type: 'read' }>).outcome;
  };
  const make = async (message: PublisherMessage, options: JobOptions = {}): Promise<Made> => {
    if (!worker) await read(options);
    return (await ask(message, options)) as Extract<WorkerMessage, { type: 'made' }>;
  };
  const locate = async (origin: string, location: TableLocation): Promise<ReadOutcome> => {
    locations = { ...locations, [origin]: location };
    if (!worker) return read();
    const answer = await ask({ type: 'locate', origin, partTexts, locations }, {});
    return (answer as Extract<WorkerMessage, { type: 'read' }>).outcome;
  };
  const match: Publisher['match'] = async (join, layers) => {
    if (!worker) await read();
    return ((await ask({ type: 'match', join, layers }, {})) as Extract<WorkerMessage, { type: 'matched' }>).match;
  };
  return {
    read,
    match,
    locate,
    make: (choices, options) => make({ type: 'make', choices }, options),
    rename: (name, folder, mayReplaceFilters, options) =>
      make({ type: 'rename', name, mayReplaceFilters, ...(folder ? { folder } : {}) }, options),
    close,
  };
}

const faultOf = ({ code, message }: Extract<WorkerMessage, { type: 'failed' }>): Fault =>
  typeof message === 'string' ? new Fault(code, message) : new ReadFault(code, message);

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
  const result = (await answer.json().catch(() => ({}))) as {
    readonly key?: string;
    readonly version?: number;
    readonly error?: { readonly messageCode?: unknown; readonly message?: unknown };
  };
  if (answer.ok && result.key !== undefined && result.version !== undefined)
    return { key: result.key, version: result.version };
  const code = result.error?.messageCode;
  throw new Fault(
    typeof code === 'string' && Object.hasOwn(faultCodes, code) ? (code as FaultCode) : 'internal',
    typeof result.error?.message === 'string' ? result.error.message : `The server answered ${answer.status}.`,
  );
}
