import { toBase64 } from '../../../contract/base64.ts';
import type { Value } from '../../../contract/infer.ts';
import { paint, rgbColor } from './color.ts';
import { listTypeFamily } from './contract-types.ts';
import type { Form, JsonObject, JsonRows, SpecialMember } from './row.ts';
import { numberAt, objectAt } from './unexpected-value.ts';

/** The outline of a marker, which is three fields in the contract. */
const markerOutline: SpecialMember = {
  fields: ['Outline', 'OutlineSize', 'OutlineColor'],
  write(value, writing) {
    if (!value.Outline) return null;
    const line = {
      type: 'SimpleLineSymbol',
      Style: 'gisSLSSolid',
      Color: value.OutlineColor,
      Width: value.OutlineSize,
    };
    return writing.write('SimpleLineSymbol', line);
  },
  read(json, path, reading) {
    const none = { Outline: false, OutlineSize: 0, OutlineColor: rgbColor([0, 0, 0, 255]) };
    if (json === undefined) return none;
    const { width, color, style } = objectAt(json, path);
    if (style === 'esriSLSNull' || color === null || color === undefined) return none;
    return {
      Outline: true,
      OutlineSize: numberAt(width, `${path}.width`),
      OutlineColor: reading.read('Color', color, `${path}.color`),
    };
  },
};

/** The halo color of text. In the contract it is the color of a fill symbol. */
const haloColor: SpecialMember = {
  fields: ['MaskStyle', 'MaskSymbol'],
  write({ MaskStyle, MaskSymbol }, writing) {
    const color = (MaskSymbol as { readonly Color?: unknown } | undefined)?.Color;
    return MaskStyle === 'gisMSHalo' ? writing.write('Color', color) : undefined;
  },
  read(json, path, reading, { haloSize }) {
    if (json === undefined || !haloSize) return {};
    const Color = reading.read('Color', json, path);
    return { MaskStyle: 'gisMSHalo', MaskSymbol: { type: 'SimpleFillSymbol', Style: 'gisSFSSolid', Color } };
  },
};

/** Image bytes, or else their address. The address of an embedded image isn't read. */
const bytes: SpecialMember = {
  fields: ['Picture'],
  write: ({ Picture }, writing) => writing.write('base64Binary', Picture),
  read: (json, path, reading) => (json === undefined ? {} : { Picture: reading.read('base64Binary', json, path) }),
};
const url: SpecialMember = {
  fields: ['PictureUri'],
  write: ({ PictureUri }) => PictureUri as string | undefined,
  read(json, path, reading, { imageData }) {
    return json === undefined || imageData ? {} : { PictureUri: reading.read('string', json, path) };
  },
};
/** The MIME type, derived from the image's bytes. */
const contentType: SpecialMember = {
  fields: [],
  write: ({ Picture }) => (Picture ? detectContentType(Picture as Uint8Array) : undefined),
  read: () => ({}),
};

/** A marker without a width gets the proportions of its image, because clients don't derive them. */
const imageWidth: SpecialMember = {
  fields: ['Width'],
  write: ({ Width, Size, Picture }) => (Width as number) || (Size as number) * readProportions(Picture as Uint8Array),
  read: (json, path) => (json === undefined ? {} : { Width: numberAt(json, path) }),
};

const turned = { angle: 'Angle', xoffset: 'XOffset', yoffset: 'YOffset' } as const;
const notTurned = { Angle: 0, XOffset: 0, YOffset: 0 };
const image = { url, imageData: bytes, contentType } as const;
const imageColors = ['BgColor', 'BitmapTransColor', 'FgColor', 'Swap1BitColor'];

export const symbolRows: JsonRows = {
  SimpleMarkerSymbol: {
    word: 'esriSMS',
    members: { style: 'Style', color: paint(), size: 'Size', ...turned, outline: markerOutline },
    absent: { ...notTurned, Style: 'gisSMSCircle' },
  },
  SimpleLineSymbol: {
    word: 'esriSLS',
    members: { style: 'Style', color: paint(), width: 'Width' },
    absent: { Style: 'gisSLSSolid' },
  },
  SimpleFillSymbol: {
    word: 'esriSFS',
    members: { style: 'Style', color: paint(), outline: 'Outline' },
    nulls: ['outline'],
    absent: { Style: 'gisSFSSolid' },
  },
  PictureMarkerSymbol: {
    word: 'esriPMS',
    members: { ...image, width: imageWidth, height: 'Size', ...turned, xscale: 'XScale', yscale: 'YScale' },
    absent: { ...notTurned, XScale: 1, YScale: 1 },
    lost: ['Color', ...imageColors],
  },
  PictureFillSymbol: {
    word: 'esriPFS',
    members: {
      ...image,
      ...{ outline: 'Outline', width: 'Width', height: 'Height', ...turned, xscale: 'XScale', yscale: 'YScale' },
    },
    nulls: ['outline'],
    lost: ['Color', 'XSeparation', 'YSeparation', ...imageColors],
  },
  SimpleTextSymbol: {
    word: 'esriTS',
    members: {
      color: paint(),
      backgroundColor: 'BackgroundColor',
      borderLineColor: 'OutlineColor',
      borderLineSize: 'OutlineWidth',
      verticalAlignment: 'VerticalAlignment',
      horizontalAlignment: 'HorizontalAlignment',
      rightToLeft: 'RightToLeft',
      ...turned,
      kerning: 'Kerning',
      haloColor,
      haloSize: 'MaskSize',
      'font.family': 'FontFamilyName',
      'font.size': 'Size',
      'font.style': 'FontStyle',
      'font.weight': 'FontWeight',
      'font.decoration': 'FontDecoration',
    },
    nulls: ['backgroundColor', 'borderLineColor', 'borderLineSize', 'haloColor', 'haloSize'],
  },
};

/** A symbol without a JSON form is written as an image if the caller has drawn it. The image is already rotated. */
export const symbolForm: Form = {
  write(symbol, writing): JsonObject | undefined {
    const drawn = writing.images.get(symbol);
    if (!drawn) return undefined;
    const { type, XOffset = 0, YOffset = 0 } = symbol as Partial<Value<'MarkerSymbol'>>;
    const isFill = listTypeFamily('FillSymbol').includes(type ?? '');
    return {
      type: isFill ? 'esriPFS' : 'esriPMS',
      imageData: toBase64(drawn.data),
      contentType: drawn.contentType,
      width: drawn.widthPt,
      height: drawn.heightPt,
      angle: 0,
      xoffset: XOffset,
      yoffset: YOffset,
      ...(isFill ? { xscale: 1, yscale: 1, outline: null } : {}),
    };
  },
};

/** Return the MIME type of an image by its first bytes; PNG for unknown formats. */
function detectContentType(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x47 && bytes[1] === 0x49) return 'image/gif';
  if (bytes[0] === 0x42 && bytes[1] === 0x4d) return 'image/bmp';
  if (bytes[0] === 0x3c) return 'image/svg+xml';
  return 'image/png';
}

/** Return the width of a PNG divided by its height; 1 for other files. */
function readProportions(bytes: Uint8Array | undefined): number {
  if (!bytes || bytes.length < 24 || bytes[0] !== 0x89) return 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(16) / (view.getUint32(20) || 1);
}
