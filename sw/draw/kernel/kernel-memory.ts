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

let idle: Kernel | undefined;

/** Take a kernel, for one picture. @returns undefined as `newKernel` */
export async function takeKernel(): Promise<KernelMemory | undefined> {
  const known = idle;
  idle = undefined;
  const kernel = known ?? (await newKernel());
  // Memory that the kernel grows by holds zeros; what a picture before used does not.
  return kernel && kernelMemoryOf(kernel, known ? kernel.memory.buffer.byteLength : 0);
}

/** Divide the memory of a kernel. @param usedBytes what of it may not be zero */
export function kernelMemoryOf(kernel: Kernel, usedBytes = 0): KernelMemory {
  let free = kernel.firstFree();
  const take = (bytes: number): number => {
    const at = free;
    free = Math.ceil((at + bytes) / 16) * 16;
    reserveMemory(kernel, free);
    if (at < usedBytes) new Uint8Array(kernel.memory.buffer, at, Math.min(bytes, usedBytes - at)).fill(0);
    return at;
  };
  let passed = { at: take(passedBytes), bytes: passedBytes };
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

/** Give back a kernel that nobody uses any more. */
export function releaseKernel({ kernel }: KernelMemory): void {
  if (kernel.memory.buffer.byteLength <= idleBytes) idle = kernel;
}
