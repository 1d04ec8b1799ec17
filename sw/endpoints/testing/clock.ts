import { readText } from '../../body.ts';
import { clockSetting, readClockSetting } from '../../clock.ts';
import { Fault } from '../../contract/index.ts';
import { jsonResponse } from '../error-response.ts';
import type { Endpoint } from '../request-context.ts';

/**
 * Say what the clock shows and how it is set. POST `{now, isFrozen, seed}` sets it, also for workers of the same browser that
 * start later; DELETE goes back to the clock of the machine.
 *
 * @throws {Fault} `bad-value`; `not-supported` where the host has a clock of its own
 */
export const answerClock: Endpoint = async ({ context, request, url }) => {
  const { clock, store, stopwatch = context.now } = context;
  if (!clock) throw new Fault('not-supported', 'The clock of this server cannot be set.');
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
