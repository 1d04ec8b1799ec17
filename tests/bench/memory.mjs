import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumSwitches } from '../chromium.mjs';
import { ensureChromium } from '../run/ensure-chromium.mjs';

/**
 * Measure the memory of one export of eight megapixels: `node tests/bench/memory.mjs`.
 * It needs Linux, which reports the memory of each process. It uses the built app with its real worker; the worker
 * keeps the image and doesn't send it to the page.
 */
const root = new URL('../..', import.meta.url).pathname;
const outDir = `${root}node_modules/.cache/memory`;
const [widthPx, heightPx] = [3264, 2448];
const formats = ['PNG32', 'PNG', 'JPG', 'TIFF', 'GIF', 'SVG', 'PDF', 'PS', 'EMF'];
const everyMs = 10;

await ensureChromium();
await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'error', build: { outDir } });
const server = await preview({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: 'error',
  build: { outDir },
  preview: { port: 0, host: 'localhost' },
});
const executablePath = process.env.CHROMIUM_PATH;
try {
  const rows = [];
  let version = '';
  for (const format of formats) {
    // A new browser for each format, because memory of the last export stays in use.
    const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumSwitches });
    version = browser.version();
    rows.push(await measured(browser, format).finally(() => browser.close()));
  }
  console.log(`Chromium ${version}, ${widthPx} x ${heightPx} of the world, all processes\n${rows.join('\n')}`);
} finally {
  await server.close();
}

/** Return the memory of all processes before the export, and its maximum during the export. */
async function measured(browser, format) {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(server.resolvedUrls.local[0]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // A page that needs little memory, so that growth comes from the worker.
  await page.goto(`${server.resolvedUrls.local[0]}examples/plain.html`);
  const devTools = await browser.newBrowserCDPSession();
  await page.evaluate(exportMap, { format: 'PNG32', widthPx: 400, heightPx: 300 });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  const ids = processInfo.map(({ id }) => id);
  const before = usedMb(ids);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, usedMb(ids));
  }, everyMs);
  const said = await page.evaluate(exportMap, { format, widthPx, heightPx });
  clearInterval(watch);
  return `${format.padEnd(6)} ${(most - before).toFixed(0).padStart(5)} MB above ${before.toFixed(0)} MB  ${said}`;
}

/** Return the private memory of processes in MB, without mapped files. */
function usedMb(ids) {
  let kb = 0;
  for (const id of ids) {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      for (const name of ['RssAnon', 'RssShmem'])
        kb += Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0);
    } catch {
      // The process has ended.
    }
  }
  return kb / 1024;
}

/** Runs in the page. */
async function exportMap({ format, widthPx, heightPx }) {
  const response = await fetch('../services/World/MapServer', {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:gis:schemas/3.2.0"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><t:ExportMapImage><MapDescription xsi:type="t:MapDescription">
      <Name>World</Name><MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>-180</XMin><YMin>-90</YMin><XMax>180</XMax><YMax>90</YMax></Extent></MapArea>
      <Rotation>0</Rotation></MapDescription><ImageDescription xsi:type="t:ImageDescription"><ImageType xsi:type="t:ImageType">
      <ImageFormat>gisImage${format}</ImageFormat><ImageReturnType>gisImageReturnURL</ImageReturnType></ImageType>
      <ImageDisplay xsi:type="t:ImageDisplay"><ImageHeight>${heightPx}</ImageHeight><ImageWidth>${widthPx}</ImageWidth><ImageDPI>96</ImageDPI></ImageDisplay>
      </ImageDescription></t:ExportMapImage></s:Body></s:Envelope>`,
  });
  const text = await response.text();
  return (
    text.match(/<faultstring>(.*)<\/faultstring>/)?.[1] ??
    text.match(/<ImageURL>(.*)<\/ImageURL>/)?.[1] ??
    text.slice(0, 300)
  );
}
