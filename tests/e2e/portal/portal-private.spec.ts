import { expect, type Page } from '@playwright/test';
import { en } from '../../../src/text/en.ts';
import { mapDrawn, workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import {
  act,
  choose,
  choosePortal,
  dialog,
  field,
  guest,
  host,
  openConsole,
  openTab,
  press,
  submit,
  texts,
} from '../drivers/portal-driver.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const toMap = (page: Page) => page.goto(`${server.origin}/?service=World`);
const inDirectory = (page: Page, title: string) =>
  page.locator('.cards').getByRole('link', { name: title, exact: true });

async function makePrivate(page: Page): Promise<void> {
  const services = page.getByRole('region', { name: texts.kinds.services.title });
  await act(services, 'World', 'updateServiceAccess');
  await field(page, 'access').selectOption('private');
  await submit(page, 'updateServiceAccess');
  await expect(services.getByRole('listitem').filter({ hasText: 'World' })).toContainText(texts.choices.private!);
}

test('a private map is listed and drawn for who is signed in, and for nobody else', { tag: '@turn2' }, async ({
  page,
  context,
}) => {
  const hand = await workerHand(page);
  // Given a map service that needs a token
  await openConsole(page, server.origin);
  await openTab(page, 'content');
  await makePrivate(page);
  // When the page is signed in, then its map shows the service, also in another tab and after the worker restarts
  await toMap(page);
  await mapDrawn(page, /World/);
  await hand.stopAll();
  const other = await context.newPage();
  await toMap(other);
  await mapDrawn(other, /World/);
  // When the user signs out, then it is gone in every tab
  await page.goto(`${server.origin}/?page=portal`);
  await choose(page, texts.account.menu(host), texts.account.signOut);
  await expect(page.getByText(texts.account.nobody)).toBeVisible();
  await expect(other.getByRole('application', { name: /World/ })).toHaveCount(0);
  await other.goto(`${server.origin}/services`);
  await expect(inDirectory(other, 'Earth')).toBeVisible();
  await expect(inDirectory(other, 'World')).toHaveCount(0);
  // And its address is refused, although the page is still signed in to the guest's portal
  await toMap(other);
  await expect(other.getByText(en.services.unknownTitle('World'))).toBeVisible();
  await choosePortal(page, guest);
  await expect(page.getByText(texts.account.signedIn('admin', 'administrator'))).toBeVisible();
  // When the page signs in again, it is back
  await choosePortal(page, host);
  await press(page, texts.account.signPageIn);
  await expect(page.getByText(texts.account.signedIn('admin', 'administrator'))).toBeVisible();
  await toMap(other);
  await mapDrawn(other, /World/);
});

test('a portal that asks for a password shows a private map to nobody who has not given it', async ({
  page,
  context,
}) => {
  await openConsole(page, server.origin);
  await openTab(page, 'content');
  await makePrivate(page);
  await choose(page, texts.account.menu(host), texts.operation('changePassword'));
  await field(page, 'newPassword').fill('correct horse');
  await field(page, 'repeated').fill('correct horse');
  await submit(page, 'changePassword');
  await choose(page, texts.account.menu(host), texts.operation('updatePortal'));
  await page.getByRole('switch', { name: texts.label('pageSignIn') }).click();
  await submit(page, 'updatePortal');
  await choose(page, texts.account.menu(host), texts.account.signOut);
  await press(page, texts.account.signPageIn);
  await expect(page.getByText(texts.account.pageNotAllowed(host))).toBeVisible();
  // When the user enters the password in one tab
  await press(page, texts.account.signIn);
  await field(page, 'username').fill('admin');
  await field(page, 'password').fill('correct horse');
  await press(dialog(page), texts.account.signIn);
  await expect(dialog(page)).toHaveCount(0);
  await toMap(page);
  await mapDrawn(page, /World/);
  // Then another tab isn't signed in, and stays so
  const other = await context.newPage();
  await other.goto(`${server.origin}/services`);
  await expect(inDirectory(other, 'Earth')).toBeVisible();
  await expect(inDirectory(other, 'World')).toHaveCount(0);
  await other.goto(`${server.origin}/?page=portal`);
  await expect(other.getByText(texts.account.signInTo(host))).toBeVisible();
  // And an app of this origin without a token neither sees nor gets the service
  const seen = await other.evaluate(async () => {
    const { services } = await (await fetch(new URL('services?f=json', document.baseURI))).json();
    const refused = await fetch(new URL('services/World/MapServer/0?f=json', document.baseURI));
    return { names: services.map((service: { name: string }) => service.name), status: refused.status };
  });
  expect(seen.names).not.toContain('World');
  expect(seen.status).toBe(404);
});
