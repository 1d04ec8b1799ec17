import { expect, type Page } from '@playwright/test';
import { explorerEn } from '../../src/explorer/text/explorer-text.ts';
import { en } from '../../src/text/en.ts';
import { operations } from '../../sw/contract/index.ts';
import { mapDrawn, open, signInPage } from './drivers/driver.ts';
import {
  chooseOperation,
  formReady,
  openExplorer,
  sendRequest,
  shownXml,
  waitForAnswer,
} from './drivers/explorer-driver.ts';
import { test } from './drivers/installed-app.ts';

test.use({ isReading: true });

test.beforeEach(async ({ page, appServer }) => {
  await open(page, `${appServer.origin}/?page=explorer`);
});

/** Set up a cache of World that creates its tiles on demand. */
async function setCache(page: Page, kind: 'fused' | 'layers'): Promise<void> {
  const body = JSON.stringify({ action: 'settings', kind, onDemand: true });
  const init = { method: 'POST', body, headers: await signInPage(page) };
  await page.evaluate(async (parameters) => {
    const response = await fetch(new URL('admin/caches/World', document.baseURI), parameters);
    if (!response.ok) throw new Error(await response.text());
  }, init);
}

test.describe(() => {
  test.use({ isReading: false });
  test('the form of every operation is filled with what works on the demo service', { tag: '@deep' }, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    // Given the explorer for World, whose tiles are created on demand
    const sent: string[] = [];
    page.on('request', (request) => {
      const message = request.url().endsWith('/services/World/MapServer') ? request.postData() : null;
      if (message) sent.push(/<soap:Body><tns:(\w+)/.exec(message)?.[1] ?? message);
    });
    await setCache(page, 'fused');
    await openExplorer(page);
    const faults: Record<string, string> = {};
    for (const operation of Object.keys(operations)) {
      // When the request of an operation is sent unchanged
      await chooseOperation(page, operation);
      sent.length = 0;
      await sendRequest(page);
      const code = await waitForAnswer(page);
      if (code) faults[operation] = code;
      expect(sent).toContain(operation);
    }
    // Then each was answered, except for tiles of single layers, which a fused cache doesn't have
    expect(faults).toEqual({ GetLayerTile: 'not-found' });
    await setCache(page, 'layers');
    await chooseOperation(page, 'GetLayerTile');
    await sendRequest(page);
    await expect(page.locator('[data-state=answered]:not([data-fault])')).toBeVisible();
  });
});

test('a shape is drawn on the map of the service', async ({ page }) => {
  // Given a geometry field, to be drawn on a map
  await openExplorer(page, 'Identify');
  const field = page
    .locator('.field-block')
    .filter({ has: page.getByLabel('Kind of SearchShape') })
    .last();
  await field.getByRole('button', { name: 'Draw' }).click();
  const map = page.getByRole('application', { name: 'Map to draw SearchShape on' });
  await expect(map.locator('img.map-image').first()).toBeVisible();
  const kind = field.getByLabel('Kind of SearchShape');
  const click = (x: number, y: number) => map.click({ position: { x, y } });
  const coordinates = async (name: string) => {
    await page.getByRole('tab', { name: 'XML', exact: true }).click();
    const xml = await page.getByRole('textbox', { name: 'Request as XML' }).inputValue();
    await page.getByRole('tab', { name: 'Form' }).click();
    const shape = xml.slice(xml.indexOf('<SearchShape'), xml.indexOf('</SearchShape'));
    expect(shape).toContain(`xsi:type="tns:${name}"`);
    return Array.from(shape.matchAll(/<(?:X|Y|[XY]M..)>([^<]+)</g), ([, number]) => Number(number));
  };
  const typeValue = (name: string) => field.getByRole('textbox', { name, exact: true });
  // When the user clicks a point, then the form has its coordinates
  const middle = await typeValue('X').inputValue();
  await click(300, 150);
  await expect(typeValue('X')).not.toHaveValue(middle);
  const [x, y] = await coordinates('PointN');
  expect([Math.abs(x!) <= 180, Math.abs(y!) <= 90]).toEqual([true, true]);
  // And a dragged rectangle, and a polygon with three vertices
  await kind.selectOption('EnvelopeN');
  await field.getByRole('button', { name: 'Draw' }).click();
  await expect(map.locator('img.map-image').first()).toBeVisible();
  await map.scrollIntoViewIfNeeded();
  const xMinValue = await typeValue('XMin').inputValue();
  const box = (await map.boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 330, box.y + 180, { steps: 5 });
  await page.mouse.up();
  await expect(typeValue('XMin')).not.toHaveValue(xMinValue);
  const [xmin, ymin, xmax, ymax] = await coordinates('EnvelopeN');
  expect(xmin! < xmax! && ymin! < ymax!).toBe(true);
  await kind.selectOption('PolygonN');
  await field.getByRole('button', { name: 'Draw' }).click();
  await expect(map.locator('img.map-image').first()).toBeVisible();
  const fifth = field.locator('summary').filter({ hasText: /^4 · / });
  await expect(fifth).toHaveCount(1);
  for (const [px, py] of [
    [250, 100],
    [350, 100],
  ] as const)
    await click(px, py);
  await map.dblclick({ position: { x: 300, y: 200 } });
  await expect(fifth).toHaveCount(0);
  expect((await coordinates('PolygonN')).length).toBe(8);
  // And the request is answered
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
});

test('what was typed and answered is found again after looking elsewhere, also by the Back button', async ({
  page,
}) => {
  // Given incomplete XML in the editor
  await openExplorer(page, 'GetMapName');
  await page.getByRole('tab', { name: 'XML', exact: true }).click();
  const raw = page.getByRole('textbox', { name: 'Request as XML' });
  await raw.fill('<half of a message');
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBe('bad-xml');
  // When the user opens an operation of the portal and the map, and goes back
  await chooseOperation(page, 'portals');
  await formReady(page);
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
  await page.getByRole('link', { name: 'Maps', exact: true }).click();
  await mapDrawn(page, /World/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('portals');
  expect(await waitForAnswer(page)).toBeUndefined();
  await page.goBack();
  // Then nothing has changed
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GetMapName');
  await expect(raw).toHaveValue('<half of a message');
  expect(await waitForAnswer(page)).toBe('bad-xml');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('portals');
});

test('a request can be changed in the form, as XML, and shared by its address', { tag: '@turn1' }, async ({
  page,
  context,
}) => {
  // Given a query in the explorer
  await openExplorer(page, 'QueryFeatureCount');
  // When its where clause is changed in the form and sent
  await page.getByRole('textbox', { name: 'WhereClause' }).fill("NAME = 'Berlin'");
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
  expect(await shownXml(page)).toContain('<Result>1</Result>');
  // Then the XML of the request has the change, and can be edited
  await page.getByRole('tab', { name: 'XML', exact: true }).click();
  const raw = page.getByRole('textbox', { name: 'Request as XML' });
  await expect(raw).toHaveValue(/NAME = 'Berlin'/);
  await raw.fill((await raw.inputValue()).replace("= 'Berlin'", "LIKE 'No such place'"));
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
  expect(await shownXml(page)).toContain('<Result>0</Result>');
  // And the form has the edit
  await page.getByRole('tab', { name: 'Form' }).click();
  await expect(page.getByRole('textbox', { name: 'WhereClause' })).toHaveValue("NAME LIKE 'No such place'");
  // And a link opens it in another tab
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem').click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('textbox', { name: 'WhereClause' })).toHaveValue("NAME LIKE 'No such place'");
});

test('what is typed wrongly is said at its place and kept', { tag: '@turn2' }, async ({ page }) => {
  await openExplorer(page, 'ComputeScale');
  const width = page.getByRole('textbox', { name: 'ImageWidth' });
  // When letters are typed into a number field
  await width.fill('wide');
  // Then the field shows the error, nothing is sent, and the text stays
  await expect(width).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect(width).toHaveValue('wide');
  await width.fill('500');
  await sendRequest(page);
  expect(await waitForAnswer(page)).toBeUndefined();
  // When the example is inserted, then it is complete, and the typed text can be restored
  await width.fill('wide');
  await page.getByRole('button', { name: explorerEn.example }).click();
  await expect(width).toHaveValue('400');
  await expect(width).toHaveAttribute('aria-invalid', 'false');
  await page.getByRole('button', { name: en.undo }).click();
  await expect(width).toHaveValue('500');
  // Also as XML, and from another operation; the same for the portal
  await page.getByRole('tab', { name: 'XML', exact: true }).click();
  const raw = page.getByRole('textbox', { name: 'Request as XML' });
  await raw.fill('<half of a message');
  await page.getByRole('button', { name: explorerEn.example }).click();
  await expect(width).toHaveValue('400');
  await chooseOperation(page, 'createGroup');
  await page.getByRole('button', { name: en.undo }).click();
  await formReady(page);
  const title = page.getByRole('textbox', { name: 'title' });
  await title.fill('Typed');
  await page.getByRole('button', { name: explorerEn.example }).click();
  await expect(title).toHaveValue(/^Explorer /);
  await page.getByRole('button', { name: en.undo }).click();
  await expect(title).toHaveValue('Typed');
  await chooseOperation(page, 'ComputeScale');
  await expect(raw).toHaveValue('<half of a message');
  // And replacing an example by an example offers no undo
  await page.getByRole('button', { name: explorerEn.example }).click();
  await page.getByRole('button', { name: en.undo }).waitFor();
  await page.getByRole('button', { name: en.close }).last().click();
  await page.getByRole('button', { name: explorerEn.example }).click();
  await expect(page.getByRole('button', { name: en.undo })).toHaveCount(0);
});
