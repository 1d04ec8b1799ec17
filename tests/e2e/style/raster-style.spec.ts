import { expect, type Page } from '@playwright/test';
import { writeArrayBuffer } from 'geotiff';
import { PNG } from 'pngjs';
import { rampIn } from '../../../src/map/style/raster/raster-ramp.ts';
import { composeEn } from '../../../src/map/text/compose-text.ts';
import { mapsEn } from '../../../src/map/text/maps-text.ts';
import { rasterEn } from '../../../src/map/text/raster-text.ts';
import { en } from '../../../src/text/en.ts';
import type { Value } from '../../../sw/contract/index.ts';
import type { RasterSummary } from '../../../sw/service/raster-summary.ts';
import { drop, map, mapDrawn, publishAndWait } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { doWithLayer, resultPanel } from '../drivers/map-tools-driver.ts';
import { obstacles } from '../drivers/obstacles.ts';
import { openAtPublish } from '../drivers/publish-driver.ts';

const text = mapsEn.style;
const side = 200;

/** A slope from 0 m in the west to 995 m in the east, with no data in its northern tenth. */
const slope = Buffer.from(
  writeArrayBuffer(
    Float32Array.from({ length: side * side }, (_, i) => (i < (side * side) / 10 ? -9999 : 5 * (i % side))),
    {
      width: side,
      height: side,
      ModelPixelScale: [30, 30, 0],
      ModelTiepoint: [0, 0, 0, 500000, 5200000, 0],
      GTModelTypeGeoKey: 1,
      GTRasterTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32632,
      GDAL_NODATA: '-9999',
      SampleFormat: [3],
      BitsPerSample: [32],
    },
  ) as ArrayBuffer,
);

/** Return the color of the map at a fraction of its size. */
async function colorAt(page: Page, x: number, y: number): Promise<readonly number[]> {
  const { data, width, height } = PNG.sync.read(await map(page).screenshot());
  const offset = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
  return [...data.subarray(offset, offset + 3)];
}

const isGrey = ([red, green, blue]: readonly number[]): boolean => red === green && green === blue;

/** Return the style as programs get it, with the statistics of the band. */
const summarize = (page: Page): Promise<RasterSummary> =>
  page.evaluate(async () => (await fetch('services/slope/MapServer/0?f=raster&band=0')).json());

const sound = async (page: Page) => expect(await obstacles(page, '.task-panel')).toEqual([]);

const save = async (page: Page) => {
  await page.getByRole('button', { name: text.save }).click();
  await page.getByText(text.saved('slope')).waitFor();
};

test('heights get colours by a histogram that is dragged, and say their value when they are clicked', {
  tag: '@turn1',
}, async ({ page, appServer }) => {
  await openAtPublish(page, appServer.origin);
  await drop(page, [{ name: 'slope.tif', content: slope }]);
  await publishAndWait(page, 'slope');
  await mapDrawn(page, /slope/);
  expect(isGrey(await colorAt(page, 0.5, 0.5))).toBe(true);

  // The mouse and the keyboard change the colors on the map before saving
  await page.getByRole('button', { name: composeEn.nowStyle }).click();
  await page.getByRole('radio', { name: 'Viridis', exact: true }).click();
  await expect.poll(async () => isGrey(await colorAt(page, 0.5, 0.5))).toBe(false);
  const low = page.getByRole('slider', { name: rasterEn.low });
  const high = page.getByRole('slider', { name: rasterEn.high });
  const before = await colorAt(page, 0.5, 0.5);
  const { x, y, width, height } = (await low.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await high.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  const range = [Number(await low.getAttribute('aria-valuenow')), Number(await high.getAttribute('aria-valuenow'))];
  expect(range[0]).toBeGreaterThan(100);
  expect(range[1]).toBeLessThan(950);
  await expect.poll(() => colorAt(page, 0.5, 0.5)).not.toEqual(before);

  // The stops of the color ramp can be dragged too
  const stop = page.getByRole('slider', { name: /^Colour 2 of / });
  const even = [Number(await stop.getAttribute('aria-valuenow')), await colorAt(page, 0.5, 0.5)] as const;
  const knob = (await stop.boundingBox())!;
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height - 6);
  await page.mouse.down();
  await page.mouse.move(knob.x + knob.width / 2 - 12, knob.y + knob.height - 6, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('ArrowLeft');
  const stopAt = Number(await stop.getAttribute('aria-valuenow'));
  expect(stopAt).toBeLessThan(even[0] - 2);
  const third = page.getByRole('slider', { name: /^Colour 3 of / });
  await third.focus();
  await page.keyboard.press('Home');
  expect(Number(await third.getAttribute('aria-valuenow'))).toBe(stopAt + 1);
  await expect.poll(() => colorAt(page, 0.5, 0.5)).not.toEqual(even[1]);
  await page.getByRole('switch', { name: rasterEn.hillshade }).click();
  await sound(page);
  await save(page);

  await page.reload();
  await mapDrawn(page, /slope/);
  expect(isGrey(await colorAt(page, 0.5, 0.5))).toBe(false);
  const { drawing, histogram } = await summarize(page);
  expect(drawing.RasterRenderer).toMatchObject({ CustomMin: range[0], CustomMax: range[1], UseHillShader: true });
  const { name, stops } = rampIn((drawing.RasterRenderer as Value<'RasterStretchRenderer'>).ColorRamp, false);
  expect([name, stops?.slice(0, 3)]).toEqual(['Viridis', [0, stopAt, stopAt + 1]]);
  expect(histogram).toMatchObject({ min: 0, max: 995, total: (side * side * 9) / 10 });

  const box = (await map(page).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(resultPanel(page)).toContainText(rasterEn.pixelValue);
  await expect(resultPanel(page)).toContainText(/4\d\d|5\d\d/);
  await expect(resultPanel(page)).toContainText(/\d° N, \d+\.\d+° E/);

  // Use classes with counted values on a phone, in the dark scheme
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Layers/ }).click();
  await doWithLayer(page, 'slope', en.layers.style);
  await page.getByRole('radio', { name: rasterEn.kinds.classes }).click();
  await page.getByLabel(rasterEn.method).selectOption('equal');
  await expect(page.getByRole('textbox', { name: text.classLabel('0 – 165.8'), exact: true })).toBeVisible();
  await sound(page);
  await save(page);
  const { RasterRenderer } = (await summarize(page)).drawing;
  expect(RasterRenderer).toMatchObject({ type: 'RasterClassifyRenderer', ArrayOfBreak: { length: 7 } });
});
