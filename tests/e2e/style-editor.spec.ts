import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { denseEn } from '../../src/map/text/dense-text.ts';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { queryEn } from '../../src/map/text/query-text.ts';
import { styleEn } from '../../src/map/text/style-text.ts';
import { en } from '../../src/text/en.ts';
import { catalogue, map, mapDrawn, open } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { doWithLayer, resultPanel } from './drivers/map-tools-driver.ts';
import { obstacles } from './drivers/obstacles.ts';
import { ask } from './drivers/soap.ts';
import type { WebServer } from './drivers/web-server.ts';

const text = mapsEn.style;
let server: WebServer;

test.beforeEach(async ({ page, appServer }) => {
  server = appServer;
  await open(page, server.origin);
  await mapDrawn(page, /World/);
});

/** Return the published renderer of a layer. */
async function publishPage(page: Page, layerId: number) {
  const inner = `<MapName>World</MapName><LayerIDs><Int>${layerId}</Int></LayerIDs><SymbolOutputOptions/>`;
  const { LayerDrawingDescription } = await ask(page, 'World', 'GetDefaultLayerDrawingDescriptions', inner);
  return LayerDrawingDescription;
}

const save = async (page: Page, layer: string) => {
  await page.getByRole('button', { name: text.save }).click();
  await page.getByText(text.saved(layer)).waitFor();
};

test('categories are made of two fields together', { tag: '@turn2' }, async ({ page }) => {
  await doWithLayer(page, 'Countries', en.layers.style);
  await page.getByRole('radio', { name: text.renderers.UniqueValueRenderer }).click();
  await page.getByRole('combobox', { name: text.field, exact: true }).selectOption({ label: 'Part of the world' });
  await page.getByRole('textbox', { name: text.classLabel('Africa') }).waitFor();

  await page.getByRole('combobox', { name: styleEn.secondField }).selectOption({ label: 'Landlocked' });

  await expect(page.getByRole('textbox', { name: /^Label of Africa · / }).first()).toBeVisible();

  // Unsaved changes survive opening another page, and need a confirmation to discard
  const question = page.getByRole('dialog', { name: en.unsaved.title('Countries') });
  await page.getByRole('link', { name: en.navigation.settings }).click();
  await page.getByRole('heading', { name: en.settings.appearance }).waitFor();
  await page.getByRole('link', { name: en.navigation.maps, exact: true }).click();
  await page
    .getByRole('textbox', { name: /^Label of Africa · / })
    .first()
    .waitFor();
  await page.getByRole('button', { name: queryEn.back }).click();
  await question.waitFor();
  expect(await obstacles(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  const before = (await publishPage(page, 3)).FeatureRenderer;
  await page.getByRole('button', { name: queryEn.back }).click();
  await question.getByRole('button', { name: en.unsaved.save }).click();
  await page.getByText(text.saved('Countries')).waitFor();
  const { FeatureRenderer } = await publishPage(page, 3);
  expect(FeatureRenderer).toMatchObject({ Field1: expect.any(String), Field2: expect.any(String) });
  await expect(page.getByRole('heading', { name: 'World', level: 1 })).toBeVisible();

  // And saving can be undone
  await page.getByRole('button', { name: en.undo }).click();
  await page.getByText(text.undone('Countries')).waitFor();
  expect((await publishPage(page, 3)).FeatureRenderer).toEqual(before);
});

test('amounts are cut by standard deviation and set against the sum', { tag: '@turn0' }, async ({ page }) => {
  await doWithLayer(page, 'Countries', en.layers.style);
  await page.getByRole('radio', { name: text.renderers.ClassBreaksRenderer }).click();
  const classes = page.getByRole('textbox', { name: /^Label of / });
  await page.getByLabel(text.method).selectOption('gisClassifyStandardDeviation');
  await page.getByLabel(styleEn.interval).selectOption('0.5');
  await expect.poll(() => classes.count()).toBeGreaterThan(4);
  const before = await classes.first().inputValue();

  await page.getByLabel(text.normalise).selectOption({ label: styleEn.byPercent });

  await expect(classes.first()).not.toHaveValue(before);
  await save(page, 'Countries');
  const { FeatureRenderer } = await publishPage(page, 3);
  expect(FeatureRenderer).toMatchObject({ NormalizationType: 'gisNormalizeByPercentOfTotal' });
  expect(Number(FeatureRenderer.NormalizationTotal)).toBeGreaterThan(0);
});

test('a picture becomes the symbol, and a file that is none is refused', { tag: '@turn1' }, async ({ page }) => {
  await doWithLayer(page, 'Cities', en.layers.style);
  await page.getByRole('radio', { name: text.renderers.SimpleRenderer }).click();
  await page.getByText(styleEn.more).click();
  const choice = page.locator('input[type=file][accept="image/*"]');

  await choice.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByText(styleEn.noImage('notes.png'))).toBeVisible();
  await choice.setInputFiles({ name: 'flag.png', mimeType: 'image/png', buffer: squarePng() });

  await expect(page.getByRole('button', { name: styleEn.dropImage })).toBeVisible();
  // And fields of a feature set its rotation and transparency
  await page.getByLabel(styleEn.turnedBy).selectOption('POPULATION');
  await page.getByLabel(styleEn.turning).selectOption('gisRotateSymbolArithmetic');
  await page.getByLabel(styleEn.fadedBy).selectOption('POPULATION');
  await save(page, 'Cities');
  const { FeatureRenderer } = await publishPage(page, 0);
  expect(FeatureRenderer).toMatchObject({
    RotationField: 'POPULATION',
    RotationType: 'gisRotateSymbolArithmetic',
    TransparencyField: 'POPULATION',
  });
  expect(FeatureRenderer.Symbol.Picture.length).toBeGreaterThan(50);
  await page.reload();
  await mapDrawn(page, /World/);
});

function squarePng(): Buffer {
  const png = new PNG({ width: 16, height: 16 });
  for (let offset = 0; offset < png.data.length; offset += 4) png.data.set([200, 30, 60, 255], offset);
  return PNG.sync.write(png);
}

test('labels are made of an expression, and what is wrong with one is said beside it', { tag: '@turn1' }, async ({
  page,
}) => {
  const before = (await catalogue(page)).find(({ name }) => name === 'World')!.version;
  await doWithLayer(page, 'Countries', en.layers.style);
  await page.getByLabel(text.labelField).selectOption({ label: styleEn.ownExpression });
  const expression = page.getByRole('textbox', { name: new RegExp(`^${styleEn.expression}`) });

  await expression.fill('[NOTHING] &');
  await expression.press('Enter');
  await expect(page.getByText(styleEn.notDrawn)).toBeVisible();
  await expression.fill('[NAME] & " (" & [CAPITAL] & ")"');
  await expression.press('Enter');
  await expect(page.getByText(styleEn.notDrawn)).toBeHidden();

  await page.getByLabel(styleEn.farthest).fill('1000');
  await page.getByLabel(styleEn.nearest).fill('50000');
  await page.getByLabel(styleEn.nearest).press('Enter');
  await expect(page.getByText(styleEn.wrongScales)).toBeVisible();
  await page.getByLabel(styleEn.farthest).fill('90000000');
  await page.getByLabel(styleEn.farthest).press('Enter');
  await expect(page.getByText(styleEn.wrongScales)).toBeHidden();

  // A single class applies to some of the features; an invalid condition is reported and not used
  await page.getByLabel(styleEn.labelClass, { exact: true }).selectOption('0');
  const condition = page.getByLabel(styleEn.onlyWhere);
  await condition.fill('NAME = = 1');
  await condition.press('Enter');
  await expect(page.locator('[data-problem]')).toContainText(/expected/);
  await condition.fill("NAME LIKE 'A%'");
  await condition.press('Enter');
  await expect(page.getByText(/features match/)).toBeVisible();

  await save(page, 'Countries');
  const { LabelingDescription } = await publishPage(page, 3);
  const label = LabelingDescription.LabelClassDescriptions.LabelClassDescription;
  expect([label].flat()[0]).toMatchObject({
    LabelExpression: '[NAME] & " (" & [CAPITAL] & ")"',
    MinimumScale: '90000000',
    MaximumScale: '50000',
    WhereClause: "NAME LIKE 'A%'",
  });
  expect([label].flat()[1]).not.toMatchObject({ WhereClause: "NAME LIKE 'A%'" });
  expect((await catalogue(page)).find(({ name }) => name === 'World')!.version).toBe(before + 1);
});

/** Return a position in the middle of a run of pixels of this color on the map; undefined if there is none. */
async function locateSpot(page: Page, [red, green, blue]: readonly [number, number, number]) {
  const { x, y } = (await map(page).boundingBox())!;
  const { data, width, height } = PNG.sync.read(await map(page).screenshot());
  // Skip the tools at the edges.
  for (let line = Math.round(height * 0.35); line < height * 0.75; line++)
    for (let column = Math.round(width * 0.3), run = 0; column < width * 0.9; column++) {
      const offset = 4 * (line * width + column);
      const off =
        Math.abs(data[offset]! - red) + Math.abs(data[offset + 1]! - green) + Math.abs(data[offset + 2]! - blue);
      run = off < 8 ? run + 1 : 0;
      if (run === 8) return [x + column - 4, y + line] as const;
    }
  return undefined;
}

const sound = async (page: Page) => expect(await obstacles(page, '.task-panel')).toEqual([]);

test('points become a heat map, clusters that a click opens, and bins that say their value', { tag: '@turn1' }, async ({
  page,
}) => {
  const way = (name: string) => page.getByRole('radio', { name, exact: true });
  const reduction = async () => JSON.parse((await publishPage(page, 0)).FeatureReduction ?? '{}');
  const clickOn = async (color: readonly [number, number, number]) => {
    await expect.poll(() => locateSpot(page, color)).toBeDefined();
    await page.mouse.click(...(await locateSpot(page, color))!);
  };
  await doWithLayer(page, 'Cities', en.layers.style);
  await way(denseEn.ways.heatmap).click();
  await page.getByRole('combobox', { name: denseEn.weight }).selectOption('POPULATION');
  await sound(page);
  await way(denseEn.ways.cluster).click();
  await sound(page);
  await save(page, 'Cities');
  await expect.poll(reduction).toMatchObject({ type: 'cluster', clusterRadius: 60 });

  // A click on a cluster zooms to its points
  const scale = () => page.locator('.map-foot').getByText(/^1:/).textContent();
  const before = await scale();
  await clickOn([28, 104, 93]);
  await expect.poll(scale).not.toBe(before);

  // The style can also be edited on a phone in the dark scheme
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  // The previous step has left the layer sheet open.
  const more = page.getByRole('button', { name: en.layers.menu('Cities'), exact: true });
  await expect(async () => {
    if (!(await more.isVisible())) await page.getByRole('button', { name: en.navigation.layers, exact: true }).click();
    await expect(more).toBeInViewport({ timeout: 2000 });
  }).toPass();
  await doWithLayer(page, 'Cities', en.layers.style);
  await way(denseEn.ways.binning).click();
  await page.getByRole('combobox', { name: denseEn.statistic }).selectOption('avg');
  await sound(page);
  await save(page, 'Cities');
  // The message of the first visit may still be there.
  await expect.poll(reduction).toMatchObject({ type: 'binning', fields: [{ statisticType: 'avg' }] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await clickOn([13, 91, 81]);
  await expect(resultPanel(page)).toContainText(/points? in this bin/);
  await expect(resultPanel(page)).toContainText(/Mean: /);
});
