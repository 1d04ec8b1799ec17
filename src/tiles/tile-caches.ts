import { signal } from '@preact/signals';
import type { CacheActionName, CacheMessage } from '../../sw/contract/admin/cache-message.ts';
import type { Value } from '../../sw/contract/index.ts';
import type { JobState, ServiceCaches } from '../../sw/tiles/tile-state.ts';
import { askFile, askJson, formatError, inPath, ServiceFault } from '../connection/call.ts';
import { refreshStorage } from '../state/host.ts';
import { takeCaches } from '../state/shown-cache.ts';

/** State of the selected service's caches; undefined until loaded. */
export const state = signal<ServiceCaches | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);

type CacheOrder = Omit<CacheMessage, 'action'> & { readonly map: string };
export type Area = Value<'EnvelopeN'>;

const cachesPath = (service: string): string => `admin/caches/${inPath(service)}`;

/** Run a task and show its error. Return undefined on failure. */
export async function trying<T>(task: () => Promise<T>): Promise<T | undefined> {
  try {
    const result = await task();
    problem.value = undefined;
    return result;
  } catch (error) {
    problem.value = formatError(error);
    return undefined;
  }
}

/** Read the state of a service's caches, and continue a job that no tab is running. */
export async function readCaches(service: string): Promise<void> {
  const serviceCaches = await askJson<ServiceCaches>('caches', cachesPath(service));
  take(serviceCaches);
}

function take(serviceCaches: ServiceCaches): void {
  state.value = serviceCaches;
  takeCaches(serviceCaches.service, serviceCaches);
  for (const { job } of serviceCaches.caches) if (job?.status === 'running') void drive(job);
}

export async function act<T>(service: string, action: CacheActionName, order: CacheOrder): Promise<T> {
  const init = { method: 'POST', body: JSON.stringify({ ...order, action } satisfies CacheMessage) };
  const { result, state: now } = await askJson<{ result: T; state: ServiceCaches }>(action, cachesPath(service), init);
  take(now);
  if (action === 'delete' || action === 'settings') void refreshStorage();
  return result;
}

export const exportFile = (service: string, map: string, format: 'compact' | 'pmtiles'): Promise<Blob> =>
  askFile('export', `${cachesPath(service)}?export=${format}&map=${encodeURIComponent(map)}`);

export async function importFile(service: string, map: string, file: File): Promise<number> {
  const format = file.name.toLowerCase().endsWith('.pmtiles') ? 'pmtiles' : 'compact';
  const url = `${cachesPath(service)}?import=${format}&map=${encodeURIComponent(map)}`;
  const came = await askJson<{ result: { tiles: number }; state: ServiceCaches }>('import', url, {
    method: 'POST',
    body: file,
  });
  take(came.state);
  void refreshStorage();
  return came.result.tiles;
}

const driven = new Set<string>();

/**
 * Maximum number of attempts to send a request. If the browser stops the worker during a request, the next attempt
 * starts it again.
 */
const maxAttempts = 5;
const attemptMs = 400;

/** Run a job until it ends, even while another page of the app is open. If the tab is closed, the job pauses. */
async function drive({ id, service }: JobState): Promise<void> {
  if (driven.has(id)) return;
  driven.add(id);
  try {
    for (;;) {
      const { job } = await runBuild(service, id);
      show(job);
      if (job.status !== 'running') break;
      // Another tab may be running the job, so wait between requests.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    void refreshStorage();
    if (state.value?.service === service) await readCaches(service);
  } catch (error) {
    problem.value = formatError(error);
  } finally {
    driven.delete(id);
  }
}

async function runBuild(service: string, id: string, attempt = 1): Promise<{ job: JobState }> {
  try {
    return await askJson('run', `${cachesPath(service)}/jobs/${id}/run`, { method: 'POST' });
  } catch (error) {
    const isNobody = error instanceof ServiceFault && error.code === 'no-answer';
    if (!isNobody || attempt >= maxAttempts) throw error;
    await new Promise((resolve) => setTimeout(resolve, attemptMs));
    return runBuild(service, id, attempt + 1);
  }
}

function show(job: JobState): void {
  const now = state.value;
  if (now?.service !== job.service) return;
  state.value = { ...now, caches: now.caches.map((cache) => (cache.map === job.map ? { ...cache, job } : cache)) };
}
