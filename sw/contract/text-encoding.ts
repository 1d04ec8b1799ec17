/** Bytes that tell the encoding of a text; more of them are not looked at. */
export const encodingHeadBytes = 4096;

/**
 * Find the encoding that the first bytes of a text say: its byte order mark, else zero bytes as UTF-16 has them, else the
 * declaration of XML.
 *
 * @returns undefined where they say none, or one that is not known
 * @see RFC 7303, 3; XML 1.0, appendix F
 */
export function encodingInBytes(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, encodingHeadBytes);
  const wide = encodingByZeros(head);
  if (wide) return wide;
  const start = new TextDecoder('latin1').decode(head.subarray(0, 300));
  const named = /^\s*<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  // A declaration that can be read byte by byte is no UTF-16, whatever it says.
  return named === undefined || /^utf-?16/i.test(named) ? undefined : knownEncoding(named);
}

/** The name by which an encoding can be decoded; undefined when it is not known. */
export function knownEncoding(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** Signs, digits and line ends have one zero byte each in UTF-16, always on the same side, and no text has control characters. */
function encodingByZeros(head: Uint8Array): string | undefined {
  if (head.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at & 1]!++;
  const side = zeros[1]! > zeros[0]! ? 1 : 0;
  if (zeros[side]! < Math.max(2, head.length / 20) || zeros[1 - side]! * 9 > zeros[side]!) return undefined;
  for (let at = side; at < head.length; at += 2)
    if (head[at] === 0 && head[at ^ 1]! < 32 && ![9, 10, 13].includes(head[at ^ 1]!)) return undefined;
  return side === 1 ? 'utf-16le' : 'utf-16be';
}
