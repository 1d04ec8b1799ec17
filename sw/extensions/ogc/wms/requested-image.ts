import type { Value } from '../../../contract/index.ts';
import { formats, type ImageFormat } from '../../../draw/image/formats.ts';
import type { Extent } from '../../../geometry/extent.ts';
import type { OgcCall } from '../call.ts';
import type { OgcValues } from '../contract/rows.ts';
import type { wmsRows } from '../contract/wms.ts';
import { badParameter, isOldVersion } from '../read-parameters.ts';
import { findNamedReference, type NamedReference, swapXY } from '../reference.ts';
import { parseTimeValue } from '../time.ts';
import { findNamedLeaves, layerDescriptions } from './layers.ts';

type MapValues = OgcValues<(typeof wmsRows)['GetFeatureInfo']>;
type CommonValues = Pick<
  MapValues,
  'version' | 'layers' | 'styles' | 'crs' | 'bbox' | 'width' | 'height' | 'time' | 'dpi'
>;

/** The map that a request describes, with the extent and size of its image. */
export interface RequestedImage {
  readonly description: Value<'MapDescription'>;
  readonly reference: NamedReference;
  /** In the CRS of the image, easting first. */
  readonly extent: Extent;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
}

/** Image types, the default first. */
export const imageTypes: Readonly<Record<string, ImageFormat>> = {
  'image/png': 'gisImagePNG32',
  'image/png; mode=8bit': 'gisImagePNG',
  'image/jpeg': 'gisImageJPG',
  'image/gif': 'gisImageGIF',
  'image/tiff': 'gisImageTIFF',
  'image/bmp': 'gisImageBMP',
  'image/svg+xml': 'gisImageSVG',
  'application/pdf': 'gisImagePDF',
};

const otherTypes: Readonly<Record<string, string>> = {
  'image/png8': 'image/png; mode=8bit',
  'image/png24': 'image/png',
  'image/png32': 'image/png',
  'image/jpg': 'image/jpeg',
};

/**
 * Read the map and image that a request describes.
 *
 * @throws {Fault} `bad-value` for an invalid parameter, and as `findNamedLeaves`; `detail` has the parameter and the
 *   exception code
 */
export async function readRequestedImage(call: OgcCall, values: CommonValues): Promise<RequestedImage> {
  const { layers, bbox, width: widthPx, height: heightPx, dpi, time } = values;
  const isOld = isOldVersion(values.version);
  const leaves = findNamedLeaves(call, layers, 'LAYERS');
  checkStyles(values.styles, layers.length);
  const reference = await findNamedReference(call, values.crs);
  const name = isOld ? 'SRS' : 'CRS';
  if (!reference) throw badParameter(name, 'a known reference system such as EPSG:4326', values.crs, `Invalid${name}`);
  const inputBox = bbox as unknown as Extent;
  const extent = reference.isNorthingFirst && !isOld ? swapXY(inputBox) : inputBox;
  if (!(extent[0] < extent[2] && extent[1] < extent[3]))
    throw badParameter('BBOX', 'minimum ≤ maximum', bbox.join(','));
  checkSize(call, widthPx, heightPx);
  return {
    description: {
      Name: call.map.Name,
      MapArea: { type: 'MapExtent', Extent: envelope(extent) },
      LayerDescriptions: layerDescriptions(call, leaves),
      Rotation: 0,
      SpatialReference: reference.reference,
      HonorLayerReordering: true,
      TimeValue: time === undefined ? undefined : parseTimeValue(time, call.context.now(), 'TIME'),
    },
    reference,
    extent,
    widthPx,
    heightPx,
    dpi,
  };
}

const envelope = ([XMin, YMin, XMax, YMax]: Extent): Value<'Envelope'> => ({
  type: 'EnvelopeN',
  XMin,
  YMin,
  XMax,
  YMax,
});

function checkStyles(styles: readonly string[] | undefined, layerCount: number): void {
  if (styles === undefined) return;
  const unknown = styles.find((style) => style !== '' && style !== 'default');
  if (unknown !== undefined) throw badParameter('STYLES', '"default" or empty', unknown, 'StyleNotDefined');
  if (styles.length !== layerCount && styles.length !== 1)
    throw badParameter('STYLES', `${layerCount} styles, one for each layer,`, styles.join(','), 'StyleNotDefined');
}

function checkSize({ service }: OgcCall, widthPx: number, heightPx: number): void {
  const { MaximumImageWidth, MaximumImageHeight } = service.definition.limits;
  if (widthPx > MaximumImageWidth) throw badParameter('WIDTH', `at most ${MaximumImageWidth} pixels`, `${widthPx}`);
  if (heightPx > MaximumImageHeight)
    throw badParameter('HEIGHT', `at most ${MaximumImageHeight} pixels`, `${heightPx}`);
}

/** Return the image format of a MIME type. @throws {Fault} `bad-value` for an unknown type */
export function readImageFormat(type: string): ImageFormat {
  const word = type.trim().toLowerCase().replace(/;\s*/, '; ');
  const format = imageTypes[otherTypes[word] ?? word];
  if (format) return format;
  throw badParameter('FORMAT', `one of ${Object.keys(imageTypes).join(', ')}`, type, 'InvalidFormat');
}

/**
 * Return the background: transparent if requested and the format supports it, otherwise the color, white by default.
 */
export function readBackground(
  format: ImageFormat,
  isTransparent: boolean,
  [Red, Green, Blue]: readonly [number, number, number] = [255, 255, 255],
): Value<'FillSymbol'> {
  if (isTransparent && formats[format].hasAlpha) return { type: 'SimpleFillSymbol', Style: 'gisSFSNull' };
  const Color = { type: 'RgbColor' as const, AlphaValue: 255, Red, Green, Blue };
  return { type: 'SimpleFillSymbol', Style: 'gisSFSSolid', Color };
}
