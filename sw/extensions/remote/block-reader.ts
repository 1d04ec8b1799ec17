import type { Fault } from '../../contract/index.ts';
import { type RangeReader, sourceFault } from '../../formats/reading/range-reader.ts';
import type { ByteRange, RemoteSource } from '../../rows/manifest.ts';
import type { FetchRemote } from '../../store/open-store.ts';
import { fetchRange, versionlessFault } from './fetch-range.ts';

/** Size of a block. Blocks are aligned, so that neighboring ranges share them. */
export const blockBytes = 64 * 1024;

/**
 * Blocks of remote files that are stored beyond the worker's lifetime. Blocks that can't be stored are fetched again.
 */
export interface BlockStore {
  /** Return blocks in the order of `blocks`; undefined for a missing block. */
  get(
    address: string,
    version: string,
    blocks: readonly number[],
  ): Promise<readonly (Uint8Array<ArrayBuffer> | undefined)[]>;
  put(address: string, version: string, blocks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>): Promise<void>;
}

/** A store without blocks, for files that are only inspected. */
export const noStore: BlockStore = {
  get: async (_, __, blocks) => blocks.map(() => undefined),
  put: async () => undefined,
};

/** Reads a file in blocks. */
interface BlockReader extends RangeReader {
  /** Return blocks by number. Numbers must ascend. Stored blocks aren't fetched. @throws {Fault} as `read` */
  load(blocks: readonly number[]): Promise<ReadonlyMap<number, Uint8Array<ArrayBuffer>>>;
}

/** Cached blocks, the most recently used last. */
interface BlockMemory {
  readonly blocks: Map<string, Uint8Array<ArrayBuffer>>;
  readonly maximum: number;
}

/** Resources that readers of remote files share. */
export interface BlockHost {
  readonly fetchRemote: FetchRemote;
  readonly store: BlockStore;
  readonly memory: BlockMemory;
  /** Return the current signed form of an address. */
  readonly signedAddress: (address: string) => Promise<string>;
}

/** Create an empty block cache. The default, 512 blocks (32 MiB), is enough for a large image. */
export const createBlockMemory = (maximum = 512): BlockMemory => ({ blocks: new Map(), maximum });

/** Drop the blocks of a file from the cache. */
export function forgetBlocks({ blocks }: BlockMemory, address: string): void {
  for (const key of blocks.keys()) if (key.endsWith(` ${address}`)) blocks.delete(key);
}

/** Maximum distance of missing blocks that are fetched in one request, together with the blocks in between. */
const maxGapBlocks = 2;
const maxBlocksPerRequest = 64;
const maxConcurrentRequests = 6;

/**
 * Create a reader of a remote file. It fetches each block once, neighboring blocks in one request, and sends several
 * requests in parallel.
 *
 * @param head first bytes of the file, if known
 */
export function createBlockReader(file: RemoteSource, host: BlockHost, head?: Uint8Array<ArrayBuffer>): BlockReader {
  const { address, sizeBytes, version } = file;
  const { memory, store } = host;
  const key = (block: number): string => `${version} ${block} ${address}`;
  const loading = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();
  const limit = createLimit(maxConcurrentRequests);

  const remember = (block: number, bytes: Uint8Array<ArrayBuffer>): void => {
    memory.blocks.delete(key(block));
    memory.blocks.set(key(block), bytes);
    for (const oldest of memory.blocks.keys()) {
      if (memory.blocks.size <= memory.maximum) break;
      memory.blocks.delete(oldest);
    }
  };
  const isExpected = (actualVersion: string, size: number | undefined) => {
    if (size !== undefined && size !== sizeBytes) return sourceChangedFault(address);
    if (version === '' || actualVersion === version) return undefined;
    // Versions of different kinds can't be compared, so the content may have changed.
    return scheme(actualVersion) === scheme(version) ? sourceChangedFault(address) : versionlessFault(address);
  };
  const readRun = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const signedAddress = await host.signedAddress(address);
    return (await fetchRange(host.fetchRemote, { address, signedAddress }, offset, length, isExpected)).bytes;
  };
  const fetchRun = async (first: number, last: number): Promise<Map<number, Uint8Array<ArrayBuffer>>> => {
    const offset = first * blockBytes;
    const length = Math.min((last + 1) * blockBytes, sizeBytes) - offset;
    const bytes = await limit(() => readRun(offset, length));
    const blocks = new Map<number, Uint8Array<ArrayBuffer>>();
    for (let block = first; block <= last; block++)
      blocks.set(block, bytes.slice((block - first) * blockBytes, (block - first + 1) * blockBytes));
    for (const [block, content] of blocks) remember(block, content);
    await store.put(address, version, blocks);
    return blocks;
  };
  /** Load blocks, in ascending order, into the cache. Wait for blocks that another call is loading. */
  const load = async (numbers: readonly number[]): Promise<Map<number, Uint8Array<ArrayBuffer>>> => {
    const blockBytesByIndex = new Map<number, Uint8Array<ArrayBuffer>>();
    const waiting: Promise<unknown>[] = [];
    const absent = numbers.filter((block) => {
      const cachedBlock = memory.blocks.get(key(block));
      const pending = loading.get(block);
      if (cachedBlock) {
        remember(block, cachedBlock);
        blockBytesByIndex.set(block, cachedBlock);
      } else if (pending) waiting.push(pending.then((bytes) => blockBytesByIndex.set(block, bytes)));
      return !cachedBlock && !pending;
    });
    if (absent.length > 0) {
      const loaded = loadAbsent(absent);
      for (const block of absent) {
        const pendingBlock = loaded.then((blocks) => blocks.get(block)!);
        loading.set(block, pendingBlock);
        waiting.push(
          pendingBlock.then((bytes) => blockBytesByIndex.set(block, bytes)).finally(() => loading.delete(block)),
        );
      }
    }
    await Promise.all(waiting);
    return blockBytesByIndex;
  };
  const loadAbsent = async (absent: readonly number[]): Promise<Map<number, Uint8Array<ArrayBuffer>>> => {
    const result = new Map<number, Uint8Array<ArrayBuffer>>();
    const stored = await store.get(address, version, absent);
    const missing = absent.filter((block, i) => {
      const bytes = stored[i];
      if (!bytes) return true;
      remember(block, bytes);
      result.set(block, bytes);
      return false;
    });
    const fetched = await Promise.all(groupConsecutiveBlocks(missing).map(([first, last]) => fetchRun(first, last)));
    for (const blocks of fetched) for (const [block, bytes] of blocks) result.set(block, bytes);
    return result;
  };
  if (head && head.length >= Math.min(sizeBytes, blockBytes)) remember(0, head.subarray(0, blockBytes));
  return {
    address,
    sizeBytes,
    async read(offset, length) {
      if (offset + length > sizeBytes)
        throw sourceFault(address, 'damaged', `expected at least ${offset + length} bytes, found ${sizeBytes}.`);
      const bytes = new Uint8Array(length);
      const blocks = listBlocks([[offset, length]], sizeBytes);
      const loadedBlocks = await load(blocks);
      for (const block of blocks) {
        const blockOffset = block * blockBytes - offset;
        const content = loadedBlocks.get(block)!;
        const from = Math.max(0, -blockOffset);
        bytes.set(content.subarray(from, Math.min(content.length, length - blockOffset)), blockOffset + from);
      }
      return bytes;
    },
    async readAhead(ranges) {
      await load(listBlocks(ranges, sizeBytes));
    },
    load,
  };
}

/** List the numbers of the blocks that overlap some ranges of a file, ascending. */
export function listBlocks(ranges: readonly ByteRange[], sizeBytes: number): number[] {
  const lastBlock = Math.ceil(sizeBytes / blockBytes) - 1;
  const blocks = new Set<number>();
  for (const [offset, length] of ranges) {
    const last = length > 0 ? Math.min(Math.floor((offset + length - 1) / blockBytes), lastBlock) : -1;
    for (let block = Math.floor(offset / blockBytes); block <= last; block++) blocks.add(block);
  }
  return [...blocks].sort((a, b) => a - b);
}

const sourceChangedFault = (address: string): Fault =>
  sourceFault(address, 'changed', 'the file has changed since it was published. Publish it again.');

const scheme = (version: string): string => version.slice(0, version.indexOf(':'));

/** Group ascending blocks into requests. Return the first and last block of each. */
export function groupConsecutiveBlocks(blocks: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (run && block - run[1] <= maxGapBlocks && block - run[0] < maxBlocksPerRequest) run[1] = block;
    else runs.push([block, block]);
  }
  return runs;
}

/** Limit the number of tasks that run at the same time. */
function createLimit(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => queue.push(resolve));
    running++;
    try {
      return await task();
    } finally {
      running--;
      queue.shift()?.();
    }
  };
}
