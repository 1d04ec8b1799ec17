import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { en } from '../../../src/text/en.ts';
import { isInstalled } from '../../run/debian-packages.mjs';
import { open } from '../drivers/driver.ts';
import { test } from '../drivers/installed-app.ts';
import { saved } from '../drivers/map-tools-driver.ts';

const [widthPx, heightPx] = [800, 400];

/** The picture of a service as it draws itself, with how many labels it has, and the rows that its layers show. */
async function ours(page: Page, service: string, bbox: string) {
  const answer = await page.evaluate(
    async ([name, box]) => {
      const root = `rest/services/${name}/MapServer`;
      const map = `${root}/export?bbox=${box}&bboxSR=4326&imageSR=4326&size=800,400&dpi=96&f=image`;
      const png = new Uint8Array(await (await fetch(`${map}&format=png24`)).arrayBuffer());
      const svg = await (await fetch(`${map}&format=svg`)).text();
      const { layers } = await (await fetch(`${root}?f=json`)).json();
      const counts: Record<string, number> = {};
      for (const layer of layers)
        counts[layer.name] = (
          await (await fetch(`${root}/${layer.id}/query?where=1%3D1&returnCountOnly=true&f=json`)).json()
        ).count;
      return {
        png: [...png],
        labels: new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('text').length,
        counts,
      };
    },
    [service, bbox] as const,
  );
  return { ...answer, picture: PNG.sync.read(Buffer.from(answer.png)) };
}

/** Ask MapServer as a web server would. */
function mapServer(folder: string, query: string): Buffer {
  const config = join(folder, 'mapserver.conf');
  writeFileSync(config, 'CONFIG\n  ENV\n    MS_MAP_PATTERN "."\n  END\nEND\n');
  const env = {
    ...process.env,
    ...{
      MAPSERVER_CONFIG_FILE: config,
      REQUEST_METHOD: 'GET',
      SERVER_NAME: 'localhost',
      SERVER_PORT: '80',
      SCRIPT_NAME: '/m',
    },
    QUERY_STRING: `map=${join(folder, 'map.map')}&${query}`,
  };
  const out = execFileSync('mapserv', { env, maxBuffer: 1 << 26 });
  return out.subarray(out.indexOf('\r\n\r\n') + 4);
}

/**
 * Share of pixels whose colour differs by more than a quarter in any channel. Labels are placed otherwise by each program, and
 * edges softened otherwise: that is up to a twentieth of these maps; a layer that is missing or has another colour is more.
 */
function difference(a: PNG, b: PNG): number {
  expect([b.width, b.height]).toEqual([widthPx, heightPx]);
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel]! - b.data[at + channel]!) > 64)) differing++;
  return differing / (widthPx * heightPx);
}
const mostDifferent = 0.06;
/** Of shares of colours: QGIS draws the hairlines of the graticule over two pixels, and less of the sea stays pure. */
const largestShareGap = 0.05;

/** Share of pixels of the most frequent colours of the first picture, in both: mixed colours are rounded otherwise by each program. */
function colorShares(a: PNG, b: PNG): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < a.data.length; at += 4) {
    const color = a.data.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, pixels]) => pixels > 0.02 * widthPx * heightPx);
  expect(frequent.length).toBeGreaterThan(1);
  const near = ({ data }: PNG, color: number) => {
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if ([16, 8, 0].every((shift, i) => Math.abs(((color >> shift) & 255) - data[at + i]!) <= 4)) found++;
    return found / (widthPx * heightPx);
  };
  return frequent.map(([color]) => [near(a, color), near(b, color)]);
}

for (const [service, layers] of [
  ['Earthquakes', ['Earthquakes', 'Land']],
  ['World', ['Cities', 'Countries']],
] as const)
  test(`the service ${service} goes on in MapServer and in QGIS`, async ({ page, appServer }, info) => {
    test.skip(!isInstalled('mapserv'), 'MapServer (cgi-mapserver) is not installed');
    const bbox = '-180,-90,180,90';
    await open(page, `${appServer.origin}/?page=publish&manage=${service}`);
    const file = await saved(page, () => page.getByRole('button', { name: en.exportProject }).click());
    expect(file.suggestedFilename()).toBe(`${service}.qgis-mapserver.zip`);
    const folder = info.outputPath('project');
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(await file.path()))))
      writeFileSync(join(folder, name), bytes);
    const mine = await ours(page, service, bbox);
    expect(mine.labels).toBeGreaterThan(0);

    const wms = `SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&STYLES=&SRS=EPSG:4326&BBOX=${bbox}&WIDTH=${widthPx}&HEIGHT=${heightPx}&FORMAT=image/png`;
    const capabilities = mapServer(folder, 'SERVICE=WMS&REQUEST=GetCapabilities').toString();
    const names = [...capabilities.matchAll(/<Layer queryable[^>]*>\s*<Name>([^<]+)/g)].map(([, name]) => name!);
    expect(names).toEqual(expect.arrayContaining([...layers]));
    const theirs = PNG.sync.read(mapServer(folder, `${wms}&LAYERS=${names.join()}`));
    writeFileSync(info.outputPath('mapserver.png'), PNG.sync.write(theirs));
    writeFileSync(info.outputPath('ours.png'), Buffer.from(mine.png));
    expect(difference(mine.picture, theirs)).toBeLessThan(mostDifferent);
    for (const [mineShare, theirShare] of colorShares(mine.picture, theirs))
      expect(Math.abs(mineShare - theirShare)).toBeLessThan(largestShareGap);
    for (const [title, count] of Object.entries(mine.counts)) {
      // Words are joined in the names of a mapfile.
      const name = title.replaceAll(' ', '_');
      const hits = mapServer(
        folder,
        `SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=${name}&RESULTTYPE=hits`,
      ).toString();
      expect(hits, name).toContain(`numberMatched="${count}"`);
    }

    const hasQgis = (() => {
      try {
        execFileSync('/usr/bin/python3', ['-c', 'import qgis.core'], { stdio: 'ignore' });
        return true;
      } catch {
        return false;
      }
    })();
    test.skip(!hasQgis, 'QGIS (python3-qgis) is not installed: MapServer alone was asked');
    const png = info.outputPath('qgis.png');
    const script = new URL('draw-with-qgis.py', import.meta.url).pathname;
    const said = execFileSync('/usr/bin/python3', [script, join(folder, 'map.qgs'), png, bbox], {
      env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' },
      encoding: 'utf8',
    });
    const qgis = JSON.parse(said.trim().split('\n').at(-1)!);
    const drawn = PNG.sync.read(readFileSync(png));
    expect(difference(mine.picture, drawn)).toBeLessThan(mostDifferent);
    for (const [mineShare, theirShare] of colorShares(mine.picture, drawn))
      expect(Math.abs(mineShare - theirShare)).toBeLessThan(largestShareGap);
    // Plain tables go with them.
    expect(qgis.rows).toMatchObject(mine.counts);
    // Half to twice as many labels: each program has rules of its own for what collides.
    expect(qgis.labels).toBeGreaterThan(mine.labels / 2);
    expect(qgis.labels).toBeLessThan(2 * mine.labels);
  });
