import type { Scheduler } from '../../scheduler.ts';
import { type Kernel, newKernel, reserveMemory } from '../kernel/kernel.ts';

/** Pixels compressed per step. The result buffer has room for twice their bytes. */
const pixelsAtOnce = 1 << 17;

/** Kernel for compression, with the address of its working memory. */
interface Compressor {
  readonly kernel: Kernel;
  readonly streamAt: number;
}

/** Compressor to reuse for the next image. */
let idle: Compressor | undefined;

async function takeCompressor(): Promise<Compressor | undefined> {
  const compressor = idle;
  idle = undefined;
  if (compressor) return compressor;
  const kernel = await newKernel();
  return kernel && newCompressor(kernel);
}

function newCompressor(kernel: Kernel): Compressor {
  const tablesAt = kernel.firstFree();
  reserveMemory(kernel, tablesAt + 4096);
  kernel.makeChecksumTables(tablesAt);
  return { kernel, streamAt: tablesAt + 4096 };
}

/**
 * Compress pixels to the image data of a PNG, in the zlib format. Lines with smooth colors are filtered.
 *
 * @param pixels  RGBA words with red in the lowest byte, or palette indices
 * @param samples bytes per pixel to write, lowest first: 1 for an index, 3 without alpha, 4 with alpha
 * @returns IDAT chunks with length, name and checksum, in order; undefined if the host can't run the kernel
 */
export async function compressPixels(
  pixels: Uint32Array | Uint8Array,
  widthPx: number,
  heightPx: number,
  samples: 1 | 3 | 4,
  scheduler?: Scheduler,
): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const compressor = await takeCompressor();
  if (!compressor) return undefined;
  try {
    return await compressWith(compressor, pixels, widthPx, heightPx, samples, scheduler);
  } finally {
    // Replaces the compressor that another image may have stored in the meantime.
    idle = compressor;
  }
}

async function compressWith(
  { kernel, streamAt }: Compressor,
  pixels: Uint32Array | Uint8Array,
  widthPx: number,
  heightPx: number,
  samples: 1 | 3 | 4,
  scheduler: Scheduler | undefined,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const linesAtOnce = Math.max(1, Math.floor(pixelsAtOnce / widthPx));
  const pixelsAt = Math.ceil((streamAt + workBytes) / 16) * 16;
  // Vector reads may exceed the last pixel.
  const targetAt = pixelsAt + 4 * widthPx * (linesAtOnce + 1) + 64;
  const capacity = 2 * linesAtOnce * (samples * widthPx + 1) + 4096;
  reserveMemory(kernel, targetAt + capacity);
  kernel.beginDeflate(streamAt);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let line = 0; line < heightPx; line += linesAtOnce) {
    const waiting = scheduler?.yieldIfDue();
    if (waiting) await waiting;
    const lines = Math.min(linesAtOnce, heightPx - line);
    const above = line > 0 ? 1 : 0;
    const input = new Uint32Array(kernel.memory.buffer, pixelsAt, widthPx * (lines + above));
    input.set(pixels.subarray((line - above) * widthPx, (line + lines) * widthPx));
    const isLast = line + lines === heightPx;
    const first = pixelsAt + 4 * widthPx * above;
    const length = kernel.deflateLines(first, widthPx, lines, samples, above > 0, isLast, targetAt + 8);
    chunks.push(imageDataChunk(kernel, targetAt, length));
  }
  return chunks;
}

/** Bytes reserved for a stream's working memory, more than the kernel uses. */
const workBytes = 1 << 18;

/**
 * Make an IDAT chunk at an address. The data must already be at `address + 8`; the length, type and checksum are
 * written around it.
 */
function imageDataChunk({ memory, crc32 }: Kernel, address: number, length: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(memory.buffer, address, length + 12);
  view.setUint32(0, length);
  view.setUint32(4, 0x49444154);
  view.setUint32(length + 8, crc32(0, address + 4, length + 4));
  return new Uint8Array(memory.buffer as ArrayBuffer, address, length + 12).slice();
}
