/** Where two values differ. */
interface ValueDifference {
  /** `Result[0].Value`. */
  readonly path: string;
  /** As JSON, cut to a length people read; undefined where there is nothing. */
  readonly recorded?: string | undefined;
  readonly found?: string | undefined;
}

/** Maximum number of differences that are looked for: who compares wants the nearest value. */
const maxDifferences = 100;

/** Compare two values of JSON, element by element. */
export function differencesBetween(recorded: unknown, found: unknown): ValueDifference[] {
  const differences: ValueDifference[] = [];
  const compare = (a: unknown, b: unknown, at: string): void => {
    // A member that is not there says the same as one without a value.
    if (differences.length >= maxDifferences || (a ?? null) === (b ?? null)) return;
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length)
      differences.push({ path: `${at}.length`, recorded: String(a.length), found: String(b.length) });
    else if (isObject(a) && isObject(b))
      for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(a[name], b[name], Array.isArray(a) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`);
    else differences.push({ path: at, recorded: shown(a), found: shown(b) });
  };
  compare(recorded, found, '');
  return differences;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const maxShown = 120;

function shown(value: unknown): string | undefined {
  const text = JSON.stringify(value);
  return text && text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
