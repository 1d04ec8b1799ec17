import { readFault } from '../../../sw/formats/reading/diagnostic.ts';
import type { PartTexts, SourceFile } from '../../../sw/formats/reading/source-table.ts';
import { isUnnamed } from '../../../sw/formats/reading/spatial-reference.ts';
import { workerCalls } from '../../worker-calls.ts';
import { type Decided, type DecidedJoin, withReferences } from './decided.ts';
import type { JoinMatch } from './joins.ts';
import type { ChosenLocations, TableLocation } from './locate/table-location.ts';
import type { MadePackage, PublishStage } from './make-package.ts';
import type { ReadOutcome } from './read-layer.ts';
import type { ReferenceTables } from './recognise-sources.ts';
import type { PublisherHandlers } from './worker.ts';

/** Readers report their progress; so long without any none is to be expected. */
const silentMinutes = 5;

interface JobOptions {
  readonly onProgress?: (stage: PublishStage, share: number) => void;
  readonly signal?: AbortSignal;
}

export type Publisher = ReturnType<typeof openPublisher>;

/**
 * Open a publisher for files that were dropped or chosen together. It works in a dedicated worker, which is ended on
 * abort, so that no reader has to watch for it; the next job reads the files once more. All jobs reject with the faults of
 * their handlers, and with the signal's reason after an abort.
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
) {
  let locations = chosen;
  // A file of a folder is called after its place in it, so that parts of one shapefile meet and others do not.
  const sources = files.map((file): SourceFile => ({ name: file.webkitRelativePath || file.name, bytes: file }));
  const { calls, end, isRunning } = workerCalls<PublisherHandlers>(
    () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'publisher' }),
  );
  let before: Promise<unknown> = Promise.resolve();

  /** Do one job after the other. */
  function inTurn<R>(job: () => Promise<R>, signal?: AbortSignal): Promise<R> {
    const turn = before.then(job).catch((error: unknown) => {
      if (signal?.aborted) end();
      throw error;
    });
    before = turn.catch(() => undefined);
    return turn;
  }

  async function readNow({ onProgress, signal }: JobOptions = {}): Promise<ReadOutcome> {
    let patience: ReturnType<typeof setTimeout> | undefined;
    // No reader can be interrupted where it follows what a file says, but its worker can be ended.
    const wait = (): void => {
      clearTimeout(patience);
      const names = sources.map(({ name }) => name).join(', ');
      patience = setTimeout(() => end(readFault('too-large', 'silent', names, silentMinutes)), silentMinutes * 60_000);
    };
    wait();
    const tell = (share: number): void => {
      wait();
      onProgress?.('reading', share);
    };
    const outcome = await calls.read(sources, partTexts, locations, tell, signal).finally(() => clearTimeout(patience));
    if (outcome.type !== 'layers' || !outcome.layers.some(isUnnamed)) return outcome;
    let tables: ReferenceTables;
    try {
      const [datums, definitions] = await Promise.all([loadText('datums.json'), loadText('epsg.json')]);
      tables = { datums, definitions };
    } catch (error) {
      // The server recognises the texts as well, whenever they are used.
      console.warn('The tables of coordinate systems could not be read.', error);
      return outcome;
    }
    return calls.recognise(tables, signal);
  }
  const again = async (options?: JobOptions): Promise<unknown> => isRunning() || readNow(options);
  return {
    read: (options: JobOptions = {}): Promise<ReadOutcome> => inTurn(() => readNow(options), options.signal),
    /** Make the package of what was read; a package that was read gets the decided name. */
    make: (decided: Decided, options: JobOptions = {}): Promise<MadePackage> =>
      inTurn(async () => {
        await again(options);
        return calls.make(
          withReferences(decided),
          (stage, share) => options.onProgress?.(stage, share),
          options.signal,
        );
      }, options.signal),
    /** Locate the rows of one table by other columns, as the choice stays when the files are read again. */
    locate(origin: string, location: TableLocation): Promise<ReadOutcome> {
      locations = { ...locations, [origin]: location };
      return inTurn(() => (isRunning() ? calls.locate(origin, partTexts, locations) : readNow()));
    },
    /** Count what a join by two columns gives; undefined where they cannot meet. */
    match: (join: DecidedJoin, layers: Decided['layers']): Promise<JoinMatch | undefined> =>
      inTurn(async () => {
        await again();
        return calls.match(join, layers);
      }),
    close: (): void => end(),
  };
}
