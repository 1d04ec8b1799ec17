import { expect, test } from '@playwright/test';
import { faultCodes, operations } from '../../sw/contract/index.ts';
import { builds } from './build-app.ts';
import { mapDrawn, open } from './driver.ts';
import { answered, chooseOperation, openExplorer, sendRequest, shownXml } from './explorer-driver.ts';
import { startWebServer, type WebServer } from './web-server.ts';

let server: WebServer;
test.beforeEach(async ({ page }) => {
  server = await startWebServer(builds.atRoot);
  await open(page, server.origin);
  await mapDrawn(page, /World/);
});
test.afterEach(() => server.stop());

/** What the server says of a request that it cannot read: a form may never make one. */
const isUnreadable = (code: string): boolean => /^(bad-|missing-|unknown-operation)/.test(code);

test('the form of every operation sends a valid request on the demo service', async ({ page }) => {
  test.setTimeout(180_000);
  // Given the explorer on World
  await openExplorer(page);
  const faults = new Map<string, string>();
  for (const operation of Object.keys(operations)) {
    // When the prefilled request of an operation is sent
    await chooseOperation(page, operation);
    await sendRequest(page);
    const code = await answered(page);
    if (code) faults.set(operation, code);
  }
  // Then the server has understood every one of them
  const unreadable = [...faults].filter(([, code]) => isUnreadable(code));
  expect(unreadable).toEqual([]);
  const waiting = [...faults].filter(([, code]) => code === 'not-implemented').map(([name]) => name);
  const others = [...faults].filter(([, code]) => code !== 'not-implemented').map(([name, code]) => `${name}: ${code}`);
  expect([...faults.values()].filter((code) => !Object.hasOwn(faultCodes, code))).toEqual([]);
  console.log(
    `${Object.keys(operations).length - faults.size} operations answered; not answered yet: ${waiting.length}`,
  );
  console.log([...waiting, ...others].join('\n'));
});

test('a request can be changed in the form, as XML, and shared by its address', async ({ page, context }) => {
  // Given a query in the explorer
  await openExplorer(page, 'QueryFeatureCount');
  // When its where clause is changed in the form and sent
  await page.getByRole('textbox', { name: 'WhereClause' }).fill("NAME = 'Berlin'");
  await sendRequest(page);
  expect(await answered(page)).toBeUndefined();
  expect(await shownXml(page)).toContain('<Result>1</Result>');
  // Then the XML of the request has the change, and may be changed further
  await page.getByRole('tab', { name: 'XML', exact: true }).click();
  const raw = page.getByRole('textbox', { name: 'Request as XML' });
  await expect(raw).toHaveValue(/NAME = 'Berlin'/);
  await raw.fill((await raw.inputValue()).replace("= 'Berlin'", "LIKE 'No such place'"));
  await sendRequest(page);
  expect(await answered(page)).toBeUndefined();
  expect(await shownXml(page)).toContain('<Result>0</Result>');
  // And back in the form it is still there
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(page.getByRole('textbox', { name: 'WhereClause' })).toHaveValue("NAME LIKE 'No such place'");
  // And a link carries it to another tab
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem').click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('textbox', { name: 'WhereClause' })).toHaveValue("NAME LIKE 'No such place'");
});

test('what is typed wrongly is said at its place and kept', async ({ page }) => {
  await openExplorer(page, 'ComputeScale');
  const width = page.getByRole('textbox', { name: 'ImageWidth' });
  // When letters are typed where a number belongs
  await width.fill('wide');
  // Then it is said there, nothing is sent, and what was typed stays
  await expect(width).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect(width).toHaveValue('wide');
  await width.fill('500');
  await sendRequest(page);
  expect(await answered(page)).toBeUndefined();
});
