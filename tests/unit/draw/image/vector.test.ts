import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openFontFace } from '../../../../sw/draw/image/font/font-face.ts';
import { subsetFont } from '../../../../sw/draw/image/font/subset.ts';
import { woffTables } from '../../../../sw/draw/image/font/woff.ts';
import { flattenTransparency } from '../../../../sw/draw/image/vector/flatten.ts';
import { hatchPieces } from '../../../../sw/draw/image/vector/hatch-lines.ts';
import { makePixelPaths } from '../../../../sw/draw/surface/pixel-paths.ts';
import type { DrawingCommand } from '../../../../sw/draw/surface/record.ts';

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const hole = [4, 4, 4, 6, 6, 6, 6, 4];
const horizontal = { across: [0, 1], step: 5, offset: 0.5 } as const;

test('hatch lines end at the edges of an area and of its hole', () => {
  const area = makePixelPaths([square, hole], true);
  expect(hatchPieces(area, 0, horizontal)).toEqual([0, 0.5, 10, 0.5, 0, 5.5, 4, 5.5, 6, 5.5, 10, 5.5]);
});

test('diagonal hatch lines stand on x + y = k step', () => {
  const pieces = hatchPieces(makePixelPaths([square], true), 0, { across: [1, 1], step: 8, offset: 0 });
  expect(pieces).toHaveLength(8);
  for (let i = 0; i < pieces.length; i += 2) expect((pieces[i]! + pieces[i + 1]!) % 8).toBeCloseTo(0, 9);
});

test('two rings of the same direction are one area', () => {
  const area = makePixelPaths([square, [5, 0, 15, 0, 15, 10, 5, 10]], true);
  const pieces = hatchPieces(area, 0, { ...horizontal, step: 20 });
  expect([Math.min(...pieces), Math.max(...pieces)]).toEqual([0, 15]);
});

const whole = { xPx: 0, yPx: 0, widthPx: 20, heightPx: 20 };
const box = (color: readonly [number, number, number, number]): DrawingCommand => ({
  kind: 'box',
  box: whole,
  paint: { kind: 'solid', color },
});

test('transparency is taken over the ground, group by group', () => {
  const group: DrawingCommand = { kind: 'group', alpha: 0.5, commands: [box([255, 0, 0, 0.5])] };
  const colors = (commands: DrawingCommand[]) =>
    flattenTransparency({ widthPx: 20, heightPx: 20, commands }).map((command) =>
      command.kind === 'box' ? command.paint.color : command.kind,
    );
  expect(colors([group])).toEqual([[255, 191, 191, 1]]);
  expect(colors([box([0, 0, 100, 1]), group])).toEqual([
    [0, 0, 100, 1],
    [64, 0, 75, 1],
  ]);
});

test('a part of a font holds the glyphs of a text and what they are made of', () => {
  const file = readFileSync(new URL('../../../../public/fonts/source-sans-3-latin-400-normal.woff', import.meta.url));
  const serviceInterface = openFontFace(woffTables(new Uint8Array(file).buffer));
  const glyphs = new Set(['A', 'Å', 'g'].map((letter) => serviceInterface.findGlyph(letter.codePointAt(0)!)));
  expect(glyphs.has(0)).toBe(false);
  const { bytes, breaks } = subsetFont(serviceInterface, glyphs);
  expect(bytes.length).toBeLessThan(file.length / 2);
  expect(breaks.at(-1)).toBe(bytes.length);
  const tables = new Map<string, Uint8Array>([['cmap', serviceInterface.tables.get('cmap')!]]);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < view.getUint16(4); i++) {
    const position = 12 + 16 * i;
    const start = view.getUint32(position + 8);
    tables.set(
      String.fromCharCode(...bytes.subarray(position, position + 4)),
      bytes.subarray(start, start + view.getUint32(position + 12)),
    );
  }
  const small = openFontFace(tables);
  const computeLength = (of: typeof serviceInterface, glyph: number) =>
    of.glyphOffsets[glyph + 1]! - of.glyphOffsets[glyph]!;
  for (const glyph of glyphs) {
    expect(computeLength(small, glyph)).toBeGreaterThanOrEqual(computeLength(serviceInterface, glyph));
    expect(small.getAdvance(glyph)).toBe(serviceInterface.getAdvance(glyph));
  }
  expect(computeLength(small, serviceInterface.findGlyph('B'.codePointAt(0)!))).toBe(0);
});
