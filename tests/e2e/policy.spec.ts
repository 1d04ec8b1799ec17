import { expect, test } from '@playwright/test';
import { builds } from './drivers/build-app.ts';
import { mapDrawn, open } from './drivers/driver.ts';
import { startWebServer, type WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeEach(async () => {
  server = await startWebServer(builds.atRoot);
});
test.afterEach(() => server.stop());

test('every page of the app keeps to its own content security policy, and no script in a page runs', async ({
  page,
}) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) broken.push(message.text());
  });
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  for (const name of ['maps', 'directory', 'explorer', 'publish', 'tiles', 'portal', 'embed', 'settings']) {
    await page.goto(`${server.origin}/?page=${name}&service=World`);
    await page.locator('h1, h2').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  expect(broken).toEqual([]);
  // What somebody may get into the page does not run
  const ran = await page.evaluate(
    async (elsewhere) => {
      const script = document.createElement('script');
      script.textContent = 'window.inline = true';
      const remote = document.createElement('script');
      remote.src = `${elsewhere}/client.js`;
      const refused = new Promise<boolean>((resolve) => {
        remote.onload = () => resolve(false);
        remote.onerror = () => resolve(true);
      });
      const image = document.createElement('div');
      image.innerHTML = '<img src="data:," onerror="window.handler = true">';
      document.body.append(script, remote, image);
      const sent = await fetch(`${elsewhere}/`, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      );
      return { isRefused: await refused, sent, inline: 'inline' in window, handler: 'handler' in window };
    },
    server.origin
      .replace('127.0.0.1', 'localhost')
      .replace(/localhost(?=:)/, (host) => (server.origin.includes('//localhost') ? '127.0.0.1' : host)),
  );
  expect(ran).toEqual({ isRefused: true, sent: false, inline: false, handler: false });
});
