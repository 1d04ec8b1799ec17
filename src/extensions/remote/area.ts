import type { Value } from '../../../sw/contract/index.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import { askJson } from '../../connection/call.ts';
import { changeSource, type Source, sourcesPath } from './sources.ts';

/** What is seen of a map. */
interface Area {
  readonly extent: Extent;
  readonly reference: Value<'SpatialReference'>;
  /** Map units a pixel. */
  readonly resolution: number;
}

/** What of a file an area needs. */
export interface AreaFile {
  readonly address: string;
  readonly host: string;
  /** First and last of the blocks that are not stored for good yet. */
  readonly runs: readonly (readonly [first: number, last: number])[];
  readonly bytes: number;
  /** To be fetched. */
  readonly missingBytes: number;
  readonly requests: number;
}

/** Find out what an area needs of the files elsewhere of a service. @throws {ServiceFault} and the reason of `signal` */
export const planArea = async (service: string, area: Area, signal: AbortSignal): Promise<readonly AreaFile[]> =>
  (
    await askJson<{ files: AreaFile[] }>('sources', sourcesPath(service), {
      method: 'POST',
      body: JSON.stringify({ area }),
      signal,
    })
  ).files;

/** How many blocks are to be stored. */
export const blocksOf = (files: readonly AreaFile[]): number =>
  files.reduce((sum, { runs }) => sum + runs.reduce((some, [first, last]) => some + last - first + 1, 0), 0);

/** About 2 MB: each request is short, and what it stored remains when the next one never comes. */
const blocksAtOnce = 32;

/**
 * Store what an area needs, piece by piece. The page asks for each, since a service worker is stopped in the middle of long work.
 *
 * @throws {ServiceFault} and the reason of `signal`; what was stored before stays, and is not fetched again
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
  const all = blocksOf(files);
  let stored = 0;
  for (const { address, runs } of files) {
    const blocks = runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
    for (let at = 0; at < blocks.length; at += blocksAtOnce) {
      options.signal.throwIfAborted();
      const pin = blocks.slice(at, at + blocksAtOnce);
      options.onSources(await changeSource(service, { address, pin }));
      stored += pin.length;
      options.onProgress(stored / all);
    }
  }
}
