import type { OperationName, RequestOf, ResponseOf, Value } from '../../../sw/contract/index.ts';
import { disc, fill, line } from '../../../sw/formats/reading/symbols.ts';
import { dotHex, dotPt, fillHex, lineHex, linePt } from './bench-symbols.ts';

export type Extent = readonly [xMin: number, yMin: number, xMax: number, yMax: number];

export const widthPx = 1024;
export const heightPx = 768;

/** Calls an operation of a service. */
type CallOperation = <O extends OperationName>(
  operation: O,
  service: string,
  request: RequestOf<O>,
) => Promise<ResponseOf<O>>;

type Symbol = Value<'SimpleRenderer'>['Symbol'];

const symbols: Readonly<Record<string, Symbol>> = {
  cities: disc(dotHex, dotPt, '#ffffff', 0),
  points: disc(dotHex, dotPt, '#ffffff', 0),
  coast: line(lineHex, linePt),
  lines: line(lineHex, linePt),
};

/**
 * Return a function that creates the request for an image of a service without labels, with one symbol for all features
 * or with `renderer`.
 */
export const exportRequestBy =
  (call: CallOperation) =>
  async (
    service: string,
    extent: Extent,
    format: Value<'gisImageFormat'> = 'gisImagePNG32',
    renderer?: Value<'FeatureRenderer'>,
  ): Promise<RequestOf<'ExportMapImage'>> => {
    const { Result: MapName } = await call('GetDefaultMapName', service, {});
    const { Result: info } = await call('GetServerInfo', service, { MapName });
    const description = info.DefaultMapDescription;
    if (!description) throw new Error(`${service}: expected a default description, found none`);
    const [XMin, YMin, XMax, YMax] = extent;
    const symbol = symbols[service] ?? fill(fillHex, line(lineHex, linePt));
    const DrawingDescription: Value<'FeatureLayerDrawingDescription'> = {
      type: 'FeatureLayerDrawingDescription',
      FeatureRenderer: renderer ?? { type: 'SimpleRenderer', Symbol: symbol },
      ScaleSymbols: false,
      Transparency: 0,
    };
    return {
      MapDescription: {
        ...description,
        MapArea: {
          type: 'MapExtent',
          Extent: {
            type: 'EnvelopeN',
            XMin,
            YMin,
            XMax,
            YMax,
            ...(description.SpatialReference ? { SpatialReference: description.SpatialReference } : {}),
          },
        },
        LayerDescriptions: (description.LayerDescriptions ?? []).map((layer) => ({
          ...layer,
          ShowLabels: false,
          DrawingDescription,
        })),
      },
      ImageDescription: {
        ImageType: { ImageFormat: format, ImageReturnType: 'gisImageReturnMimeData' },
        ImageDisplay: { ImageWidth: widthPx, ImageHeight: heightPx, ImageDPI: 96 },
      },
    };
  };
