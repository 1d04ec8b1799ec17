import 'fake-indexeddb/auto';
import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { isSubscribed } from '../../../sw/portal/change.ts';
import { servicePublished, serviceRemoved } from '../../../sw/portal/services.ts';
import { ask, origin, portalWorld, type World } from './portal-world.ts';

const inbox = (world: World, name: string) => world.get('host', `inbox/${name}`);
const create = async (world: World, values: Record<string, string> = {}, headers = {}) => {
  const body = { name: 'Hook', url: `${origin}/inbox/a`, ...values };
  return (await world.post('host', 'portals/self/webhooks/createWebhook', body, headers)).webhookId as string;
};
const addResource = (world: World, key: string) => world.post('host', 'portals/self/addResource', { key, text: 'x' });
const deliveries = async (world: World, id: string) =>
  (await world.get('host', `portals/self/webhooks/${id}/notificationStatus`)).WebhookStatus;
/** Update the settings, so that failed attempts are retried without waiting. */
const settings = (world: World, values: Record<string, string>) =>
  world.post('host', 'portals/self/webhooks/settings/update', values);

test.each([
  ['/', true],
  ['/items', true],
  ['/items/update', true],
  ['/items/abc', true],
  ['/items/abc/update', true],
  ['/items/delete', false],
  ['/items/ab', false],
  ['/item', false],
  ['/groups', false],
])('a subscription to %s hears of /items/abc/update: %s', (subscription, expected) => {
  expect(isSubscribed(subscription, { source: 'items', operation: 'update', id: 'abc' })).toBe(expected);
});

test('an event is delivered to the inbox with payload and signature', async () => {
  const world = await portalWorld();
  const id = await create(world, { secret: 'ssh', events: '/resources/add,/services', changes: 'manualChanges' });
  await addResource(world, 'logo.png');
  await world.post('host', 'portals/self/removeResource', { key: 'logo.png' });
  await world.settled();
  const { letters } = await inbox(world, 'a');
  expect(letters).toHaveLength(1);
  const [letter] = letters;
  const payload = JSON.parse(letter.body);
  expect(payload.info).toMatchObject({ webhookName: 'Hook', webhookId: id });
  expect(payload.events).toMatchObject([{ username: 'hanna', operation: 'add', source: 'resources', id: 'logo.png' }]);
  const signature = createHmac('sha256', 'ssh').update(letter.body).digest('hex');
  expect(letter.headers['x-gishook-signature']).toBe(`sha256=${signature}`);
  expect(await deliveries(world, id)).toMatchObject([{ status: 'delivered', responseCode: 200, payload: letter.body }]);
});

test('publishing, removing and synchronising are told', async () => {
  const world = await portalWorld();
  await create(world);
  await servicePublished(world.context, (await world.store.service('World'))!);
  await serviceRemoved(world.context, 'World');
  await serviceRemoved(world.context, 'World');
  await world.settled();
  const reported = (await inbox(world, 'a')).letters.map((letter: { body: string }) => {
    const [event] = JSON.parse(letter.body).events;
    return `${event.source} ${event.operation}`;
  });
  expect(reported.toSorted()).toEqual(['items delete', 'items publish', 'services delete', 'services publish']);
  const body = { name: 'Guest', url: `${origin}/inbox/guest`, changes: 'manualChanges', events: '/syncs' };
  await world.post('guest', 'portals/self/webhooks/createWebhook', body);
  await world.post('guest', `${world.workspacePath(world.guest.id)}/sync`);
  await world.settled();
  expect(JSON.parse((await inbox(world, 'guest')).letters[0].body).events[0]).toMatchObject({ operation: 'complete' });
});

/**
 * `hanging` makes a world whose webhook receiver never responds. `afterwards` makes the next world over the same
 * database, whose receiver responds.
 */
const hanging = () => portalWorld({ fetch: () => new Promise(() => undefined) });
async function afterwards(before: World) {
  const called: string[] = [];
  const world = await portalWorld({
    databaseName: before.databaseName,
    fetch: async (_, init) => {
      called.push(JSON.parse(String(init?.body)).events[0].id);
      return new Response('');
    },
  });
  // By then the reservation of the interrupted attempt has expired.
  world.clock.now = before.clock.now + 30_000;
  return { world, called };
}
const hook = { url: 'https://example.org/hook', changes: 'manualChanges', events: '/resources' };

test('a deactivated webhook delivers nothing, what was queued included, and an activated one again', async () => {
  const before = await hanging();
  const id = await create(before, hook);
  await addResource(before, 'a');
  expect(await deliveries(before, id)).toMatchObject([{ status: 'queued' }]);
  for (let twice = 0; twice < 2; twice++) {
    expect(await before.post('host', `portals/self/webhooks/${id}/deactivate`)).toEqual({ success: true });
  }
  await addResource(before, 'b');
  const { world, called } = await afterwards(before);
  await world.post('host', 'portals/self/runDue');
  await world.settled();
  expect(called).toEqual([]);
  expect(await deliveries(world, id)).toMatchObject([{ status: 'dropped' }]);
  expect(await world.post('host', `portals/self/webhooks/${id}/activate`)).toEqual({ success: true });
  await addResource(world, 'c');
  await world.settled();
  expect(called).toEqual(['c']);
});

test.each([
  [200, 'delivered'],
  [503, 'dropped'],
])(
  'a delivery under way while its webhook is deactivated is logged as it was answered: %i, %s',
  async (code, status) => {
    let answerNow = (_: Response): void => undefined;
    const world = await portalWorld({ fetch: () => new Promise((resolve) => (answerNow = resolve)) });
    const id = await create(world, hook);
    await addResource(world, 'a');
    await vi.waitFor(async () => expect((await deliveries(world, id))[0].payload).not.toBe(''));
    await world.post('host', `portals/self/webhooks/${id}/deactivate`);
    expect(await deliveries(world, id)).toMatchObject([{ status: 'dropped', attempts: [] }]);
    answerNow(new Response('', { status: code }));
    await world.settled();
    expect(await deliveries(world, id)).toMatchObject([{ status, responseCode: code, attempts: [{ status: code }] }]);
    // A manually deactivated webhook isn't retried or counted as failed.
    expect(await world.get('host', `portals/self/webhooks/${id}`)).toMatchObject({
      isActive: false,
      numberOfFailures: 0,
    });
  },
);

test('what is queued survives the worker and is delivered by the next', async () => {
  const before = await hanging();
  const id = await create(before, hook);
  await addResource(before, 'a');
  const { world, called } = await afterwards(before);
  await world.post('host', 'portals/self/runDue');
  await world.settled();
  expect(called).toEqual(['a']);
  expect(await deliveries(world, id)).toMatchObject([{ status: 'delivered' }]);
});

test('failing receivers are tried as often as set, and switch the webhook off', async () => {
  const world = await portalWorld();
  await settings(world, { notificationAttempts: '2', notificationElapsedTimeInSeconds: '100' });
  const config = JSON.stringify({ deactivationPolicy: { numberOfFailures: 2, daysInPast: 1 } });
  const id = await create(world, { url: `${origin}/inbox/bad?status=503`, config });
  const round = async () => {
    world.clock.now += 101_000;
    await world.post('host', 'portals/self/runDue', {}, { 'x-request-id': String(world.clock.now) });
    await world.settled();
  };
  await addResource(world, 'a');
  await world.settled();
  expect(await deliveries(world, id)).toMatchObject([{ status: 'queued', responseCode: 503 }]);
  await round();
  expect(await deliveries(world, id)).toMatchObject([
    { status: 'failed', attempts: [{ status: 503 }, { status: 503 }] },
  ]);
  expect(await world.get('host', `portals/self/webhooks/${id}`)).toMatchObject({ isActive: true, numberOfFailures: 1 });
  await addResource(world, 'b');
  await world.settled();
  await round();
  expect(await world.get('host', `portals/self/webhooks/${id}`)).toMatchObject({ isActive: false });
  await addResource(world, 'c');
  await world.settled();
  expect(await deliveries(world, id)).toHaveLength(2);
});

test('notificationAttempts=0 delivers nothing', async () => {
  const world = await portalWorld();
  const id = await create(world);
  await settings(world, { notificationAttempts: '0' });
  await addResource(world, 'a');
  await world.settled();
  expect(await deliveries(world, id)).toEqual([]);
});

test('other receivers are called by fetch, without credentials and redirects', async () => {
  const calls: [string, RequestInit | undefined][] = [];
  const world = await portalWorld({
    fetch: async (input, init) => {
      calls.push([input, init]);
      return new Response('thanks');
    },
  });
  const id = await create(world, { url: 'https://example.org/hook', secret: 'x' });
  await addResource(world, 'a');
  await world.settled();
  expect(calls).toHaveLength(1);
  expect(calls[0]![0]).toBe('https://example.org/hook');
  expect(calls[0]![1]).toMatchObject({ method: 'POST', redirect: 'error', credentials: 'omit' });
  expect(await deliveries(world, id)).toMatchObject([{ status: 'delivered', response: 'thanks' }]);
});

test.each([
  ['javascript:alert(1)'],
  ['ftp://example.org/'],
  ['not an address'],
  [`${origin}/portals/self/addResource`],
  [`${origin}/inbox/../portals`],
  [`${origin}/`],
  ['https://user:secret@example.org/'],
])('the receiver %s is refused, and nothing is made', async (url) => {
  const world = await portalWorld();
  const answer = await world.post('host', 'portals/self/webhooks/createWebhook', { name: 'Hook', url });
  expect(answer).toMatchObject({ success: false, error: { code: 400 } });
  expect((await world.get('host', 'portals/self/webhooks')).total).toBe(0);
});

test('a webhook is changed in part, its name is its own, its secret is not shown, deleting it twice is well', async () => {
  const world = await portalWorld();
  const named = { 'x-request-id': 'once' };
  const id = await create(world, { secret: 'hidden' }, named);
  // Repeating the request returns the same webhook; another request with its name is rejected.
  expect(await create(world, { secret: 'hidden' }, named)).toBe(id);
  const other = { name: 'Hook', url: `${origin}/inbox/b` };
  expect((await world.post('host', 'portals/self/webhooks/createWebhook', other)).error.code).toBe(409);
  expect(await world.post('host', `portals/self/webhooks/${id}/update`, { events: '/groups' })).toEqual({
    success: true,
  });
  const shown = await world.get('host', `portals/self/webhooks/${id}`);
  expect(shown).toMatchObject({ name: 'Hook', events: ['/groups'], payloadUrl: `${origin}/inbox/a` });
  expect(JSON.stringify(shown)).not.toContain('hidden');
  expect((await world.post('guest', `portals/self/webhooks/${id}/deactivate`)).error.code).toBe(404);
  for (let twice = 0; twice < 2; twice++) {
    expect(await world.post('host', `portals/self/webhooks/${id}/delete`, {}, named)).toEqual({ success: true });
  }
  expect((await world.post('host', `portals/self/webhooks/${id}/deactivate`)).error.code).toBe(404);
});

test('events are heard where they are listed, also without changes; otherwise all are', async () => {
  const world = await portalWorld();
  const listEvents = async (values: Record<string, string>) => {
    const id = await create(world, { name: `Hook ${JSON.stringify(values)}`, ...values });
    return (await world.get('host', `portals/self/webhooks/${id}`)).events;
  };
  expect(await listEvents({})).toEqual(['/']);
  expect(await listEvents({ events: '/items/add' })).toEqual(['/items/add']);
  expect(await listEvents({ events: '/items/add', changes: 'allChanges' })).toEqual(['/']);
});

test('a secret stays where the field is empty, and goes where that is said', async () => {
  const world = await portalWorld();
  const id = await create(world, { secret: 'hidden' });
  const update = (values: Record<string, string>) => world.post('host', `portals/self/webhooks/${id}/update`, values);
  const secret = async () => (await world.store.portal.get('webhooks', id))!.secret;
  expect(await update({ secret: '', removeSecret: 'false' })).toEqual({ success: true });
  expect(await secret()).toBe('hidden');
  expect((await update({ secret: 'another', removeSecret: 'true' })).error.code).toBe(400);
  expect(await secret()).toBe('hidden');
  expect(await update({ secret: '', removeSecret: 'true' })).toEqual({ success: true });
  expect(await secret()).toBe('');
  expect((await world.get('host', `portals/self/webhooks/${id}`)).secret).toBe('');
});

test('an inbox takes calls, answers as asked, and refuses forms', async () => {
  const world = await portalWorld();
  const call = (path: string, mode?: 'navigate') => ask(world.context, 'POST', path, { a: '1' }, {}, mode);
  expect((await call('inbox/x')).status).toBe(200);
  expect((await call('inbox/x?status=500')).status).toBe(500);
  expect((await call('inbox/x', 'navigate')).status).toBe(403);
  expect((await inbox(world, 'x')).letters.map((letter: { answered: number }) => letter.answered).toSorted()).toEqual([
    200, 500,
  ]);
});
