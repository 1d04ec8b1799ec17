import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { printEn } from '../../../src/extensions/print/print-text.ts';
import { en } from '../../../src/text/en.ts';
import { isInstalled } from '../../run/debian-packages.mjs';
import { drop, mapDrawn, open, publishAndWait, publishButton } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { saved } from '../drivers/map-tools-driver.ts';
import { openPublish } from '../drivers/publish-driver.ts';

const preview = (page: Page) => page.getByRole('img', { name: printEn.preview });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name });
const denominator = (page: Page) => page.getByRole('spinbutton', { name: printEn.denominator });

/** Return 15 x 15 named parcels, together 0.036 degrees wide and 0.027 degrees high. */
function parcels(lon: number, lat: number): string {
  const [width, height, count] = [0.0024, 0.0018, 15];
  const features = Array.from({ length: count * count }, (_, i) => {
    const [x, y] = [lon + ((i % count) - count / 2) * width, lat + (Math.floor(i / count) - count / 2) * height];
    const ring = [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ];
    return {
      type: 'Feature',
      properties: { number: `P-${100 + i}` },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Open the app and publish parcels in degrees. */
async function publishParcels(page: Page, origin: string, lon: number, lat: number): Promise<void> {
  await open(page, origin);
  await openPublish(page);
  await drop(page, [{ name: 'Parcels.geojson', content: parcels(lon, lat) }]);
  await publishButton(page).waitFor();
  await publishAndWait(page, 'Parcels');
  await mapDrawn(page, /Parcels/);
}

/** Return the width and height in millimeters of the part that is neither gray nor as pale as the background. */
function measureColoredSize(pdf: string): readonly [widthMm: number, heightMm: number] {
  const dpi = 200;
  execFileSync('pdftoppm', ['-png', '-r', String(dpi), '-singlefile', pdf, pdf]);
  const { data, width } = PNG.sync.read(readFileSync(`${pdf}.png`));
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < data.length / 4; i++) {
    const color = data.subarray(4 * i, 4 * i + 3);
    if (Math.max(...color) - Math.min(...color) < 20) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [((right - left + 1) * 25.4) / dpi, ((bottom - top + 1) * 25.4) / dpi];
}

const listWritten = (pdf: string): string => execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' });

/** Geodesic lengths along the middle of the parcels (geographiclib 2.0 for Python). */
for (const [lat, acrossM, alongM] of [
  [47.5, 2712.3684, 3001.8759],
  [60, 2008.8, 3008.1318],
] as const)
  test(`parcels in degrees at ${lat}° north are printed to scale in both directions`, {
    tag: lat === 60 ? '@turn2' : '@turn0',
  }, async ({ page, appServer }) => {
    test.skip(!isInstalled('pdftotext'), 'pdftotext (poppler-utils) is not installed');
    await publishParcels(page, appServer.origin, 8.5, lat);
    await page.keyboard.press('Control+p');
    await expect(preview(page)).toBeVisible();
    await page.getByRole('checkbox', { name: printEn.parts.legend }).uncheck();
    await choice(page, printEn.paper).selectOption(printEn.papers.a4);
    const save = () => saved(page, () => page.getByRole('button', { name: printEn.savePdf }).click());

    // However small the parcels are on paper, they keep the names on the screen that don't overlap.
    const asShown = listWritten(await (await save()).path()).match(/P-\d{3}/g) ?? [];
    expect(asShown.length).toBeGreaterThan(100);
    const remaining = printEn.labelsLeftOut(String(225 - asShown.length), '225');
    await expect(page.getByText(remaining)).toHaveCount(asShown.length === 225 ? 0 : 1);

    await choice(page, printEn.scale).selectOption(printEn.scales.fixed);
    await denominator(page).fill('25000');
    await denominator(page).press('Tab');
    const pdf = await (await save()).path();
    expect(listWritten(pdf)).toContain('1 : 25,000');
    const [widthMm, heightMm] = measureColoredSize(pdf);
    expect(Math.abs((widthMm * 25) / acrossM - 1)).toBeLessThan(0.01);
    expect(Math.abs((heightMm * 25) / alongM - 1)).toBeLessThan(0.01);

    // At small scales, no name fits, and the dialog says so.
    await denominator(page).fill('400000');
    await denominator(page).press('Tab');
    await expect(page.getByText(printEn.labelsLeftOut('225', '225'))).toBeVisible();

    // Unprojected degrees have no scale.
    await denominator(page).fill('25000');
    await denominator(page).press('Tab');
    await choice(page, en.map.projection).selectOption(en.map.projections.map.name);
    await expect(page.getByText(printEn.noScale)).toBeVisible();
    expect(listWritten(await (await save()).path())).not.toMatch(/1 : \d| k?m$/m);
  });
