/** Texts in double or single quotes, and words. One that does not end goes on to the end, so that nothing is read twice. */
const tokens = /"(?:(?:[^"\\]|\\[\s\S])*"|[\s\S]*$)|'(?:((?:[^'\\]|\\[\s\S])*)'|[\s\S]*$)|[A-Za-z_$][\w$]*/g;
/** What people and addresses hold; programs that send more write JSON. */
const longestLenient = 100_000;
const colon = /\s*:/y;

/** Read JSON as clients write it into addresses: names may lack quotes, texts may have single ones; undefined for other text. */
export function lenientJson(text: string): unknown {
  const value = parsed(text);
  return value === undefined && text.length <= longestLenient ? parsed(text.replace(tokens, quoted)) : value;
}

function quoted(token: string, inSingle: string | undefined, offset: number, text: string): string {
  if (inSingle !== undefined) return `"${inSingle.replaceAll("\\'", "'").replace(/(?<!\\)"/g, '\\"')}"`;
  colon.lastIndex = offset + token.length;
  return /^[\w$]/.test(token) && colon.test(text) ? `"${token}"` : token;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A JSON object, not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Read a list of numbers: parted by commas, or a JSON list; undefined when one of them is none. */
export function numbersIn(text: string): number[] | undefined {
  const trimmed = text.trim();
  const parts = trimmed.startsWith('[') ? lenientJson(trimmed) : trimmed.split(',');
  if (!Array.isArray(parts)) return undefined;
  const numbers: number[] = [];
  for (const part of parts) {
    const number = numberIn(part);
    if (number === undefined) return undefined;
    numbers.push(number);
  }
  return numbers;
}

/** Read a number as clients write it, with the plus of an exponent lost in a form; undefined when it is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(/e (?=\d)/i, 'e+');
  if (!/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
