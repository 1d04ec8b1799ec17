import type { Page } from '@playwright/test';
import { explorerEn } from '../../../src/explorer/text/explorer-text.ts';
import { en } from '../../../src/text/en.ts';

const answer = (page: Page) => page.getByRole('region', { name: explorerEn.answer, exact: true });

/** Open the explorer from the rail, and choose an operation. */
export async function openExplorer(page: Page, operation?: string): Promise<void> {
  await page
    .getByRole('navigation', { name: en.navigation.label })
    .getByRole('link', { name: en.navigation.explorer })
    .click();
  await page.getByRole('button', { name: explorerEn.send }).waitFor();
  if (operation) await chooseOperation(page, operation);
}

/** Choose an operation with the keyboard, which never scrolls the long list, and wait for its form. */
export async function chooseOperation(page: Page, operation: string): Promise<void> {
  await page
    .getByRole('navigation', { name: explorerEn.operations })
    .getByRole('link', { name: operation, exact: true })
    .press('Enter');
  await page.getByRole('heading', { name: operation, level: 1, exact: true }).waitFor();
}

/** Choose an operation of the REST interface, because other interfaces have operations with the same names. */
export async function chooseRestOperation(page: Page, operation: string): Promise<void> {
  const links = page.getByRole('navigation', { name: explorerEn.operations }).locator('a');
  await links.evaluateAll((all: HTMLAnchorElement[], operationId) => {
    all.find(({ href }) => new URL(href).searchParams.get('operation') === operationId)!.click();
  }, `rest:${operation}`);
  await page.getByRole('heading', { name: operation, level: 1, exact: true }).waitFor();
}

/** Send the request in the form or as XML. */
export const sendRequest = (page: Page): Promise<void> => page.getByRole('button', { name: explorerEn.send }).click();

/** Wait for the answer and return its fault code; undefined if it succeeded. */
export async function waitForAnswer(page: Page): Promise<string | undefined> {
  await answer(page).and(page.locator('[data-state=answered]')).waitFor();
  return (await answer(page).getAttribute('data-fault')) ?? undefined;
}

/** Return the XML of the answer as the page shows it. */
export async function shownXml(page: Page): Promise<string | null> {
  await answer(page).getByRole('tab', { name: explorerEn.answerXml }).click();
  return answer(page).getByRole('region', { name: explorerEn.answerXml }).textContent();
}

/** Wait until the form of a portal operation is filled with the current values. */
export const formReady = (page: Page): Promise<void> =>
  page.getByRole('region', { name: explorerEn.request, exact: true }).and(page.locator('[aria-busy=false]')).waitFor();
