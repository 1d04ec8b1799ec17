import { base, call, send } from '../../../src/connection/call.ts';
import { measureTime, median, type Row } from './timing.ts';

const service = 'countries';
const rounds = 3;
const gets = 60;

/** Measure a tile build, its effect on other requests, and cached tiles over HTTP, all with the worker. */
export async function tileTimes(): Promise<Row[]> {
  const waits: { idle: number[]; busy: number[] }[] = [];
  const buildMs: number[] = [];
  await setUpCache();
  for (let round = 0; round < rounds; round++) {
    const { id } = await act<{ id: string }>({ action: 'build', levels: [0, 1, 2, 3, 4, 5], overwrite: true });
    let idle: number[] = [];
    let busy: number[] = [];
    const ms = await measureTime(async () => {
      busy = await smallRequests(finish(id));
    });
    buildMs.push(ms);
    // Measure for as long as the build took, so that both include as many disturbances.
    idle = await smallRequests(new Promise((resolve) => setTimeout(resolve, ms)));
    waits.push({ idle, busy });
  }
  const level3: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    level3.push(await measureTime(buildLevel3));
  }
  const tile = (run: number) => ask(`services/${service}/MapServer/tile/5/${10 + (run % 7)}/${14 + (run % 11)}`);
  const warm: number[] = [];
  for (let run = 0; run < gets; run++) warm.push(await measureTime(() => tile(run)));
  const small = median(waits.flatMap(({ idle }) => idle));
  return [
    {
      name: 'small request during a build of tiles, median',
      ms: median(waits.flatMap(({ busy }) => busy)),
      against: 'with no build',
      againstMs: small,
    },
    {
      name: 'small request during a build of tiles, longest',
      ms: median(waits.map(({ busy }) => Math.max(...busy))),
      against: 'with no build',
      againstMs: median(waits.map(({ idle }) => Math.max(...idle))),
      note: `median of ${rounds} builds`,
    },
    {
      name: 'build of 1,365 tiles, levels 0 to 5',
      ms: median(buildMs),
      note: `${Math.round(1_365_000 / median(buildMs))} a second`,
    },
    { name: '64 tiles of level 3, drawn and kept', ms: median(level3) },
    { name: 'cached tile by GET, warm', ms: median(warm), against: 'call that asks nothing', againstMs: small },
  ];
}

/** Return the times of small requests in sequence during a task. */
async function smallRequests(work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    times.push(await measureTime(() => call('GetDefaultMapName', service, {})));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await work;
  return times;
}

export const setUpCache = (): Promise<unknown> => act({ action: 'settings', storage: 'compact' });

/** Draw and store the 64 tiles of level 3. */
export async function buildLevel3(): Promise<void> {
  const { id } = await act<{ id: string }>({ action: 'build', levels: [3], overwrite: true });
  await finish(id);
}

async function finish(id: string): Promise<void> {
  for (;;) {
    const path = `admin/caches/${service}/jobs/${id}/run`;
    const { job } = (await (await ask(path, { method: 'POST' })).json()) as { job: { status: string } };
    if (job.status === 'done') return;
    if (job.status !== 'running') throw new Error(`the build is ${job.status}`);
  }
}

async function act<T>(order: object): Promise<T> {
  const answer = await ask(`admin/caches/${service}`, { method: 'POST', body: JSON.stringify(order) });
  return ((await answer.json()) as { result: T }).result;
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await send('tiles', base + path, init);
  if (!response.ok) throw new Error(await response.text());
  await response.clone().arrayBuffer();
  return response;
}
