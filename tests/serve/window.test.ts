import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { devtoolsOver } from '../../serve/browser/browser.ts';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';
import { runSoapstone } from './run-soapstone.ts';

/* The user's page answers programs: `soapstone` without a command. */

const running = runSoapstone([]);
let url: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  url = await running.url;
  const executablePath = installedChromium();
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumSwitches });
  context = await browser.newContext();
  page = await openTab();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await running.stop();
});

const answers = (tab: Page) => tab.getByText('This tab answers programs.');

/** Open a tab of the user, and wait until it knows whether it answers programs. */
async function openTab(): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(`${url}?page=settings`);
  await tab.getByText(/tab answers programs/).waitFor({ timeout: 60_000 });
  return tab;
}

const count = `rest/services/World/MapServer/0/query?where=1%3D1&returnCountOnly=true&f=json`;
const ask = async () => {
  const answer = await fetch(url + count);
  return [answer.status, await answer.json()];
};
const whole = [200, { count: expect.any(Number) }];

test('the page answers programs', async () => {
  expect(await ask()).toEqual(whole);
});

test('the switch closes the maps to programs, and the status bar says so', async () => {
  const status = page.locator('section.status');
  await status.getByRole('button', { name: 'Programs reach the maps' }).waitFor();
  const reachable = page.getByRole('switch', { name: 'Reachable for programs on this computer' });
  await reachable.uncheck();
  await expect.poll(async () => (await fetch(`${url}services`)).status).toBe(403);
  await status.getByRole('button', { name: 'Programs get no answer' }).waitFor();
  await reachable.check();
  await page.getByRole('switch', { name: 'Require a token from programs' }).check();
  await expect.poll(async () => (await fetch(`${url}services`)).status).toBe(401);
  const token = await page.locator('.copy-field', { hasText: 'Token' }).locator('code').textContent();
  expect((await fetch(`${url}services`, { headers: { 'x-soapstone-token': token! } })).status).toBe(200);
  await page.getByRole('switch', { name: 'Require a token from programs' }).uncheck();
  await expect.poll(async () => (await fetch(`${url}services`)).status).toBe(200);
});

test('the page that answers has shown a cookie, and no program becomes it', async () => {
  const headers = { origin: url.slice(0, -1), 'sec-fetch-site': 'same-origin' };
  const first = await fetch(`${url}relay`, { headers });
  expect([first.status, await first.text()]).toEqual([403, '']);
  expect(first.headers.get('set-cookie')).toMatch(/; Path=\/relay; HttpOnly; SameSite=Strict$/);
  const proxied = await fetch(`${url}relay`, { headers: { ...headers, 'x-forwarded-for': '10.0.0.2' } });
  expect([proxied.status, proxied.headers.get('set-cookie')]).toEqual([401, null]);
  expect(await ask()).toEqual(whole);
});

test('a page that another browser has replaced answers again when that one is closed', async () => {
  const other = await browser.newContext();
  onTestFinished(() => other.close());
  const replacing = await other.newPage();
  await replacing.goto(`${url}?page=settings`);
  await answers(replacing).waitFor({ timeout: 60_000 });
  await page.getByText('Another browser answers programs.').waitFor();
  expect(await ask()).toEqual(whole);
  await replacing.close();
  await answers(page).waitFor();
  expect(await ask()).toEqual(whole);
});

test('no page of another origin frames the app or becomes the one that answers', async () => {
  const address = new URL(url);
  const framing = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><iframe src="${url}"></iframe>`),
  ).listen(0);
  onTestFinished(() => void framing.close());
  await once(framing, 'listening');
  const { port } = framing.address() as { port: number };
  for (const host of ['localhost', '127.0.0.1']) {
    const tab = await context.newPage();
    await tab.goto(`http://${host}:${port}/`);
    const frame = tab.frames()[1]!;
    await expect.poll(() => frame.url(), { message: host }).toBe('chrome-error://chromewebdata/');
    await tab.close();
  }
  const { headers } = await fetch(address);
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  const bridge = await fetch(`${url}bridge.html`);
  expect(bridge.headers.get('content-security-policy')).toBe(null);
  expect(await ask()).toEqual(whole);
});

test('of two tabs one answers, and when it is closed the other', async () => {
  const second = await openTab();
  await second.getByText('Another tab answers programs.').waitFor();
  expect(await answers(page).count()).toBe(1);
  const asking = Array.from({ length: 20 }, (_, at) =>
    new Promise((resolve) => setTimeout(resolve, at * 20)).then(ask),
  );
  await page.close();
  expect(await Promise.all(asking)).toEqual(Array(20).fill(whole));
  await answers(second).waitFor();
  page = second;
});

test('a tab in the background goes on answering', async () => {
  const front = await context.newPage();
  onTestFinished(() => front.close());
  await front.goto('about:blank');
  await front.bringToFront();
  for (let at = 0; at < 10; at++) expect(await ask()).toEqual(whole);
});

test('a frozen tab lets another one answer; alone it is not waited for, and answers when it is thawed', async () => {
  // In Playwright each tab considers itself visible, and browsers don't freeze visible tabs.
  const { openHidden, close } = await startRaw();
  onTestFinished(close);
  await page.close();
  const first = await openHidden(`${url}?page=settings`);
  await expect.poll(ask, { timeout: 20_000 }).toEqual(whole);
  await first.freeze(true);
  // The browser reports that it freezes the tab before the tab's worker has stopped.
  const alone = async () => {
    const answer = await fetch(url + count);
    return [answer.status, await answer.text()];
  };
  await expect.poll(alone, { timeout: 20_000 }).toEqual([503, expect.stringContaining('No page answers: open')]);
  await first.freeze(false);
  await expect.poll(ask, { timeout: 20_000 }).toEqual(whole);
  const second = await openHidden(`${url}?page=settings`);
  await expect.poll(() => second.text(), { timeout: 20_000 }).toContain('Another tab answers programs.');
  await first.freeze(true);
  expect(await ask()).toEqual(whole);
  await expect.poll(() => second.text(), { timeout: 20_000 }).toContain('This tab answers programs.');
}, 120_000);

interface HiddenTab {
  freeze(isFrozen: boolean): Promise<unknown>;
  /** Return the text on the page. */
  text(): Promise<string>;
}

/** Start another browser without Playwright. */
async function startRaw(): Promise<{
  openHidden: (address: string) => Promise<HiddenTab>;
  close: () => Promise<void>;
}> {
  const profile = mkdtempSync(join(tmpdir(), 'soapstone-files-'));
  const child = spawn(
    installedChromium() ?? chromium.executablePath(),
    ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...chromiumSwitches, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const devtools = devtoolsOver(child.stdio[3] as Writable, child.stdio[4] as Readable);
  return {
    async openHidden(url) {
      const { targetId } = await devtools.send<{ targetId: string }>('Target.createTarget', { url });
      const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      // A tab in front of it.
      await devtools.send('Target.createTarget', { url: 'about:blank' });
      return {
        freeze: (isFrozen) =>
          devtools.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' }, sessionId),
        async text() {
          const expression = 'document.body.innerText';
          const { result } = await devtools.send<{ result: { value: string } }>(
            'Runtime.evaluate',
            { expression },
            sessionId,
          );
          return result.value;
        },
      };
    },
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      void devtools.send('Browser.close').catch(() => undefined);
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
