/** Matches quoted strings and words. An unterminated string extends to the end, so that no text is scanned twice. */
const tokens = /"(?:(?:[^"\\]|\\[\s\S])*"|[\s\S]*$)|'(?:((?:[^'\\]|\\[\s\S])*)'|[\s\S]*$)|[A-Za-z_$][\w$]*/g;
/** Maximum length of lenient JSON, enough for typed text and URLs. Programs that send more write valid JSON. */
const maxLenientLength = 100_000;
const colon = /\s*:/y;

/** Parse JSON as clients write it in URLs, with unquoted names or single quotes. Return undefined for other text. */
export function lenientJson(text: string): unknown {
  const value = tryParseJson(text);
  return value === undefined && text.length <= maxLenientLength
    ? tryParseJson(text.replace(tokens, quoteToken))
    : value;
}

function quoteToken(token: string, inSingle: string | undefined, offset: number, text: string): string {
  if (inSingle !== undefined) return `"${inSingle.replaceAll("\\'", "'").replace(/(?<!\\)"/g, '\\"')}"`;
  colon.lastIndex = offset + token.length;
  return /^[\w$]/.test(token) && colon.test(text) ? `"${token}"` : token;
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Check for a JSON object that isn't a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Read a list of numbers, separated by commas or written as JSON. Return undefined if any item isn't a number. */
export function parseNumberList(text: string): number[] | undefined {
  const trimmed = text.trim();
  const parts = trimmed.startsWith('[') ? lenientJson(trimmed) : trimmed.split(',');
  if (!Array.isArray(parts)) return undefined;
  const numbers: number[] = [];
  for (const part of parts) {
    const number = parseFiniteNumber(part);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

/**
 * Read a number, even if form encoding turned the plus of its exponent into a space. Return undefined if it isn't a
 * number.
 */
export function parseFiniteNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(/e (?=\d)/i, 'e+');
  if (!/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
