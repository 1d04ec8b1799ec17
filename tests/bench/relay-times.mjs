import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { bin, root } from '../run/run-command.mjs';

const runs = 200;
/** What the relay may add to a small request, in milliseconds. */
const budgetMs = 4;

/**
 * Measure what the relay adds: the same small request as a fetch in the page and as one of a program, in turns. The app is
 * the one in `dist`, which is built where it is missing.
 *
 * @param {import('playwright').Browser} browser
 */
export async function relayTimes(browser) {
  execFileSync(bin('vite'), ['build', '-c', 'vite.serve.config.ts', '--logLevel', 'error'], { cwd: root });
  const child = spawn(process.execPath, [`${root}bin/soapstone.js`, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const context = await browser.newContext();
  try {
    const [line] = await new Promise((resolve) =>
      createInterface(child.stdout).once('line', (...lines) => resolve(lines)),
    );
    const origin = /http\S+/.exec(line)[0];
    const page = await context.newPage();
    await page.goto(`${origin}?page=settings`);
    await page.getByText('This tab answers programs.').waitFor({ timeout: 60_000 });
    const inPage = [];
    const relayed = [];
    for (let run = 0; run < runs; run++) {
      inPage.push(await page.evaluate(timedFetch, `${origin}services?f=json`));
      relayed.push(await timedFetch(`${origin}services?f=json`));
    }
    const [ms, againstMs] = [median(relayed), median(inPage)];
    const note = `adds ${(ms - againstMs).toFixed(1)} of at most ${budgetMs} ms`;
    return [
      { name: 'small request of a program, through the relay', ms, against: 'fetch in the page', againstMs, note },
    ];
  } finally {
    await context.close();
    child.kill('SIGINT');
  }
}

async function timedFetch(url) {
  const startedAt = performance.now();
  await (await fetch(url)).text();
  return performance.now() - startedAt;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
