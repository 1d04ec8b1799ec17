import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { answer } from '../../../sw/answer.ts';
import { createClock } from '../../../sw/clock.ts';
import type { Context } from '../../../sw/context.ts';
import { origin, portalWorld } from '../portal/portal-world.ts';
import { testWith } from '../with-extensions.ts';

const year = 365 * 86_400_000;

test('the clock is frozen, shifted and given back', () => {
  let machine = Date.UTC(2026, 0, 1);
  const clock = createClock(
    () => machine,
    () => 'chance',
  );
  const ids = () => [clock.newId(), clock.newId()];
  const shown = machine + year;
  clock.set({ shown, setAt: machine, isFrozen: true, seed: 'a', starts: 0 });
  machine += 5000;
  expect(clock.now()).toBe(shown);
  const first = ids();
  expect(first[0]).toMatch(/^[\da-f]{32}$/);
  expect(first[0]).not.toBe(first[1]);
  clock.set({ shown, setAt: machine, isFrozen: false, seed: 'a', starts: 0 });
  machine += 5000;
  expect(clock.now()).toBe(shown + 5000);
  expect(ids()).toEqual(first);
  // A restarted host never repeats an ID.
  clock.set({ shown, setAt: machine, isFrozen: false, seed: 'a', starts: 1 });
  expect(ids()).not.toContain(first[0]);
  clock.set(undefined);
  expect([clock.now(), clock.newId()]).toEqual([machine, 'chance']);
});

test('an administrator sets the clock, and mistakes are named', async () => {
  const { context: plain, tokens } = await portalWorld();
  const clock = createClock(plain.now, plain.newId);
  const context: Context = { ...plain, now: clock.now, clock };
  const set = async (body: unknown, token = tokens.host) => {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`${origin}/admin/clock`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer(context, request))!.json();
  };
  expect(await set({ now: '2026-01-01T00:02:03Z', isFrozen: true, seed: 'x' })).toEqual({
    now: '2026-01-01T00:02:03.000Z',
    isSet: true,
    isFrozen: true,
    seed: 'x',
  });
  expect(clock.now()).toBe(Date.UTC(2026, 0, 1, 0, 2, 3));
  expect((await set({ now: 'soon' })).error.message).toBe(
    'now: expected a date such as 2026-01-31T12:00:00Z, or epoch milliseconds, found "soon".',
  );
  expect((await set({ frozen: true })).error.message).toBe(
    'clock: expected an object with only now, isFrozen and seed, found "frozen".',
  );
  expect((await set({ isFrozen: true }, tokens.member)).error.messageCode).toBe('not-allowed');
});

const query = `${origin}/rest/services/World/MapServer/1/query?where=1%3D1&f=json`;
const ask = async (url: string, headers: Record<string, string>) => {
  const { context } = await portalWorld();
  return (await answer(context, new Request(url, { headers })))!;
};

testWith('rest')('a service is asked for fewer rows than it allows, never for more', async () => {
  const rows = async (most: string) => (await ask(query, { 'x-soapstone-maximum-records': most })).json();
  const all = await rows('999999');
  expect(all.exceededTransferLimit).toBeUndefined();
  expect(await rows('1')).toMatchObject({ features: [all.features[0]], exceededTransferLimit: true });
});
