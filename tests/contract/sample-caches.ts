import { answer } from '../../sw/answer.ts';
import type { Context } from '../../sw/context.ts';
import { administrator } from '../unit/portal/administrator.ts';

/**
 * Create the tile caches of the service `Cached`.
 * The first map has a fused cache in degrees, with its first two levels. The second is cached by layer, as JPEG in
 * bundles of Web Mercator, and only has level 1.
 */
export async function buildSampleCaches(context: Context): Promise<void> {
  const fused = { map: 'Layers', scheme: 'geographic', storage: 'exploded' };
  await act(context, { action: 'settings', ...fused });
  await build(context, 'Layers', [0, 1]);
  const single = { map: 'Squares only', kind: 'layers', format: 'JPEG', quality: 60, clientCaching: false };
  await act(context, { action: 'settings', ...single });
  await build(context, 'Squares only', [1]);
}

async function build(context: Context, map: string, levels: readonly number[]): Promise<void> {
  const { result } = await act(context, { action: 'build', map, levels });
  const { job } = await post(context, `jobs/${result.id}/run`);
  if (job.status !== 'done') throw new Error(`${map}: ${job.reason}`);
}

const act = (context: Context, body: object) => post(context, '', JSON.stringify(body));

async function post(context: Context, path: string, body?: string) {
  const url = `${context.origin}/admin/caches/Cached${path && `/${path}`}`;
  const init = { method: 'POST', headers: await administrator(context), ...(body ? { body } : {}) };
  const response = (await answer(context, new Request(url, init)))!;
  const answered = await response.json();
  if (!response.ok) throw new Error(answered.error.message);
  return answered;
}
