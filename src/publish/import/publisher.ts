import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import type { PartTexts } from '../../../sw/formats/reading/source-table.ts';
import { isUnnamed } from '../../../sw/formats/reading/spatial-reference.ts';
import { type CallWorker, workerCalls } from '../../worker-calls.ts';
import { type Decided, type DecidedJoin, withReferences } from './decided.ts';
import type { JoinMatch } from './joins.ts';
import type { ChosenLocations, TableLocation } from './locate/table-location.ts';
import type { MadePackage, PublishStage } from './make-package.ts';
import type { PublisherHandlers } from './publisher-handlers.ts';
import type { ReadOutcome } from './read-layer.ts';
import type { ReferenceTables } from './recognize-sources.ts';

/** Maximum time without a progress report. A reader that takes longer is ended. */
const silentMinutes = 5;

interface JobOptions {
  readonly onProgress?: (stage: PublishStage, share: number) => void;
  readonly signal?: AbortSignal;
}

export type Publisher = ReturnType<typeof createPublisher>;

interface PublisherOptions<File> {
  /** In the form in which they are posted to the worker. */
  readonly files: readonly File[];
  /** Start a worker with the handlers of `createPublisherHandlers`. */
  readonly start: () => CallWorker;
  /** Suffixes of layer names, for a file that becomes several layers. */
  readonly partTexts: PartTexts;
  /** Read a file of the app; rejects if it doesn't exist. */
  readonly loadText: (file: string) => Promise<string>;
  /** Chosen locations of table rows. */
  readonly locations?: ChosenLocations | undefined;
}

/**
 * Create a publisher for files that belong together. It runs in a worker. An abort ends the worker, so readers don't
 * check for it; the next job reads the files again. All jobs reject with the faults of their handlers, or with the
 * signal's reason after an abort.
 */
export function createPublisher<File extends { readonly name: string }>(options: PublisherOptions<File>) {
  const { files, start, partTexts, loadText } = options;
  let { locations = {} } = options;
  const { calls, end, isRunning } = workerCalls<PublisherHandlers<File>>(start);
  let before: Promise<unknown> = Promise.resolve();

  /** Run a job after the previous ones have ended. */
  function inTurn<R>(job: () => Promise<R>, signal?: AbortSignal): Promise<R> {
    const turn = before.then(job).catch((error: unknown) => {
      if (signal?.aborted) end();
      throw error;
    });
    before = turn.catch(() => undefined);
    return turn;
  }

  async function readNow({ onProgress, signal }: JobOptions = {}): Promise<ReadOutcome> {
    let timeoutTimer: ReturnType<typeof setTimeout> | undefined;
    // A reader can't be interrupted, but its worker can be ended.
    const wait = (): void => {
      clearTimeout(timeoutTimer);
      const names = files.map(({ name }) => name).join(', ');
      timeoutTimer = setTimeout(
        () => end(readFault('too-large', 'silent', names, silentMinutes)),
        silentMinutes * 60_000,
      );
    };
    wait();
    const tell = (share: number): void => {
      wait();
      onProgress?.('reading', share);
    };
    const outcome = await calls
      .read(files, partTexts, locations, tell, signal)
      .finally(() => clearTimeout(timeoutTimer));
    if (outcome.type !== 'layers' || !outcome.layers.some(isUnnamed)) return outcome;
    let tables: ReferenceTables;
    try {
      const [datums, definitions] = await Promise.all([loadText('datums.json'), loadText('epsg.json')]);
      tables = { datums, definitions };
    } catch (error) {
      // Continue: the server also recognizes these definitions when they are used.
      console.warn('The tables of coordinate systems could not be read.', error);
      return outcome;
    }
    return calls.recognise(tables, signal);
  }
  const again = async (options?: JobOptions): Promise<unknown> => isRunning() || readNow(options);
  return {
    read: (options: JobOptions = {}): Promise<ReadOutcome> => inTurn(() => readNow(options), options.signal),
    /** Build the package; an imported package is renamed. */
    make: (decided: Decided, options: JobOptions = {}): Promise<MadePackage> =>
      inTurn(async () => {
        await again(options);
        return calls.make(
          withReferences(decided),
          (stage, share) => options.onProgress?.(stage, share),
          options.signal,
        );
      }, options.signal),
    /** Locate the rows of one table by other columns. The choice remains if the files are read again. */
    locate(origin: string, location: TableLocation): Promise<ReadOutcome> {
      locations = { ...locations, [origin]: location };
      return inTurn(() => (isRunning() ? calls.locate(origin, partTexts, locations) : readNow()));
    },
    /** Count the matches of a join by two columns; undefined if it isn't possible. */
    match: (join: DecidedJoin, layers: Decided['layers']): Promise<JoinMatch | undefined> =>
      inTurn(async () => {
        await again();
        return calls.match(join, layers);
      }),
    close: (): void => end(),
  };
}
