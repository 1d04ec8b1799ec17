import { expect, type Locator, type Page } from '@playwright/test';
import { publishEn as t } from '../../../src/publish/text/publish-en.ts';
import { en } from '../../../src/text/en.ts';
import { type Dropped, drop, open, publishButton, signInPage } from './driver.ts';

/** Open the page that publishes. */
export async function openPublish(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: en.navigation.label })
    .getByRole('link', { name: en.navigation.publish })
    .click();
  await page.getByRole('heading', { name: t.title, level: 1 }).waitFor();
}

/** Open the app at the page that publishes, which is faster than a map, and wait for the list of services. */
export async function openAtPublish(page: Page, origin: string): Promise<void> {
  await open(page, `${origin}/?page=publish`);
  await page.getByRole('link', { name: t.services.manageOf('World') }).waitFor();
}

/** Drop files and wait until their layers are shown. */
export async function dropAndCheck(page: Page, files: readonly Dropped[]): Promise<void> {
  await drop(page, files);
  await publishButton(page).waitFor();
}

/** The card of a layer that was read. */
export const layerCard = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Go to the step with name, style and relations. */
export const goToName = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: t.steps.label }).getByRole('button', { name: t.steps.name }).click();

export const goToData = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: t.steps.label }).getByRole('button', { name: t.steps.data }).click();

export const nameField = (page: Page): Locator => page.getByLabel(t.name.name, { exact: true });

/** Publish the draft and wait for the page of its service. */
export async function publishDraft(page: Page, title: string): Promise<void> {
  await publishButton(page).click();
  await page.getByText(en.publish.done(title)).first().waitFor();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

/** Open the app and publish CSV as the service Spots. */
export async function publishSpots(page: Page, origin: string, csv: string): Promise<void> {
  await openAtPublish(page, origin);
  await dropAndCheck(page, [{ name: 'Spots.csv', content: csv }]);
  await publishDraft(page, 'Spots');
}

/** Open the settings of a service. */
export async function openManage(page: Page, service: string, title = service): Promise<void> {
  await openPublish(page);
  await page.getByRole('link', { name: t.services.manageOf(title) }).click();
  await page.getByRole('heading', { name: t.manage.title(title), level: 1 }).waitFor();
  await expect(page).toHaveURL(new RegExp(`manage=${service}`));
}

/** A section of the settings, which is saved separately. */
export const section = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** Save a section and wait for the confirmation. */
export async function saveSection(page: Page, title: string): Promise<void> {
  const part = section(page, title);
  await part.getByRole('button', { name: t.manage.save, exact: true }).click();
  await page.getByText(t.manage.saved, { exact: true }).first().waitFor();
  await expect(part.getByText(t.manage.unsaved)).toHaveCount(0);
}

/** Return the definition of a service as administrators get it. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at parts of it
export async function readDefinition(page: Page, key: string): Promise<any> {
  const sent = [key, await signInPage(page)] as const;
  return page.evaluate(async ([name, headers]) => {
    const response = await fetch(new URL(`admin/services/${name}?f=definition`, document.baseURI), { headers });
    return (await response.json()).definition;
  }, sent);
}
