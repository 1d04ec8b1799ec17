import { expect, test } from 'vitest';
import { plainFacets, readFacets, reshapeSymbol, symbolFromFacets } from '../../../src/map/style/symbol-facets.ts';
import { disc, fill, line } from '../../../sw/formats/reading/symbols.ts';

test('a symbol is the same after it was read and made again', () => {
  const dashed = { ...line('#112233', 2), Style: 'gisSLSDashDot' as const };
  const symbols = [
    { ...disc('#445566', 8, '#ffffff', 1.5), Angle: 30, XOffset: 2, YOffset: -3, Style: 'gisSMSDiamond' as const },
    { ...disc('#445566', 8, '#ffffff', 1.5, 120), OutlineColor: disc('#000000', 1, '#ffffff', 1).OutlineColor },
    dashed,
    { ...fill('#778899', dashed, 200), Style: 'gisSFSCross' as const },
    fill('#778899'),
  ];
  for (const symbol of symbols) expect(symbolFromFacets(readFacets(symbol)!, symbol)).toEqual(symbol);
});

test('a picture stands for a marker and for a fill, and what it replaced comes back', () => {
  const image = new Uint8Array([1, 2, 3]);
  const marker = readFacets(disc('#445566', 8, '#ffffff', 1))!;

  const withImage = symbolFromFacets({ ...marker, image, angleDeg: 45, sizePt: 16 });

  expect(withImage).toMatchObject({ type: 'PictureMarkerSymbol', Picture: image, Angle: 45, Size: 16 });
  expect(readFacets(withImage)).toMatchObject({ kind: 'marker', color: '#445566', image, angleDeg: 45 });
  expect(symbolFromFacets({ ...readFacets(withImage)!, image: undefined }, withImage).type).toBe('SimpleMarkerSymbol');
  const tile = symbolFromFacets({ ...plainFacets, kind: 'fill', color: '#000000', sizePt: 30, outlinePt: 1, image });
  expect(tile).toMatchObject({ type: 'PictureFillSymbol', Width: 30, Outline: { Width: 1 } });
  expect(readFacets(tile)).toMatchObject({ kind: 'fill', sizePt: 30, outlinePt: 1, image });
});

test('classes keep the colours and sizes that tell them apart', () => {
  const [small, large] = [disc('#111111', 4, '#ffffff', 1), disc('#222222', 10, '#ffffff', 1)];
  const from = readFacets(small)!;

  const outlined = reshapeSymbol(large, from, { ...from, outlinePt: 2, color: '#ff0000' });
  const doubled = reshapeSymbol(large, from, { ...from, sizePt: 8 });

  expect(readFacets(outlined)).toEqual({ ...readFacets(large)!, outlinePt: 2 });
  expect(readFacets(doubled)).toEqual({ ...readFacets(large)!, sizePt: 20 });
});
