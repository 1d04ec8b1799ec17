import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { printEn } from '../../../src/extensions/print/print-text.ts';
import { mapsEn } from '../../../src/map/text/maps-text.ts';
import { en } from '../../../src/text/en.ts';
import { isInstalled } from '../../run/debian-packages.mjs';
import { mapDrawn, open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { saved } from '../drivers/map-tools-driver.ts';
import { obstacles } from '../drivers/obstacles.ts';

test.use({ isReading: true });

const dialog = (page: Page) => page.getByRole('dialog', { name: printEn.title });
const preview = (page: Page) => page.getByRole('img', { name: printEn.preview });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name });
const denominator = (page: Page) => page.getByRole('spinbutton', { name: printEn.denominator });

/** Return the output of a poppler program for a file. */
const readOutput = (program: 'pdftotext' | 'pdfinfo', file: string): string =>
  execFileSync(program, program === 'pdftotext' ? [file, '-'] : [file], { encoding: 'utf8' });

test('Ctrl+P lays the map out, saves it as PDF and prints one page of its size', async ({ page, appServer }, info) => {
  test.skip(!isInstalled('pdftotext'), 'pdftotext (poppler-utils) is not installed');
  await page.addInitScript(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') });
  });
  await open(page, `${appServer.origin}/?service=Earthquakes`);
  await mapDrawn(page, /Earthquakes/);
  await page.keyboard.press('Control+p');
  await expect(preview(page)).toBeVisible();
  await field(page, printEn.titleField).fill('Erdbeben und Łódź');
  await field(page, printEn.textField).fill('Αθήνα, Москва');
  await choice(page, printEn.paper).selectOption(printEn.papers.a3);
  await page.getByRole('radio', { name: printEn.orientations.upright }).click();
  await choice(page, printEn.grid).selectOption(printEn.grids.degrees);
  await choice(page, printEn.scale).selectOption(printEn.scales.fixed);
  await denominator(page).fill('90000000');
  await denominator(page).press('Tab');
  expect(await obstacles(page, 'dialog[open]')).toEqual([]);

  const pdf = await saved(page, () => page.getByRole('button', { name: printEn.savePdf }).click());
  expect(pdf.suggestedFilename()).toBe('Erdbeben und Łódź.pdf');
  const text = readOutput('pdftotext', await pdf.path());
  for (const line of ['Erdbeben und Łódź', 'Αθήνα, Москва', 'Legend', 'Land', '30°N', '30°S'])
    expect(text).toContain(line);
  // In a world map in degrees, no scale is correct.
  await expect(dialog(page).getByText(printEn.noScale)).toBeVisible();
  expect(text).not.toMatch(/1 : \d| km$/m);
  expect(text).toMatch(/United States Geological Survey/);
  expect(readOutput('pdfinfo', await pdf.path())).toContain('(A3)');

  // The browser's print dialog prints the map, not the app.
  await page.keyboard.press('Control+p');
  await expect(page.locator('body[data-printed]')).toBeAttached();
  const printed = info.outputPath('printed.pdf');
  writeFileSync(printed, await page.pdf({ preferCSSPageSize: true }));
  expect(readOutput('pdfinfo', printed)).toMatch(/^Pages: +1$/m);
  expect(readOutput('pdfinfo', printed)).toMatch(/^Page size: +841\.\d+ x 119[01]\.?\d* pts \(A3\)$/m);
  const onPaper = readOutput('pdftotext', printed);
  expect(onPaper).toContain('Erdbeben und Łódź');
  expect(onPaper).not.toContain(printEn.savePdf);

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await mapDrawn(page, /Earthquakes/);
  await page.keyboard.press('Control+p');
  await expect(field(page, printEn.titleField)).toHaveValue('Erdbeben und Łódź');
  await expect(denominator(page)).toHaveValue('90000000');
});

/** Return the fraction of an image's pixels with a color that passes the test. */
function computeShare(file: Buffer, isMeant: (red: number, green: number, blue: number) => boolean): number {
  const { data } = PNG.sync.read(file);
  let count = 0;
  for (let offset = 0; offset < data.length; offset += 4)
    if (isMeant(data[offset]!, data[offset + 1]!, data[offset + 2]!)) count++;
  return count / (data.length / 4);
}
const isSelection = (red: number, green: number, blue: number) => red < 40 && green > 215 && blue > 215;

test(
  'the time and the selection of the map are on paper, and the print menu of the browser prints the map alone',
  { tag: '@turn0' },
  async ({ page, appServer }, info) => {
    test.skip(!isInstalled('pdftotext'), 'pdftotext (poppler-utils) is not installed');
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, `${appServer.origin}/?service=Earthquakes#-180,-60,180,75`);
    await mapDrawn(page, /Earthquakes/);
    await page.getByRole('button', { name: mapsEn.bar.time, exact: true }).click();
    const slider = page.getByRole('region', { name: mapsEn.time.label });
    await slider.getByRole('slider', { name: mapsEn.time.end }).press('End');
    await slider.getByRole('slider', { name: mapsEn.time.start }).press('End');
    await slider.getByRole('slider', { name: mapsEn.time.start }).press('PageDown');
    const span = (await slider.locator('output').textContent())!;
    await page.getByRole('button', { name: mapsEn.bar.view }).click();
    const clear = page.getByRole('button', { name: mapsEn.results.clearSelection });
    await expect(clear).toBeVisible();
    await page.keyboard.press('Control+p');
    await expect(preview(page)).toBeVisible();
    const png = await saved(page, () => page.getByRole('button', { name: printEn.savePng }).click());
    expect(computeShare(readFileSync(await png.path()), isSelection)).toBeGreaterThan(0.02);
    const pdf = await saved(page, () => page.getByRole('button', { name: printEn.savePdf }).click());
    expect(readOutput('pdftotext', await pdf.path()).replace(/\s+/g, ' ')).toContain(span);
    await page.getByRole('button', { name: en.cancel }).click();

    // The legend is read when the map has stopped moving.
    const printed = info.outputPath('menu.pdf');
    await expect(async () => {
      writeFileSync(printed, await page.pdf());
      expect(readOutput('pdftotext', printed)).toContain('Magnitude above 6');
    }).toPass();
    const onPaper = readOutput('pdftotext', printed);
    for (const line of ['Earthquakes', span, 'Land', 'United States Geological Survey'])
      expect(onPaper).toContain(line);
    expect(onPaper).not.toContain(mapsEn.time.cumulative);
    expect(onPaper).not.toContain(en.publish.action);
    expect(readOutput('pdfinfo', printed)).toMatch(/^Pages: +1$/m);
    execFileSync('pdftoppm', ['-png', '-r', '60', '-singlefile', printed, printed]);
    expect(computeShare(readFileSync(`${printed}.png`), isSelection)).toBeGreaterThan(0.01);
  },
);

test('a phone in the dark lays the map out on white paper', { tag: '@turn2' }, async ({ page, appServer }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, `${appServer.origin}/?service=World`);
  await mapDrawn(page, /World/);
  await page.getByRole('button', { name: mapsEn.bar.export }).click();
  await page.getByRole('menuitem', { name: printEn.title }).click();
  await expect(preview(page)).toBeVisible();
  const isCut = await dialog(page).evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(isCut).toBe(false);
  expect(await obstacles(page, 'dialog[open]', { runOnly: ['color-contrast'] })).toEqual([]);
  const png = await saved(page, () => page.getByRole('button', { name: printEn.savePng }).click());
  expect(png.suggestedFilename()).toMatch(/\.png$/);
});
