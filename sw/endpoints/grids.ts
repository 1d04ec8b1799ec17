import { wrongValue } from '../contract/index.ts';
import { changeGrids } from '../handlers/references.ts';
import { readGrids } from '../store/datum-grids.ts';
import { jsonResponse } from './error-response.ts';
import type { Endpoint } from './request-context.ts';

/** Maximum size of a grid, because grids in use stay in memory. The largest known grid has 80 MB. */
const maxGridBytes = 128 * 1024 ** 2;

/**
 * List the datum grids with their size in bytes.
 *
 * POST adds the file in the body as `?name=`, or replaces the grid of that name. DELETE removes `?name=`. Both can
 * safely be repeated.
 *
 * @throws {Fault} `bad-value` for a file that isn't an NTv2 grid of a known transformation, `too-large` above 128 MiB,
 *   `no-space` when the storage is full
 */
export const answerGrids: Endpoint = async ({ context, request, url }) => {
  const name = (url.searchParams.get('name') ?? '').slice(0, 100);
  if (request.method === 'POST') {
    const file = await request.blob();
    if (file.size > maxGridBytes)
      throw wrongValue('too-large', `Grid ${name}`, `at most ${maxGridBytes} bytes`, `${file.size}`);
    await changeGrids(context, name, file);
  }
  if (request.method === 'DELETE') await changeGrids(context, name);
  const grids = (await readGrids(context.store)).map(({ name, file }) => ({ name, bytes: file.size }));
  return jsonResponse({ grids }, url);
};
