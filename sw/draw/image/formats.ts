import type { Value } from '../../contract/index.ts';

/** What is true of an image format before anything is drawn. */
interface FormatRow {
  /** Name in the list of supported formats. */
  readonly name: string;
  /** What the bytes really are. A picture of `gisImageJPGPNG` with transparency is `image/png` instead. */
  readonly mimeType: string;
  /** False for formats whose pixels are always opaque. */
  readonly hasAlpha: boolean;
  /** Drawn as pixels, or kept as paths and text. */
  readonly kind: 'raster' | 'vector';
}

/**
 * The formats that can be made, best first; all of the contract but `gisImageNone`, which has no picture.
 *
 * DIB is a bitmap without its file header; nobody registered a type for it, and `image/bmp` would be untrue. AI is a PDF: the program it is named after has opened and saved PDF since its version 9, and the type says so.
 */
export const formats = {
  gisImagePNG32: { name: 'PNG32', mimeType: 'image/png', hasAlpha: true, kind: 'raster' },
  gisImagePNG24: { name: 'PNG24', mimeType: 'image/png', hasAlpha: false, kind: 'raster' },
  gisImagePNG: { name: 'PNG', mimeType: 'image/png', hasAlpha: true, kind: 'raster' },
  gisImageJPG: { name: 'JPG', mimeType: 'image/jpeg', hasAlpha: false, kind: 'raster' },
  gisImageJPGPNG: { name: 'JPGPNG', mimeType: 'image/jpeg', hasAlpha: true, kind: 'raster' },
  gisImageBMP: { name: 'BMP', mimeType: 'image/bmp', hasAlpha: true, kind: 'raster' },
  gisImageDIB: { name: 'DIB', mimeType: 'image/x-dib', hasAlpha: true, kind: 'raster' },
  gisImageTIFF: { name: 'TIFF', mimeType: 'image/tiff', hasAlpha: true, kind: 'raster' },
  gisImageGIF: { name: 'GIF', mimeType: 'image/gif', hasAlpha: true, kind: 'raster' },
  gisImageSVG: { name: 'SVG', mimeType: 'image/svg+xml', hasAlpha: true, kind: 'vector' },
  gisImagePDF: { name: 'PDF', mimeType: 'application/pdf', hasAlpha: true, kind: 'vector' },
  gisImageAI: { name: 'AI', mimeType: 'application/pdf', hasAlpha: true, kind: 'vector' },
  gisImagePS: { name: 'PS', mimeType: 'application/postscript', hasAlpha: false, kind: 'vector' },
  gisImageEMF: { name: 'EMF', mimeType: 'image/emf', hasAlpha: false, kind: 'vector' },
} as const satisfies Record<ImageFormat, FormatRow>;

/** Every format that has a picture. */
export type ImageFormat = Exclude<Value<'gisImageFormat'>, 'gisImageNone'>;
export type RasterFormat = {
  [F in ImageFormat]: (typeof formats)[F]['kind'] extends 'raster' ? F : never;
}[ImageFormat];
export type VectorFormat = Exclude<ImageFormat, RasterFormat>;

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/bmp': 'bmp',
  'image/x-dib': 'dib',
  'image/tiff': 'tif',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/postscript': 'ps',
  'image/emf': 'emf',
};

/** The usual end of the name of a file of a type, without its dot. */
export function extensionOf(mimeType: string): string {
  return extensions[mimeType] ?? 'bin';
}

/** Names of the formats that can be made, as clients read them in a service's configuration. */
export function formatNames(): string[] {
  return Object.values(formats).map((format) => format.name);
}
