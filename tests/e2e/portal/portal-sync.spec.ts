import { expect, type Page } from '@playwright/test';
import { en } from '../../../src/text/en.ts';
import { workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import {
  act,
  choosePortal,
  dialog,
  entry,
  field,
  guest,
  host,
  openConsole,
  openTab,
  press,
  send,
  submit,
  texts,
  workspaceName,
} from '../drivers/portal-driver.ts';
import { addItems, holdWrites, type Json, rows } from '../drivers/portal-wire.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const history = (page: Page) => page.locator('.sync-history > li');

test('an item that fails is told with its reason, and the history keeps every synchronisation', {
  tag: '@turn0',
}, async ({ page }) => {
  // Given a workspace with a size limit that copies items, and one map service above the limit
  await openConsole(page, server.origin);
  await act(page, workspaceName, 'updateWorkspace');
  await field(page, 'maxItemSizeInMB').fill('0');
  await send(page, 'updateWorkspace');
  await expect(dialog(page).getByRole('alert')).toContainText(en.field.wholeNumber(1, 4096));
  await field(page, 'maxItemSizeInMB').fill('4');
  await field(page, 'description').fill('');
  await page.getByRole('switch', { name: texts.label('copyByRefIfCopyFail') }).click();
  await submit(page, 'updateWorkspace');
  await expect(page.getByText(texts.facts.limit('4'))).toBeVisible();
  // When it is synchronized
  await choosePortal(page, guest);
  await press(page, texts.sync.now);
  // Then the failure has a reason, and the other items arrived
  const items = page.getByRole('list', { name: texts.sync.items }).getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(history(page)).toContainText(texts.statuses.completed_with_failures);
  const failed = items.filter({ hasText: 'more than the 4 MB of the workspace' });
  // The list is reloaded at the end, and is empty until then.
  await expect(failed).not.toHaveCount(0);
  const failures = await failed.count();
  expect(failures).toBeLessThan(4);
  await expect(history(page)).toContainText(texts.sync.counts(4 - failures, failures));
  // When the limit is raised, then the next run copies the missing item, and the history has both runs
  await choosePortal(page, host);
  await act(page, workspaceName, 'updateWorkspace');
  await field(page, 'maxItemSizeInMB').fill('512');
  await submit(page, 'updateWorkspace');
  await choosePortal(page, guest);
  await press(page, texts.sync.wait);
  await expect(history(page)).toHaveCount(2);
  await expect(history(page).first()).toContainText(texts.statuses.completed);
  await expect(items).toHaveCount(failures);
  await history(page).nth(1).getByRole('button').click();
  await expect(items.filter({ hasText: 'more than the 4 MB' })).toHaveCount(failures);
});

test('the progress of a synchronisation is shown while it runs, and goes on after its worker was stopped', {
  tag: '@turn1',
}, async ({ page }) => {
  const hand = await workerHand(page);
  await openConsole(page, server.origin);
  await choosePortal(page, guest);
  // Given enough items to take a while, and a page that records its messages
  await addItems(page, 150);
  await page.evaluate(() => {
    const messages = new Set<string>();
    Object.assign(window, { said: messages });
    const note = () => messages.add(document.querySelector('.sync-running')?.textContent ?? '');
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  // When the worker is stopped in the middle
  const hold = holdWrites(page, 'synchronising');
  await press(page, texts.sync.now);
  await hold.closed;
  await expect(page.getByRole('progressbar', { name: texts.sync.running })).toBeVisible();
  await expect(page.getByRole('button', { name: texts.sync.now })).toBeDisabled();
  await hand.stopAll();
  await hold.open();
  // Then it finishes once, and says that it was started again
  await expect(page.getByText(texts.sync.attempts(2))).toBeVisible({ timeout: 45_000 });
  await expect(history(page)).toHaveCount(1);
  await expect(history(page)).toContainText(texts.sync.counts(154, 0));
  await expect(history(page)).toContainText(texts.statuses.completed);
  expect(await rows(page, 'leases')).toEqual([]);
  const [job] = await rows(page, 'syncJobs');
  expect(new Set(job.results.map((result: Json) => result.itemId)).size).toBe(154);
  // And the page has shown the progress
  const message = await page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]);
  expect(message.filter((reported) => /^\d+ of 154 items$/.test(reported)).length).toBeGreaterThan(1);
});

test('a portal is added to a collaboration, is given less to do, and leaves', { tag: '@turn2' }, async ({ page }) => {
  await openConsole(page, server.origin);
  // Given a collaboration with a workspace of a group
  await press(page, texts.operation('createCollaboration'));
  await field(page, 'name').fill('Second');
  await field(page, 'description').fill('By hand');
  await submit(page, 'createCollaboration');
  const second = page.getByRole('region', { name: 'Second', exact: true });
  const letters = second.getByRole('region', { name: 'Letters' });
  await press(second, texts.operation('addWorkspace'));
  await field(page, 'name').fill('Letters');
  await submit(page, 'addWorkspace');
  await act(letters, host, 'updatePortalGroupLink');
  await submit(page, 'updatePortalGroupLink');
  await expect(letters).toContainText(texts.facts.linked('Shared maps'));
  // When the host adds the guest
  await act(second, 'Second', 'addParticipant');
  await submit(page, 'addParticipant');
  await expect(letters.getByText(guest, { exact: true })).toBeVisible();
  await choosePortal(page, guest);
  // Then the guest participates, and synchronizes once it has linked a group
  await second.getByRole('button', { name: texts.sync.now }).click();
  await expect(second.getByText('expected a linked group of this portal')).toBeVisible();
  await act(letters, guest, 'updatePortalGroupLink');
  await submit(page, 'updatePortalGroupLink');
  await second.getByRole('button', { name: texts.sync.wait }).click();
  await expect(second.locator('.sync-history')).toContainText(texts.statuses.completed);
  // When the host removes the right to start
  await choosePortal(page, host);
  await act(letters, guest, 'updateAccessMode');
  await page.getByRole('switch', { name: texts.label('canSyncWorkspace') }).click();
  await submit(page, 'updateAccessMode');
  await expect(letters).toContainText(texts.sync.startedByNobody);
  await choosePortal(page, guest);
  await expect(second).toContainText(texts.sync.startedByNobody);
  // When the guest keeps the received items, and its participation ends
  const participants = second.getByRole('list', { name: texts.kinds.participants.title });
  await act(participants, guest, 'updateItemDeletePolicy');
  await field(page, 'policy').selectOption('retain');
  await submit(page, 'updateItemDeletePolicy');
  await expect(participants).toContainText(texts.facts.policy.retain);
  await choosePortal(page, host);
  await act(participants, guest, 'removeParticipant');
  await submit(page, 'removeParticipant');
  // Then it no longer sees the collaboration, and owns the maps
  await choosePortal(page, guest);
  await expect(second).toHaveCount(0);
  await openTab(page, 'content');
  await expect(entry(page, 'World')).toBeVisible();
  await expect(entry(page, 'World')).not.toContainText('received');
  // And the host deletes the rest
  await choosePortal(page, host);
  await openTab(page, 'collaborations');
  await act(second, 'Second', 'deleteCollaboration');
  await expect(dialog(page)).toContainText(texts.loss.workspaces(1, 0));
  await submit(page, 'deleteCollaboration');
  await expect(second).toHaveCount(0);
});
