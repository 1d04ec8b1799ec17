/// <reference path="./bytes.d.ts" />
import { Fault } from '../../contract/index.ts';
import kernelBytes from './assembly/index.bytes';

/** Exports of `assembly/`. Addresses are byte offsets in the memory. Pixels are u32 with red in the lowest byte. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  /** Return the first address that the code doesn't use. */
  firstFree(): number;
  setTarget(at: number, columns: number, left: number, top: number, right: number, bottom: number): void;
  setColor(premultiplied: number): void;
  setPattern(at: number, columns: number, lines: number, x: number, y: number): void;
  setAreas(at: number, columns: number, lines: number, rangesAt: number): void;
  setMask(at: number, columns: number): void;
  setPen(widthPx: number, cap: number, join: number, dashesAt: number, dashes: number): void;
  fillFeatures(xy: number, partEnds: number, featureEnds: number, features: number, isEach: boolean): void;
  strokeFeatures(
    xy: number,
    partEnds: number,
    featureEnds: number,
    features: number,
    isClosed: boolean,
    isEach: boolean,
  ): void;
  lineFeatures(
    xy: number,
    partEnds: number,
    featureEnds: number,
    features: number,
    isClosed: boolean,
    isEach: boolean,
  ): void;
  paintAreas(): void;
  paintHairlines(): void;
  paintDots(xy: number, count: number, sidePx: number): void;
  stampImage(
    image: number,
    columns: number,
    lines: number,
    centreX: number,
    centreY: number,
    xy: number,
    count: number,
  ): void;
  putImage(image: number, columns: number, lines: number, left: number, top: number): void;
  putGroup(group: number, columns: number, opacity: number): void;
  putOnWhite(at: number, count: number): void;
  multiplyAlpha(at: number, count: number): void;
  divideAlpha(at: number, count: number): void;
  cutPixels(from: number, columns: number, wide: number, high: number, to: number): number;
  makeChecksumTables(at: number): void;
  crc32(value: number, at: number, length: number): number;
  beginDeflate(at: number): number;
  deflateLines(
    pixels: number,
    width: number,
    lines: number,
    samples: number,
    hasAbove: boolean,
    isLast: boolean,
    target: number,
  ): number;
}

let compiled: Promise<WebAssembly.Module | undefined> | undefined;

/**
 * Make an instance of the compiled code with its own memory.
 *
 * @returns undefined if the host has no WebAssembly
 */
export async function newKernel(): Promise<Kernel | undefined> {
  compiled ??= compileModule().catch(() => undefined);
  const module = await compiled;
  return module && ((await WebAssembly.instantiate(module)).exports as unknown as Kernel);
}

/** Compile the code with 128-bit SIMD, or without it if the host doesn't support it. */
async function compileModule(): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(toBytes(kernelBytes));
  } catch {
    const { scalarBytes } = await import('./scalar-kernel.ts');
    return WebAssembly.compile(toBytes(scalarBytes));
  }
}

/**
 * Grow the memory of a kernel to at least `bytes`. This detaches existing views of its buffer.
 *
 * @throws {Fault} `too-large` if the host has no memory left
 */
export function reserveMemory({ memory }: Kernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing <= 0) return;
  try {
    memory.grow(Math.ceil(missing / 65536));
  } catch {
    throw new Fault('too-large', `Image: out of memory (${bytes} bytes). Request a smaller image.`);
  }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
