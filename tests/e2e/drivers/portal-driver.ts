import { expect, type Locator, type Page } from '@playwright/test';
import { portalEn as texts } from '../../../src/portal/text/portal-text.ts';
import type { PortalOperationName } from '../../../sw/portal/contract/index.ts';
import { waitForController } from './driver.ts';

/** The portals of the demo. */
export const host = 'Head office';
export const guest = 'Branch office';
/** The workspace they share. */
export const workspaceName = 'Maps';

/** Open the portal console and dismiss the initial password. */
export async function openConsole(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/?page=portal`);
  await waitForController(page);
  await page.getByRole('button', { name: texts.first.note }).click();
  await expect(page.getByText(texts.first.title)).toHaveCount(0);
}

export const choosePortal = (page: Page, name: string): Promise<void> => page.getByRole('radio', { name }).check();

export async function openTab(page: Page, tab: keyof typeof texts.tabs): Promise<void> {
  await page.getByRole('link', { name: texts.tabs[tab], exact: true }).click();
}

/** Press a button of the page, or of a dialog with `within`. */
export const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** The first entry of a list with this title. */
export const entry = (page: Page, title: string): Locator =>
  page
    .locator('.portal-list > li')
    .filter({ has: page.locator('strong').and(page.getByText(title, { exact: true })) })
    .first();

/** Choose an entry of a menu. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
}

/** Choose an operation in the menu of an entry. */
export async function act(within: Page | Locator, name: string, operation: PortalOperationName): Promise<void> {
  await press(within, texts.form.more(name));
  await within.getByRole('menuitem', { name: texts.operation(operation), exact: true }).click();
}

/** A field of the open dialog. */
export const field = (page: Page, name: string): Locator =>
  dialog(page).getByLabel(new RegExp(`^${texts.label(name)}( \\(|$)`));

/** Submit the open dialog of an operation, and wait until it is closed. */
export async function submit(page: Page, operation: PortalOperationName): Promise<void> {
  await send(page, operation);
  await expect(dialog(page)).toHaveCount(0);
}

/** Submit the open dialog of an operation. */
export const send = (page: Page, operation: PortalOperationName): Promise<void> =>
  press(dialog(page), texts.form.submit(operation));

/** Upload a file resource with its file name. */
export async function upload(page: Page, name: string, content: string): Promise<void> {
  await openTab(page, 'resources');
  await press(page, texts.operation('addResource'));
  await dialog(page)
    .getByLabel(texts.label('file'), { exact: true })
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await submit(page, 'addResource');
  await expect(entry(page, name)).toBeVisible();
}

/** Use `texts` in tests for the words on the page. */
export { texts };
