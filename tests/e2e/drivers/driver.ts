import type { CDPSession, Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { changeLayerEn } from '../../../src/publish/change-layer/change-layer-text.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { en } from '../../../src/text/en.ts';
import type { ServiceSummary } from '../../../sw/service/service-summary.ts';
import type { WebServer } from './web-server.ts';

/** A file to drop on the page. */
export interface Dropped {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Open the app and wait until its worker controls this page. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForController(page);
}

/** Wait until the worker controls the page. */
export async function waitForController(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Wait until the worker has cached all of the app, so that it works offline. */
export async function waitForFullCache(page: Page): Promise<void> {
  const isWhole = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.controller!.postMessage({ type: 'keep-rest' }, [port2]);
      }),
  );
  if (isWhole !== true) throw new Error('the worker could not keep all of the app');
}

/** Wait until the page has loaded the catalog and accepts files; it may not have a map yet. */
export const takesFiles = (page: Page): Promise<void> =>
  page.getByRole('button', { name: en.publish.action }).first().waitFor();

/** The map, found by its role. */
export const map = (page: Page): Locator => page.getByRole('application');

/** Wait until the map shows an image of a service and isn't drawing. */
export async function mapDrawn(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('application', { name: title }).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^Map drawn: / })
    .waitFor({ state: 'attached' });
}

/** Open the demo service, and wait for its map. */
export async function openWorld(page: Page, server: WebServer): Promise<void> {
  await open(page, `${server.origin}/?service=World`);
  await mapDrawn(page, /World/);
}

/** Return the share of the most frequent color and the number of colors on the map, including text and tools. */
export async function countMapColors(page: Page): Promise<{ distinct: number; largestShare: number }> {
  const { data } = PNG.sync.read(await map(page).screenshot());
  const counts = new Map<number, number>();
  for (let offset = 0; offset < data.length; offset += 4) {
    const color = (data[offset]! << 16) | (data[offset + 1]! << 8) | data[offset + 2]!;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return { distinct: counts.size, largestShare: Math.max(...counts.values()) / (data.length / 4) };
}

/** Drop files on the page, like from the desktop. */
export async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const plain = files.map(({ name, content }) => ({
    name,
    base64: Buffer.from(content as Uint8Array).toString('base64'),
  }));
  await page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name));
    }
    for (const kind of ['dragenter', 'dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
  }, plain);
}

/** The button that publishes the draft of the dropped files. */
export const publishButton = (page: Page): Locator =>
  page
    .locator('.wizard-foot')
    .getByRole('button', { name: publishEn.publish })
    .or(page.locator('.wizard-foot').getByRole('button', { name: publishEn.replace }))
    .or(page.locator('.wizard-foot').getByRole('button', { name: changeLayerEn.publishAdd }));

/** Publish the dropped files with the default settings, and open the map. */
export async function publishAndWait(page: Page, title: string): Promise<void> {
  await publishButton(page).click();
  await page.getByText(en.publish.done(title)).first().waitFor();
}

/** The sentence on the page that says why nothing was published. */
export const failureReason = (page: Page): Locator => page.getByRole('alert').locator('[data-reason]');

/** Leave the failure page for the map. */
export const closeFailure = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: en.navigation.label }).getByRole('link', { name: en.navigation.maps }).click();

/** The offer of a new version. */
export const updateOffer = (page: Page): Locator => page.getByRole('button', { name: en.status.updateNow });

/** The messages while the worker starts, and if it can't start. */
export const startingMessage = (page: Page): Locator => page.getByRole('progressbar', { name: en.start.starting });
export const notStartedMessage = (page: Page): Locator => page.getByText(en.start.recoveringTitle).first();
export const unsupportedMessage = (page: Page): Locator => page.getByText(en.start.unsupportedTitle).first();

/** Reload without any cache and without the worker, like Shift with the reload button. */
export async function hardReload(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;
  await session.detach();
}

/** Stops the browser's workers without keeping them alive. */
export interface WorkerHand {
  /** Stop every worker and wait until it has stopped. */
  stopAll(): Promise<void>;
}

export async function workerHand(page: Page): Promise<WorkerHand> {
  const session: CDPSession = await page.context().newCDPSession(page);
  let running = new Set<string>();
  let heard = () => {};
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus, status } of versions) {
      // The browser doesn't report that a replaced version stopped.
      if (runningStatus === 'stopped' || status === 'redundant') running.delete(versionId);
      else running = running.add(versionId);
    }
    heard();
  });
  await session.send('ServiceWorker.enable');
  return {
    async stopAll() {
      const stopped = new Promise<void>((resolve) => {
        heard = () => running.size === 0 && resolve();
      });
      // A page may restart a worker before its stop is reported, so that no stop is reported. Stop it again.
      const again = setInterval(() => void session.send('ServiceWorker.stopAllWorkers').catch(() => {}), 1000);
      await session.send('ServiceWorker.stopAllWorkers');
      if (running.size > 0) await stopped;
      clearInterval(again);
      heard = () => {};
    },
  };
}

/** Return the catalog as any app of this origin gets it. */
export async function catalogue(page: Page): Promise<ServiceSummary[]> {
  return page.evaluate(async () => {
    const response = await fetch(new URL('services?f=json', document.baseURI));
    const { services } = await response.json();
    return services;
  });
}

/** Return the authorization header of a page of this origin, which every change needs. */
export function signInPage(page: Page): Promise<{ authorization: string }> {
  return page.evaluate(async () => {
    const response = await fetch(new URL('session', document.baseURI), { method: 'POST' });
    const { sessions } = (await response.json()) as { sessions: { token: string }[] };
    return { authorization: sessions.map(({ token }) => `Bearer ${token}`).join(', ') };
  });
}

/** Return the list of violations of content security policies; the function adds new ones to it. */
export function policyViolations(page: Page): string[] {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) broken.push(message.text());
  });
  return broken;
}
