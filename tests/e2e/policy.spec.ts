import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { builds } from './drivers/build-app.ts';
import { mapDrawn, open, policyViolations } from './drivers/driver.ts';
import { startWebServer, type WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeEach(async () => {
  server = await startWebServer(builds.atRoot);
});
test.afterEach(() => server.stop());

const nothing = { isRefused: true, sent: false, inline: false, handler: false };

// pages.spec.ts checks that each page of the app complies with its policy.
test('no script in a page of the app runs', async ({ page }) => {
  const broken = policyViolations(page);
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  expect(broken).toEqual([]);
  expect(await tryIntrusion(page)).toEqual(nothing);
});

test('every file that a browser may open as a page has a policy', () => {
  const pages = readdirSync(builds.atRoot, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  expect(pages.sort()).toEqual([
    ...['404.html', 'bridge.html', 'examples/plain.html', 'index.html', 'run.html', 'share/page.html'],
  ]);
  for (const name of pages)
    expect(readFileSync(join(builds.atRoot, name), 'utf8'), name).toMatch(
      /<meta\s+http-equiv="Content-Security-Policy"/,
    );
});

for (const [path, heading] of [
  ['nothing-here', 'Not found'],
  ['services/World/MapServer', 'World'],
  ['examples/plain.html', 'A map, with nothing but fetch'],
  ['bridge.html', undefined],
] as const) {
  test(`${path} runs its own script alone and sends nothing elsewhere`, async ({ page }) => {
    const broken = policyViolations(page);
    await page.goto(`${server.origin}/${path}`);
    if (heading) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(broken).toEqual([]);
    expect(await tryIntrusion(page)).toEqual(nothing);
  });
}

test('the page for examples runs what is written, and sends nothing elsewhere', async ({ page }) => {
  const broken = policyViolations(page);
  await page.goto(`${server.origin}/run.html`);
  expect(broken).toEqual([]);
  expect(await tryIntrusion(page)).toMatchObject({ isRefused: true, sent: false, inline: true });
});

/** Try attacks that injected markup could make, and return those that worked. */
function tryIntrusion(page: Page) {
  return page.evaluate(
    async (other) => {
      const script = document.createElement('script');
      script.textContent = 'window.inline = true';
      const remote = document.createElement('script');
      remote.src = `${other}/client.js`;
      const refused = new Promise<boolean>((resolve) => {
        remote.onload = () => resolve(false);
        remote.onerror = () => resolve(true);
      });
      const image = document.createElement('div');
      image.innerHTML = '<img src="data:," onerror="window.handler = true">';
      document.body.append(script, remote, image);
      const sent = await fetch(`${other}/`, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      );
      return { isRefused: await refused, sent, inline: 'inline' in window, handler: 'handler' in window };
    },
    server.origin
      .replace('127.0.0.1', 'localhost')
      .replace(/localhost(?=:)/, (host) => (server.origin.includes('//localhost') ? '127.0.0.1' : host)),
  );
}
