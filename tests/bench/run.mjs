import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { build, preview, runnerImport } from 'vite';
import { chromiumSwitches } from '../chromium.mjs';
import { ensureChromium } from '../run/ensure-chromium.mjs';
import { benchFiles, manyPoints, manyPolygons } from './bench-files.mjs';
import { openPlainPage } from './plain-browser.mjs';
import { heightsFile, rivalFiles } from './rivals/rival-files.mjs';
import { rivalTimes } from './rivals/rival-times.mjs';
import { startTimes } from './start-times.mjs';

/**
 * Measure the built app in Chromium, with its real worker, in one run, and print one table: `npm run bench`.
 *
 * Options of `npm run bench --`:
 * - `start`: only the time until the page and the first map are ready
 * - `rest`: the REST interface and vector tiles
 * - `elsewhere`: a FlatGeobuf of 100 MB on a distant server (needs Debian's `gdal-bin`)
 * - `density`: a million points as heat map, clusters and bins
 * - `rivals`: complete calls compared with MapServer and ogr2ogr, if installed (Debian's `cgi-mapserver` and
 * `gdal-bin`)
 * - `hosts`: `soapstone serve` compared with the command that drove a Chromium, and with MapServer (`hosts/hosts.mjs`)
 *
 * Absolute times vary by a third between machines and between hours; the ratios of one run are reliable.
 */
const root = new URL('../..', import.meta.url).pathname;
const outDir = `${root}node_modules/.cache/bench`;

async function main() {
  await ensureChromium();
  rmSync(outDir, { recursive: true, force: true });
  await build({
    root,
    configFile: `${root}tests/bench/app.config.ts`,
    logLevel: 'error',
    build: {
      outDir,
      rolldownOptions: { input: { index: `${root}index.html`, bench: `${root}tests/bench/app/bench.html` } },
    },
  });
  // After the build, so that the worker doesn't cache them for offline use.
  mkdirSync(`${outDir}/bench-data`);
  const isRivals = process.argv.includes('rivals');
  const files = isRivals ? rivalFiles() : benchFiles();
  for (const [name, text] of files) writeFileSync(`${outDir}/bench-data/${name}`, text);
  const isDensity = process.argv.includes('density');
  const heights = isRivals ? heightsFile() : undefined;
  if (isRivals) writeFileSync(`${outDir}/bench-data/points.geojson`, manyPoints());
  if (heights) writeFileSync(`${outDir}/bench-data/heights.tif`, heights);
  if (isDensity) writeFileSync(`${outDir}/bench-data/points.geojson`, manyPoints(1_000_000));

  const server = await preview({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: 'localhost' },
  });
  const origin = server.resolvedUrls.local[0];
  if (isRivals) {
    const page = await openPlainPage((port) => `${origin}tests/bench/app/bench.html?rivals=${port}`);
    try {
      return printTable(await rivalTimes(page.msOf, `${root}node_modules/.cache/rivals`, files, heights));
    } finally {
      await page.stop();
      await server.close();
    }
  }
  const browser = await launch();
  try {
    const isRest = process.argv.includes('rest');
    const isElsewhere = process.argv.includes('elsewhere');
    const starts = isRest || isDensity || isElsewhere ? [] : await startTimes(browser, origin);
    if (process.argv.includes('elsewhere')) return printTable(await elsewhereRows(browser, origin));
    if (process.argv.includes('start')) {
      printTable(starts);
      return;
    }
    const page = await (await browser.newContext()).newPage();
    page.on('pageerror', (error) => console.error(error.message));
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('ServiceWorker.enable');
    // A stopped worker loses its caches: the next call starts it and reads the database again.
    await page.exposeFunction('stopWorker', () => devTools.send('ServiceWorker.stopAllWorkers'));
    const part = isRest ? '?rest' : isDensity ? '?density' : '';
    await page.goto(`${origin}tests/bench/app/bench.html${part}`);
    page.setDefaultTimeout(10 * 60_000);
    const rows = await page.evaluate(() => window.benchRows);
    console.log(`Chromium ${browser.version()}, medians in ms`);
    await page.close();
    if (isDensity) return printTable(rows);
    printTable([...starts, ...rows]);
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * Measure a file on a server with 50 ms latency and 50 Mbit/s. The sum of the first two rows is the time from entering
 * the address to the first image.
 */
async function elsewhereRows(browser, origin) {
  const geojson = `${outDir}/bench-data/many.geojson`;
  const file = `${outDir}/bench-data/many.fgb`;
  writeFileSync(geojson, manyPolygons(360_000));
  rmSync(file, { force: true });
  execFileSync('ogr2ogr', ['-f', 'FlatGeobuf', file, geojson]);
  const { startRangeServer } = (await runnerImport(`${root}tests/range-server.ts`)).module;
  const server = Object.assign(await startRangeServer({ 'made.fgb': file }), {
    latencyMs: 50,
    bytesPerSecond: 50e6 / 8,
  });
  const address = `${server.origin}/made.fgb`;
  const page = await (await browser.newContext()).newPage();
  try {
    page.on('pageerror', (error) => console.error(error.message));
    await page.exposeFunction('readCounts', () => {
      const counts = { requests: server.ranges.length, bytes: server.sentBytes };
      server.reset();
      return counts;
    });
    await page.goto(`${origin}tests/bench/app/bench.html?elsewhere=${encodeURIComponent(address)}`);
    page.setDefaultTimeout(10 * 60_000);
    const rows = await page.evaluate(() => window.benchRows);
    const startedAt = performance.now();
    const { byteLength } = await (await fetch(address)).arrayBuffer();
    const againstMs = performance.now() - startedAt;
    const against = `download of all ${(byteLength / 1e6).toFixed(0)} MB`;
    const first = { name: 'from the address to the first picture', ms: rows[0].ms + rows[1].ms, against, againstMs };
    return [first, ...rows];
  } finally {
    await page.close();
    await server.stop();
  }
}

function launch() {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumSwitches });
}

function printTable(rows) {
  const columns = ['measured', 'ms', 'compared with', 'ms', 'ratio', 'note'];
  const number = (value) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 1));
  const lines = rows.map(({ name, ms, against, againstMs, note = '' }) => [
    name,
    number(ms),
    against ?? '',
    number(againstMs),
    againstMs === undefined ? '' : (ms / againstMs).toFixed(2),
    note,
  ]);
  const widths = columns.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i].length)));
  const isNumber = (i) => i === 1 || i === 3 || i === 4;
  const print = (line) =>
    console.log(
      `| ${line.map((cell, i) => (isNumber(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' | ')} |`,
    );
  print(columns);
  console.log(
    `|${widths.map((width, i) => (isNumber(i) ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`,
  );
  for (const line of lines) print(line);
}

if (process.argv[2] === 'hosts') await (await import('./hosts/hosts.mjs')).measureHosts(process.argv.slice(3));
else await main();
