import { expect, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { builds } from './drivers/build-app.ts';
import {
  catalogue,
  closeFailure,
  type Dropped,
  drop,
  failureReason,
  mapDrawn,
  open,
  publishAndWait,
  publishButton,
  takesFiles,
} from './drivers/driver.ts';
import { test } from './drivers/installed-app.ts';
import { ask, envelope, post, where } from './drivers/soap.ts';
import { backendRequests, startWebServer, type WebServer } from './drivers/web-server.ts';

let server: WebServer;
test.beforeAll(({ appServer }) => {
  server = appServer;
});

async function openApp(page: Page): Promise<void> {
  await open(page, server.origin);
  await mapDrawn(page, /World/);
}

const point = '{"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":[1,2]}}';

const unreadable: readonly (Dropped & { readonly says: RegExp })[] = [
  {
    name: 'cut.geojson',
    content: `{"type":"FeatureCollection","features":[${point},\n{"type":"Fea`,
    says: /cut\.geojson, line 2: .*feature 2/,
  },
  {
    name: 'torn.geojson',
    content: `{"type":"FeatureCollection","features":[\n${point},\n{"type":Feature}]}`,
    says: /torn\.geojson, line 3/,
  },
  { name: 'empty.geojson', content: '', says: /empty\.geojson.*empty/i },
  {
    name: 'nothing.geojson',
    content: '{"type":"FeatureCollection","features":[]}',
    says: /nothing\.geojson.*no features/i,
  },
  { name: 'other.json', content: '{"hello":"world"}', says: /other\.json/ },
  { name: 'notes.zip', content: zipSync({ 'readme.txt': strToU8('no shapes here') }), says: /notes\.zip.*\.shp/ },
  { name: 'cut.zip', content: zipSync({ 'a.shp': strToU8('shp') }).subarray(0, 20), says: /cut\.zip/ },
  { name: 'bad.zip', content: zipSync({ 'a.shp': strToU8('shp') }), says: /a\.shp.*9994/ },
  { name: 'picture.tiff', content: 'II*', says: /picture\.tiff/ },
];

test('files that cannot be read are refused with their reasons, and the catalogue is as before', {
  tag: '@turn1',
}, async ({ page }) => {
  // Given the catalog of the first visit
  await openApp(page);
  const before = await catalogue(page);
  for (const { says, ...file } of unreadable)
    await test.step(file.name, async () => {
      // When an unreadable file is dropped
      await drop(page, [file]);
      // Then the page says which file and why
      await expect(failureReason(page)).toHaveText(says);
      await closeFailure(page);
      // And nothing was published, not even partly
      expect(await catalogue(page)).toEqual(before);
      await mapDrawn(page, /World/);
    });
});

test.describe(() => {
  test.use({ isFirstVisit: true });
  test('a full disk is said, the catalogue is as before, and what fits is published', { tag: '@turn2' }, async ({
    page,
  }) => {
    // Given a browser with space for the app and one small service; Chromium checks its quota only before the first
    // write
    const bare = await startWebServer(builds.bare);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: bare.origin, quotaSize: 9_000_000 });
    await open(page, bare.origin);
    await takesFiles(page);
    await drop(page, [{ name: 'Few.csv', content: manyPoints(10) }]);
    await publishAndWait(page, 'Few');
    const before = await catalogue(page);
    // When a file that needs more is dropped
    await drop(page, [{ name: 'Many.csv', content: manyPoints(100_000) }]);
    await publishButton(page).click();
    // Then the page says so, and the catalog hasn't changed
    await expect(failureReason(page)).toHaveText(/"Many" needs \d+ bytes/);
    await closeFailure(page);
    expect(await catalogue(page)).toEqual(before);
    const inner = `<MapName>Few</MapName><LayerID>0</LayerID>${where('')}`;
    expect(await ask(page, 'Few', 'QueryFeatureCount', inner)).toBe('10');
    await bare.stop();
  });
});

function manyPoints(count: number): string {
  const lines = ['name,longitude,latitude'];
  for (let index = 0; index < count; index++)
    lines.push(
      `place ${(index * 7919) % 1_000_003},${((index * 37) % 3600) / 10 - 180},${((index * 91) % 1700) / 10 - 85}`,
    );
  return lines.join('\n');
}

const image = (width: number, format = 'gisImagePNG32') =>
  `<ImageDescription><ImageType><ImageFormat>${format}</ImageFormat><ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType><ImageDisplay><ImageHeight>400</ImageHeight><ImageWidth>${width}</ImageWidth><ImageDPI>96</ImageDPI></ImageDisplay></ImageDescription>`;
const makeMap = (xmin: string) =>
  `<MapDescription><Name>World</Name><MapArea xsi:type="t:MapExtent"><Extent xsi:type="t:EnvelopeN"><XMin>${xmin}</XMin><YMin>0</YMin><XMax>10</XMax><YMax>10</YMax></Extent></MapArea><Rotation>0</Rotation></MapDescription>`;
const countMatches = (map: string, layer: string, clause: string) =>
  envelope('QueryFeatureCount', `<MapName>${map}</MapName><LayerID>${layer}</LayerID>${where(clause)}`);

const faulty: readonly (readonly [string, string, RegExp])[] = [
  ['malformed XML', envelope('GetMapCount', '').replace('</s:Body>', ''), /XML|Body|closed|tag/],
  [
    'a DOCTYPE',
    `<!DOCTYPE a [<!ENTITY b "c">]>${envelope('GetMapCount', '').replace('<?xml version="1.0"?>', '')}`,
    /DOCTYPE/i,
  ],
  ['two roots', `${envelope('GetMapCount', '')}<a/>`, /root/i],
  ['no XML at all', 'hello', /XML|element/i],
  ['an unknown operation', envelope('MakeCoffee', ''), /MakeCoffee/],
  ['a missing element', envelope('GetServerInfo', ''), /GetServerInfo.*MapName/],
  ['a mistyped element', countMatches('World', 'abc', ''), /QueryFeatureCount\.LayerID.*abc/],
  ['an unknown map', countMatches('Moon', '0', ''), /Moon/],
  ['an unknown layer', countMatches('World', '99', ''), /99/],
  ['invalid SQL', countMatches('World', '0', 'name = = 1'), /expected/],
  ['an absurd image size', envelope('ExportMapImage', makeMap('0') + image(-5)), /ImageWidth.*-5/],
  ['an extent that is no number', envelope('ExportMapImage', makeMap('NaN') + image(400)), /XMin.*NaN|Extent/],
  [
    'an unknown image format',
    envelope('ExportMapImage', makeMap('0') + image(400, 'gisImageWOW')),
    /ImageFormat.*gisImageWOW/,
  ],
];

test('bad calls are answered with faults that say what is wrong, and the worker goes on', { tag: '@turn2' }, async ({
  page,
}) => {
  await openApp(page);
  for (const [what, text, says] of faulty) {
    // When a call with an error is sent
    const { status, contentType, body } = await post(page, 'services/World/MapServer', text);
    // Then a SOAP fault names the error
    expect.soft(status, what).toBe(500);
    expect.soft(contentType, what).toMatch(/xml/);
    expect.soft(body?.Fault?.faultcode, what).toMatch(/:Client$/);
    expect.soft(body?.Fault?.faultstring, what).toMatch(says);
    // And the next valid call is answered
    expect.soft(await ask(page, 'World', 'GetMapCount'), what).toBe('1');
  }
  const unknown = await post(page, 'services/Nowhere/MapServer', envelope('GetMapCount', ''));
  expect(unknown.body?.Fault?.faultstring).toContain('Nowhere');
  expect(backendRequests(server.requested)).toEqual([]);
  await expectMapStillDraws(page);
});

async function expectMapStillDraws(page: Page): Promise<void> {
  const result = await ask(page, 'World', 'ExportMapImage', makeMap('0') + image(400));
  expect(result.ImageData.length).toBeGreaterThan(1000);
}
