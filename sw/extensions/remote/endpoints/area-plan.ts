import type { Context } from '../../../context.ts';
import { sourceHost } from '../../../formats/reading/source-address.ts';
import { isLocal } from '../../../service/checks/local-address.ts';
import type { ServiceRecord } from '../../../store/store.ts';
import { blockBytes, groupConsecutiveBlocks } from '../block-reader.ts';
import { checkArea, readAreaWindow } from './area.ts';

/** The blocks of a file to fetch and pin, so that an area of a map is available offline. */
interface FilePlan {
  readonly address: string;
  readonly host: string;
  /** First and last block of each run of consecutive blocks. Pinned blocks are left out. */
  readonly runs: readonly (readonly [first: number, last: number])[];
  /** Bytes that the area needs. */
  readonly bytes: number;
  /** Bytes of these that aren't stored yet. */
  readonly missingBytes: number;
  readonly requests: number;
}

/** Images are stored down to this fraction of the resolution. */
const finestShare = 1 / 4;

/**
 * Find the blocks of a service's remote files that an area needs, with a margin of a quarter of its size.
 *
 * @throws {Fault} `bad-value` for an invalid area, and faults of `readAreaWindow` and of opening and reading the files
 */
export async function areaPlan(context: Context, service: ServiceRecord, requested: unknown): Promise<FilePlan[]> {
  const area = checkArea(requested);
  const files = await context.store.remoteFiles();
  const { tables, rasters = {} } = service.definition;
  const plans: FilePlan[] = [];
  for (const manifest of [...Object.values(tables), ...Object.values(rasters)]) {
    const { remote } = manifest;
    // Layers published by earlier versions can't be read any more.
    if (!remote || isLocal(remote.address) || remote.tiles) continue;
    const window = await readAreaWindow(context, area, manifest.spatialReference);
    const read = await ('levels' in manifest && 'encoding' in manifest
      ? files.blocksOfRaster(manifest, window.extent, finestShare * window.resolution)
      : files.blocksOfTable(manifest, window.extent));
    for (const { file, blocks } of read) {
      const { all, pinned } = await files.storedBlocks(file);
      const missing = blocks.filter((block) => !all.has(block));
      plans.push({
        address: file.address,
        host: sourceHost(file.address),
        runs: groupNeighbors(blocks.filter((block) => !pinned.has(block))),
        bytes: Math.min(blocks.length * blockBytes, file.sizeBytes),
        missingBytes: Math.min(missing.length * blockBytes, file.sizeBytes),
        requests: groupConsecutiveBlocks(missing).length,
      });
    }
  }
  return plans;
}

/** Group ascending blocks into runs without gaps. */
function groupNeighbors(blocks: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (run && block === run[1] + 1) run[1] = block;
    else runs.push([block, block]);
  }
  return runs;
}
