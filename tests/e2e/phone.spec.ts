import { expect, type Page } from '@playwright/test';
import { composeEn } from '../../src/map/text/compose-text.ts';
import { mapsEn } from '../../src/map/text/maps-text.ts';
import { en } from '../../src/text/en.ts';
import { drop, map, mapDrawn, open, publishButton } from './drivers/driver.ts';
import { test as base } from './drivers/installed-app.ts';
import { resultPanel } from './drivers/map-tools-driver.ts';
import { openPublish } from './drivers/publish-driver.ts';

/** A phone with a touchscreen. */
const test = base.extend<{ phone: Page }>({
  phone: async ({ browser, appServer }, use) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      ...{ isMobile: true, hasTouch: true, reducedMotion: 'reduce' },
    });
    const page = await context.newPage();
    await open(page, appServer.origin);
    await openPublish(page);
    await use(page);
    await context.close();
  },
});

/** Two adjacent squares, and two points south of them. */
const square = (x: number, name: string) => ({
  type: 'Feature',
  properties: { name },
  geometry: {
    type: 'Polygon',
    coordinates: [[0, 1, 1, 0, 0].map((right, i) => [x + 0.1 * right, 47 + 0.1 * [0, 0, 1, 1, 0][i]!])],
  },
});
const fields = { type: 'FeatureCollection', features: [square(8, 'West'), square(8.1, 'East')] };
const dots = 'name,lon,lat\nNear,8.05,46.9\nFar,8.16,46.9\n';

/** Publish squares and points, and return a function from degrees to screen positions. */
async function publishFields(page: Page): Promise<(lon: number, lat: number) => Promise<readonly [number, number]>> {
  await drop(page, [
    { name: 'Fields.geojson', content: JSON.stringify(fields) },
    { name: 'Dots.csv', content: dots },
  ]);
  await publishButton(page).waitFor();
  await publishButton(page).click();
  await page.getByRole('region', { name: composeEn.whatNow }).waitFor();
  await mapDrawn(page, /./);
  return async (lon, lat) => {
    const [xmin, ymin, xmax, ymax] = new URL(page.url()).hash.slice(1).split(',').map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const [x, y] = [(lon * 20037508.342789244) / 180, 6378137 * Math.atanh(Math.sin((lat * Math.PI) / 180))];
    const box = (await map(page).boundingBox())!;
    return [box.x + ((x - xmin) / (xmax - xmin)) * box.width, box.y + ((ymax - y) / (ymax - ymin)) * box.height];
  };
}

test('after publishing on a phone, the style opens in the sheet, whatever was closed before', {
  tag: '@turn1',
}, async ({ phone }) => {
  await publishFields(phone);
  const layers = phone.getByRole('button', { name: en.navigation.layers, exact: true });
  await expect(layers).toHaveAttribute('aria-expanded', 'false');
  await phone.getByRole('button', { name: composeEn.nowStyle }).tap();
  await expect(phone.getByRole('radio', { name: mapsEn.style.renderers.SimpleRenderer })).toBeVisible();
  await expect(layers).toHaveAttribute('aria-expanded', 'true');
});

test('a finger finds what it nearly touches, the nearest first, and texts speak of tapping', async ({ phone }) => {
  const toScreenPoint = await publishFields(phone);
  await phone.getByRole('region', { name: composeEn.whatNow }).getByRole('button', { name: en.close }).click();
  const tap = async (lon: number, lat: number, dx = 0, dy = 0) => {
    const [x, y] = await toScreenPoint(lon, lat);
    await phone.touchscreen.tap(x + dx, y + dy);
  };
  // The results cover the lower part of the map.
  const closeResults = () => resultPanel(phone).getByRole('button', { name: en.close }).tap();
  const heading = resultPanel(phone).getByRole('heading', { level: 2 });
  // Near the border, the tapped field comes before its neighbor.
  await tap(8.1, 47.05, -6);
  await expect(heading).toHaveText('West');
  await expect(resultPanel(phone)).toContainText(en.results.position(1, 2));
  await closeResults();
  await tap(8.1, 47.05, 6);
  await expect(heading).toHaveText('East');
  await closeResults();
  await tap(8.05, 46.9, 0, 18);
  await expect(heading).toHaveText('Near');
  await closeResults();
  await tap(8.05, 46.9, 0, 60);
  await expect(resultPanel(phone)).toContainText('Tap a feature');
});
