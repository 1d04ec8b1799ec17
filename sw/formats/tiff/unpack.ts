import { unzlibSync } from 'fflate';

/**
 * Unpack into a buffer that has room for what is expected, and no more.
 *
 * @returns the bytes found, at most those of `room`
 * @throws {Error} for bytes that are not packed so
 */
export type Unpack = (
  bytes: Uint8Array<ArrayBuffer>,
  room: Uint8Array<ArrayBuffer>,
) => Uint8Array | Promise<Uint8Array>;

export const inflate: Unpack = (bytes, room) => unzlibSync(bytes, { out: room });

export const unpackZstd: Unpack = async (bytes, room) => (await import('fzstd')).decompress(bytes, room);

const [clearCode, endCode] = [256, 257];

/** LZW as TIFF has it: codes of 9 to 12 bits, the highest bit first, and longer by one code early. */
export const unpackLzw: Unpack = (bytes, room) => {
  // The text of a code is that of the code before and one byte more: it is found in what was unpacked.
  const starts = new Uint32Array(4096);
  const lengths = new Uint16Array(4096);
  let [end, next, width, buffer, bits, before] = [0, 258, 9, 0, 0, -1];
  let beforeStart = 0;
  for (let at = 0; ; ) {
    while (bits < width && at < bytes.length) {
      buffer = ((buffer << 8) | bytes[at++]!) & 0xffffff;
      bits += 8;
    }
    if (bits < width) break;
    bits -= width;
    const code = (buffer >> bits) & ((1 << width) - 1);
    if (code === endCode || end === room.length) break;
    if (code === clearCode) {
      [next, width, before] = [258, 9, -1];
      continue;
    }
    const start = end;
    if (before >= 0 && next < 4096) {
      starts[next] = beforeStart;
      lengths[next] = start - beforeStart + 1;
      next++;
    }
    if (code < 256) room[end++] = code;
    else {
      if (code >= next) throw new Error(`LZW code ${code} is not defined`);
      const from = starts[code]!;
      const length = Math.min(lengths[code]!, room.length - end);
      // The last byte may be the first that is written here.
      for (let i = 0; i < length; i++) room[end++] = room[from + i]!;
    }
    [before, beforeStart] = [code, start];
    if (next >= (1 << width) - 1 && width < 12) width++;
  }
  return room.subarray(0, end);
};

export const unpackBits: Unpack = (bytes, room) => {
  let end = 0;
  for (let at = 0; at < bytes.length && end < room.length; ) {
    const head = bytes[at++]!;
    if (head === 128) continue;
    const length = Math.min(head < 128 ? head + 1 : 257 - head, room.length - end);
    if (head < 128) room.set(bytes.subarray(at, at + length), end);
    else room.fill(bytes[at]!, end, end + length);
    at += head < 128 ? head + 1 : 1;
    end += length;
  }
  return room.subarray(0, end);
};
