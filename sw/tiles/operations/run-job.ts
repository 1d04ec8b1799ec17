import type { Context } from '../../context.ts';
import { Fault, toFault } from '../../contract/index.ts';
import type { Call } from '../../handlers/call.ts';
import { getDrawnVersion } from '../../store/catalogue.ts';
import type { Changed, NewTile, TileStore } from '../../store/tiles/tile-store.ts';
import { bundleSide } from '../tile-blocks.ts';
import { type CacheRecord, type JobStep, stepAt, type TileJob } from '../tile-cache.ts';
import { type BlockOrder, drawBlock } from './draw-block.ts';
import { checkSpace } from './space.ts';

/** Jobs running in this host. Losing the set with the host is safe, because nothing is locked. */
const runningJobs = new WeakMap<Context['store'], Set<string>>();

/**
 * Failures that couldn't be stored on a full disk, by store contents and job. A restarted host runs the job again and
 * meets the failure again.
 */
const unsavedFailures = new WeakMap<object, Map<string, string>>();

/** Return a job's current state: the stored state, or the failure that couldn't be stored. */
export function currentJob(context: Context, job: TileJob): TileJob {
  const reason = unsavedFailures.get(context.store.contents())?.get(job.id);
  return job.status === 'running' && reason !== undefined ? { ...job, status: 'failed', reason } : job;
}

/** Forget the failure of a job, so that it can be retried. */
export const clearFailure = (context: Context, id: string): boolean =>
  unsavedFailures.get(context.store.contents())?.delete(id) ?? false;

export type DrawBlock = (call: Call, order: BlockOrder) => Promise<NewTile[]>;

/**
 * Work on a job for a limited time. Each block is stored together with the position of the job. After any interruption
 * (budget, signal, end of the host), the next call continues after the last stored block.
 *
 * @param budgetMs time after which no block starts
 * @returns the job's state; unchanged if another call is running the job
 * @throws {Fault} `unknown-id` for a job that the service doesn't have
 */
export async function runJob(call: Call, id: string, budgetMs: number, draw: DrawBlock = drawBlock): Promise<TileJob> {
  const { context } = call;
  const running = runningJobs.get(context.store) ?? new Set<string>();
  runningJobs.set(context.store, running);
  if (running.has(id)) return requireJob(call, id);
  running.add(id);
  clearFailure(context, id);
  try {
    return await continueJob(call, id, (context.stopwatch ?? context.now)() + budgetMs, draw);
  } finally {
    running.delete(id);
  }
}

async function requireJob({ context, service }: Call, id: string): Promise<TileJob> {
  const job = await context.store.tiles.job(id);
  if (job?.service === service.key) return job;
  throw new Fault('unknown-id', `Job "${id.slice(0, 40)}" of service "${service.key}" not found.`);
}

async function continueJob(call: Call, id: string, deadline: number, draw: DrawBlock): Promise<TileJob> {
  const { context, service, signal } = call;
  const { tiles } = context.store;
  const [requestedJob, mapCaches] = await Promise.all([requireJob(call, id), tiles.caches(service.key)]);
  let job = requestedJob;
  const cache = mapCaches.find(({ map }) => map === requestedJob.map);
  if (job.status !== 'running') return job;
  if (cache?.id !== job.cacheId) return fail(context, job, 'The cache no longer exists.');
  if (getDrawnVersion(service) !== job.version)
    return fail(context, job, 'The service has been published again. Restart the job.');
  const last = stepAt(job, job.position - 1);
  try {
    // The host may have ended after storing a bundle's last block, before sealing the bundle.
    if (last) await sealBundle(tiles, cache, job, last);
    while (job.status === 'running' && (context.stopwatch ?? context.now)() < deadline && !signal.aborted) {
      const step = stepAt(job, job.position);
      if (!step) return await finish(tiles, job);
      const changed = await runStep(call, cache, job, step, draw);
      // It was paused or canceled, or another host runs it.
      if (!changed?.job) return await requireJob(call, id);
      if (!changed.isSealed) await sealBundle(tiles, cache, job, step);
      job = changed.job;
      await context.yieldNow();
    }
    return job;
  } catch (error) {
    if (signal.aborted) return requireJob(call, id);
    return fail(context, job, toFault(error).message);
  }
}

async function runStep(
  call: Call,
  cache: CacheRecord,
  job: TileJob,
  { layer, level, isBundle, ...block }: JobStep,
  draw: DrawBlock,
): Promise<Changed | undefined> {
  const { tiles } = call.context.store;
  const range = block.tiles;
  const step = { job: job.id, position: job.position };
  const target = { layer, level, range, version: job.version, step };
  if (job.kind === 'delete') return tiles.drop(cache, target);
  const present = job.overwrite ? new Set<string>() : await tiles.present(cache, layer, level, range);
  const count = (range.rowMax - range.rowMin + 1) * (range.colMax - range.colMin + 1);
  if (present.size === count) return tiles.save(cache, target, []);
  await checkSpace(tiles);
  const newTiles = await draw(call, { map: cache.map, settings: cache.settings, layer, level, ...block });
  return tiles.save(
    cache,
    { ...target, isBundle },
    newTiles.filter(({ row, col }) => !present.has(`${row}/${col}`)),
  );
}

async function sealBundle(
  tiles: TileStore,
  cache: CacheRecord,
  job: TileJob,
  { layer, level, tiles: range, endsBundle }: JobStep,
): Promise<void> {
  if (!endsBundle || job.kind !== 'build' || cache.settings.storage !== 'compact') return;
  const { rowMin, colMin } = range;
  await tiles.seal(cache, layer, level, rowMin - (rowMin % bundleSide), colMin - (colMin % bundleSide));
}

async function finish(tiles: TileStore, job: TileJob): Promise<TileJob> {
  return (
    (await tiles.changeJob(job.id, (now) => (now.status === 'running' ? { ...now, status: 'done' } : undefined))) ?? job
  );
}

/** Mark a job as failed. If the disk is too full to store the failure, remember it in memory. */
async function fail(context: Context, job: TileJob, reason: string): Promise<TileJob> {
  const failed = { ...job, status: 'failed' as const, reason };
  try {
    const stored = await context.store.tiles.changeJob(job.id, (now) =>
      now.status === 'running' ? { ...now, status: 'failed', reason } : undefined,
    );
    return stored ?? failed;
  } catch {
    const contents = context.store.contents();
    const failures = unsavedFailures.get(contents) ?? new Map<string, string>();
    unsavedFailures.set(contents, failures.set(job.id, reason));
    return failed;
  }
}
