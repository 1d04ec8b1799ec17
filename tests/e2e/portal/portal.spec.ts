import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { en } from '../../../src/text/en.ts';
import { catalogue, open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import {
  choose,
  choosePortal,
  dialog,
  entry,
  guest,
  host,
  openConsole,
  openTab,
  press,
  texts,
  upload,
  workspaceName,
} from '../drivers/portal-driver.ts';
import { post, rows, signIn } from '../drivers/portal-wire.ts';
import { startWebServer, type WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test('a synchronisation brings an item of the guest to the host and shows it', async ({ page }) => {
  // Given the two portals of the demo, and a host that has nothing of the guest
  await openConsole(page, server.origin);
  await openTab(page, 'content');
  await expect(entry(page, 'World')).toBeVisible();
  await expect(entry(page, 'Notes of the branch office')).toHaveCount(0);
  // When the guest, which alone may start it, synchronises
  await openTab(page, 'collaborations');
  await expect(page.getByRole('button', { name: texts.sync.now })).toHaveCount(0);
  await press(page, texts.portal.goTo(guest));
  await press(page, texts.sync.now);
  // Then the history says what became of each item
  const items = page.getByRole('list', { name: texts.sync.items }).getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.filter({ hasText: 'Notes of the branch office' })).toContainText(`${guest} → ${host}`);
  // And the host holds it
  await choosePortal(page, host);
  await openTab(page, 'content');
  await expect(entry(page, 'Notes of the branch office')).toContainText(texts.items.from(guest));
  // And the copied map services are answered like all others
  const names = await page.evaluate(async () => {
    const { services } = await (await fetch(new URL('services?f=json', document.baseURI))).json();
    return services.map((service: { name: string }) => service.name);
  });
  expect(names).toContain('Branch/World');
});

test('deleting a workspace says in numbers what is lost, and only the host may', async ({ page }) => {
  // Given a workspace in which items were received
  await openConsole(page, server.origin);
  await choosePortal(page, guest);
  await press(page, texts.sync.wait);
  await expect(page.getByText(texts.statuses.completed, { exact: true }).first()).toBeVisible();
  // Then the guest has no way to delete it, neither by hand nor by a request
  await expect(page.getByRole('button', { name: texts.workspaces.menu(workspaceName) })).toHaveCount(0);
  const ids = await signIn(page);
  const refused = await post(page, `portals/${ids.guestId}/${ids.workspace}/delete`, ids.guestToken);
  expect(refused.error.code).toBe(403);
  // When the host wants to
  await choosePortal(page, host);
  await press(page, texts.workspaces.menu(workspaceName));
  await page.getByRole('menuitem', { name: texts.workspaces.remove }).click();
  // Then it is told how many items and features go, and how much history
  const features = (await catalogue(page))
    .filter((service) => service.name.startsWith('Branch/'))
    .reduce((sum, service) => sum + (service.featureCount ?? 0), 0);
  expect(features).toBeGreaterThan(1000);
  await expect(dialog(page)).toContainText(
    texts.loss.remove(guest, 3, 3, en.services.features(features.toLocaleString('en'))),
  );
  await expect(dialog(page)).toContainText(texts.loss.remove(host, 1, 0, ''));
  await expect(dialog(page)).toContainText(texts.workspaces.removeHistory(1));
  // And when it says yes, they are gone, and what was the guest's own is still there
  await press(dialog(page), texts.workspaces.removeGo(4));
  await expect(page.getByText(texts.workspaces.noneHost)).toBeVisible();
  await choosePortal(page, guest);
  await openTab(page, 'content');
  await expect(entry(page, 'Notes of the branch office')).toBeVisible();
  await expect(entry(page, 'World')).toHaveCount(0);
});

test('a webhook delivers to the inbox, and nothing while it is deactivated', async ({ page }) => {
  // Given a webhook that sends to the inbox
  await openConsole(page, server.origin);
  await openTab(page, 'webhooks');
  await press(page, texts.webhooks.create);
  await dialog(page).getByLabel(texts.fields.name!.label, { exact: true }).fill('Trial');
  await dialog(page).getByLabel(texts.fields.secret!.label).fill('hush');
  await press(dialog(page), texts.create);
  const trial = page.getByRole('region', { name: texts.webhooks.one('Trial') });
  await expect(trial).toContainText(texts.webhooks.active);
  await expect(trial).toContainText(texts.webhooks.signed);
  // Whose secret is taken away again, which an empty field would not do
  await choose(page, texts.webhooks.menu('Trial'), texts.edit);
  await dialog(page).getByRole('switch', { name: texts.fields.removeSecret!.label }).click();
  await expect(dialog(page).locator('input[type=password]')).toHaveCount(0);
  await press(dialog(page), texts.save);
  await expect(trial).toContainText(texts.webhooks.unsigned);
  // When something happens
  await upload(page, 'first.txt', 'one');
  // Then the delivery stands in its record with payload and answer, and the letter in the inbox
  await openTab(page, 'webhooks');
  await press(page, texts.webhooks.deliveries);
  const deliveries = page.getByRole('list', { name: texts.webhooks.deliveries });
  await deliveries.getByRole('button', { name: texts.deliveries.states.delivered }).click();
  await expect(deliveries).toContainText('"operation": "add"');
  await expect(deliveries).toContainText('"success": true');
  const inbox = page.getByRole('list', { name: texts.inbox.title });
  await expect(inbox.getByRole('listitem')).toHaveCount(1);
  await expect(inbox).toContainText('Trial · /resources/add');
  // And when it is deactivated, nothing more
  await press(page, texts.webhooks.deactivate);
  await expect(dialog(page)).toContainText(texts.webhooks.deactivateLoss(0));
  await press(dialog(page), texts.webhooks.deactivate);
  await expect(page.getByText(texts.webhooks.inactive, { exact: true })).toBeVisible();
  await upload(page, 'second.txt', 'two');
  const ids = await signIn(page);
  await post(page, `portals/${ids.hostId}/runDue`, ids.hostToken);
  await openTab(page, 'webhooks');
  await expect(inbox.getByRole('listitem')).toHaveCount(1);
  expect(await rows(page, 'deliveries')).toHaveLength(1);
  // And when it is activated, the next event arrives
  await press(page, texts.webhooks.activate);
  await upload(page, 'third.txt', 'three');
  await openTab(page, 'webhooks');
  await expect(inbox.getByRole('listitem')).toHaveCount(2);
});

test('a file resource is uploaded, shown and deleted', async ({ page }) => {
  await openConsole(page, server.origin);
  // Given an upload
  await upload(page, 'note.txt', 'A line of text.');
  await expect(entry(page, 'note.txt')).toContainText('15 bytes');
  // When it is looked at, then it is what was uploaded
  await press(page, texts.resources.previewOf('note.txt'));
  await expect(dialog(page)).toContainText('A line of text.');
  await page.keyboard.press('Escape');
  // When it is deleted, then the question says how much
  await press(page, texts.resources.removeOf('note.txt'));
  await expect(dialog(page)).toContainText('1 file of 15 bytes');
  await press(dialog(page), texts.resources.removeGo);
  // And it is gone
  await expect(page.getByText(texts.resources.none)).toBeVisible();
  expect(await rows(page, 'resources')).toEqual([]);
});

test('what is wrong with a form stands at its field', async ({ page }) => {
  await openConsole(page, server.origin);
  await openTab(page, 'webhooks');
  await press(page, texts.webhooks.create);
  // When the name is missing
  await press(dialog(page), texts.create);
  // Then it is said there, and the field has the focus
  const name = dialog(page).getByLabel(texts.fields.name!.label, { exact: true });
  await expect(dialog(page).getByRole('alert')).toHaveText(texts.form.missing);
  await expect(name).toBeFocused();
  // When the server objects to the address, then that is said at the address
  await name.fill('Own');
  const url = dialog(page).getByLabel(texts.fields.url!.label);
  await url.fill(`${server.origin}/services`);
  await press(dialog(page), texts.create);
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByRole('alert')).toContainText('/inbox/{name}');
});

test('a form on another origin that posts to removeResource changes nothing', async ({ page }) => {
  // Given a resource, and another site with a form that even knows a token
  await open(page, `${server.origin}/?page=settings`);
  const ids = await signIn(page);
  await post(page, `portals/${ids.hostId}/addResource`, ids.hostToken, { key: 'kept.txt', text: 'x' });
  const folder = mkdtempSync(join(tmpdir(), 'other-site-'));
  const action = `${server.origin}/portals/${ids.hostId}/removeResource`;
  writeFileSync(
    join(folder, 'index.html'),
    `<form method="post" action="${action}"><input name="key" value="kept.txt"><input name="token" value="${ids.hostToken}"><button>Win a prize</button></form>`,
  );
  writeFileSync(join(folder, '404.html'), 'Not found');
  const other = await startWebServer(folder);
  // When a person presses its button
  const visitor = await page.context().newPage();
  await visitor.goto(other.origin);
  await visitor.getByRole('button').click();
  // Then the server says that it did nothing, and did nothing
  await expect(visitor.getByText('Nothing was done.')).toBeVisible();
  expect((await rows(page, 'resources')).map(({ key }) => key)).toEqual(['kept.txt']);
  // And the same form as sent by its own page removes it
  await visitor.getByLabel(/^key/).fill('kept.txt');
  await visitor.locator('form button').first().click();
  await expect.poll(() => rows(page, 'resources')).toEqual([]);
  await other.stop();
  rmSync(folder, { recursive: true });
});
