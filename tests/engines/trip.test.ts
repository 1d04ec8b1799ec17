import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remoteEn } from '../../src/extensions/remote/remote-text.ts';
import { en } from '../../src/text/en.ts';
import { startWebServer, type WebServer } from '../e2e/drivers/web-server.ts';
import { startRangeServer } from '../range-server.ts';
import { areas } from '../unit/formats/by-range/areas.ts';
import { startChromium } from './chromium.ts';
import type { Engine } from './engine.ts';
import { engines } from './engines.ts';
import * as inPage from './in-page.ts';
import { maps } from './symbols.ts';

const { allow, read, publish } = remoteEn;
const message = { go: en.navigation.publish, stay: 'Leave it there', allow, read, publish };
const remote = new URL('../unit/formats/by-range/', import.meta.url).pathname;
const dist = new URL('../../dist/', import.meta.url).pathname;

/** The first bytes of each format. */
const beginnings = {
  gisImageBMP: /^BM/,
  gisImageDIB: /^\x28\0\0\0/,
  gisImageGIF: /^GIF8/,
  gisImageJPG: /^\xff\xd8/,
  gisImageJPGPNG: /^(\x89PNG|\xff\xd8)/,
  gisImagePNG: /^\x89PNG/,
  gisImagePNG24: /^\x89PNG/,
  gisImagePNG32: /^\x89PNG/,
  gisImageTIFF: /^(II\*\0|MM\0\*)/,
  gisImageSVG: /^(<\?xml|<svg)/,
  gisImagePDF: /^%PDF/,
  gisImageAI: /^%PDF/,
  gisImagePS: /^%!PS/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it begins with
  gisImageEMF: /^\x01\0\0\0/,
};

for (const [name, start] of Object.entries(engines)) {
  const engine = await startEngine(name, start);
  describe.skipIf(!engine)(name, () => {
    let server: WebServer;

    beforeAll(async () => {
      if (!existsSync(dist)) throw new Error('The app is not built: run "npm run build" first.');
      server = await startWebServer(dist);
    });
    afterAll(async () => {
      await engine?.close();
      await server?.stop();
    });

    test('the map of the demo service is drawn on the first visit', async () => {
      await engine!.goto(server.origin);
      expect(await engine!.run(inPage.mapStatus)).toMatch(/^Map drawn: /);
      expect(await engine!.run(inPage.catalogueNames)).toEqual(['Earth', 'Earthquakes', 'World']);
    });

    test.for(Object.entries(beginnings))('a picture as %s', async ([format, beginning]) => {
      const { head, colours } = await engine!.run(inPage.image, format);
      expect(head).toMatch(beginning);
      if (/PNG|JPG/.test(format)) expect(colours).toBeGreaterThan(20);
    });

    test('maps without text are those of Chromium, byte for byte', async () => {
      const current = await engine!.run(inPage.drawMaps, maps);
      for (const [map, bytes] of Object.entries(await chromiumMaps(server.origin)))
        expect(current[map] === bytes, `${map}: bytes as in Chromium`).toBe(true);
    });

    test('the map is laid out on paper', async () => {
      const { pdf, png, sheet, paper } = await engine!.run(inPage.printLayout);
      expect([pdf.slice(0, 5), png]).toEqual(['%PDF-', 'PNG']);
      // Wider than high: landscape paper.
      expect(sheet[0]).toBeGreaterThan(sheet[1]!);
      expect(paper).toBeGreaterThan(20);
    });

    test('a dropped file is a service: described, counted, queried', async () => {
      await engine!.run(inPage.publishFile, 'Springs.csv', 'name,longitude,latitude,flow\nA,7.5,47,1.5\nBé,8.5,46,2\n');
      expect(await engine!.run(inPage.rows, 'Springs', 'flow > 1.6')).toEqual([['Bé', '2']]);
    });

    test('a file on another server is published by its address, drawn and identified', async () => {
      const files = await startRangeServer({ 'areas.fgb': `${remote}areas.fgb` });
      try {
        await engine!.run(inPage.publishThere, `${files.origin}/areas.fgb`, 'areas', message);
        expect(await engine!.run(inPage.mapStatus)).toMatch(/^Map drawn: /);
        expect((await engine!.run(inPage.image, 'gisImagePNG32', 'areas')).colours).toBeGreaterThan(3);
        const { geometry, properties } = areas()[17]!;
        const actual = await engine!.run(inPage.identifyInPage, 'areas', geometry.coordinates[0]![0]![0]!, 'n');
        expect(actual).toContain(String(properties.n));
        expect(files.ranges.every((range) => range !== '')).toBe(true);
      } finally {
        await files.stop();
      }
    });

    test('a sign-in by form and a resource of bytes', async () => {
      expect(await engine!.run(inPage.resourceRoundTrip, [0, 255, 128, 10])).toEqual([0, 255, 128, 10]);
    });

    test('it goes on without the web server', async () => {
      await engine!.run(inPage.keepRest);
      await server.stop();
      await engine!.goto(`${server.origin}/?service=Springs`);
      expect(await engine!.run(inPage.mapStatus)).toMatch(/^Map drawn: /);
      expect(await engine!.run(inPage.rows, 'Springs', "name = 'A'")).toEqual([['A', '1.5']]);
    });
  });
}

let drawnByChromium: Promise<Record<string, string>> | undefined;

/** Draw the maps in Chromium, once. */
function chromiumMaps(origin: string): Promise<Record<string, string>> {
  drawnByChromium ??= (async () => {
    const chromium = await startChromium();
    try {
      await chromium.goto(origin);
      await chromium.run(inPage.mapStatus);
      return await chromium.run(inPage.drawMaps, maps);
    } finally {
      await chromium.close();
    }
  })();
  return drawnByChromium;
}

/** Start the browser; undefined with a message if it is missing or doesn't start on this machine. */
async function startEngine(name: string, start?: () => Promise<Engine>): Promise<Engine | undefined> {
  return start?.().catch((error: unknown) => {
    console.warn(`${name} did not start: ${error}`);
    return undefined;
  });
}
