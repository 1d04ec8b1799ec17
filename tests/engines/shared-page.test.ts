import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeShared } from '../../src/extensions/share/make/make-shared.ts';
import { writePage } from '../../src/extensions/share/make/write-page.ts';
import { referenceFromWkid } from '../../sw/geometry/spatial-reference.ts';
import { engines } from './engines.ts';

const dist = new URL('../../dist/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'soapstone-shared-'));
const page = join(folder, 'map.html');

beforeAll(async () => {
  const data = await makeShared({
    packages: new Map([['Earthquakes', new Blob([readFileSync(`${dist}demo/Earthquakes.zip`)])]]),
    systems: '{"datums":[],"systems":[]}',
    fonts: [],
    choices: {
      ...{
        title: 'Shared',
        text: '',
        language: 'en',
        reference: referenceFromWkid(4326),
        extent: [-180, -60, 180, 80],
      },
      ...{ isViewOnly: false, hasAttachments: false },
      layers: [
        {
          ...{ service: 'Earthquakes', layer: 1, title: 'Land', isVisible: true, hasLabels: false },
          ...{ fields: ['NAME'], filters: [] },
        },
      ],
    },
  });
  const texts = { title: 'Shared', text: '', language: 'en' };
  const { content } = await writePage(readFileSync(`${dist}share/page.html`, 'utf8'), data, texts);
  writeFileSync(page, Buffer.from(await content.arrayBuffer()));
});
afterAll(() => rmSync(folder, { recursive: true }));

for (const [name, start] of Object.entries(engines)) {
  test.skipIf(!start)(`${name} opens a shared map from a disk`, async () => {
    const engine = await start!();
    try {
      await engine.goto(`file://${page}`);
      const colors = () =>
        engine.run(() => {
          const canvas = document.querySelector('canvas');
          const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          const results = new Set<number>();
          for (let offset = 0; offset < pixels.length; offset += 4)
            if (pixels[offset + 3] === 255)
              results.add(65536 * pixels[offset]! + 256 * pixels[offset + 1]! + pixels[offset + 2]!);
          return results.size;
        });
      await expect.poll(colors, { timeout: 20_000 }).toBeGreaterThan(2);
      expect(await engine.run(() => document.querySelectorAll('.legend img').length)).toBe(1);
      await engine.run(async () => {
        const search = document.querySelector<HTMLInputElement>('input[type=search]')!;
        search.value = 'Botswana';
        search.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 100));
        search.form!.requestSubmit();
      });
      const card = () => engine.run(() => document.querySelector('.card')?.textContent ?? '');
      await expect.poll(card, { timeout: 20_000 }).toContain('Botswana');
    } finally {
      await engine.close();
    }
  });
}
