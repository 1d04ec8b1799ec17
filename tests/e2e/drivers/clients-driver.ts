import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { build } from 'vite';
import { ask } from './soap.ts';

const root = join(import.meta.dirname, '../../..');
const source = join(import.meta.dirname, '../clients');

/** What each script of the page of clients exports. */
interface Clients {
  page: typeof import('../clients/page.ts');
  'esri-leaflet': typeof import('../clients/esri-leaflet.ts');
  'open-layers': typeof import('../clients/open-layers.ts');
  'rest-js': typeof import('../clients/rest-js.ts');
}

const names: readonly (keyof Clients)[] = ['page', 'esri-leaflet', 'open-layers', 'rest-js'];

/** Bundle a page with the clients as their packages come. @returns the folder that holds it below `clients/` */
export async function buildClients(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/e2e-clients');
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

/** Call a function of one of the clients in the page. */
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

/** A picture as it is seen on white. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** What a client shows. */
export async function shown(page: Page): Promise<Picture> {
  return onWhite(PNG.sync.read(await page.locator('#map').screenshot()));
}

/** What SOAP draws of a map without its background. */
export async function soapPicture(
  page: Page,
  service: string,
  mapName: string,
  [xmin, ymin, xmax, ymax]: readonly [number, number, number, number],
  [width, height]: readonly [number, number],
  dpi = 96,
): Promise<Picture> {
  const reference = '<SpatialReference xsi:type="t:ProjectedCoordinateSystem"><WKID>102100</WKID></SpatialReference>';
  const { ImageData } = await ask(
    page,
    service,
    'ExportMapImage',
    `<MapDescription xsi:type="t:MapDescription"><Name>${mapName}</Name><MapArea xsi:type="t:MapExtent">
     <Extent xsi:type="t:EnvelopeN"><XMin>${xmin}</XMin><YMin>${ymin}</YMin><XMax>${xmax}</XMax><YMax>${ymax}</YMax>${reference}</Extent>
     </MapArea><Rotation>0</Rotation>${reference}
     <BackgroundSymbol xsi:type="t:SimpleFillSymbol"><Style>gisSFSNull</Style></BackgroundSymbol></MapDescription>
     <ImageDescription xsi:type="t:ImageDescription"><ImageType><ImageFormat>gisImagePNG32</ImageFormat>
     <ImageReturnType>gisImageReturnMimeData</ImageReturnType></ImageType><ImageDisplay xsi:type="t:ImageDisplay">
     <ImageHeight>${height}</ImageHeight><ImageWidth>${width}</ImageWidth><ImageDPI>${dpi}</ImageDPI></ImageDisplay></ImageDescription>`,
  );
  return onWhite(PNG.sync.read(Buffer.from(ImageData, 'base64')));
}

function onWhite({ width, height, data }: Picture): Picture {
  const seen = new Uint8Array(data.length).fill(255);
  for (let at = 0; at < data.length; at += 4)
    for (let band = 0; band < 3; band++) seen[at + band] = 255 + ((data[at + band]! - 255) * data[at + 3]!) / 255;
  return { width, height, data: seen };
}

/** Share of the pixels that differ to the eye. */
export function difference(found: Picture, expected: Picture): number {
  const { width, height } = expected;
  if (found.width !== width || found.height !== height) return 1;
  return pixelmatch(found.data, expected.data, undefined, width, height, { threshold: 0.1 }) / (width * height);
}

/** Share of the pixels that are not white. */
export function coverage({ data }: Picture): number {
  let drawn = 0;
  for (let at = 0; at < data.length; at += 4) drawn += Number(data[at]! + data[at + 1]! + data[at + 2]! < 750);
  return drawn / (data.length / 4);
}
