import { expect } from '@playwright/test';
import { en } from '../../src/text/en.ts';
import { type PortalOperationName, portalOperations } from '../../sw/portal/contract/index.ts';
import { waitForController } from './drivers/driver.ts';
import { chooseOperation, formReady, openExplorer, sendRequest, waitForAnswer } from './drivers/explorer-driver.ts';
import { test } from './drivers/installed-app.ts';
import type { WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeEach(async ({ page, appServer }) => {
  server = appServer;
  await page.goto(`${server.origin}/?page=explorer`);
  await waitForController(page);
});

const all = Object.keys(portalOperations) as PortalOperationName[];

/** Operations that create objects for others. Deletions come last, objects before their containers. */
const first: readonly PortalOperationName[] = [
  'createGroup',
  'addItem',
  'addItemResource',
  'addResource',
  'createUser',
  'createWebhook',
  'createCollaboration',
  'addWorkspace',
  'addParticipant',
  'syncWorkspace',
];
const last: readonly PortalOperationName[] = [
  'removeItemResource',
  'deleteItem',
  'deleteGroup',
  'removeResource',
  'deleteWebhook',
  'deleteUser',
  'deleteSchedule',
  'removePortalGroupLink',
  'removeParticipant',
  'deleteWorkspace',
  'deleteCollaboration',
  'revoke',
  'revokeToken',
];
const between = all.filter((name) => !first.includes(name) && !last.includes(name));

test('the form of every operation of the portal is filled with what works on the portals of the demo', {
  tag: '@deep',
}, async ({ page }) => {
  test.setTimeout(240_000);
  // Given the explorer, and the portals of the demo in their initial state
  await openExplorer(page);
  const answers: Record<string, string> = {};
  for (const operation of [...first, ...between, ...last]) {
    // When the form of an operation is sent unchanged
    await chooseOperation(page, operation);
    await formReady(page);
    await sendRequest(page);
    answers[operation] = (await waitForAnswer(page)) ?? 'answered';
  }
  // Then each is answered
  const expected = Object.fromEntries(all.map((name) => [name, 'answered']));
  expect(answers).toEqual(expected);
});

test('a request to the portal is found again after a reload and by a link, without token and password', {
  tag: '@turn1',
}, async ({ page, context }) => {
  // Given an account created in the explorer
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openExplorer(page, 'createUser');
  await formReady(page);
  const password = await page.getByLabel('password', { exact: true }).inputValue();
  expect(password.length).toBeGreaterThanOrEqual(8);
  await page.getByRole('textbox', { name: 'username' }).fill('trude');
  const copyWith = async (button: string, item: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('menuitem', { name: item }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const link = await copyWith('Share', 'Copy a link with this request');
  const programs: string[] = [];
  for (const name of ['curl', 'Python (requests)', 'C#', 'PHP']) programs.push(await copyWith('Copy as code', name));
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
  // When the page is reloaded and the request is restored from the history
  await page.reload();
  await formReady(page);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: /^createUser/ }).click();
  // Then it is there without its password, which isn't in the browser's storage either
  await expect(page.getByRole('textbox', { name: 'username' })).toHaveValue('trude');
  await expect(page.getByLabel('password', { exact: true })).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  const { sessions } = await page.evaluate(async () =>
    (await fetch(new URL('session', document.baseURI), { method: 'POST' })).json(),
  );
  for (const text of [stored, ...programs]) {
    expect(text).toContain('trude');
    expect(text).not.toContain(password);
    expect(text).not.toContain(sessions[0].token);
  }
  // And the link, which is compressed, opens the same form in another tab
  const other = await context.newPage();
  await other.goto(link);
  await formReady(other);
  await expect(other.getByRole('textbox', { name: 'username' })).toHaveValue('trude');
  await expect(other.getByLabel('password', { exact: true })).toHaveValue('');
});

test('a program that was copied does what the form does', { tag: '@turn2' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openExplorer(page);
  for (const operation of ['workspaces', 'createGroup']) {
    await chooseOperation(page, operation);
    await formReady(page);
    await page.getByRole('button', { name: 'Copy as code' }).click();
    await page.getByRole('menuitem', { name: 'fetch' }).click();
    // The policy forbids scripts from text, but not in the developer tools. Read the output of the program from the
    // console
    const program = await page.evaluate(() => navigator.clipboard.readText());
    const output = await page.evaluate<string>(
      `(async () => { let printed = ''; const console = { log: (text) => (printed = text) };\n${program}\nreturn printed; })()`,
    );
    expect(Object.keys(JSON.parse(output))).toContain(operation === 'workspaces' ? 'workspaces' : 'success');
  }
});

test('operations of the administration are sent from their forms, and as copied programs', { tag: '@turn0' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openExplorer(page);
  // Given a service whose cache is set up with the form
  await chooseOperation(page, 'changeTileCache');
  await formReady(page);
  await page.getByLabel('service', { exact: true }).selectOption('World');
  await page.getByLabel('action', { exact: true }).selectOption('settings');
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
  // When the copied program reads its state
  await chooseOperation(page, 'readTileCaches');
  await formReady(page);
  await page.getByLabel('service', { exact: true }).selectOption('World');
  await page.getByRole('button', { name: 'Copy as code' }).click();
  await page.getByRole('menuitem', { name: 'fetch' }).click();
  const program = await page.evaluate(() => navigator.clipboard.readText());
  const printed = await page.evaluate<string>(
    `(async () => { let printed = ''; const console = { log: (text) => (printed = text) };\n${program}\nreturn printed; })()`,
  );
  // Then it has the cache
  expect(JSON.parse(printed).caches).toHaveLength(1);
  // And an invalid value is refused with its path
  await chooseOperation(page, 'editService');
  await formReady(page);
  await page.getByLabel('service', { exact: true }).selectOption('World');
  await page.getByText(en.field.optional(5)).click();
  await page.getByRole('button', { name: en.field.addField('map'), exact: true }).click();
  await page.getByLabel('map', { exact: true }).fill('nowhere');
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBe('bad-value');
});

test('the answer as a page is shown with its source, and nobody gets what members get', async ({ page }) => {
  await openExplorer(page, 'tokens');
  await formReady(page);
  await page.getByLabel('f', { exact: true }).selectOption('html');
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
  await expect(page.frameLocator('iframe.answer-page').getByRole('heading', { level: 1 })).toHaveText('Tokens');
  await page.getByRole('tab', { name: 'HTML', exact: true }).click();
  await expect(page.getByRole('region', { name: 'HTML', exact: true })).toContainText('<!doctype html>');
  await page.getByLabel('f', { exact: true }).selectOption('json');
  await page.getByLabel('Sent by').selectOption('nobody');
  await sendRequest(page);
  await expect(page.locator('[data-fault=token-required]')).toBeVisible();
});
