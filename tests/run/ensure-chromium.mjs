import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright';
import { chromiumSwitches, installedChromium } from '../chromium.mjs';
import { bin, run } from './run-command.mjs';

/**
 * Find a Chromium that starts, or download one, and set `CHROMIUM_PATH` for all later steps.
 *
 * In this order: `CHROMIUM_PATH`; an installed Chromium or Chrome; Playwright's, downloaded if missing;
 * Debian's package, if running as root.
 *
 * @throws {Error} with all attempts
 */
export async function ensureChromium() {
  const tried = [];
  const isFound = async (what, path) => {
    const problem = await startProblem(path);
    if (!problem) {
      if (path) process.env.CHROMIUM_PATH = path;
      return true;
    }
    tried.push(`${what}: ${problem}`);
    return false;
  };

  const installed = installedChromium() ?? onPath();
  if (installed && (await isFound(installed, installed))) return;
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH does not start.\n${tried.join('\n')}`);
  if (await isFound("Playwright's Chromium, before download")) return;
  const download = await run('playwright-install', bin('playwright'), ['install', 'chromium']);
  if (download.code !== 0) tried.push(`npx playwright install chromium: ${download.output.trim().slice(-300)}`);
  else if (await isFound("Playwright's Chromium")) return;
  if (process.getuid?.() === 0) {
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-update', 'apt-get', ['update', '-q'], quiet);
    const packages = await run(
      'apt-install',
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
      quiet,
    );
    if (packages.code !== 0) tried.push(`apt-get install chromium: ${packages.output.trim().slice(-300)}`);
    else if (await isFound("Debian's Chromium", '/usr/bin/chromium')) return;
  }
  throw new Error(`No Chromium starts here; name one by CHROMIUM_PATH.\n${tried.join('\n')}`);
}

/** Start the browser and close it; returns the error, undefined if there is none. */
async function startProblem(executablePath) {
  try {
    const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumSwitches });
    await browser.close();
    return undefined;
  } catch (error) {
    return error.message.split('\n').slice(0, 6).join(' ');
  }
}

function onPath() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // This one isn't installed.
    }
  }
  return undefined;
}
