import { detectEncoding, encodingHeadBytes } from '../../contract/text-encoding.ts';
import { readFault } from './diagnostic.ts';
import { readSlice, type SourceFile, sizeOf } from './source-table.ts';

interface DecodedText {
  readonly text: string;
  /** Whether it was decoded as Windows-1252 only because it isn't valid UTF-8. */
  readonly isGuessed: boolean;
}

/** Maximum bytes of a text in one string; the limit of V8 is 2^29 - 24 characters. */
const maxTextBytes = 400 << 20;

/**
 * Read a whole file as text and decode it like `decodeText`.
 *
 * @throws {Fault} `too-large` above 400 MB
 */
export async function readText(file: SourceFile): Promise<DecodedText> {
  const size = sizeOf(file);
  if (size > maxTextBytes) {
    throw readFault('too-large', 'mostBytes', file.name, maxTextBytes / 2 ** 20, Math.round(size / 2 ** 20));
  }
  return decodeText(await readSlice(file, 0, size));
}

/**
 * Decode text in the encoding that its first bytes declare, otherwise as UTF-8 or, if it isn't valid, as Windows-1252.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const declaredEncoding = detectEncoding(bytes);
  if (declaredEncoding && declaredEncoding !== 'utf-8') return decodeAs(bytes, declaredEncoding, false);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return decodeAs(bytes, 'windows-1252', true);
  }
}

const decodeAs = (bytes: Uint8Array, encoding: string, isGuessed: boolean): DecodedText => ({
  text: new TextDecoder(encoding).decode(bytes),
  isGuessed,
});

/** Read the first characters of a file in its encoding. */
export async function readHead(file: SourceFile): Promise<string> {
  const bytes = await readSlice(file, 0, encodingHeadBytes);
  return new TextDecoder(detectEncoding(bytes) ?? 'utf-8').decode(bytes);
}
