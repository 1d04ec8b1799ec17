import type { Value } from '../../../contract/index.ts';
import { encodeImage } from '../../../draw/image/encode.ts';
import { drawSwatch, swatchSizePx } from '../../../draw/legend/legend-patch.ts';
import { createRasterSurface } from '../../../draw/surface/pixels.ts';
import { handlers } from '../../../handlers/index.ts';
import { loadSymbolPictures } from '../../../handlers/symbol-pictures.ts';
import type { RestCall } from '../call.ts';
import { symbolsWithoutForm, toJson } from '../json/convert.ts';

/** JSON of the published drawings by the id of the layer. Symbols that JSON has no form for are pictures. */
export async function drawingInfos(call: RestCall, ids: number[]): Promise<ReadonlyMap<number, unknown>> {
  const { Result } = await handlers.GetDefaultLayerDrawingDescriptions(call, {
    MapName: call.map.Name,
    LayerIDs: ids,
    SymbolOutputOptions: { ConvertLabelExpressions: true },
  });
  const infos = new Map<number, unknown>();
  for (const drawing of Result) {
    if (drawing.type !== 'FeatureLayerDrawingDescription') continue;
    const pictures = await picturesOf(call, symbolsWithoutForm(drawing), `layer ${drawing.SourceLayerID}`);
    infos.set(drawing.SourceLayerID!, toJson('FeatureLayerDrawingDescription', drawing, { pictures }));
  }
  return infos;
}

const dpi = 96;
const ptOfPx = 72 / dpi;

async function picturesOf(call: RestCall, symbols: readonly Value<'Symbol'>[], path: string) {
  const pictures = new Map<object, { data: Uint8Array; contentType: string; widthPt: number; heightPt: number }>();
  await loadSymbolPictures(call, symbols, path);
  if (symbols.length > 0) await call.context.fontsReady();
  for (const symbol of symbols) {
    const { widthPx, heightPx } = swatchSizePx(symbol, 20, 20, dpi);
    const surface = await createRasterSurface(widthPx, heightPx, call.context.createCanvas);
    drawSwatch(surface, symbol, dpi, {}, path);
    const { bytes, mimeType } = await encodeImage(surface, 'gisImagePNG32', { dotsPerInch: dpi });
    const [widthPt, heightPt] = [widthPx * ptOfPx, heightPx * ptOfPx];
    pictures.set(symbol, { data: bytes, contentType: mimeType, widthPt, heightPt });
  }
  return pictures;
}
