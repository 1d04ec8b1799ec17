/** Read JSON, also with keys that are not quoted, as some clients write it; undefined when it cannot be read. */
export function lenientJson(text: string): unknown {
  return parsed(text) ?? parsed(text.replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":'));
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

/** Read a number as clients write it, with the plus of an exponent lost in a form; undefined when it is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(/e (?=\d)/i, 'e+');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

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
