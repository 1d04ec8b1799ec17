import type { Value } from '../../contract/index.ts';

interface FormatRow {
  /** Name in the list of supported formats. */
  readonly name: string;
  /** MIME type of the bytes. `gisImageJPGPNG` is `image/png` if the image is transparent. */
  readonly mimeType: string;
  /** False for formats whose pixels are always opaque. */
  readonly hasAlpha: boolean;
  /** `raster` is drawn as pixels; `vector` is recorded as paths and text. */
  readonly kind: 'raster' | 'vector';
}

/**
 * Supported formats, best first: all formats of the contract except `gisImageNone`.
 *
 * DIB is a bitmap without its file header. It has no registered type, and `image/bmp` would be wrong. AI is a PDF, and
 * has its type, because Illustrator opens and saves PDF from version 9 on.
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

/** Return the file extension of a MIME type, without the dot; `bin` for other types. */
export function getFileExtension(mimeType: string): string {
  return extensions[mimeType] ?? 'bin';
}

/** Return the names of the supported formats, as listed in a service's configuration. */
export function formatNames(): string[] {
  return Object.values(formats).map((format) => format.name);
}
