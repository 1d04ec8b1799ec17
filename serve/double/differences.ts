/** Where two values differ. */
export interface ValueDifference {
  /** `Result[0].Value`. */
  readonly path: string;
  /** As JSON, cut to a length people read; undefined where there is nothing. */
  readonly recorded?: string | undefined;
  readonly found?: string | undefined;
}

export interface DifferenceLimits {
  /** Numbers count as the same up to this part of the larger one. */
  readonly tolerance?: number;
  readonly most?: number;
}

/** Compare two values of JSON or of the contract, element by element; at most `most` differences (default 100). */
export function differencesBetween(
  recorded: unknown,
  found: unknown,
  path = '',
  { tolerance = 1e-9, most = 100 }: DifferenceLimits = {},
): ValueDifference[] {
  const differences: ValueDifference[] = [];
  const compare = (a: unknown, b: unknown, at: string): void => {
    if (differences.length >= most || isSame(a, b, tolerance)) return;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length)
        differences.push({ path: `${at}.length`, recorded: String(a.length), found: String(b.length) });
      for (let i = 0; i < Math.min(a.length, b.length); i++) compare(a[i], b[i], `${at}[${i}]`);
    } else if (isObject(a) && isObject(b)) {
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(a[name], b[name], at === '' ? name : `${at}.${name}`);
    } else differences.push({ path: at, recorded: shown(a), found: shown(b) });
  };
  compare(recorded, found, path);
  return differences.slice(0, most);
}

function isSame(a: unknown, b: unknown, tolerance: number): boolean {
  // A member that is not there says the same as one without a value.
  if ((a ?? null) === (b ?? null) || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  return false;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array) &&
  !(value instanceof Date);

const longestShown = 120;

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = JSON.stringify(value) ?? String(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
