import { expect, test } from 'vitest';
import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { createCall } from '../../sw/handlers/call.ts';
import { drawBlock } from '../../sw/tiles/operations/draw-block.ts';
import { requireTileLevel } from '../../sw/tiles/tile-scheme.ts';
import { act, finishJob, get, worldContext } from '../unit/handlers/tiles/world-context.ts';

const rows: string[] = [];
const say = (name: string, value: number, unit = 'ms') =>
  rows.push(`${name.padEnd(52)} ${value.toFixed(1).padStart(8)} ${unit}`);
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

async function times(runs: number, task: (run: number) => Promise<unknown>): Promise<number[]> {
  const results: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await task(run);
    results.push(performance.now() - start);
  }
  return results;
}

const soap = (operation: string, body: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><t:${operation} xmlns:t="urn:gis:schemas/3.2.0">${body}</t:${operation}></soap:Body></soap:Envelope>`;

async function callSoap(context: Context, text: string): Promise<string> {
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
  const request = new Request(`${location.origin}/services/World/MapServer`, { method: 'POST', headers, body: text });
  const response = (await answer(context, request))!;
  const answered = await response.text();
  if (!response.ok) throw new Error(answered);
  return answered;
}

/** Return the longest time of a small call while `task` runs. */
async function findLongestCall<T>(
  context: Context,
  task: Promise<T>,
): Promise<{ result: T; longestMs: number; medianMs: number }> {
  let isDone = false;
  const results: number[] = [];
  const asking = (async () => {
    while (!isDone) {
      results.push(...(await times(1, () => callSoap(context, soap('GetDefaultMapName', '')))));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const result = await task;
  isDone = true;
  await asking;
  return { result, longestMs: Math.max(...results), medianMs: median(results) };
}

test('64 tiles of level 3 of the countries', async () => {
  const context = await worldContext('10m');
  const service = (await context.store.service('World'))!;
  const call = createCall(context, service, new AbortController().signal);
  await act(context, { action: 'settings', map: 'Countries', storage: 'exploded' });
  const cache = (await context.store.tiles.cache('World', 'Countries'))!;
  requireTileLevel(cache.settings.scheme, 3);
  const order = { map: 'Countries', settings: cache.settings, layer: -1, level: 3 };
  const all = { rowMin: 0, rowMax: 7, colMin: 0, colMax: 7 };
  const block = median(await times(7, () => drawBlock(call, { ...order, whole: all, tiles: all })));
  say('64 tiles of level 3, one block, not kept', block);
  const single = median(
    await times(3, async () => {
      for (let i = 0; i < 64; i++) {
        const entry = { rowMin: i >> 3, rowMax: i >> 3, colMin: i & 7, colMax: i & 7 };
        await drawBlock(call, { ...order, whole: entry, tiles: entry });
      }
    }),
  );
  say('64 tiles of level 3, one by one, not kept', single);
  for (const format of ['PNG32', 'JPEG', 'PNG8']) {
    await act(context, { action: 'settings', map: 'Countries', storage: 'exploded', format });
    const built = await times(5, async () => {
      const { result } = await act(context, { action: 'build', map: 'Countries', levels: [3], overwrite: true });
      await finishJob(context, result.id);
    });
    say(`64 tiles of level 3, whole job, kept, ${format}`, median(built));
  }
  expect(block).toBeLessThan(single);
}, 120_000);

test('a build to level 5, and what it costs others', async () => {
  const context = await worldContext('10m');
  const idle = await findLongestCall(context, new Promise((resolve) => setTimeout(resolve, 5000)));
  say('small request with no build, median', idle.medianMs);
  say('small request with no build, longest', idle.longestMs);
  for (const storage of ['exploded', 'compact']) {
    await act(context, { action: 'settings', map: 'Countries', storage });
    const start = performance.now();
    const { result } = await act(context, { action: 'build', map: 'Countries', levels: [0, 1, 2, 3, 4, 5] });
    const { result: job, longestMs, medianMs } = await findLongestCall(context, finishJob(context, result.id));
    say(`tiles of levels 0 to 5, ${storage}`, (1000 * job.tilesDone) / (performance.now() - start), 'a second');
    say('  small request meanwhile, median', medianMs);
    say('  small request meanwhile, longest', longestMs);
    expect(job.status).toBe('done');
  }
  const path = (run: number) => `services/World/MapServer/tile/5/${10 + (run % 7)}/${14 + (run % 11)}`;
  const tile = (run: number) =>
    soap(
      'GetMapTile',
      `<MapName>Countries</MapName><Level>5</Level><Row>${10 + (run % 7)}</Row><Column>${14 + (run % 11)}</Column>`,
    );
  for (const storage of ['compact', 'exploded']) {
    if (storage === 'exploded') {
      await act(context, { action: 'settings', map: 'Countries', storage });
      const { result } = await act(context, { action: 'build', map: 'Countries', levels: [5] });
      await finishJob(context, result.id);
    }
    const gets = await times(60, async (run) => (await get(context, path(run))).arrayBuffer());
    say(`tile by GET, first, ${storage}`, gets[0]!);
    say(`tile by GET, ${storage}`, median(gets));
    const calls = await times(60, (run) => callSoap(context, tile(run)));
    say(`tile by SOAP, first, ${storage}`, calls[0]!);
    say(`tile by SOAP, ${storage}`, median(calls));
  }
  console.log(`\n${rows.join('\n')}`);
}, 300_000);
