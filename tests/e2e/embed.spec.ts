import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { embedEn } from '../../src/extensions/apps/text/apps-text.ts';
import { builds } from './drivers/build-app.ts';
import { open, signInPage, waitForController } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import type { WebServer } from './drivers/web-server.ts';

// Access by other origins isn't part of a service, and each test has an app with a new origin.
test.use({ isReading: true });

let server: WebServer;
let host: Server;
let app: string;

test.beforeEach(async ({ appServer }) => {
  server = appServer;
  const page = readFileSync(join(import.meta.dirname, 'apps/bridge-app.html'));
  // The app serves its own copy of the client, because loading a module from another origin needs CORS headers there.
  const client = readFileSync(join(builds.atRoot, 'client.js'));
  host = createServer(({ url }, response) => {
    const isClient = url === '/client.js';
    response.setHeader('Content-Type', isClient ? 'text/javascript' : 'text/html').end(isClient ? client : page);
  });
  await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  app = `http://localhost:${(host.address() as AddressInfo).port}/?server=${server.origin}`;
});

test.afterEach(() => {
  host.close();
});

const out = (page: Page) => page.getByRole('status');
/** Connect from the app of the other origin, and answer in the window that opens. */
async function connectByWindow(page: Page, answer: 'Allow' | 'Do not allow'): Promise<void> {
  await page.goto(app);
  await expect(out(page)).toHaveText('"ready"');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect' }).click();
  await pressAndMayClose(await popup, answer);
}

/** Press a button that may close its window before the browser reports the click. */
async function pressAndMayClose(window: Page, name: string): Promise<void> {
  const button = window.getByRole('button', { name, exact: true });
  await button.waitFor();
  await button.click().catch(async (error) => {
    if (!/has been closed/.test(error.message)) throw error;
    if (!window.isClosed()) await window.waitForEvent('close');
  });
}

test('another origin is let in by the user once, and then by itself', async ({ page }) => {
  // Given a map in this browser and an app of another origin without access
  await open(page, `${server.origin}/?page=settings`);
  // When it connects and the user allows it in the window that opens
  await connectByWindow(page, 'Allow');
  // Then it communicates through that window
  await expect(out(page)).toContainText('"kind":"window"');
  await expect(out(page)).toContainText('"maps":1');
  // When the app is opened again, then a hidden frame is enough, without a click
  await page.goto(`${app}&auto=read`);
  await expect(out(page)).toContainText('"kind":"frame"');
  await expect(out(page)).toContainText('"isFirstParty":true');
  await expect(out(page)).toContainText('"maps":1');
});

test('the window asks in the language of the app', async ({ page }) => {
  await open(page, `${server.origin}/?page=settings`);
  await page.evaluate(() => localStorage.setItem('soapstone-language', 'de'));
  await page.goto(app);
  await expect(out(page)).toHaveText('"ready"');
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect' }).click();
  const popupPage = await popup;
  await expect(popupPage.getByText('möchte Ihre Karten sehen und ihre Daten durchsuchen.')).toBeVisible();
  await expect(popupPage.locator('html')).toHaveAttribute('lang', 'de');
  await expect(popupPage).toHaveTitle('Soapstone-Brücke');
  expect(await popupPage.locator('main').textContent()).not.toMatch(/allow|maps|window/i);
  await popupPage.getByRole('button', { name: 'Erlauben', exact: true }).click();
  await expect(out(page)).toContainText('"maps":1');
});

test('an origin that may read may not administer, and an answer of no is an error with advice', {
  tag: '@turn0',
}, async ({ page }) => {
  await open(page, `${server.origin}/?page=settings`);
  await connectByWindow(page, 'Do not allow');
  await expect(out(page)).toContainText('origin-not-allowed');
  await connectByWindow(page, 'Allow');
  await expect(out(page)).toContainText('"maps":1');
  const refused = await page.evaluate(async () => {
    const { client } = window as never as { client: { fetch(path: string, init: object): Promise<Response> } };
    const error = await client.fetch('admin/services/World', { method: 'DELETE' }).catch((reason) => reason);
    return { code: error.code, message: error.message };
  });
  expect(refused.code).toBe('origin-not-allowed');
  // And more access needs the user, whose window can't open without a click
  // Wait for the message, because evaluating in the page counts as a click
  const text = page.waitForEvent('console', (message) => message.type() === 'info');
  await page.goto(`${app}&auto=administer`);
  expect((await text).text()).toContain('needs-gesture');
});

test('what was allowed can be taken back, and a closed window is told', { tag: '@turn1' }, async ({
  page,
  context,
}) => {
  await open(page, `${server.origin}/?page=settings`);
  await connectByWindow(page, 'Allow');
  await expect(out(page)).toContainText('"maps":1');
  const count = () =>
    page.evaluate(async () => {
      const { client } = window as never as { client: { GetMapCount(request: object): Promise<unknown> } };
      return client.GetMapCount({}).then(
        () => 'answered',
        (error: { code: string }) => error.code,
      );
    });
  expect(await count()).toBe('answered');
  const settings = await context.newPage();
  await open(settings, `${server.origin}/?page=settings`);
  await waitForController(settings);
  const headers = await signInPage(settings);
  const taken = `/admin/origins?origin=${new URL(app).origin}`;
  const status = await settings.evaluate(
    async ([path, init]) => (await fetch(path, { method: 'DELETE', ...init })).status,
    [taken, { headers }] as const,
  );
  expect(status).toBe(200);
  await expect.poll(count, { timeout: 10_000 }).toBe('origin-not-allowed');
  for (const other of context.pages()) if (other.url().includes('bridge.html')) await other.close();
  await expect.poll(count, { timeout: 10_000 }).toBe('bridge-closed');
});

test.describe(() => {
  test.use({ isReading: false });
  test('an app that may administer does so as the person who let it in, and not with rights of its own', async ({
    page,
  }) => {
    await open(page, `${server.origin}/?page=settings`);
    await page.goto(app);
    await expect(out(page)).toHaveText('"ready"');
    const popup = page.waitForEvent('popup');
    await page.evaluate(() => {
      const connect = (click: Event) => {
        // The button would also request less access, and the later answer would win.
        click.stopImmediatePropagation();
        (window as never as { connectNow(options: object): void }).connectNow({ access: 'administer' });
      };
      document.getElementById('connect')!.addEventListener('click', connect, { capture: true, once: true });
    });
    await page.getByRole('button', { name: 'Connect' }).click();
    await (await popup).getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForFunction(() => 'client' in window);
    const statuses = await page.evaluate(async () => {
      const { client } = window as never as { client: { fetch(path: string, init?: object): Promise<Response> } };
      const body = JSON.stringify({ layers: [{ LayerID: 0, Description: 'By an app' }] });
      const ask = (headers: object) => client.fetch('admin/services/World', { method: 'PATCH', body, headers });
      const closed = [
        'admin/backup',
        'session/',
        'generateToken/',
        'arcgis//%73ession',
        'portals/self/users/createUser',
      ];
      const codes = closed.map((path) => client.fetch(path).catch((error) => error.code));
      return [(await ask({})).status, (await ask({ authorization: 'Bearer x' })).status, ...(await Promise.all(codes))];
    });
    expect(statuses).toEqual([200, 498, ...Array(5).fill('origin-not-allowed')]);
  });
});

test.describe(() => {
  test.use({ isFirstVisit: true });
  test('the plain example draws, identifies and synchronises by nothing but fetch, from its first load on', async ({
    page,
  }) => {
    await page.goto(`${server.origin}/examples/plain.html`);
    const map = page.getByRole('img', { name: 'Map of the world' });
    await expect(map).toHaveAttribute('src', /^data:image\/png/);
    await map.click({ position: { x: 420, y: 95 } });
    await expect(page.locator('#found table')).toBeVisible();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await expect(page.locator('#job')).toContainText('"success": true');
  });
});

test('the plain example is itself also where the app was opened a moment before', async ({ page }) => {
  await open(page, `${server.origin}/`);
  await page.goto(`${server.origin}/examples/plain.html`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A map, with nothing but fetch');
  await expect(page.getByRole('img', { name: 'Map of the world' })).toHaveAttribute('src', /^data:image\/png/);
});

test('the examples of the page for developers run as they stand and as they are changed', { tag: '@turn2' }, async ({
  page,
}) => {
  await page.goto(`${server.origin}/?page=embed`);
  await waitForController(page);
  const example = (index: number) => page.locator('.embed-example').nth(index);
  const run = (index: number) => example(index).getByRole('button', { name: embedEn.run }).click();
  const result = (index: number) => example(index).getByRole('status', { name: embedEn.result });
  // When each example runs unchanged, then it shows the expected result
  await run(0);
  await expect(result(0)).toContainText('Countries');
  await run(1);
  await expect(result(1).getByRole('img')).toBeVisible();
  await run(2);
  await expect(result(2)).toContainText('Istanbul');
  // And edits take effect, including errors
  const code = example(0).getByRole('textbox');
  await code.fill((await code.inputValue()).replace('MapLayerInfo > Name', 'StandaloneTableInfo > Name'));
  await run(0);
  await expect(result(0)).toContainText('Languages');
  await code.fill("throw new Error('no such thing');");
  await run(0);
  await expect(result(0).getByRole('alert')).toHaveText('Error: no such thing');
});

test('a frame, a worker and a page below the scope are answered; a page without control sends nothing', async ({
  page,
}) => {
  await open(page, `${server.origin}/?page=settings`);
  // A document without a policy, like a page of another app: the pages of the app don't allow workers from text
  await page.goto(`${server.origin}/client.js`);
  const answers = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.srcdoc = '<p>app</p>';
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const inFrame = await frame.contentWindow!.fetch(new URL('services?f=json', location.href).href);
    const source = `onmessage = async ({ data }) => postMessage((await fetch(data)).headers.get('x-soapstone'))`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    const inWorker = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.postMessage(new URL('services?f=json', location.href).href);
    });
    return [inFrame.headers.get('x-soapstone'), inWorker];
  });
  expect(answers.every(Boolean)).toBe(true);
  expect(server.requested.filter((path) => path.includes(' /services'))).toEqual([]);
});
