/** Eight tables of 256 entries: the effect of a byte on the checksum if 0 to 7 bytes follow it. */
const crcTables = makeCrcTables();

function makeCrcTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    tables[byte] = value;
  }
  for (let index = 256; index < tables.length; index++) {
    const value = tables[index - 256]!;
    tables[index] = tables[value & 0xff]! ^ (value >>> 8);
  }
  return tables;
}

/**
 * Compute the CRC-32 that zip files contain (ISO 3309).
 *
 * @param initial checksum of the preceding bytes, if the file is read in pieces
 * @see Kounavis & Berry 2005: eight bytes at a time
 */
export function crc32(bytes: Uint8Array, initial = 0): number {
  const t = crcTables;
  let value = ~initial;
  let i = 0;
  for (; i + 8 <= bytes.length; i += 8) {
    value =
      t[1792 + ((value ^ bytes[i]!) & 0xff)]! ^
      t[1536 + (((value >>> 8) ^ bytes[i + 1]!) & 0xff)]! ^
      t[1280 + (((value >>> 16) ^ bytes[i + 2]!) & 0xff)]! ^
      t[1024 + ((value >>> 24) ^ bytes[i + 3]!)]! ^
      t[768 + bytes[i + 4]!]! ^
      t[512 + bytes[i + 5]!]! ^
      t[256 + bytes[i + 6]!]! ^
      t[bytes[i + 7]!]!;
  }
  for (; i < bytes.length; i++) value = t[(value ^ bytes[i]!) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}
