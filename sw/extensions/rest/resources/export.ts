import { badValue, unsupported, type Value, wrongValue } from '../../../contract/index.ts';
import { formatNames, formats, type ImageFormat } from '../../../draw/image/formats.ts';
import { encodeOverlay, kmzType } from '../../../handlers/formats/kmz.ts';
import { handlers } from '../../../handlers/index.ts';
import { envelopeValue } from '../../../rows/geometry/geometry-value.ts';
import type { RestCall, RestResource } from '../call.ts';
import { extentJson, extentValue, referenceValue, wgs84 } from '../json.ts';
import { textAnswer } from '../response.ts';
import { mapDescription } from './map-description.ts';

export const exportMap: RestResource<'export'> = async (call, values) => {
  const { size, dpi, rotation, transparent, imageSR } = values;
  const isKmz = call.format === 'kmz';
  if (isKmz) checkOverlay(values);
  const ImageFormat = isKmz ? 'gisImagePNG32' : readExportFormat(values.format);
  checkSize(call, size);
  const ImageDisplay = { ImageWidth: size[0], ImageHeight: size[1], ImageDPI: dpi };
  const view = {
    MapArea: makeMapArea(call, values),
    SpatialReference: isKmz ? wgs84 : imageSR ? referenceValue(imageSR) : call.map.SpatialReference,
    Rotation: rotation,
  };
  const { Result } = await handlers.ExportMapImage(call, {
    MapDescription: {
      ...(await mapDescription(call, values, view, ImageDisplay)),
      BackgroundSymbol: makeBackground(call, transparent && formats[ImageFormat].hasAlpha),
    },
    ImageDescription: {
      ImageType: {
        ImageFormat,
        ImageReturnType: call.format === 'image' || isKmz ? 'gisImageReturnMimeData' : 'gisImageReturnURL',
      },
      ImageDisplay,
    },
  });
  if (isKmz) {
    const overlay = encodeOverlay(call.map.Name, Result.ImageData!, Result.Extent as Value<'EnvelopeN'>);
    return textAnswer(overlay, kmzType);
  }
  if (call.format === 'image') return textAnswer(Result.ImageData as Uint8Array<ArrayBuffer>, Result.ImageType!);
  return {
    href: Result.ImageURL,
    width: Result.ImageWidth,
    height: Result.ImageHeight,
    extent: extentJson(Result.Extent),
    scale: Result.MapScale,
  };
};

/** Check the settings of a KML ground overlay. @throws {Fault} `not-supported` if it doesn't support them */
function checkOverlay({ rotation, imageSR }: Parameters<typeof exportMap>[1]): void {
  if (rotation !== 0) throw unsupported(`rotation ${rotation}`, 'KMZ images are north-up');
  const wkid = imageSR?.wkid ?? imageSR?.latestWkid ?? wgs84.WKID;
  if (wkid !== wgs84.WKID) throw unsupported(`imageSR ${wkid}`, 'KMZ images use WGS 84 (4326)');
}

type AreaValues = Pick<Parameters<typeof exportMap>[1], 'bbox' | 'bboxSR' | 'mapScale'>;

function makeMapArea({ map }: RestCall, { bbox, bboxSR, mapScale }: AreaValues): Value<'MapArea'> {
  const reference = bboxSR ? referenceValue(bboxSR) : map.SpatialReference;
  const Extent = bbox ? extentValue(bbox, reference) : envelopeValue(map.extent, map.SpatialReference);
  if (!mapScale || Extent.type !== 'EnvelopeN') return { type: 'MapExtent', Extent };
  const Center = {
    type: 'PointN' as const,
    X: (Extent.XMin + Extent.XMax) / 2,
    Y: (Extent.YMin + Extent.YMax) / 2,
    SpatialReference: Extent.SpatialReference,
  };
  return { type: 'CenterAndScale', Center, Scale: mapScale };
}

/** Return the background of an image: the map's own or white, or none if the request wants transparency. */
function makeBackground({ map }: RestCall, isTransparent: boolean): Value<'FillSymbol'> {
  if (isTransparent) return { type: 'SimpleFillSymbol', Style: 'gisSFSNull' };
  const white = { type: 'RgbColor' as const, AlphaValue: 255, Red: 255, Green: 255, Blue: 255 };
  return map.BackgroundSymbol ?? { type: 'SimpleFillSymbol', Style: 'gisSFSSolid', Color: white };
}

/** Read the format of an image. @throws {Fault} `bad-value` for unknown formats */
function readExportFormat(text: string): ImageFormat {
  const word = text.trim().toLowerCase();
  const names = Object.entries(formats) as [ImageFormat, { name: string }][];
  const aliases: Readonly<Record<string, string>> = { png8: 'png', jpeg: 'jpg', tif: 'tiff' };
  const match = names.find(([, { name }]) => name.toLowerCase() === (aliases[word] ?? word));
  if (match) return match[0];
  throw badValue('format', `one of ${formatNames().join(', ')}`, text);
}

/**
 * Check the size of an image. It can't be reduced to the limits, because clients stretch the image over the requested
 * box.
 */
function checkSize({ service }: RestCall, [widthPx, heightPx]: readonly [number, number]): void {
  const { MaximumImageWidth, MaximumImageHeight } = service.definition.limits;
  if (widthPx <= MaximumImageWidth && heightPx <= MaximumImageHeight) return;
  throw wrongValue(
    'bad-value',
    'size',
    `at most ${MaximumImageWidth},${MaximumImageHeight} pixels`,
    `${widthPx},${heightPx}`,
  );
}
