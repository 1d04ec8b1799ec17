import { chromium } from 'playwright';
import { chromiumSwitches } from '../chromium.mjs';

/** Maximum time that a user should wait, in milliseconds. */
const budgetMs = 2000;
const runs = 5;
const mapRuns = 15;

/**
 * Measure how long a user waits until the page is usable and until the map is drawn: on the first visit of a browser,
 * which installs the worker and publishes the demos, and on a later one.
 * Also measure how long a stopped worker takes to its first answer, with SOAP and REST, and to a small map, drawn by
 * the kernel and by the canvas.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} origin of the built app
 */
export async function startTimes(browser, origin) {
  const measured = { first: [], again: [] };
  const answers = [];
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(watchStart);
    measured.first.push(await measureStart(page, origin));
    // The offline cache is filled after the first image. Wait, so that it doesn't slow down the later visit.
    await page.getByText('Ready to work offline').waitFor();
    measured.again.push(await measureStart(page, origin));
    answers.push({ soapMs: await firstAnswer(page, describeBySoap), restMs: await firstAnswer(page, describeByRest) });
    await context.close();
  }
  const starts = Object.entries({ 'first visit': measured.first, 'later visit': measured.again }).flatMap(
    ([name, times]) => [
      row(`${name}: page can be used`, times, 'usableMs'),
      row(`${name}: map is drawn`, times, 'drawnMs'),
    ],
  );
  return [
    ...starts,
    row('stopped worker: service described by SOAP', answers, 'soapMs'),
    row('stopped worker: service described by REST', answers, 'restMs'),
    ...(await firstMaps(browser, origin)),
  ];
}

/**
 * Measure a small map from a stopped worker, in turn with a browser that refuses modules as large as the kernel, so
 * that the canvas draws.
 */
async function firstMaps(browser, origin) {
  const executablePath = process.env.CHROMIUM_PATH;
  const args = [...chromiumSwitches, '--js-flags=--wasm-max-module-size=4096'];
  const other = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  try {
    const pages = await Promise.all([browser, other].map((one) => one.newPage()));
    for (const page of pages) {
      await page.addInitScript(watchStart);
      await measureStart(page, origin);
      await page.getByText('Ready to work offline').waitFor();
    }
    const times = pages.map(() => []);
    for (let run = 0; run < mapRuns; run++)
      for (const [i, page] of pages.entries()) times[i].push(await answerAfterStop(page, drawMap));
    for (const page of pages) await page.close();
    const [ms, againstMs] = times.map((list) => list.sort((a, b) => a - b)[Math.floor(mapRuns / 2)]);
    return [{ name: 'stopped worker: World at the Alps drawn', ms, against: 'the canvas', againstMs }];
  } finally {
    await other.close();
  }
}

/** Return both times since the start of the navigation by the page's clock, without calls to the page meanwhile. */
async function measureStart(page, origin) {
  await page.goto(origin, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.startTimes?.drawnMs !== undefined);
  return page.evaluate(() => window.startTimes);
}

/** Return the shortest of several times from a call to its answer while the worker is stopped, by the page's clock. */
async function firstAnswer(page, describe) {
  const times = [];
  for (let call = 0; call < 5; call++) times.push(await answerAfterStop(page, describe));
  return Math.min(...times);
}

/** Stop the worker and measure a call. Detach the session first, because it would slow down the worker. */
async function answerAfterStop(page, call) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.stopAllWorkers');
  await page.waitForTimeout(100);
  await devTools.detach();
  await page.waitForTimeout(100);
  return typeof call === 'function' ? page.evaluate(call) : page.evaluate(askBySoap, call);
}

const describeBySoap = '<t:GetServerInfo><MapName>World</MapName></t:GetServerInfo>';

const drawMap = `<t:ExportMapImage><MapDescription xsi:type="t:MapDescription"><Name>World</Name><MapArea xsi:type="t:MapExtent">
  <Extent xsi:type="t:EnvelopeN"><XMin>6</XMin><YMin>46</YMin><XMax>9.6</XMax><YMax>47.8</YMax></Extent></MapArea><Rotation>0</Rotation>
  </MapDescription><ImageDescription><ImageType><ImageFormat>gisImagePNG24</ImageFormat><ImageReturnType>gisImageReturnMimeData</ImageReturnType>
  </ImageType><ImageDisplay><ImageHeight>768</ImageHeight><ImageWidth>1024</ImageWidth><ImageDPI>96</ImageDPI></ImageDisplay>
  </ImageDescription></t:ExportMapImage>`;

/** Runs in the page. */
async function askBySoap(operation) {
  const startMs = performance.now();
  const response = await fetch('services/World/MapServer', {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' },
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:gis:schemas/3.2.0"><s:Body>${operation}</s:Body></s:Envelope>`,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return performance.now() - startMs;
}

/** Runs in the page: record when publishing is possible, and when an image of the map was drawn. */
function watchStart() {
  const has = (elements, words) =>
    [...document.querySelectorAll(elements)].some(({ textContent }) => words.test(textContent ?? ''));
  window.startTimes = {};
  const times = window.startTimes;
  new MutationObserver(() => {
    if (times.usableMs === undefined && has('nav a, nav button', /Publish/)) times.usableMs = performance.now();
    if (times.drawnMs === undefined && has('[role=status]', /^Map drawn: /)) times.drawnMs = performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

function row(name, times, key) {
  const sorted = times.map((time) => time[key]).sort((a, b) => a - b);
  return { name, ms: sorted[Math.floor(sorted.length / 2)], against: 'budget', againstMs: budgetMs };
}

/** Runs in the page. */
async function describeByRest() {
  const startMs = performance.now();
  const response = await fetch('rest/services/World/MapServer?f=json');
  const { error } = await response.json();
  if (error) throw new Error(error.message);
  return performance.now() - startMs;
}
