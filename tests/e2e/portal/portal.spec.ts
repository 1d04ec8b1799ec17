import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { en } from '../../../src/text/en.ts';
import { catalogue, open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import {
  act,
  choosePortal,
  dialog,
  entry,
  guest,
  host,
  openConsole,
  openTab,
  press,
  send,
  submit,
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
  // Given the two portals of the demo, and a host without items of the guest
  await openConsole(page, server.origin);
  await openTab(page, 'content');
  await expect(entry(page, 'World')).toBeVisible();
  await expect(entry(page, 'Notes of the branch office')).toHaveCount(0);
  // When the guest synchronizes (the host can't)
  await openTab(page, 'collaborations');
  await expect(page.getByRole('button', { name: texts.sync.now })).toHaveCount(0);
  await press(page, texts.sync.goTo(guest));
  await press(page, texts.sync.now);
  // Then the history shows the result for each item
  const items = page.getByRole('list', { name: texts.sync.items }).getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.filter({ hasText: 'Notes of the branch office' })).toContainText(`${guest} → ${host}`);
  // And the host has the item
  await choosePortal(page, host);
  await openTab(page, 'content');
  await expect(entry(page, 'Notes of the branch office')).toContainText(texts.facts.from(guest));
  // And the copied map services answer like all others
  const names = await page.evaluate(async () => {
    const { services } = await (await fetch(new URL('services?f=json', document.baseURI))).json();
    return services.map((service: { name: string }) => service.name);
  });
  expect(names).toContain('Branch/World');
});

test('deleting a workspace says in numbers what is lost, and only the host may', { tag: '@turn2' }, async ({
  page,
}) => {
  // Given a workspace in which items were received
  await openConsole(page, server.origin);
  await choosePortal(page, guest);
  await press(page, texts.sync.wait);
  await expect(page.getByText(texts.statuses.completed, { exact: true }).first()).toBeVisible();
  // Then the guest can't delete it, neither on the page nor with a request
  await press(page, texts.form.more(workspaceName));
  await expect(page.getByRole('menuitem', { name: texts.operation('updateSchedule') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: texts.operation('deleteWorkspace') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const ids = await signIn(page);
  const refused = await post(page, `portals/${ids.guestId}/${ids.workspace}/delete`, ids.guestToken);
  expect(refused.error.code).toBe(403);
  // When the host deletes it
  await choosePortal(page, host);
  await act(page, workspaceName, 'deleteWorkspace');
  // Then the confirmation says how many items and features are lost, and how much history
  const features = (await catalogue(page))
    .filter((service) => service.name.startsWith('Branch/'))
    .reduce((sum, service) => sum + (service.featureCount ?? 0), 0);
  expect(features).toBeGreaterThan(1000);
  await expect(dialog(page)).toContainText(
    texts.loss.remove(guest, 3, 3, en.services.features(features.toLocaleString('en'))),
  );
  await expect(dialog(page)).toContainText(texts.loss.remove(host, 1, 0, ''));
  await expect(dialog(page)).toContainText(texts.loss.history(1));
  // And after confirming, they are gone, and the guest's own items are still there
  await submit(page, 'deleteWorkspace');
  await expect(page.getByText(texts.kinds.workspaces.none)).toBeVisible();
  await choosePortal(page, guest);
  await openTab(page, 'content');
  await expect(entry(page, 'Notes of the branch office')).toBeVisible();
  await expect(entry(page, 'World')).toHaveCount(0);
});

test('a webhook delivers to the inbox, and nothing while it is deactivated', async ({ page }) => {
  // Given a webhook that sends to the inbox
  await openConsole(page, server.origin);
  await openTab(page, 'webhooks');
  await press(page, texts.operation('createWebhook'));
  await dialog(page).getByLabel(texts.label('name'), { exact: true }).fill('Trial');
  await dialog(page).getByLabel(texts.label('secret'), { exact: true }).fill('hush');
  await submit(page, 'createWebhook');
  const trial = entry(page, 'Trial');
  await expect(trial).toContainText(texts.facts.active);
  await expect(trial).toContainText(texts.facts.signed);
  // Its secret is removed again, which an empty field wouldn't do
  await act(page, 'Trial', 'updateWebhook');
  await dialog(page)
    .getByRole('switch', { name: texts.label('removeSecret') })
    .click();
  await expect(dialog(page).locator('input[type=password]')).toHaveCount(0);
  await submit(page, 'updateWebhook');
  await expect(trial).toContainText(texts.facts.unsigned);
  // When an event occurs
  await upload(page, 'first.txt', 'one');
  // Then its record has the delivery with payload and answer, and the inbox has the message
  await openTab(page, 'webhooks');
  await press(page, texts.deliveries.title);
  const deliveries = page.getByRole('list', { name: texts.deliveries.title });
  await deliveries.getByRole('button', { name: texts.deliveries.states.delivered }).click();
  await expect(deliveries).toContainText('"operation": "add"');
  await expect(deliveries).toContainText('"success": true');
  const inbox = page.getByRole('list', { name: texts.inbox.title });
  await expect(inbox.getByRole('listitem')).toHaveCount(1);
  await expect(inbox).toContainText('Trial · /resources/add');
  // And when the webhook is deactivated, no more events arrive
  await act(page, 'Trial', 'deactivateWebhook');
  await expect(dialog(page)).toContainText(texts.loss.deactivate(0));
  await submit(page, 'deactivateWebhook');
  await expect(page.getByText(texts.facts.inactive, { exact: true })).toBeVisible();
  await upload(page, 'second.txt', 'two');
  const ids = await signIn(page);
  await post(page, `portals/${ids.hostId}/runDue`, ids.hostToken);
  await openTab(page, 'webhooks');
  await expect(inbox.getByRole('listitem')).toHaveCount(1);
  expect(await rows(page, 'deliveries')).toHaveLength(1);
  // And when it is activated, the next event arrives
  await act(page, 'Trial', 'activateWebhook');
  await expect(trial).toContainText(texts.facts.active);
  await upload(page, 'third.txt', 'three');
  await openTab(page, 'webhooks');
  await expect(inbox.getByRole('listitem')).toHaveCount(2);
});

test('a file resource is uploaded, shown and deleted', { tag: '@turn0' }, async ({ page }) => {
  await openConsole(page, server.origin);
  // Given an upload
  await upload(page, 'note.txt', 'A line of text.');
  await expect(entry(page, 'note.txt')).toContainText('15 bytes');
  // When it is opened, then it has the uploaded text
  await act(page, 'note.txt', 'resource');
  await expect(dialog(page)).toContainText('A line of text.');
  await page.keyboard.press('Escape');
  // When it is deleted, then the confirmation says how much
  await act(page, 'note.txt', 'removeResource');
  await expect(dialog(page)).toContainText('1 file of 15 bytes');
  await submit(page, 'removeResource');
  // And it is gone
  await expect(page.getByText(texts.kinds.resources.none)).toBeVisible();
  expect(await rows(page, 'resources')).toEqual([]);
});

test('what is wrong with a form stands at its field', { tag: '@turn1' }, async ({ page }) => {
  await openConsole(page, server.origin);
  await openTab(page, 'webhooks');
  await press(page, texts.operation('createWebhook'));
  // When the name is missing
  await send(page, 'createWebhook');
  // Then the field shows the error and has the focus
  const name = dialog(page).getByLabel(texts.label('name'), { exact: true });
  await expect(dialog(page).getByRole('alert')).toHaveText(en.field.missing);
  await expect(name).toBeFocused();
  // When the server refuses the URL, then its field shows the error
  await name.fill('Own');
  const url = dialog(page).getByLabel(texts.label('url'), { exact: true });
  await url.fill(`${server.origin}/services`);
  await send(page, 'createWebhook');
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByRole('alert')).toContainText('/inbox/{name}');
});

test('a form on another origin that posts to removeResource changes nothing', async ({ page }) => {
  // Given a resource, and another site with a form that even has a token
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
  // When the user presses its button
  const visitor = await page.context().newPage();
  await visitor.goto(other.origin);
  await visitor.getByRole('button').click();
  // Then the server says that it did nothing, and has changed nothing
  await expect(visitor.getByText('Nothing was done.')).toBeVisible();
  expect((await rows(page, 'resources')).map(({ key }) => key)).toEqual(['kept.txt']);
  // And the same form removes it when the app's own page sends it
  await visitor.getByLabel(/^key/).fill('kept.txt');
  await visitor.locator('form button').first().click();
  await expect.poll(() => rows(page, 'resources')).toEqual([]);
  await other.stop();
  rmSync(folder, { recursive: true });
});
