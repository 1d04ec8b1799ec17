import type { Page } from '@playwright/test';
import { remoteEn as t } from '../../../src/extensions/remote/remote-text.ts';
import { mapDrawn } from './driver.ts';
import { openPublish } from './publish-driver.ts';

/**
 * Enter the address of a file on another server, confirm its host if it is new, and wait for a message about the file.
 */
export async function readRemote(page: Page, address: string, message: RegExp, isNewHost = true): Promise<void> {
  await openPublish(page);
  await page.getByLabel(t.address).fill(address);
  if (isNewHost) await page.getByLabel(t.allow).check();
  await page.getByRole('button', { name: t.read }).click();
  await page.getByText(message).waitFor();
}

/** Publish the file that was read, and wait for its map. */
export async function publishFound(page: Page, title: string): Promise<void> {
  await page.getByLabel(t.name).fill(title);
  await page.getByRole('region', { name: t.title }).getByRole('button', { name: t.publish }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await mapDrawn(page, new RegExp(title));
}
