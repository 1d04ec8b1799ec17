import { type Kernel, newKernel, reserveMemory } from './kernel.ts';

/** Kernel in use, with an allocator for its memory. */
export interface KernelMemory {
  readonly kernel: Kernel;
  /** Take zeroed memory at a multiple of 16. It is only released together with the kernel. */
  take(bytes: number): number;
  /** Copy the dashes of a stroke. They are valid until the next call. @returns their address */
  passDashes(dashesPx: Float64Array): number;
  /** Copy lists for the next kernel call only. @returns their addresses */
  pass(...lists: readonly (Float32Array | Int32Array | Uint8ClampedArray)[]): number[];
}

/** Maximum memory of a kernel that is reused, enough for a block of tiles. Larger kernels are garbage-collected. */
const idleBytes = 48 << 20;
/** Usual maximum of bytes passed per call. */
const passedBytes = 1 << 20;

/** Range of addresses, the end exclusive. */
type Range = readonly [from: number, to: number];

let idle: { readonly kernel: Kernel; readonly zeros: Range } | undefined;

/** Take a kernel for one image. @returns undefined if the host has no WebAssembly */
export async function takeKernel(): Promise<KernelMemory | undefined> {
  const idleKernel = idle;
  idle = undefined;
  if (idleKernel)
    return makeKernelMemory(idleKernel.kernel, idleKernel.kernel.memory.buffer.byteLength, idleKernel.zeros);
  const kernel = await newKernel();
  // Memory added by growing contains zeros.
  return kernel && makeKernelMemory(kernel);
}

/**
 * Make an allocator for the memory of a kernel.
 *
 * @param usedBytes end of the memory that may be nonzero
 * @param zeros     range below `usedBytes` that is zero, so that it needs no clearing; clearing memory takes as long
 *   as drawing a small image
 */
export function makeKernelMemory(kernel: Kernel, usedBytes = 0, zeros: Range = [0, 0]): KernelMemory {
  const passedAt = Math.ceil(kernel.firstFree() / 16) * 16;
  let free = passedAt + passedBytes;
  reserveMemory(kernel, free);
  const clear = (from: number, to: number): void => {
    if (from < to) new Uint8Array(kernel.memory.buffer, from, to - from).fill(0);
  };
  const take = (bytes: number): number => {
    const address = free;
    free = Math.ceil((address + bytes) / 16) * 16;
    reserveMemory(kernel, free);
    const end = Math.min(address + bytes, usedBytes);
    clear(address, Math.min(end, zeros[0]));
    clear(Math.max(address, zeros[1]), end);
    return address;
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

/** Release a kernel for reuse. @param zeros range of its memory that is certainly zero */
export function releaseKernel({ kernel }: KernelMemory, zeros: Range = [0, 0]): void {
  if (kernel.memory.buffer.byteLength <= idleBytes) idle = { kernel, zeros };
}
