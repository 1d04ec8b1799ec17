import { readFault } from '../diagnostic.ts';
import { readSlice, type SourceFile, sizeOf } from '../source-table.ts';

/** Longest text kept as one string; V8 ends at 2^29 - 24 characters. */
export const maxTextBytes = 400 << 20;

/**
 * Read a whole file as text: UTF-16 by its byte order mark, else UTF-8, else Windows-1252.
 *
 * @throws {Fault} `too-large` above 400 MB
 */
export async function readText(file: SourceFile): Promise<{ text: string; encoding: string }> {
  const size = sizeOf(file);
  if (size > maxTextBytes) {
    throw readFault('too-large', 'mostBytes', file.name, maxTextBytes / 2 ** 20, Math.round(size / 2 ** 20));
  }
  return decodeText(await readSlice(file, 0, size));
}

/** Decode text whose encoding nobody says. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return decoded(bytes, 'windows-1252');
  }
}

function decoded(bytes: Uint8Array, encoding: string): { text: string; encoding: string } {
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}
