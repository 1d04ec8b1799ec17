import { expect, type Page } from '@playwright/test';
import { waitForController, workerHand } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import {
  act,
  choose,
  dialog,
  field,
  host,
  openConsole,
  openTab,
  press,
  send,
  submit,
  texts,
} from '../drivers/portal-driver.ts';
import { post, rows, signIn } from '../drivers/portal-wire.ts';
import type { WebServer } from '../drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

const signOut = (page: Page) => choose(page, texts.account.menu(host), texts.account.signOut);

async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await press(page, texts.account.signIn);
  await field(page, 'username').fill(username);
  await field(page, 'password').fill(password);
  await press(dialog(page), texts.account.signIn);
}

test('the first password is shown once and signs in; another takes its place', { tag: '@turn0' }, async ({ page }) => {
  const hand = await workerHand(page);
  // Given the generated password, still shown after a reload
  await page.goto(`${server.origin}/?page=portal`);
  await waitForController(page);
  const shown = page.getByRole('region', { name: texts.first.title });
  const password = await shown.locator('code').nth(1).innerText();
  expect(password).toMatch(/^(\w{4}-){3}\w{4}$/);
  await page.reload();
  await expect(shown).toContainText(password);
  await press(page, texts.first.note);
  await expect(shown).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(texts.account.signedIn('admin', 'administrator'))).toBeVisible();
  await expect(shown).toHaveCount(0);
  // When the user signs out, then the page doesn't sign in by itself, not even after a reload
  await signOut(page);
  await expect(page.getByText(texts.account.nobody)).toBeVisible();
  await hand.stopAll();
  await page.reload();
  await expect(page.getByText(texts.account.nobody)).toBeVisible();
  // When the password is wrong, then the error doesn't say which part was wrong
  await signInAs(page, 'admin', 'not the password');
  await expect(dialog(page).getByRole('alert')).toContainText('Invalid username or password');
  // When it is right, the user is signed in
  await field(page, 'password').fill(password);
  await hand.stopAll();
  await press(dialog(page), texts.account.signIn);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(texts.account.signedIn('admin', 'administrator'))).toBeVisible();
  // When the new password and its repetition differ, then the form reports it
  await choose(page, texts.account.menu(host), texts.operation('changePassword'));
  await field(page, 'newPassword').fill('correct horse');
  await field(page, 'repeated').fill('correct house');
  await send(page, 'changePassword');
  await expect(dialog(page).getByRole('alert')).toHaveText(texts.form.notEqual);
  await field(page, 'repeated').fill('correct horse');
  await hand.stopAll();
  await submit(page, 'changePassword');
  // Then the old password is invalid, and the new one signs in and still works after a reload
  await signOut(page);
  await signInAs(page, 'admin', password);
  await expect(dialog(page).getByRole('alert')).toContainText('Invalid username or password');
  await field(page, 'password').fill('correct horse');
  await press(dialog(page), texts.account.signIn);
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(texts.account.signedIn('admin', 'administrator'))).toBeVisible();
});

test('a page that is loaded again and again holds one token for each portal', { tag: '@turn1' }, async ({
  page,
  context,
}) => {
  await openConsole(page, server.origin);
  for (let load = 0; load < 3; load++) {
    await page.reload();
    await expect(page.getByText(texts.account.signedIn('admin', 'administrator'))).toBeVisible();
  }
  const other = await context.newPage();
  await other.goto(`${server.origin}/?page=portal`);
  await expect(other.getByText(texts.account.signedIn('admin', 'administrator'))).toBeVisible();
  expect(await rows(page, 'tokens')).toHaveLength(2);
  // Signing out in one tab signs out in all
  await signOut(page);
  await expect(other.getByText(texts.account.nobody)).toBeVisible();
});

test('an account is made, changed, used and deleted', { tag: '@turn2' }, async ({ page }) => {
  await openConsole(page, server.origin);
  await openTab(page, 'accounts');
  const users = page.getByRole('region', { name: texts.kinds.users.title });
  // Given an account
  await press(page, texts.operation('createUser'));
  await field(page, 'username').fill('mona');
  await field(page, 'password').fill('mona-password');
  await field(page, 'fullName').fill('Mona');
  await field(page, 'email').fill('mona@example.org');
  await submit(page, 'createUser');
  const mona = users.getByRole('listitem').filter({ hasText: 'mona' });
  await expect(mona).toContainText('Mona · mona@example.org');
  // When a field is cleared, it is saved empty
  await act(users, 'mona', 'updateUser');
  await expect(field(page, 'email')).toHaveValue('mona@example.org');
  await field(page, 'email').fill('');
  await field(page, 'role').selectOption('publisher');
  await submit(page, 'updateUser');
  await expect(mona).not.toContainText('example.org');
  await expect(mona).toContainText(texts.roles.publisher);
  // When a token is issued to it, then it is shown once, and has the rights of a publisher
  await press(page, texts.operation('generatePortalToken'));
  await field(page, 'username').fill('mona');
  await field(page, 'password').fill('mona-password');
  await send(page, 'generatePortalToken');
  const token = await dialog(page).locator('code').innerText();
  await dialog(page).locator('footer').getByRole('button').click();
  const { hostId } = await signIn(page);
  const add = () => post(page, `portals/${hostId}/items/addItem`, token, { title: 'By Mona', text: 'x' });
  expect((await add()).success).toBe(true);
  const tokens = page.getByRole('region', { name: texts.kinds.tokens.title });
  await expect(tokens.getByRole('listitem').filter({ hasText: 'mona' })).toHaveCount(1);
  // When it is disabled, then its token is invalid until it is enabled
  const disable = async () => {
    await act(users, 'mona', 'updateUser');
    await page.getByRole('switch', { name: texts.label('disabled') }).click();
    await submit(page, 'updateUser');
  };
  await disable();
  await expect(mona).toContainText(texts.facts.disabled);
  expect((await add()).error.code).toBe(498);
  await disable();
  await expect(mona).not.toContainText(texts.facts.disabled);
  expect((await add()).success).toBe(true);
  // When its token is revoked, it is invalid
  await tokens.getByRole('button', { name: /mona/ }).click();
  await tokens.getByRole('menuitem', { name: texts.operation('revoke') }).click();
  await submit(page, 'revoke');
  await expect(tokens.getByRole('listitem').filter({ hasText: 'mona' })).toHaveCount(0);
  expect((await add()).error.code).toBe(498);
  // When it is deleted, the confirmation counts what passes to the deleting account
  await act(users, 'mona', 'deleteUser');
  await expect(dialog(page)).toContainText(texts.loss.user(2, 0, 0, 'admin'));
  await submit(page, 'deleteUser');
  await expect(mona).toHaveCount(0);
  expect(
    (await rows(page, 'items')).filter(({ title, owner }) => title === 'By Mona' && owner === 'admin'),
  ).toHaveLength(2);
  // And the signed-in account can't delete itself
  await act(users, 'admin', 'deleteUser');
  await send(page, 'deleteUser');
  await expect(dialog(page).getByRole('alert')).toContainText("You can't delete the account you're signed in with.");
});
