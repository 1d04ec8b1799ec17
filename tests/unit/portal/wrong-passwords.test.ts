import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { portalWorld, send, type World } from './portal-world.ts';

const signIn = async (world: World, password: string, username = 'mona', portalId = 'self'): Promise<number> => {
  const answer = await send(world.context, 'POST', 'generateToken', { f: 'json', username, password, portalId });
  return answer.token ? 200 : answer.error.code;
};
const right = 'mona-password';
/** Try wrong passwords, each as soon as the lockout allows. */
async function fail(world: World, times: number, username = 'mona'): Promise<void> {
  for (let i = 0; i < times; i++) {
    while ((await signIn(world, 'wrong', username)) === 429) world.clock.now += 1000;
  }
}

test('after five wrong passwords each next one has to wait longer, the right one too', async () => {
  const world = await portalWorld();
  await fail(world, 4);
  expect(await signIn(world, right)).toBe(200);
  for (let i = 0; i < 5; i++) expect(await signIn(world, 'wrong')).toBe(400);
  const waits: number[] = [];
  for (let i = 0; i < 7; i++) {
    const from = world.clock.now;
    while ((await signIn(world, 'wrong')) === 429) world.clock.now += 500;
    waits.push((world.clock.now - from) / 1000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(await signIn(world, right)).toBe(429);
  world.clock.now += 30_000;
  expect(await signIn(world, right)).toBe(200);
  expect(await signIn(world, 'wrong')).toBe(400);
});

test('after twenty-five an account is locked for five minutes, and a quarter of an hour forgets them', async () => {
  const world = await portalWorld();
  await fail(world, 25);
  world.clock.now += 5 * 60_000 - 1;
  expect(await signIn(world, right)).toBe(429);
  // Setting the clock back doesn't extend the lockout.
  world.clock.now -= 60 * 60_000;
  expect(await signIn(world, right)).toBe(429);
  world.clock.now += 5 * 60_000;
  expect(await signIn(world, 'wrong')).toBe(400);
  world.clock.now += 60_000;
  expect(await signIn(world, right)).toBe(429);
  world.clock.now += 15 * 60_000;
  await fail(world, 4);
  expect(await signIn(world, right)).toBe(200);
});

test('accounts that are not there are counted alike, and all together', async () => {
  const world = await portalWorld();
  for (let i = 0; i < 5; i++) expect(await signIn(world, 'wrong', 'nobody')).toBe(400);
  expect(await signIn(world, 'wrong', 'nobody')).toBe(429);
  for (let i = 0; i < 20; i++) await fail(world, 1, `guess${i}`);
  world.clock.now += 60_000;
  expect(await signIn(world, right)).toBe(429);
  world.clock.now += 4 * 60_000;
  expect(await signIn(world, right)).toBe(200);
});

test('tries at the same time, in a worker that is stopped meanwhile and of an old password count as well', async () => {
  const world = await portalWorld();
  const codes = await Promise.all(Array.from({ length: 9 }, () => signIn(world, 'wrong')));
  expect(codes.filter((code) => code === 400)).toHaveLength(5);
  // The next worker continues this one's count.
  const next = await portalWorld({ databaseName: world.databaseName });
  expect(await signIn(next, right)).toBe(429);
  next.clock.now += 15 * 60_000;
  const change = async (oldPassword: string) => {
    const values = { oldPassword, newPassword: 'another-password' };
    return (
      await next.post('member', 'portals/self/users/mona/changePassword', values, {
        'x-request-id': `${Math.random()}`,
      })
    ).error?.code;
  };
  for (let i = 0; i < 5; i++) expect(await change('wrong')).toBe(400);
  expect(await change(right)).toBe(429);
  expect(await signIn(next, right)).toBe(429);
  next.clock.now += 1000;
  expect(await change(right)).toBeUndefined();
});

test('what was tried here does not leave with a backup', async () => {
  const world = await portalWorld();
  await fail(world, 1);
  expect(await world.store.setting('wrong-passwords')).toBeDefined();
  const settings = (await world.store.archive.readAll()).get('settings')!;
  expect(settings.map(({ key }) => key)).not.toContain('wrong-passwords');
});
