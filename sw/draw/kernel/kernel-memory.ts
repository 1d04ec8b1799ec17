import { type Kernel, newKernel, reserveMemory } from './kernel.ts';

/** A kernel in use, and what of its memory is taken. */
export interface KernelMemory {
  readonly kernel: Kernel;
  /** Take memory that holds zeros, at a multiple of 16. It is never given back alone. */
  take(bytes: number): number;
  /** Copy the dashes of a stroke, for all calls until the next ones. */
  passDashes(dashesPx: Float64Array): number;
  /** Copy lists, for the next call alone. @returns their addresses */
  pass(...lists: readonly (Float32Array | Int32Array | Uint8ClampedArray)[]): number[];
}

/** Memory of a kernel that waits for its next use, enough for a block of tiles; more is given back to the host. */
const idleBytes = 48 << 20;
/** Bytes that are passed to a call most of the time. */
const passedBytes = 1 << 20;

/** Addresses, the second one behind the last. */
type Range = readonly [from: number, to: number];

let idle: { readonly kernel: Kernel; readonly zeros: Range } | undefined;

/** Take a kernel, for one picture. @returns undefined as `newKernel` */
export async function takeKernel(): Promise<KernelMemory | undefined> {
  const known = idle;
  idle = undefined;
  if (known) return kernelMemoryOf(known.kernel, known.kernel.memory.buffer.byteLength, known.zeros);
  const kernel = await newKernel();
  // Memory that a kernel grows by holds zeros.
  return kernel && kernelMemoryOf(kernel);
}

/**
 * Divide the memory of a kernel.
 *
 * @param usedBytes what of it may not be zero, but for `zeros`: to fill it takes as long as to draw a small picture
 */
export function kernelMemoryOf(kernel: Kernel, usedBytes = 0, zeros: Range = [0, 0]): KernelMemory {
  const passedAt = Math.ceil(kernel.firstFree() / 16) * 16;
  let free = passedAt + passedBytes;
  reserveMemory(kernel, free);
  const clear = (from: number, to: number): void => {
    if (from < to) new Uint8Array(kernel.memory.buffer, from, to - from).fill(0);
  };
  const take = (bytes: number): number => {
    const at = free;
    free = Math.ceil((at + bytes) / 16) * 16;
    reserveMemory(kernel, free);
    const end = Math.min(at + bytes, usedBytes);
    clear(at, Math.min(end, zeros[0]));
    clear(Math.max(at, zeros[1]), end);
    return at;
  };
  let passed = { at: passedAt, bytes: passedBytes };
  let dashes = { at: 0, bytes: 0 };
  return {
    kernel,
    take,
    passDashes(list) {
      if (list.byteLength > dashes.bytes) dashes = { at: take(2 * list.byteLength), bytes: 2 * list.byteLength };
      new Float64Array(kernel.memory.buffer, dashes.at, list.length).set(list);
      return dashes.at;
    },
    pass(...lists) {
      const needed = lists.reduce((sum, list) => sum + Math.ceil(list.byteLength / 16) * 16, 0);
      if (needed > passed.bytes) passed = { at: take(2 * needed), bytes: 2 * needed };
      let { at } = passed;
      return lists.map((list) => {
        const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
        new Uint8Array(kernel.memory.buffer, at, bytes.length).set(bytes);
        const before = at;
        at += Math.ceil(bytes.length / 16) * 16;
        return before;
      });
    },
  };
}

/** Give back a kernel that nobody uses any more. @param zeros what of its memory is zero for sure */
export function releaseKernel({ kernel }: KernelMemory, zeros: Range = [0, 0]): void {
  if (kernel.memory.buffer.byteLength <= idleBytes) idle = { kernel, zeros };
}
