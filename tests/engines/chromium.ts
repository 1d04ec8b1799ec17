import { chromium } from 'playwright';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';
import { callText, type Engine, parseResult } from './engine.ts';

/** Start Chromium with an empty profile, driven by Playwright. */
export async function startChromium(): Promise<Engine> {
  const executablePath = installedChromium();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumSwitches });
  const page = await (await browser.newContext()).newPage();
  return {
    async goto(url) {
      await page.goto(url);
    },
    run: async (task, ...values) => parseResult(await page.evaluate<string>(callText(task, values))),
    screenshot: async () => (await page.screenshot()).toString('base64'),
    close: () => browser.close(),
  };
}
