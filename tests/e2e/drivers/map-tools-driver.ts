import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { en } from '../../../src/text/en.ts';
import { map } from './driver.ts';

/** The panel with the features found on the map. */
export const resultPanel = (page: Page): Locator => page.getByRole('region', { name: en.results.title });

/** Choose an action from the menu of a layer. */
export async function doWithLayer(page: Page, layer: string, action: string): Promise<void> {
  await page.getByRole('button', { name: en.layers.menu(layer), exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Drag on the map between two positions, as fractions of its width and height. */
export async function dragOnMap(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const box = (await map(page).boundingBox())!;
  const toScreen = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...toScreen(from));
  await page.mouse.down();
  await page.mouse.move(...toScreen(to), { steps: 5 });
  await page.mouse.up();
}

/** Drag a box over the center of the map. */
export const dragBox = (page: Page): Promise<void> => dragOnMap(page, [0.4, 0.35], [0.6, 0.55]);

/** Wait until the query shows how many features match. */
export const waitForSearchStatus = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

/** Return the number of rows that the table shows. */
export async function tableRows(page: Page): Promise<number> {
  const text = page.getByRole('status').filter({ hasText: /^[\d,]+ rows?$/ });
  await text.waitFor();
  return Number((await text.textContent())!.replace(/\D/g, ''));
}

/** Return the file that an action downloads. */
export async function saved(page: Page, act: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return file;
}

/** Move the pointer and read its position in degrees with four digits. */
export async function positionAt(page: Page, [x, y]: readonly [number, number]): Promise<readonly [number, number]> {
  await page.mouse.move(x - 30, y - 30);
  const coordinates = page.locator('.map-foot .coordinates');
  const before = await coordinates.textContent();
  await page.mouse.move(x, y);
  await expect(coordinates).not.toHaveText(before!);
  const [, lat, northSouth, lon, eastWest] = /([\d.]+)° ([NS]), ([\d.]+)° ([EW])/.exec(
    (await coordinates.textContent())!,
  )!;
  return [Number(lon) * (eastWest === 'W' ? -1 : 1), Number(lat) * (northSouth === 'S' ? -1 : 1)];
}
