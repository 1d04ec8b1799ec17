import { expect } from '@playwright/test';
import { open, workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { addItems, holdWrites, type Json, post, rows, signIn } from '../drivers/portal-wire.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

for (const isStopped of [false, true]) {
  const stopped = isStopped ? ', the worker being stopped meanwhile' : '';
  test(`a workspace that is deleted in the middle of a synchronisation ends it at once${stopped}`, {
    tag: isStopped ? '@turn2' : [],
  }, async ({ page }) => {
    // Given a synchronization that waits to write its second item, with too many items to finish before the deletion,
    // which waits for it
    const hand = await workerHand(page);
    await open(page, `${server.origin}/?page=settings`);
    const ids = await signIn(page);
    await addItems(page, 150);
    const hold = holdWrites(page, 'synchronising');
    const syncing = post(page, `portals/${ids.guestId}/${ids.workspace}/sync`, ids.guestToken);
    await hold.closed;
    // When the host deletes the workspace
    const requestId = crypto.randomUUID();
    const remove = () => post(page, `portals/${ids.hostId}/${ids.workspace}/delete`, ids.hostToken, {}, requestId);
    const deleting = remove();
    await hold.writerWaits();
    if (isStopped) await hand.stopAll();
    await hold.open();
    // Then the workspace, its received items and the lock are gone, and the synchronization ends
    expect(await deleting).toEqual({ success: true });
    const countRemaining = async () => ({
      workspaces: await rows(page, 'workspaces'),
      received: (await rows(page, 'items')).filter((item: Json) => item.origin).map((item: Json) => item.title),
      services: (await rows(page, 'services')).map(({ key }) => key).filter((key: string) => key.includes('/')),
      leases: await rows(page, 'leases'),
    });
    const nothing = { workspaces: [], received: [], services: [], leases: [] };
    expect(await countRemaining()).toEqual(nothing);
    const answer = await syncing;
    // Repeated after the worker was stopped, the synchronization doesn't find the workspace.
    if (isStopped && answer.error) expect(answer.error.code).toBe(404);
    else expect(answer).toMatchObject({ success: false, status: 'failed', summary: 'The workspace was deleted.' });
    // And nothing is replicated from that moment, for any participant, even after due work is done
    for (const [portalId, token] of [
      [ids.guestId, ids.guestToken],
      [ids.hostId, ids.hostToken],
    ] as const) {
      await post(page, `portals/${portalId}/runDue`, token);
    }
    expect((await rows(page, 'syncJobs')).filter(({ endTime }) => endTime === -1)).toEqual([]);
    const again = await post(page, `portals/${ids.guestId}/${ids.workspace}/sync`, ids.guestToken);
    expect(again.error.code).toBe(404);
    expect(await countRemaining()).toEqual(nothing);
    // The same request gets the same answer.
    expect(await remove()).toEqual({ success: true });
  });
}

test('two pages that act at once lose nothing', { tag: '@turn1' }, async ({ page, context }) => {
  await open(page, `${server.origin}/?page=settings`);
  const other = await context.newPage();
  await open(other, `${server.origin}/?page=settings`);
  const { hostId, hostToken } = await signIn(page);
  // When two pages write equal and different objects concurrently
  const pages = [page, other];
  const many = Array.from({ length: 10 }, (_, index) => index);
  await Promise.all(
    many.flatMap((index) =>
      pages.map((entry, i) =>
        post(entry, `portals/${hostId}/addResource`, hostToken, { key: `${i}/${index}.txt`, text: `${i}` }),
      ),
    ),
  );
  const user = { username: 'mona', password: 'mona-password' };
  const made = await Promise.all(
    pages.map((entry) => post(entry, `portals/${hostId}/users/createUser`, hostToken, user)),
  );
  await Promise.all([
    post(page, `portals/${hostId}/users/mona/update`, hostToken, { fullName: 'Mona' }),
    post(other, `portals/${hostId}/users/mona/update`, hostToken, { email: 'mona@example.org' }),
    post(other, `portals/${hostId}/update`, hostToken, { description: 'One' }),
    post(page, `portals/${hostId}/update`, hostToken, { name: 'Main office' }),
  ]);
  // Then all resources exist, and one of the two identical requests was refused
  expect(await rows(page, 'resources')).toHaveLength(20);
  expect(made.map((answer) => answer.error?.code ?? 200).sort()).toEqual([200, 409]);
  const [mona] = (await rows(page, 'users')).filter(({ username }) => username === 'mona');
  expect(mona).toMatchObject({ fullName: 'Mona', email: 'mona@example.org' });
  const [portal] = (await rows(page, 'portals')).filter(({ id }) => id === hostId);
  expect(portal).toMatchObject({ name: 'Main office', description: 'One' });
});
