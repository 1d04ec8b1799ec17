/** Members of a list of features that stand in a row. */
interface FeatureRun {
  readonly features: readonly object[];
  /** Position of the comma behind the last one. */
  readonly end: number;
  /** Of each feature from the first one's line on, which is 0; undefined where all are in one. */
  readonly lines: readonly number[] | undefined;
  readonly newlines: number;
}

/** Bytes that are parsed at once: what they become is soon forgotten again. */
const bytesAtOnce = 1 << 18;

const [comma, open] = [44, 123] as const;
const opening = /^\{\s*"type"\s*:\s*"Feature"/;
const longestOpening = 40;
const ascii = new TextDecoder('latin1');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parse as many features at once as lie within some 100 kB: that is faster than to look for the end of each.
 *
 * What is parsed reaches up to a comma, and `JSON.parse` accepts it as members of a list only if it is just that.
 *
 * @param from of the first feature
 * @returns undefined where all is to be read byte by byte, as nothing is said here of what is wrong
 */
export function parseFeatureRun(bytes: Uint8Array, from: number): FeatureRun | undefined {
  const end = lastComma(bytes, from, Math.min(bytes.length, from + bytesAtOnce));
  if (end < 0) return undefined;
  try {
    const text = utf8.decode(bytes.subarray(from, end));
    const features = JSON.parse(`[${text}]`) as unknown[];
    if (!features.every((member) => typeof member === 'object' && member !== null && !Array.isArray(member)))
      return undefined;
    if (!text.includes('\n')) return { features: features as object[], end, lines: undefined, newlines: 0 };
    const texts = text.split('\n');
    const lines = texts.flatMap((line, i) => (line.trim().startsWith('{') ? [i] : []));
    // Otherwise a feature has several lines.
    if (lines.length !== features.length) return undefined;
    return { features: features as object[], end, lines, newlines: texts.length - 1 };
  } catch {
    return undefined;
  }
}

/** The last comma before `end` behind which a feature seems to begin; -1 for none. */
function lastComma(bytes: Uint8Array, from: number, end: number): number {
  for (let at = end - longestOpening; at > from; at--) {
    if (bytes[at] !== open || !opening.test(ascii.decode(bytes.subarray(at, at + longestOpening)))) continue;
    let before = at - 1;
    while (bytes[before]! <= 32) before--;
    if (bytes[before] === comma) return before;
  }
  return -1;
}
