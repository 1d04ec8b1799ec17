import { basename } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { mapsEn } from '../../../src/map/text/maps-text.ts';
import { sourceEn } from '../../../src/map/text/source-text.ts';
import { tilesEn as texts } from '../../../src/tiles/text/tiles-text.ts';
import type { CacheState } from '../../../sw/tiles/tile-state.ts';
import { catalogue, mapDrawn, open, signInPage, waitForController, waitForFullCache } from './driver.ts';

export { mapsEn, sourceEn, texts };

/** Open the tile cache page of the service `World` and wait until it shows the state. */
export async function openTiles(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/?page=tiles&item=World`);
  await waitForController(page);
  await page.getByRole('heading', { name: texts.settings }).waitFor();
}

/** Press a button of the page. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Fill in the form of a new cache, submit it and wait for the empty cache. `choices` are option texts by label. */
export async function setUp(page: Page, choices: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, choice] of Object.entries(choices)) await choose(page, label, choice);
  await press(page, texts.setUp);
  await page.getByText(texts.empty).waitFor();
}

/** Choose an option of a list: `label` is the label of the list, `choice` the text of the option. */
export async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: choice });
}

/** Choose the levels of a job. */
export async function chooseLevels(page: Page, first: number, last: number): Promise<void> {
  await page.getByLabel(texts.levels, { exact: true }).selectOption(String(first));
  await page.getByLabel(`${texts.levels}: ${texts.to}`).selectOption(String(last));
}

/** The state of a job on the page. */
export const jobState = (page: Page, status: keyof typeof texts.status): Locator =>
  page.locator('.job').getByText(texts.status[status], { exact: true });

/** The heading that shows the number of tiles in the cache. */
export const holds = (page: Page, tiles: string): Locator =>
  page.getByRole('heading', { name: new RegExp(`^${tiles} tiles, `) });

/** Return the cache state of a service as any app of this origin gets it. */
export async function cacheState(page: Page, service = 'World'): Promise<CacheState | undefined> {
  return page.evaluate(async (name) => {
    const { caches } = await (await fetch(new URL(`admin/caches/${name}`, document.baseURI))).json();
    return caches[0];
  }, service);
}

/** Request an action on the cache of a service, as an app of this origin with the page's sign-in. */
export async function act(page: Page, order: object, service = 'World'): Promise<void> {
  const sent = [service, JSON.stringify(order), await signInPage(page)] as const;
  const problem = await page.evaluate(async ([name, body, headers]) => {
    // The first request of the catalog publishes the demo services.
    await fetch(new URL('services?f=json', document.baseURI));
    const response = await fetch(new URL(`admin/caches/${name}`, document.baseURI), { method: 'POST', body, headers });
    return ((await response.json()) as { error?: { message: string } }).error?.message;
  }, sent);
  expect(problem).toBeUndefined();
}

/** Make a cache in degrees, which the map uses when it opens. */
export async function makeCache(
  page: Page,
  levels: readonly number[],
  settings: object = {},
  service = 'World',
): Promise<void> {
  await act(page, { action: 'settings', scheme: 'geographic', ...settings }, service);
  await act(page, { action: 'build', levels }, service);
  await page.evaluate(
    async ([name, headers]) => {
      const path = new URL(`admin/caches/${name}`, document.baseURI).href;
      for (;;) {
        const { caches } = await (await fetch(path)).json();
        if (caches[0].job.status !== 'running') return;
        await fetch(`${path}/jobs/${caches[0].job.id}/run`, { method: 'POST', headers });
      }
    },
    [service, await signInPage(page)] as const,
  );
}

/** Count the tiles in the database: single tiles, and used slots of bundles. */
export async function readStoredTiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const request = <T>(made: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        made.onsuccess = () => resolve(made.result);
        made.onerror = () => reject(made.error);
      });
    const database = await request(indexedDB.open('soapstone:/'));
    const stores = database.transaction(['tiles', 'bundles']);
    const single = await request(stores.objectStore('tiles').count());
    const bundles: { sizes: Uint32Array }[] = await request(stores.objectStore('bundles').getAll());
    database.close();
    return bundles.reduce((sum, { sizes }) => sum + sizes.filter((size) => size > 0).length, single);
  });
}

/** The text in the map that names the source of its image. */
export const mapSource = (page: Page, says: string): Locator =>
  page.locator('.map-foot').getByText(says, { exact: true });

/** The switch between tiles and drawing. */
export const tileSwitch = (page: Page): Locator => page.getByRole('switch', { name: sourceEn.use });

/** Return the list of addresses of requested tiles; the function adds new ones to it. */
export function watchTiles(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/MapServer/tile/')) requested.push(`${request.method()} ${pathname}`);
  });
  return requested;
}

/** Drag on the map of areas, from corner to corner in fractions of its size. */
export async function dragArea(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const image = page.locator('.draw-map-target[aria-busy=false]');
  await image.scrollIntoViewIfNeeded();
  const box = (await image.boundingBox())!;
  await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 4 });
  await page.mouse.up();
}

/** Press a button that downloads a file, and return the file with its suggested name. */
export async function saved(page: Page, button: string): Promise<{ name: string; path: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
  const name = file.suggestedFilename();
  const path = test.info().outputPath(basename(await file.path()), name);
  await file.saveAs(path);
  return { name, path };
}

/** Return the bytes of a tile by GET; undefined if there is none. */
export async function tileBytes(page: Page, position: string): Promise<number[] | undefined> {
  return page.evaluate(async (address) => {
    const response = await fetch(new URL(`services/World/MapServer/tile/${address}`, document.baseURI));
    return response.ok ? [...new Uint8Array(await response.arrayBuffer())] : undefined;
  }, position);
}

/** Open the map, and return the storage usage once it has settled. */
export async function waitForSettledUsage(page: Page, origin: string): Promise<number> {
  await open(page, `${origin}/?service=World`);
  await mapDrawn(page, /World/);
  await waitForFullCache(page);
  // The catalog is answered only after all demo services are stored.
  await catalogue(page);
  const usage = () => page.evaluate(async () => (await navigator.storage.estimate()).usage!);
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = await usage();
        const isSettled = now === before;
        before = now;
        return isSettled;
      },
      { intervals: [500] },
    )
    .toBe(true);
  return before;
}
