import { Fault } from './fault.ts';

/** What the most of each that one file or request may cost, where nothing narrower is said. */
const defaultLimits = {
  vertices: 100_000_000,
  /** Values of rows and columns. */
  cells: 20_000_000,
  columns: 16_384,
  /** Of all that is unpacked. */
  bytes: 2 ** 30,
  pixels: 120_000_000,
  letters: 100_000_000,
  /** Of XML. */
  elements: 4_000_000,
  /** Files, tiles, directories, objects in a list. */
  entries: 2_000_000,
  /** Turns of a loop that makes nothing. */
  steps: 20_000_000,
} as const;

export type BudgetUnit = keyof typeof defaultLimits;

/** Make the fault of a budget that is used up. `found` is what was counted until then, so that there may be more. */
type OverBudget = (unit: BudgetUnit, limit: number, found: number) => Fault;

/**
 * Counts what the content of one file or request costs, so that none takes unbounded time or memory. Readers and decoders take
 * from it before they make something of a size that the content says.
 */
export class Budget {
  readonly #limits: Readonly<Record<BudgetUnit, number>>;
  readonly #found = new Map<BudgetUnit, number>();
  readonly #over: OverBudget;

  /** @param path where the content comes from, such as the name of a file; or what makes the fault */
  constructor(path: string | OverBudget, limits: Partial<Record<BudgetUnit, number>> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#over =
      typeof path === 'function'
        ? path
        : (unit, limit, found) =>
            new Fault('too-large', `${path}: expected at most ${limit} ${unit}, found ${found}.`, { limit, found });
  }

  /**
   * Take `count` of a unit.
   *
   * @throws {Fault} `too-large` with limit and found when there is not so much left
   */
  take(unit: BudgetUnit, count = 1): void {
    const found = (this.#found.get(unit) ?? 0) + count;
    this.#found.set(unit, found);
    // Not `found > limit`, which would let NaN pass.
    if (!(found <= this.#limits[unit])) throw this.#over(unit, this.#limits[unit], found);
  }

  /** What was taken of a unit. */
  taken(unit: BudgetUnit): number {
    return this.#found.get(unit) ?? 0;
  }
}
