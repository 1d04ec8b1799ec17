import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { builds } from './build-app.ts';
import { mapDrawn, open } from './driver.ts';
import { type AppPageName, appPages, openPage } from './pages-driver.ts';
import { startWebServer, type WebServer } from './web-server.ts';

let server: WebServer;
test.beforeAll(async () => {
  server = await startWebServer(builds.atRoot);
});
test.afterAll(() => server.stop());

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has an obstacle that axe finds, ${colorScheme}`, async ({ browser }) => {
    test.setTimeout(400_000);
    // Given the app in these colours, with the hint of the first visit on it
    const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await open(page, server.origin);
    await mapDrawn(page, /World/);
    const found: string[] = [];
    for (const name of Object.keys(appPages) as AppPageName[]) {
      // When a page is complete, wide and narrow
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 360, height: 780 },
      ]) {
        await page.setViewportSize(viewport);
        await openPage(page, server.origin, name);
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, nodes } of violations)
          found.push(
            ...nodes.map(
              ({ target, failureSummary }) => `${name} ${viewport.width}: ${id} ${target} ${failureSummary}`,
            ),
          );
      }
    }
    // Then nothing stands in anybody's way
    expect(found).toEqual([]);
    await context.close();
  });
}
