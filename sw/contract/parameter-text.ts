/** The part of a sentence that says what was expected of a parameter, in place of its value. */
export class Expected {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
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
