import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { casesOfToday } from '../today.ts';
import { mapDrawn, open, policyViolations } from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { obstacles } from './drivers/obstacles.ts';
import { type AppPageName, appPages, openPage, skipFirstSteps, still } from './drivers/pages-driver.ts';

const folder = join(import.meta.dirname, '../../test-results/screens');
/** Return whether to update the image of a page: `UPDATE=1` updates all, `UPDATE=tiles,embed` only these pages. */
const isRequested = (name: string): boolean =>
  process.env.UPDATE === '1' || (process.env.UPDATE ?? '').split(',').includes(name);
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 360, height: 780 } } as const;

const schemes = ['light', 'dark'] as const;
/** Rules whose result differs between light and dark; light covers all others. */
const rulesOfColor = ['color-contrast', 'link-in-text-block'];
/**
 * Whether axe checks both schemes and sizes. By default it checks each page once, on a wide screen in light, because
 * unit tests check the contrast of the tokens.
 */
const isDeep = Boolean(process.env.VITE_DEEP);
/** Pages with another layout on a small screen. For others axe gives the same result, and takes long. */
const otherWhenNarrow = new Set<string>(
  isDeep ? ['first visit', 'maps', 'style', 'table', 'results', 'manage', 'palette'] : ['maps'],
);

/** Check that a page, once laid out, doesn't overflow to the side. */
async function fits(page: Page, name: string): Promise<void> {
  const beyond = () =>
    page.evaluate(() => {
      const main = document.querySelector('#main');
      const whole = document.scrollingElement!.scrollWidth - innerWidth;
      return Math.max(0, whole, main ? main.scrollWidth - main.clientWidth : 0);
    });
  await expect.poll(beyond, { message: name }).toBe(0);
}

// One pass through all pages makes all checks, because loading a page takes longer than a check. So each page is also
// resized on the wide screen; with `test:deep` it is opened on a small one. axe checks a third of the pages each day.
for (const [size, viewport] of Object.entries(sizes))
  test(`every page fits the screen and keeps to its policy, and axe finds no obstacle on it, ${size}`, {
    tag: size === 'narrow' && !process.env.UPDATE ? '@deep' : [],
  }, async ({ page, appServer }) => {
    test.setTimeout(300_000);
    const results: string[] = [];
    const broken = policyViolations(page);
    const look = async (name: string, isRecorded: boolean, shownSize: string) => {
      for (const colorScheme of isDeep || isRecorded ? schemes : (['light'] as const)) {
        await page.emulateMedia({ colorScheme });
        await still(page);
        if (isRecorded) await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${shownSize}.png`) });
        if (shownSize === 'narrow' && !otherWhenNarrow.has(name)) continue;
        const objections = await obstacles(page, undefined, axeRules[colorScheme === 'dark' ? 'colors' : 'all']);
        results.push(...objections.map((objection) => `${name} ${colorScheme}: ${objection}`));
      }
    };
    // Given the app on a screen of this size, with the hint of the first visit
    await page.setViewportSize(viewport);
    page.setDefaultTimeout(20_000);
    await open(page, appServer.origin);
    await mapDrawn(page, /World/);
    await look('first visit', false, size);
    await skipFirstSteps(page);
    // The message that the app works offline would be on some pages only.
    await page.waitForFunction(() => localStorage.getItem('soapstone-offline-told') !== null);
    await expect(page.locator('.toast')).toHaveCount(0);
    const names = Object.keys(appPages) as AppPageName[];
    const lookedAt = new Set(casesOfToday(names, 3));
    for (const name of names) {
      // When a page is complete
      await openPage(page, appServer.origin, name);
      // Then it doesn't overflow to the side
      await fits(page, name);
      if (isRequested(name)) {
        // Wait until temporary messages are gone, so that they aren't in an image.
        await expect(page.locator('.toast')).toHaveCount(0);
        mkdirSync(folder, { recursive: true });
      }
      // And axe finds no obstacles
      if (lookedAt.has(name) || isRequested(name)) await look(name, isRequested(name), size);
      if (isDeep || size === 'narrow') continue;
      // Nor when it is resized to a phone
      await page.setViewportSize(sizes.narrow);
      await still(page);
      await fits(page, `${name} made narrow`);
      if (lookedAt.has(name)) await look(name, false, 'narrow');
      await page.setViewportSize(viewport);
    }
    expect(results).toEqual([]);
    expect(broken).toEqual([]);
  });

/** WCAG 2.5.3, which axe lists as experimental: voice control presses a button by its visible label. */
const axeRules = {
  all: { rules: { 'label-content-name-mismatch': { enabled: true } } },
  colors: { runOnly: rulesOfColor },
};
