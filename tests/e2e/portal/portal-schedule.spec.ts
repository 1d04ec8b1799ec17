import { expect, type Page } from '@playwright/test';
import { en } from '../../../src/text/en.ts';
import { catalogue, mapDrawn, open, workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import {
  act,
  choosePortal,
  dialog,
  field,
  guest,
  openConsole,
  send,
  submit,
  texts,
  workspaceName,
} from '../drivers/portal-driver.ts';
import { post, rows, signIn } from '../drivers/portal-wire.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

/** Count the requests of a page to run due schedules. */
function countRounds(page: Page): () => number {
  let rounds = 0;
  page.on('request', (request) => {
    if (request.url().includes('/runDue')) rounds++;
  });
  return () => rounds;
}

test('a schedule runs while any page is open, once although two are, and the next takes over', async ({
  page,
  context,
}) => {
  const hand = await workerHand(page);
  // Given two pages with a map, and a due schedule
  await page.clock.install();
  const first = countRounds(page);
  await open(page, `${server.origin}/?service=World`);
  await mapDrawn(page, /World/);
  await page.clock.runFor(4000);
  await expect.poll(first).toBeGreaterThan(0);
  const other = await context.newPage();
  await other.clock.install();
  const second = countRounds(other);
  await open(other, `${server.origin}/?page=settings`);
  await other.clock.runFor(4000);
  const ids = await signIn(page);
  await post(page, `portals/${ids.guestId}/${ids.workspace}/schedule/update`, ids.guestToken, { repeatCount: '1' });
  // When a minute passes, in which the worker was stopped
  await hand.stopAll();
  await page.clock.runFor(60_000);
  await other.clock.runFor(60_000);
  // Then it has run once, started by one of the two
  await expect.poll(async () => (await rows(page, 'syncJobs')).map(({ status }) => status)).toEqual(['completed']);
  expect((await rows(page, 'syncJobs'))[0]).toMatchObject({ execType: 'scheduled', username: 'schedule' });
  expect(second()).toBe(0);
  expect((await catalogue(page)).map(({ name }) => name)).toContain('Branch/World');
  // And the map page shows the received services
  await page.clock.runFor(60_000);
  await expect(page.getByText('6 services in this browser')).toBeVisible();
  // When the first page is closed, the other continues
  await page.close();
  await expect.poll(second).toBeGreaterThan(0);
});

test('a schedule is made, run, changed and ended on the page', { tag: '@turn0' }, async ({ page }) => {
  await openConsole(page, server.origin);
  await choosePortal(page, guest);
  await expect(page.getByText(texts.schedule.off)).toBeVisible();
  // When it is set to start immediately
  await act(page, workspaceName, 'updateSchedule');
  await field(page, 'interval').fill('0');
  await send(page, 'updateSchedule');
  await expect(dialog(page).getByRole('alert')).toContainText(en.field.wholeNumber(1, 8760));
  await field(page, 'interval').fill('6');
  await submit(page, 'updateSchedule');
  // Then it runs immediately and is in the history
  await expect(page.getByText(/Runs every 6 hours/)).toBeVisible();
  const history = page.locator('.sync-history > li');
  await expect(history).toHaveCount(1);
  await expect(history).toContainText(texts.sync.kinds.scheduled);
  await expect(history).toContainText(texts.statuses.completed);
  await page.reload();
  await expect(page.getByText(texts.schedule.runs(1, -1))).toBeVisible();
  // When it is deleted, it doesn't run again
  await act(page, workspaceName, 'deleteSchedule');
  await submit(page, 'deleteSchedule');
  await expect(page.getByText(texts.schedule.off)).toBeVisible();
  expect(await rows(page, 'schedules')).toEqual([]);
  await expect(page.getByRole('region', { name: workspaceName, exact: true })).toBeVisible();
});
