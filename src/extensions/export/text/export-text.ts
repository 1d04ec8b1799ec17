import { texts } from '../../../text/text.ts';

export const exportEn = {
  title: 'Export the map',
  format: 'Format',
  formats: {
    gisImagePNG32: 'PNG, full colour',
    gisImagePNG24: 'PNG, no transparency',
    gisImagePNG: 'PNG, 256 colours',
    gisImageJPG: 'JPEG',
    gisImageJPGPNG: 'JPEG or PNG, whichever suits',
    gisImageTIFF: 'GeoTIFF',
    gisImageGIF: 'GIF',
    gisImageBMP: 'BMP',
    gisImageDIB: 'DIB',
    gisImageSVG: 'SVG, vector',
    gisImagePDF: 'PDF, vector',
    gisImageAI: 'Illustrator, vector',
    gisImagePS: 'PostScript, vector',
    gisImageEMF: 'EMF, vector',
  } as Record<string, string>,
  background: 'With the background',
  size: 'Size',
  sizes: {
    screen: 'As on the screen',
    a4landscape: 'A4, landscape',
    a4portrait: 'A4, portrait',
    a3landscape: 'A3, landscape',
    square: 'Square, 1080 px',
    custom: 'Custom size',
  } as Record<string, string>,
  width: 'Width in pixels',
  height: 'Height in pixels',
  dpi: 'Resolution',
  dpiUnit: (dpi: number) => `${dpi} dpi`,
  result: (width: string, height: string) => `${width} × ${height} pixels`,
  reduced: (width: string, height: string) =>
    `The service draws at most ${width} × ${height} pixels. Choose a smaller size.`,
  extent: 'The image shows the current view, extended to the proportions of the image.',
  download: 'Download',
  working: 'Drawing the image',
  failed: 'The image could not be drawn',
  rowsTitle: (name: string) => `Export ${name}`,
  rows: (count: string) => `${count} rows, with all fields`,
  rowFormats: {
    geojson: 'GeoJSON',
    csv: 'CSV',
    kmz: 'KMZ',
  },
  rowDetails: {
    geojson: 'Longitude and latitude; nearly every program reads it',
    csv: 'For spreadsheets. Points have longitude and latitude columns; text that looks like a formula is escaped.',
    kmz: 'For globes',
  },
  rowsWorking: (done: string, all: string) => `${done} of ${all}`,
  rowsFailed: 'The rows could not be exported',
  rowsChanged:
    'The service has changed since you chose these rows, so the file would mix old and new data. Close this and choose them again.',
  noShape: 'KMZ needs shapes, and this table has none.',
};

export const exportText = await texts(exportEn, () => import('./export-de.ts'));
