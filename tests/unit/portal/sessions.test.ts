import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type Json, portalWorld, send, type World } from './portal-world.ts';

const hour = 60 * 60_000;
const bearers = (...tokens: readonly string[]) => ({
  authorization: tokens.map((token) => `Bearer ${token}`).join(', '),
});
const signIn = (world: World, tokens: readonly string[] = [], query = '') =>
  send(world.context, 'POST', `session${query}`, undefined, tokens.length ? bearers(...tokens) : {});
const listTokens = ({ sessions }: Json): string[] => sessions.map((session: Json) => session.token);

test('a page that is loaded again keeps its tokens until they are nearly over', async () => {
  const world = await portalWorld();
  const before = (await world.store.portal.all('tokens')).length;
  const first = await signIn(world);
  for (let load = 0; load < 3; load++)
    expect((await signIn(world, listTokens(first))).sessions).toEqual(first.sessions);
  expect(await world.store.portal.all('tokens')).toHaveLength(before + 2);
  // With half an hour left a token is replaced, and so is a revoked one.
  world.clock.now += 11.5 * hour;
  const renewed = await signIn(world, listTokens(first));
  expect(listTokens(renewed)).not.toContain(listTokens(first)[0]);
  await send(world.context, 'POST', 'portals/self/revokeToken', { f: 'json', token: listTokens(renewed)[0]! });
  const [host, guest] = listTokens(await signIn(world, listTokens(renewed)));
  expect([host === listTokens(renewed)[0], guest === listTokens(renewed)[1]]).toEqual([false, true]);
});

test('an account that a person signed in with stays who it is, and a portal that was left stays left', async () => {
  const world = await portalWorld();
  await world.post('guest', 'portals/self/update', { pageSignIn: 'false' });
  const { member, guestMember } = world.tokens;
  const actual = await signIn(world, [member, guestMember]);
  expect(actual.sessions.map((session: Json) => [session.username, session.token])).toEqual([
    ['mona', member],
    ['gina', guestMember],
  ]);
  // An invalid token belongs to no account.
  expect((await signIn(world, ['x'.repeat(43)])).sessions.map((session: Json) => session.username)).toEqual(['admin']);
  expect((await signIn(world, [], `?except=${world.host.id}`)).sessions).toEqual([]);
});

test('a private service is listed and answered to a page that is signed in to its portal among others', async () => {
  const world = await portalWorld();
  await world.post('host', 'portals/self/services/updateAccess', { service: 'World', access: 'private' });
  const names = async (...tokens: string[]) =>
    (
      await send(world.context, 'GET', 'services?f=json', undefined, tokens.length ? bearers(...tokens) : {})
    ).services.map((service: Json) => service.name);
  const layer = async (...tokens: string[]) =>
    (
      await send(
        world.context,
        'GET',
        'services/World/MapServer/0?f=json',
        undefined,
        tokens.length ? bearers(...tokens) : {},
      )
    ).error?.code;
  const { member, guestMember } = world.tokens;
  expect(await names()).toEqual([]);
  expect(await names(guestMember)).toEqual([]);
  expect(await names(guestMember, member)).toEqual(['World']);
  expect(await names('x'.repeat(43), member)).toEqual(['World']);
  // The layer doesn't exist for others. An expired token is reported, because it may have been the one needed.
  expect(await layer()).toBe(404);
  expect(await layer(guestMember)).toBe(404);
  expect(await layer(guestMember, 'x'.repeat(43))).toBe(498);
  expect(await layer(guestMember, member)).toBeUndefined();
  // Nor can it be downloaded as a package, changed or deleted.
  for (const [method, path] of [
    ['GET', 'admin/services/World?f=package'],
    ['PATCH', 'admin/services/World'],
    ['DELETE', 'admin/services/World'],
  ] as const) {
    expect((await send(world.context, method, path)).error.code, method).toBe(499);
  }
  expect(await world.store.service('World')).toBeDefined();
});
