import { expect, type Page } from '@playwright/test';
import { open, workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { addItems, holdWrites, type Ids, type Json, post, rows, signIn } from '../drivers/portal-wire.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

/**
 * Stop the worker in the middle of a request: while it waits to write, or as soon as it has written.
 *
 * @param isWritten returns whether the change is written
 */
async function stopDuring(
  page: Page,
  request: () => Promise<Json>,
  moment: 'writing' | 'synchronising' | 'written',
  isWritten?: () => Promise<boolean>,
): Promise<Json> {
  const hand = await workerHand(page);
  const hold = moment === 'written' ? undefined : holdWrites(page, moment === 'writing' ? 'now' : moment);
  if (moment === 'writing') await hold?.closed;
  const answer = request();
  await hold?.closed;
  if (hold) await hold.writerWaits();
  else while (!(await isWritten!()));
  await hand.stopAll();
  await hold?.open();
  return answer;
}

const moments = ['writing', 'written'] as const;

test('a worker that is stopped in the middle of a synchronisation has it done once', async ({ page }) => {
  // Given a synchronization that has processed some of 44 items, enough that the test meets it before it ends
  await open(page, `${server.origin}/?page=settings`);
  const ids = await signIn(page);
  await addItems(page, 40);
  const requestId = crypto.randomUUID();
  const sync = () => post(page, `portals/${ids.guestId}/${ids.workspace}/sync`, ids.guestToken, {}, requestId);
  // When the worker is stopped
  const answer = await stopDuring(page, sync, 'synchronising');
  // Then there is one synchronization, which started twice and processed each item once
  expect(answer).toMatchObject({ success: true });
  const jobs = await rows(page, 'syncJobs');
  expect(jobs).toHaveLength(1);
  expect(jobs[0]).toMatchObject({ id: answer.jobId, status: 'completed', attempts: 2 });
  expect(new Set(jobs[0].results.map((result: Json) => result.itemId)).size).toBe(44);
  expect(jobs[0].results).toHaveLength(44);
  expect((await rows(page, 'items')).filter((item) => item.origin)).toHaveLength(44);
  // And no lock is left, and the same request gets the same answer
  expect(await rows(page, 'leases')).toEqual([]);
  expect(await sync()).toEqual(answer);
  expect(await rows(page, 'syncJobs')).toHaveLength(1);
});

test('a worker that is stopped in the middle of deleting a workspace has it deleted once', { tag: '@turn0' }, async ({
  page,
}) => {
  await open(page, `${server.origin}/?page=settings`);
  const ids = await signIn(page);
  await post(page, `portals/${ids.guestId}/${ids.workspace}/sync`, ids.guestToken);
  const collaboration = ids.workspace.replace(/\/workspaces.*/, '');
  let workspace = ids.workspace;
  for (const moment of moments) {
    // When the worker is stopped at this moment of the request
    const requestId = crypto.randomUUID();
    const remove = () => post(page, `portals/${ids.hostId}/${workspace}/delete`, ids.hostToken, {}, requestId);
    const isGone = async () => (await rows(page, 'workspaces')).length === 0;
    const answer = await stopDuring(page, remove, moment, isGone);
    // Then the workspace and its received items are gone, and the same request gets the same answer
    expect(answer, String(moment)).toEqual({ success: true });
    expect(await rows(page, 'workspaces')).toEqual([]);
    expect((await rows(page, 'items')).filter((item) => item.origin)).toEqual([]);
    expect(await rows(page, 'leases')).toEqual([]);
    expect(await remove()).toEqual(answer);
    const added = await post(page, `portals/${ids.hostId}/${collaboration}/workspaces/addWorkspace`, ids.hostToken, {
      name: `After ${moment}`,
    });
    workspace = `${collaboration}/workspaces/${added.id}`;
  }
});

test('a worker that is stopped while a webhook is paused leaves it paused', { tag: '@turn1' }, async ({ page }) => {
  await open(page, `${server.origin}/?page=settings`);
  const ids = await signIn(page);
  const { webhook } = await makeWebhook(page, ids, `${server.origin}/inbox/paused?status=500`);
  for (const moment of moments) {
    // Given an active webhook with a pending delivery
    await post(page, `portals/${ids.hostId}/webhooks/${webhook}/activate`, ids.hostToken);
    await post(page, `portals/${ids.hostId}/addResource`, ids.hostToken, { key: `${moment}.txt`, text: 'x' });
    const requestId = crypto.randomUUID();
    const pause = () =>
      post(page, `portals/${ids.hostId}/webhooks/${webhook}/deactivate`, ids.hostToken, {}, requestId);
    // When the worker is stopped while the webhook is deactivated
    const isPaused = async () => !(await rows(page, 'webhooks'))[0].isActive;
    const answer = await stopDuring(page, pause, moment, isPaused);
    // Then it is inactive, no delivery is pending, and the same request gets the same answer
    expect(answer, String(moment)).toEqual({ success: true });
    expect((await rows(page, 'webhooks'))[0]).toMatchObject({ isActive: false });
    expect((await rows(page, 'deliveries')).filter(({ state }) => state === 'queued')).toEqual([]);
    expect(await pause()).toEqual(answer);
    expect(await rows(page, 'leases')).toEqual([]);
  }
});

test('a worker that is stopped while a resource is removed removes it once', { tag: '@turn2' }, async ({ page }) => {
  await open(page, `${server.origin}/?page=settings`);
  const ids = await signIn(page);
  await makeWebhook(page, ids, `${server.origin}/inbox/removed`);
  for (const moment of moments) {
    // Given a resource
    const key = `at-${moment}.txt`;
    await post(page, `portals/${ids.hostId}/addResource`, ids.hostToken, { key, text: 'x' });
    const requestId = crypto.randomUUID();
    const remove = () => post(page, `portals/${ids.hostId}/removeResource`, ids.hostToken, { key }, requestId);
    // When the worker is stopped while the resource is removed
    const isGone = async () => (await rows(page, 'resources')).length === 0;
    const answer = await stopDuring(page, remove, moment, isGone);
    // Then it is gone, and the same request gets the same answer
    expect(answer, String(moment)).toEqual({ success: true });
    expect(await rows(page, 'resources')).toEqual([]);
    expect(await remove()).toEqual(answer);
    expect(await rows(page, 'leases')).toEqual([]);
    // And its removal is reported once
    const reported = (await rows(page, 'deliveries')).filter(
      ({ event }) => event.operation === 'remove' && event.id === key,
    );
    expect(reported, String(moment)).toHaveLength(1);
  }
});

async function makeWebhook(page: Page, ids: Ids, url: string): Promise<{ webhook: string }> {
  const answer = await post(page, `portals/${ids.hostId}/webhooks/createWebhook`, ids.hostToken, {
    name: 'Trial',
    url,
  });
  return { webhook: answer.webhookId };
}
