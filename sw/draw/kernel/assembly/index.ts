export { crc32, makeChecksumTables } from './checksum.ts';
export { beginDeflate, deflateLines } from './deflate.ts';

/** @returns the first address that the code itself does not use */
export function firstFree(): usize {
  return (__heap_base + 15) & ~15;
}
