import type { Page } from '@playwright/test';
import { explorerEn } from '../../../src/explorer/text/explorer-text.ts';
import { exportEn } from '../../../src/extensions/export/text/export-text.ts';
import { mapsEn } from '../../../src/map/text/maps-text.ts';
import { portalEn } from '../../../src/portal/text/portal-text.ts';
import { publishEn } from '../../../src/publish/text/publish-en.ts';
import { en } from '../../../src/text/en.ts';
import { drop, mapDrawn } from './driver.ts';
import { doWithLayer } from './map-tools-driver.ts';
import { choose, makeCache, texts as tilesEn } from './tiles-driver.ts';

const draftFiles = [
  {
    name: 'places.csv',
    content:
      'id,name,opened,longitude,latitude\n1,Harbour,31.01.2024,10,53.5\n2,Mill,01.02.2024,11.5,52\n3,Bridge,,abc,51\n',
  },
  { name: 'visits.csv', content: 'id,visitor,score\n1,Ann,4.5\n1,Bo,3\n2,Cy,5\n' },
];

/** Every page of the app: its address, and how to wait until it is complete. */
export const appPages = {
  maps: { address: '?service=World', ready: (page: Page) => mapDrawn(page, /World/) },
  request: {
    address: '?page=explorer&operation=updateWorkspace',
    async ready(page: Page) {
      await page.locator('.request-panel[aria-busy=false]').waitFor();
      await page.getByRole('button', { name: explorerEn.send }).click();
      await page.locator('[data-state=answered]').waitFor();
    },
  },
  explorer: {
    address: '?page=explorer&service=World&operation=ExportMapImage',
    async ready(page: Page) {
      await page.getByRole('button', { name: explorerEn.send }).click();
      await page.locator('[data-state=answered]').waitFor();
    },
  },
  query: {
    address: '?page=explorer&service=World&operation=QueryFeatureData',
    async ready(page: Page) {
      await page.getByRole('button', { name: explorerEn.send }).click();
      await page.locator('[data-state=answered] table').waitFor();
      await page.locator('[data-state=answered] .mini-map img').waitFor();
    },
  },
  style: {
    address: '?service=World',
    async ready(page: Page) {
      await layerAction(page, en.layers.style);
      await page
        .getByRole('textbox', { name: /^Label of / })
        .first()
        .waitFor();
    },
  },
  table: {
    address: '?service=World',
    async ready(page: Page) {
      await layerAction(page, en.layers.table);
      await page.getByRole('gridcell').nth(8).waitFor();
    },
  },
  results: {
    address: '?service=World',
    async ready(page: Page) {
      await mapDrawn(page, /World/);
      await page.getByRole('application').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: en.results.title }).getByRole('heading').first().waitFor();
    },
  },
  export: {
    address: '?service=World',
    async ready(page: Page) {
      await mapDrawn(page, /World/);
      await page.getByRole('button', { name: mapsEn.bar.export }).click();
      await page.getByRole('menuitem', { name: 'Save as image' }).click();
      await page.getByLabel(exportEn.format).waitFor();
    },
  },
  tiles: {
    address: '?page=tiles&item=Earthquakes',
    async ready(page: Page) {
      await page.getByRole('heading', { name: tilesEn.settings }).waitFor();
      await makeCache(page, [0, 1, 2], {}, 'Earthquakes');
      await page.reload();
      await page.getByText(tilesEn.settings).click();
      await choose(page, tilesEn.area, tilesEn.areas.box);
      await page.locator('.draw-map-target[aria-busy=false]').waitFor();
    },
  },
  embed: {
    address: '?page=embed',
    ready: (page: Page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  publish: {
    address: '?page=publish',
    ready: (page: Page) => page.getByRole('link', { name: publishEn.services.manageOf('World') }).waitFor(),
  },
  draft: {
    address: '?page=publish',
    async ready(page: Page) {
      await page.getByRole('link', { name: publishEn.services.manageOf('World') }).waitFor();
      await drop(page, draftFiles);
      await page.getByRole('img', { name: publishEn.layer.where('places') }).waitFor();
      await page.getByRole('region', { name: 'places' }).locator('.sketch-map img').waitFor();
    },
  },
  naming: {
    address: '?page=publish',
    async ready(page: Page) {
      await page.getByRole('link', { name: publishEn.services.manageOf('World') }).waitFor();
      await drop(page, draftFiles);
      await page.getByRole('button', { name: publishEn.next }).last().click();
      await page.getByRole('group', { name: publishEn.relations.of(1) }).waitFor();
    },
  },
  manage: {
    // The attachments of a row, which are in the middle of the page.
    address: '?page=publish&manage=World&layer=3&row=1',
    async ready(page: Page) {
      await page.getByRole('heading', { name: publishEn.manage.access }).waitFor();
      await page.locator('.one-row-files img').waitFor();
    },
  },
  settings: {
    address: '?page=settings',
    ready: (page: Page) => page.getByRole('heading', { name: en.settings.reset }).waitFor(),
  },
  palette: {
    address: '?page=settings',
    async ready(page: Page) {
      await page.getByRole('heading', { name: en.settings.reset }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
  },
  portal: {
    address: '?page=portal',
    async ready(page: Page) {
      await page.getByRole('radio', { name: 'Branch office' }).check();
      await page.getByRole('button', { name: portalEn.sync.wait }).click();
      await page
        .getByRole('list', { name: portalEn.sync.items })
        .or(page.getByText(portalEn.sync.nothingToDo))
        .waitFor();
    },
  },
  portalContent: {
    address: '?page=portal&tab=content',
    ready: (page: Page) =>
      page.getByRole('region', { name: portalEn.kinds.services.title }).getByText('World', { exact: true }).waitFor(),
  },
  portalWebhooks: {
    address: '?page=portal&tab=webhooks',
    ready: (page: Page) => page.getByText(portalEn.inbox.none).waitFor(),
  },
  portalResources: {
    address: '?page=portal&tab=resources',
    ready: (page: Page) => page.getByText(portalEn.kinds.resources.noneDetail).waitFor(),
  },
  portalAccounts: {
    address: '?page=portal&tab=accounts',
    async ready(page: Page) {
      await page
        .getByRole('region', { name: portalEn.kinds.users.title })
        .getByText('admin', { exact: true })
        .waitFor();
      await page
        .getByRole('region', { name: portalEn.kinds.tokens.title })
        .getByText(portalEn.facts.thisPage)
        .waitFor();
    },
  },
  describe: {
    address: '?service=World',
    async ready(page: Page) {
      await mapDrawn(page, /World/);
      await page.getByRole('application').focus();
      await page.keyboard.press('g');
      await page.keyboard.press('d');
      await page.getByRole('dialog', { name: en.describe.title }).getByRole('paragraph').first().waitFor();
    },
  },
} as const satisfies Record<string, { address: string; ready: (page: Page) => Promise<unknown> }>;

export type AppPageName = keyof typeof appPages;

/** Choose an action from the menu of the layer Countries; on a small screen, open the list of layers first. */
async function layerAction(page: Page, action: string): Promise<void> {
  await mapDrawn(page, /World/);
  const layers = page.getByRole('button', { name: en.navigation.layers, exact: true });
  if (await layers.isVisible()) await layers.click();
  await doWithLayer(page, 'Countries', action);
}

/** Open a page and wait until it is complete. */
export async function openPage(page: Page, origin: string, name: AppPageName): Promise<void> {
  const { address, ready } = appPages[name];
  await page.goto(`${origin}/${address}`);
  await ready(page);
  await still(page);
}

/** Wait until all animations are finished, except endless ones. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(() => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(finite.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** Dismiss the hint of the first visit permanently. */
export async function skipFirstSteps(page: Page): Promise<void> {
  await page.getByRole('button', { name: en.firstSteps.dismiss }).click();
}
