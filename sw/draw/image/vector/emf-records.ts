import type { PixelBox, Rgba } from '../../surface/surface.ts';
import { createByteWriter } from '../byte-writer.ts';

/** Record types (MS-EMF 2.1.1). */
const recordTypes = {
  header: 1,
  polyPolyline: 7,
  polyPolygon: 8,
  setWindowExtent: 9,
  setWindowOrigin: 10,
  setViewportExtent: 11,
  setViewportOrigin: 12,
  endOfFile: 14,
  setMapMode: 17,
  setBackgroundMode: 18,
  setPolygonFillMode: 19,
  setTextAlign: 22,
  setTextColor: 24,
  intersectClipRectangle: 30,
  saveState: 33,
  restoreState: 34,
  setWorldTransform: 35,
  selectObject: 37,
  createBrush: 39,
  ellipse: 42,
  beginPath: 59,
  endPath: 60,
  selectClipPath: 67,
  stretchBitmap: 81,
  createFont: 82,
  textOut: 84,
  createPen: 95,
} as const;

/** Integer coordinates per pixel. */
export const unitsPerPixel = 20;

/** Pack a color in the order of metafiles: blue, green, red, from the highest byte down. */
export function colorNumber([red, green, blue]: Rgba): number {
  return (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red);
}

/** Convert pixels to integer units. */
export function units(px: number): number {
  return Math.round(px * unitsPerPixel);
}

/** Return left, top, right and bottom of a box in units. */
export function boxToUnits({ xPx, yPx, widthPx, heightPx }: PixelBox): number[] {
  return [xPx, yPx, xPx + widthPx, yPx + heightPx].map(units);
}

/** Empty bounds, so that readers compute them. */
export const bounds = [0, 0, -1, -1] as const;

export interface EmfFile {
  /** Write a record of 32-bit numbers, then bytes padded to a multiple of four. */
  record(type: keyof typeof recordTypes, numbers: ArrayLike<number>, rest?: Uint8Array): void;
  /** Reserve a handle for a pen, brush or font. */
  newHandle(): number;
  /** Add the header and the end record, and return the file. */
  finish(size: EmfSize): Uint8Array<ArrayBuffer>;
}

interface EmfSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dotsPerInch: number;
  readonly title: string;
}

export function createEmfFile(): EmfFile {
  const file = createByteWriter();
  let records = 0;
  let handles = 1;
  return {
    record(type, numbers, rest) {
      const restBytes = rest ? Math.ceil(rest.length / 4) * 4 : 0;
      const bytes = new Uint8Array(8 + 4 * numbers.length + restBytes);
      const view = new DataView(bytes.buffer);
      view.setUint32(0, recordTypes[type], true);
      view.setUint32(4, bytes.length, true);
      for (let i = 0; i < numbers.length; i++) view.setInt32(8 + 4 * i, numbers[i]!, true);
      if (rest) bytes.set(rest, 8 + 4 * numbers.length);
      file.bytes(bytes);
      records++;
    },
    newHandle: () => handles++,
    finish(size) {
      this.record('endOfFile', [0, 0, 20]);
      const header = writeHeader(size, file.length, records + 1, handles);
      const all = new Uint8Array(header.length + file.length);
      all.set(header);
      all.set(file.join(), header.length);
      return all;
    },
  };
}

/** Size of the reference device in pixels. Only its ratio to the size in millimeters matters. */
const devicePx = [1920, 1080] as const;

function writeHeader(
  { widthPx, heightPx, dotsPerInch, title }: EmfSize,
  bytes: number,
  records: number,
  handles: number,
): Uint8Array {
  // Program and title, each zero-terminated, then a final zero.
  const description = utf16(`Soapstone\0${title}\0\0`);
  const fixed = 108;
  const length = fixed + Math.ceil(description.length / 4) * 4;
  const header = new Uint8Array(length);
  const view = new DataView(header.buffer);
  const micrometres = 25_400 / dotsPerInch;
  const numbers = [
    recordTypes.header,
    length,
    0,
    0,
    widthPx - 1,
    heightPx - 1,
    0,
    0,
    Math.round((widthPx * micrometres) / 10),
    Math.round((heightPx * micrometres) / 10),
    0x464d4520,
    0x10000,
    length + bytes,
    records,
    handles,
    description.length / 2,
    fixed,
    0,
    ...devicePx,
    ...devicePx.map((side) => Math.round((side * micrometres) / 1000)),
    0,
    0,
    0,
    ...devicePx.map((side) => Math.round(side * micrometres)),
  ];
  numbers.forEach((number, i) => {
    view.setInt32(4 * i, number, true);
  });
  header.set(description, fixed);
  return header;
}

/** Encode text as UTF-16, little-endian. */
export function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) {
    bytes[2 * i] = text.charCodeAt(i) & 255;
    bytes[2 * i + 1] = text.charCodeAt(i) >> 8;
  }
  return bytes;
}

/** Return the bits of a 32-bit float as an integer. */
export function floatBits(value: number): number {
  return new Int32Array(Float32Array.of(value).buffer)[0]!;
}
