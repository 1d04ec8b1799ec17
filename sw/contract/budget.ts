import { type Fault, wrongValue } from './fault.ts';

/** Default maximum of each unit for one file or request. */
const defaultLimits = {
  vertices: 100_000_000,
  /** Values in rows and columns. */
  cells: 20_000_000,
  columns: 16_384,
  /** Unpacked bytes in total. */
  bytes: 2 ** 30,
  pixels: 120_000_000,
  letters: 100_000_000,
  /** Elements of XML. */
  elements: 4_000_000,
  /** Files, tiles, directories, or objects in a list. */
  entries: 2_000_000,
  /** Loop iterations that produce no output. */
  steps: 20_000_000,
} as const;

export type BudgetUnit = keyof typeof defaultLimits;

/** Makes the fault for an exceeded budget. `found` is the count so far; the whole content may have more. */
type OverBudget = (unit: BudgetUnit, limit: number, found: number) => Fault;

/**
 * Limits the time and memory for the content of one file or request.
 *
 * Readers and decoders take from the budget before they allocate anything whose size comes from the content.
 */
export class Budget {
  readonly #limits: Readonly<Record<BudgetUnit, number>>;
  readonly #found = new Map<BudgetUnit, number>();
  readonly #over: OverBudget;

  /** @param path source of the content, for example a file name; or a function that makes the fault */
  constructor(path: string | OverBudget, limits: Partial<Record<BudgetUnit, number>> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#over =
      typeof path === 'function'
        ? path
        : (unit, limit, count) =>
            wrongValue('too-large', path, `at most ${limit} ${unit}`, String(count), { limit, found: count });
  }

  /**
   * Take `count` of a unit.
   *
   * @throws {Fault} `too-large` with limit and count when the budget is exceeded
   */
  take(unit: BudgetUnit, count = 1): void {
    const total = (this.#found.get(unit) ?? 0) + count;
    this.#found.set(unit, total);
    // `found > limit` would let NaN pass.
    if (!(total <= this.#limits[unit])) throw this.#over(unit, this.#limits[unit], total);
  }

  /** Return the amount taken of a unit. */
  taken(unit: BudgetUnit): number {
    return this.#found.get(unit) ?? 0;
  }
}
