import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { build } from 'vite';
import { builds } from './build-app.ts';
import { drop, mapDrawn, open, publishAndWait } from './driver.ts';
import { ask, where } from './soap.ts';
import { makeCache } from './tiles-driver.ts';
import { startWebServer } from './web-server.ts';

const root = join(import.meta.dirname, '../../..');
const source = join(import.meta.dirname, '../clients');

/** The exports of the client scripts in the page. */
interface Clients {
  page: typeof import('../clients/page.ts');
  'esri-leaflet': typeof import('../clients/esri-leaflet.ts');
  'open-layers': typeof import('../clients/open-layers.ts');
  'rest-js': typeof import('../clients/rest-js.ts');
  maplibre: typeof import('../clients/maplibre.ts');
}

/** A file that the tests publish: polygons with a hole and with two parts, and values with special characters. */
export const fields = {
  type: 'FeatureCollection',
  features: [
    field({ NAME: 'Öst & <West>', CROP: 'rye', YIELD: 12.5, SOWN: '2024-02-29T12:30:00Z' }, [
      [box(10, 42, 14, 46), box(11, 43, 12, 44).reverse()],
    ]),
    field({ NAME: "O'Hara", CROP: 'oats', YIELD: -0.125, SOWN: '1969-12-31T00:00:00Z' }, [
      [box(16, 42, 18, 44)],
      [box(16, 45, 18, 46)],
    ]),
    field({ NAME: 'Fallow', CROP: null, YIELD: null, SOWN: null }, [[box(10, 48, 12, 49)]]),
  ],
};

interface FieldValues {
  readonly NAME: string;
  readonly CROP: string | null;
  readonly YIELD: number | null;
  readonly SOWN: string | null;
}

function field(properties: FieldValues, coordinates: number[][][][]) {
  return { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates } };
}

function box(west: number, south: number, east: number, north: number): number[][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/**
 * Install the app, publish a file as Fields, cache two levels of Earth, and open a page with the packages of the
 * clients.
 * All tests of a file share the page, so they use the same server and services.
 */
export async function openClients(browser: Browser, names: readonly (keyof Clients)[]) {
  const server = await startWebServer(builds.atRoot, { beside: await buildClients(names) });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await open(page, server.origin);
  await mapDrawn(page, /World/);
  await drop(page, [{ name: 'Fields.geojson', content: JSON.stringify(fields) }]);
  await publishAndWait(page, 'Fields');
  await mapDrawn(page, /Fields/);
  await makeCache(page, [0, 1], { scheme: 'web-mercator' }, 'Earth');
  await page.goto(`${server.origin}/clients/index.html`);
  await inClient(page, 'page', 'startWorker');
  return {
    page,
    origin: server.origin,
    close: async () => {
      await context.close();
      await server.stop();
    },
  };
}

/** Bundle a page with clients. @returns the folder that has it in `clients/` */
async function buildClients(names: readonly (keyof Clients)[]): Promise<string> {
  const folder = join(root, 'node_modules/.cache/e2e-clients', names.join('-'));
  rmSync(folder, { recursive: true, force: true });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: join(folder, 'clients'),
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(source, `${name}.ts`)])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  cpSync(join(source, 'index.html'), join(folder, 'clients/index.html'));
  return folder;
}

type Call = (...given: never[]) => unknown;

/** Call a function of a client in the page. */
export function inClient<M extends keyof Clients, F extends keyof Clients[M] & string>(
  page: Page,
  client: M,
  name: F,
  ...given: Clients[M][F] extends Call ? Parameters<Clients[M][F]> : never
): Promise<Clients[M][F] extends Call ? Awaited<ReturnType<Clients[M][F]>> : never> {
  return page.evaluate(
    async ([path, called, values]) => {
      const client: Record<string, (...values: unknown[]) => unknown> = await import(path);
      return client[called]!(...values);
    },
    [`/clients/${client}.js`, name, given] as const,
  ) as never;
}

/** Return the address of a service, and its layers by name. */
export async function readService(page: Page, name: string, kind = 'MapServer') {
  const url = `${new URL(page.url()).origin}/rest/services/${name}/${kind}`;
  const { layers, tables, mapName } = await page.evaluate(
    async (address) => (await fetch(`${address}?f=json`)).json(),
    url,
  );
  const ids = new Map<string, number>(
    [...layers, ...tables].map((layer: { name: string; id: number }) => [layer.name, layer.id]),
  );
  return { url, mapName, layer: (layerName: string) => `${url}/${ids.get(layerName)}` };
}

/** Return the IDs of the rows that a SOAP query finds, in order. */
export async function soapIds(
  page: Page,
  service: string,
  mapName: string,
  layer: number,
  clause: string,
): Promise<number[]> {
  const inner = `<MapName>${mapName}</MapName><LayerID>${layer}</LayerID>${where(clause)}`;
  const { FIDArray } = await ask(page, service, 'QueryFeatureIDs', inner);
  return FIDArray.Int.map(Number).sort((a: number, b: number) => a - b);
}

/** An image over white. */
export interface ClientImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Return an image of the client's map. */
export async function shown(page: Page): Promise<ClientImage> {
  return onWhite(PNG.sync.read(await page.locator('#map').screenshot()));
}

/** Draw a map with SOAP, by default without its background. */
export async function soapImage(
  page: Page,
  service: string,
  mapName: string,
  [xmin, ymin, xmax, ymax]: readonly [number, number, number, number],
  [width, height]: readonly [number, number],
  { dpi = 96, hasBackground = false } = {},
): Promise<ClientImage> {
  const reference = '<SpatialReference xsi:type="t:ProjectedCoordinateSystem"><WKID>102100</WKID></SpatialReference>';
  const { ImageData } = await ask(
    page,
    service,
    'ExportMapImage',
    `<MapDescription xsi:type="t:MapDescription"><Name>${mapName}</Name><MapArea xsi:type="t:MapExtent">
     <Extent xsi:type="t:EnvelopeN"><XMin>${xmin}</XMin><YMin>${ymin}</YMin><XMax>${xmax}</XMax><YMax>${ymax}</YMax>${reference}</Extent>
     </MapArea><Rotation>0</Rotation>${reference}
     ${hasBackground ? '' : '<BackgroundSymbol xsi:type="t:SimpleFillSymbol"><Style>gisSFSNull</Style></BackgroundSymbol>'}</MapDescription>
     <ImageDescription xsi:type="t:ImageDescription"><ImageType><ImageFormat>gisImagePNG32</ImageFormat>
     <ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType><ImageDisplay xsi:type="t:ImageDisplay">
     <ImageHeight>${height}</ImageHeight><ImageWidth>${width}</ImageWidth><ImageDPI>${dpi}</ImageDPI></ImageDisplay></ImageDescription>`,
  );
  return onWhite(PNG.sync.read(Buffer.from(ImageData, 'base64')));
}

function onWhite({ width, height, data }: ClientImage): ClientImage {
  const seen = new Uint8Array(data.length).fill(255);
  for (let offset = 0; offset < data.length; offset += 4)
    for (let band = 0; band < 3; band++)
      seen[offset + band] = 255 + ((data[offset + band]! - 255) * data[offset + 3]!) / 255;
  return { width, height, data: seen };
}

/** Return the fraction of pixels that differ visibly. */
export function difference(actual: ClientImage, expected: ClientImage): number {
  const { width, height } = expected;
  if (actual.width !== width || actual.height !== height) return 1;
  return pixelmatch(actual.data, expected.data, undefined, width, height, { threshold: 0.1 }) / (width * height);
}

/** Return the fraction of pixels that aren't white. */
export function coverage({ data }: ClientImage): number {
  let drawn = 0;
  for (let offset = 0; offset < data.length; offset += 4)
    drawn += Number(data[offset]! + data[offset + 1]! + data[offset + 2]! < 750);
  return drawn / (data.length / 4);
}
