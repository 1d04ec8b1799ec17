import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { askJson } from '../../connection/call.ts';
import { changeSource, type Source, sourcesPath } from './sources.ts';

/** The displayed area of a map. */
interface Area {
  readonly extent: Extent;
  readonly reference: Value<'SpatialReference'>;
  /** Map units per pixel. */
  readonly resolution: number;
}

/** The blocks of a file that an area needs. */
export interface AreaFile {
  readonly address: string;
  readonly host: string;
  /** First and last indices of the blocks that aren't stored permanently yet. */
  readonly runs: readonly (readonly [first: number, last: number])[];
  readonly bytes: number;
  /** Bytes to fetch. */
  readonly missingBytes: number;
  readonly requests: number;
}

/**
 * Return the blocks of a service's remote files that an area needs. @throws {ServiceFault} and the reason of `signal`
 */
export const planArea = async (service: string, area: Area, signal: AbortSignal): Promise<readonly AreaFile[]> =>
  (
    await askJson<{ files: AreaFile[] }>('sources', sourcesPath(service), {
      method: 'POST',
      body: JSON.stringify({ area }),
      signal,
    })
  ).files;

/** Count the blocks to store. */
export const countFileBlocks = (files: readonly AreaFile[]): number =>
  files.reduce((sum, { runs }) => sum + runs.reduce((some, [first, last]) => some + last - first + 1, 0), 0);

/** Blocks stored with each request, about 2 MB. Requests are short, so that an interruption loses little. */
const blocksAtOnce = 32;

/**
 * Store the blocks for an area, a few with each request. The page sends many short requests, because browsers stop a
 * service worker during long work.
 *
 * @throws {ServiceFault} and the reason of `signal`; stored blocks remain and aren't fetched again
 */
export async function storeArea(
  service: string,
  files: readonly AreaFile[],
  options: {
    readonly onProgress: (share: number) => void;
    readonly onSources: (sources: readonly Source[]) => void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const all = countFileBlocks(files);
  let stored = 0;
  for (const { address, runs } of files) {
    const blocks = runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
    for (let index = 0; index < blocks.length; index += blocksAtOnce) {
      options.signal.throwIfAborted();
      const pin = blocks.slice(index, index + blocksAtOnce);
      options.onSources(await changeSource(service, { address, pin }));
      stored += pin.length;
      options.onProgress(stored / all);
    }
  }
}
