import { expect, type TestContext, test } from 'vitest';
import { commands } from 'vitest/browser';
import type { LayoutRequest } from '../../sw/extensions/print/layout-request.ts';
import { sampleContext } from '../contract/sample-context.ts';
import { loadFonts } from '../render/draw-plan.ts';
import { askLayout, nothingAround, sampleLayout } from '../unit/endpoints/sample-layout.ts';
import { readFile } from './sample-map.ts';

const texts = ['Flüsse bei Łódź', 'Αθήνα и Москва'] as const;
const everything: LayoutRequest = {
  ...sampleLayout,
  sheet: {
    ...nothingAround,
    ...{ legend: true, scaleBar: true, north: true, credits: true, grid: 'degrees' },
    title: texts[0],
    text: texts[1],
  },
};

/** Return the file of a layout in base64. */
async function made(layout: LayoutRequest): Promise<string> {
  await loadFonts();
  const context = {
    ...(await sampleContext()),
    fetch: async (path: string) => new Response(await readFile(path.slice(1))),
  };
  const response = await askLayout(context, layout);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = new Uint8Array(await response.arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}

async function printFile(context: TestContext, program: string, file: string): Promise<string> {
  const actual = await commands.printedBy(program, file, 'layout.pdf');
  if (actual.startsWith('missing')) context.skip(`${program} is not installed`);
  return actual;
}

test('another program finds all that is written on a sheet', async (context) => {
  const extent = [-60, -30, 60, 30] as const;
  const actual = (await printFile(context, 'pdftotext', await made({ ...everything, extent }))).split(/\n+/);
  expect(actual).toEqual(
    expect.arrayContaining([...texts, 'Legend', 'Towns', 'Squares', 'N', 'Nobody', '20°N', '40°W']),
  );
  expect(actual).toContainEqual(expect.stringMatching(/^[\d,]+ km$/));
  // 120 degrees of the equator are 13,358 km, in the part of 277 mm that the legend leaves.
  const scale = Number(/^1 : ([\d,]+)$/m.exec(actual.join('\n'))![1]!.replaceAll(',', ''));
  expect(13_358_000 / scale).toBeGreaterThan(0.19);
  expect(13_358_000 / scale).toBeLessThan(0.21);
});

test('every font is in the file, as far as it is used', async (context) => {
  const [, , ...fonts] = (await printFile(context, 'pdffonts', await made(everything))).trim().split('\n');
  expect(fonts.length).toBeGreaterThan(3);
  for (const font of fonts) expect(font).toMatch(/SourceSans3-\S+\s+CID TrueType\s+Identity-H\s+yes yes yes/);
});

test.for([
  [148, 210, '419.528 x 595.276'],
  [297, 210, '841.89 x 595.276'],
  [594, 420, '1683.78 x 1190.55'],
  [279.4, 215.9, '792 x 612'],
] as const)('a page of %d x %d mm', async ([widthMm, heightMm, points], context) => {
  const actual = await printFile(context, 'pdfinfo', await made({ ...everything, dpi: 72, widthMm, heightMm }));
  expect(actual).toMatch(/^Pages: +1$/m);
  expect(actual).toContain(`Page size:       ${points} pts`);
  expect(actual).toContain(`Title:           ${texts[0]}`);
});

test('colours are where the map has them, with its background below', async (context) => {
  const drawn = await commands.drawnBy('pdftoppm', await made(sampleLayout), 'layout-drawn.pdf');
  if (drawn.startsWith('missing')) context.skip('pdftoppm is not installed');
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${drawn}`)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  canvas.drawImage(bitmap, 0, 0);
  // Without other elements, the map fills the sheet except for a margin of 10 mm: 360 degrees are 277 mm.
  const makePoint = (lon: number, lat: number) => {
    const [x, y] = [148.5 + (lon * 277) / 360, 105 - (lat * 277) / 360].map((mm) => Math.floor((mm * 96) / 25.4));
    return [...canvas.getImageData(x!, y!, 1, 1).data.slice(0, 3)];
  };
  expect(makePoint(0, 100)).toEqual([0, 0, 255]);
  expect(makePoint(0, 20)).toEqual([expect.closeTo(90, -0.5), expect.closeTo(100, -0.5), expect.closeTo(207, -0.5)]);
  expect(makePoint(20, 0)).toEqual([0, 0, 255]);
  expect(makePoint(0, 130)).toEqual([255, 255, 255]);
});

test('a filter is below the name of its layer', async (context) => {
  const sheet = { ...everything.sheet!, notes: { 3: 'Only CODE > 1' } };
  expect(await printFile(context, 'pdftotext', await made({ ...everything, sheet }))).toMatch(
    /Squares\s+Only CODE > 1/,
  );
});
