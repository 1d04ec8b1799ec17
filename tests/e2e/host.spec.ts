import { expect } from '@playwright/test';
import { de } from '../../src/text/de.ts';
import { en } from '../../src/text/en.ts';
import { drop, mapDrawn, openWorld, publishAndWait, waitForFullCache } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import type { WebServer } from './drivers/web-server.ts';

test.use({ isReading: true });

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

test('the badge tells of the network, and the map is drawn without one', async ({ page, context }) => {
  await openWorld(page, server);
  await waitForFullCache(page);
  const bar = page.getByRole('region', { name: en.status.label }).first();
  await expect(bar).toContainText(en.status.online);
  await context.setOffline(true);
  await expect(bar).toContainText(en.status.offline);
  await page.reload();
  await mapDrawn(page, /World/);
  await expect(page.getByRole('region', { name: en.status.label }).first()).toContainText(en.status.offline);
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: en.status.label }).first()).toContainText(en.status.online);
});

test('what the browser offers to install is installed by a button', async ({ page }) => {
  await openWorld(page, server);
  const button = page.getByRole('button', { name: en.status.install }).first();
  await expect(button).toBeHidden();
  await page.evaluate(() => {
    const requested = { count: 0 };
    const prompt = async () => {
      requested.count++;
      return { outcome: 'accepted' };
    };
    Object.assign(window, { requested });
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
  await button.click();
  await expect(button).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { requested: { count: number } }).requested.count)).toBe(1);
});

test.describe(() => {
  // This test publishes.
  test.use({ isReading: false });

  test('two tabs keep in step: colours, services and language', async ({ page, context }) => {
    await openWorld(page, server);
    const other = await context.newPage();
    await openWorld(other, server);
    await other.goto(`${server.origin}/?page=settings`);
    await other.getByText(en.settings.themeChoices.dark, { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await drop(page, [{ name: 'two.csv', content: 'name,longitude,latitude\nA,10,50\nB,11,51\n' }]);
    await publishAndWait(page, 'two');
    await expect(other.getByRole('link', { name: 'two' })).toBeVisible();
    await other.getByText('Deutsch', { exact: true }).click();
    await expect(other.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByText(en.settings.languageInOtherTab)).toBeVisible();
    await page.getByRole('button', { name: en.start.reload }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('navigation').getByText(de.navigation.publish)).toBeVisible();
  });
});
