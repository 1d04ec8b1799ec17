/** Number of leading bytes that are inspected to detect the encoding of a text. */
export const encodingHeadBytes = 4096;

/**
 * Find the encoding of a text from its first bytes: its byte order mark, zero bytes typical of UTF-16, or its XML
 * declaration.
 *
 * @returns undefined if the bytes name no encoding, or an unknown encoding
 * @see RFC 7303, 3; XML 1.0, appendix F
 */
export function detectEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, encodingHeadBytes);
  const wide = detectUtf16(head);
  if (wide) return wide;
  const start = new TextDecoder('latin1').decode(head.subarray(0, 300));
  const named = /^\s*<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  // If the declaration is readable as single bytes, the text can't be UTF-16, even if the declaration names it.
  return named === undefined || /^utf-?16/i.test(named) ? undefined : findEncodingName(named);
}

/** Return the TextDecoder name of an encoding, or undefined if it is unknown. */
export function findEncodingName(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Detect UTF-16 by its zero bytes.
 *
 * ASCII characters have one zero byte each, always on the same side, and texts don't contain control characters.
 */
function detectUtf16(head: Uint8Array): string | undefined {
  if (head.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i & 1]!++;
  const side = zeros[1]! > zeros[0]! ? 1 : 0;
  if (zeros[side]! < Math.max(2, head.length / 20) || zeros[1 - side]! * 9 > zeros[side]!) return undefined;
  for (let i = side; i < head.length; i += 2)
    if (head[i] === 0 && head[i ^ 1]! < 32 && ![9, 10, 13].includes(head[i ^ 1]!)) return undefined;
  return side === 1 ? 'utf-16le' : 'utf-16be';
}
