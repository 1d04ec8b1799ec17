import { readText } from '../../body.ts';
import { clockSetting, readClockSetting } from '../../clock.ts';
import { Fault } from '../../contract/index.ts';
import { jsonResponse } from '../error-response.ts';
import type { Endpoint } from '../request-context.ts';

/**
 * Return the time and the setting of the clock.
 *
 * POST `{now, isFrozen, seed}` sets the clock, also for workers of the same browser that start later. DELETE returns to
 * the machine's clock.
 *
 * @throws {Fault} `bad-value` for an invalid setting; `not-supported` if the host's clock can't be set
 */
export const answerClock: Endpoint = async ({ context, request, url }) => {
  const { clock, store, stopwatch = context.now } = context;
  if (!clock)
    throw new Fault('not-supported', "The clock of this server can't be set. Start it with `soapstone serve`.");
  if (request.method === 'POST') {
    const setting = readClockSetting(await readText(request), stopwatch());
    await store.setSetting(clockSetting, setting);
    clock.set(setting);
  }
  if (request.method === 'DELETE') {
    await store.setSetting(clockSetting, undefined);
    clock.set(undefined);
  }
  const { setting } = clock;
  const now = new Date(clock.now()).toISOString();
  return jsonResponse(
    { now, isSet: setting !== undefined, isFrozen: setting?.isFrozen ?? false, seed: setting?.seed },
    url,
  );
};
