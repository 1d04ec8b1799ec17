import { beforeAll, describe, expect, test } from 'vitest';
import { Fault, types, type Value } from '../../sw/contract/index.ts';
import { drawGraphics } from '../../sw/draw/graphics/draw-graphics.ts';
import { createRecording } from '../../sw/draw/surface/record.ts';
import { loadImages } from '../../sw/draw/symbol/symbol-image.ts';
import { runAtOnce } from '../../sw/scheduler.ts';
import { commandsText, listContractFields, listOtherValues } from './contract-fields.ts';
import { createCanvas, loadFonts, makeMapView } from './draw-plan.ts';
import { elementBases } from './element-bases.ts';
import { blackAndWhite, decode, idle, symbolBases } from './symbol-bases.ts';

/**
 * Check that every element of the contract that could change an image does so or is refused, so nothing in a request is
 * silently ignored. Elements that don't affect images are in `idle` with the reason.
 */
const nothing = () => Promise.reject(new Error('nothing is fetched'));

/** Return the commands of an element as text. */
async function drawElement(element: Value<'Element'>): Promise<string> {
  await loadImages(element, decode, nothing, 'test');
  const recording = createRecording(200, 120, createCanvas);
  const view = { ...makeMapView([0, 0, 200, 120], 200, 120), scale: 1e6 };
  const reference = { type: 'GeographicCoordinateSystem', WKID: 4326 } as const;
  runAtOnce(drawGraphics(recording, [element], { view, reference, referenceScale: 3e6 }));
  return commandsText(recording);
}

beforeAll(async () => {
  await loadFonts();
});

const all = { ...symbolBases, ...elementBases };

describe.each(Object.keys(all))('%s', (name) => {
  const { base, elementOf, others } = all[name]!;
  const fields = listContractFields(name);

  test.each(Object.keys(fields))('%s changes the picture, is refused, or says nothing about it', async (field) => {
    const plain = await base();
    const before = await drawElement(elementOf(plain, field));
    const listed = others[field];
    const response = listed ? await listed() : undefined;
    const reason = idle[`${name}.${field}`] ?? idle[field];
    const values = response ?? (reason ? [] : listOtherValues(fields[field]!, plain[field]));
    expect(values.length > 0 || reason, `${name}.${field} has other values, or a reason to have none`).toBeTruthy();
    for (const value of values) {
      if (idle[`${name}.${field}=${value}`]) continue;
      let after: string;
      try {
        after = await drawElement(elementOf({ ...plain, [field]: value }, field));
      } catch (error) {
        expect(error).toBeInstanceOf(Fault);
        expect((error as Fault).message, 'the fault names the field').toMatch(new RegExp(`${field}|XScale and YScale`));
        continue;
      }
      expect(after === before, `${name}.${field}: ${String(value)} is passed over`).toBe(false);
    }
  });
});

test('every concrete symbol and element of the contract is looked at', () => {
  const heirs = (base: string): string[] =>
    Object.entries(types as Readonly<Record<string, { base?: string; abstract?: boolean }>>).flatMap(([name, row]) =>
      row.base === base ? [...(row.abstract ? [] : [name]), ...heirs(name)] : [],
    );
  const binary = ['XMLBinarySymbol', 'XMLBinaryFillSymbol'];
  const expected = [...heirs('Symbol'), ...heirs('Element'), 'SymbolBackground', 'SymbolBorder', 'SymbolShadow'];
  expect(Object.keys(all).toSorted()).toEqual(expected.filter((name) => !binary.includes(name)).toSorted());
});

test.each(['XMLBinarySymbol', 'XMLBinaryFillSymbol'])('%s is refused', async (type) => {
  const symbol = { type, Data: { type: 'XMLPersistedObject', Bytes: Uint8Array.of(1) } } as unknown as Value<'Symbol'>;
  const { RectangleElement: rectangle } = elementBases;
  const element = rectangle!.elementOf({ ...(await rectangle!.base()), Symbol: symbol });
  await expect(drawElement(element)).rejects.toThrow(/are binary/);
});

test('a picture of black and white takes the colours of its symbol, and swaps them', async () => {
  const { PictureMarkerSymbol: imageMarker } = symbolBases;
  const { elementOf, base } = imageMarker!;
  const FgColor = { type: 'RgbColor', Red: 1, Green: 2, Blue: 3, AlphaValue: 255 };
  const bits = { ...(await base()), Picture: await blackAndWhite(), FgColor };
  const swapped = await drawElement(elementOf({ ...bits, Swap1BitColor: true }));
  expect(swapped === (await drawElement(elementOf(bits)))).toBe(false);
  // Without a foreground color, the image is black on white.
  const plain = { ...bits, FgColor: undefined };
  const images = await Promise.all(
    [{}, { Swap1BitColor: true }, { BgColor: FgColor }, { BgColor: FgColor, Swap1BitColor: true }].map((more) =>
      drawElement(elementOf({ ...plain, ...more })),
    ),
  );
  expect(new Set(images).size).toBe(4);
});
