import { expect, type Locator, type Page } from '@playwright/test';
import { portalEn as texts } from '../../../src/portal/text/portal-en.ts';
import { controlled } from './driver.ts';

/** The portals of the demo. */
export const host = 'Head office';
export const guest = 'Branch office';
/** The workspace between them. */
export const workspaceName = 'Maps';

/** Open the portal console and put the first password away. */
export async function openConsole(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/?page=portal`);
  await controlled(page);
  await page.getByRole('button', { name: texts.first.note }).click();
  await expect(page.getByText(texts.first.title)).toHaveCount(0);
}

export const choosePortal = (page: Page, name: string): Promise<void> => page.getByRole('radio', { name }).check();

export async function openTab(page: Page, tab: keyof typeof texts.tabs): Promise<void> {
  await page.getByRole('link', { name: texts.tabs[tab], exact: true }).click();
}

/** Press a button of the page; `within` for those of a window. */
export const press = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** An entry of a list by its title. */
export const entry = (page: Page, title: string): Locator =>
  page.locator('.portal-list > li').filter({ has: page.locator('strong').and(page.getByText(title, { exact: true })) });

/** Choose an entry of a menu. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
}

/** A field of the open window. */
export const field = (page: Page, name: string): Locator =>
  dialog(page).getByLabel(new RegExp(`^${texts.fields[name]!.label}( \\(|$)`));

/** Send the open window, and wait until it is closed. */
export async function submit(page: Page, button: string): Promise<void> {
  await press(dialog(page), button);
  await expect(dialog(page)).toHaveCount(0);
}

/** Upload a file resource under its own name. */
export async function upload(page: Page, name: string, content: string): Promise<void> {
  await openTab(page, 'resources');
  await press(page, texts.resources.add);
  await dialog(page)
    .getByLabel(texts.fields.file!.label)
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await press(dialog(page), texts.resources.addGo);
  await expect(dialog(page)).toHaveCount(0);
  await expect(entry(page, name)).toBeVisible();
}

/** Read `texts` where a test names what a person reads. */
export { texts };
