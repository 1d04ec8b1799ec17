import { badValue } from '../../sw/contract/fault.ts';

import type { ReadRequest } from './read-request.ts';
import { checkRule, type Effect, type Rule } from './rule.ts';

/** The rule and the effect that apply to a request. */
export interface Applied {
  readonly rule: Rule;
  readonly effect: Effect;
  /** Random numbers in [0, 1). */
  readonly random: () => number;
}

interface Entry {
  rule: Rule;
  /** Number of requests that meet the conditions, apart from those about count and chance. */
  seen: number;
  applied: number;
  random: () => number;
}

/** A rule with its counts, for lists. */
interface ListedRule extends Rule {
  readonly seen: number;
  readonly applied: number;
}

const firstState = 'start';
const maxRules = 1000;

/** The active rules, their counts, and the states of scenarios. */
export class RuleBook {
  #entries: Entry[] = [];
  readonly #states = new Map<string, string>();
  #seed: string;
  #nextId = 1;
  readonly #initial: readonly Rule[];

  /** @param initial rules that `reset` restores */
  constructor(seed: string, initial: readonly Rule[] = []) {
    this.#seed = seed;
    this.#initial = initial;
    this.reset();
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get seed(): string {
    return this.#seed;
  }

  /** Reset the random generator of every rule. */
  set seed(seed: string) {
    this.#seed = seed;
    for (const entry of this.#entries) entry.random = this.#randomOf(entry.rule.id);
  }

  list(): ListedRule[] {
    return this.#entries.map(({ rule, seen, applied }) => ({ ...rule, seen, applied }));
  }

  /** Return the states of the scenarios that rules name. */
  states(): Record<string, string> {
    const names = this.#entries.flatMap(({ rule }) => rule.when.scenario ?? []);
    return Object.fromEntries(names.map((name) => [name, this.#states.get(name) ?? firstState]));
  }

  /**
   * Add a rule, or replace the rule with the same ID.
   *
   * @param value rule as JSON, see `checkRule`
   * @throws {Fault} `bad-value`
   */
  add(value: unknown, path = 'rule'): Rule {
    while (this.#has(`rule-${this.#nextId}`)) this.#nextId++;
    const rule = checkRule(value, path, `rule-${this.#nextId}`);
    if (this.#entries.length >= maxRules) throw badValue(path, `at most ${maxRules} rules`, this.#entries.length + 1);
    const entry = { rule, seen: 0, applied: 0, random: this.#randomOf(rule.id) };
    const index = this.#entries.findIndex((candidate) => candidate.rule.id === rule.id);
    if (index < 0) this.#entries.push(entry);
    else this.#entries[index] = entry;
    return rule;
  }

  /** Remove a rule. @returns whether the rule existed */
  remove(id: string): boolean {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter(({ rule }) => rule.id !== id);
    return this.#entries.length < before;
  }

  /** Switch a rule on or off. @returns whether the rule exists */
  turn(id: string, on: boolean): boolean {
    const entry = this.#entries.find(({ rule }) => rule.id === id);
    if (entry) entry.rule = { ...entry.rule, on };
    return entry !== undefined;
  }

  clear(): void {
    this.#entries = [];
    this.#states.clear();
  }

  /** Restore the initial rules, counts of zero and the first state of each scenario. */
  reset(): void {
    this.#states.clear();
    this.#entries = this.#initial.map((rule) => ({ rule, seen: 0, applied: 0, random: this.#randomOf(rule.id) }));
  }

  /**
   * Find the rule that applies to a request, and count the request. If several apply, the first one is used, and the
   * others count the request as seen.
   *
   * @returns undefined if no rule applies
   */
  take(read: ReadRequest): Applied | undefined {
    let applied: Applied | undefined;
    // Check every rule before the state of a scenario changes.
    for (const entry of this.#entries) {
      const { rule, random } = entry;
      if (!this.#meets(rule, read)) continue;
      entry.seen++;
      const { nth, share, times = Infinity } = rule.when;
      const isDrawn = share === undefined || random() < share;
      const isCounted = nth === undefined || nth.includes(entry.seen);
      if (applied || !isDrawn || !isCounted || entry.applied >= times) continue;
      entry.applied++;
      applied = { rule, effect: rule.do, random };
    }
    const { scenario } = applied?.rule.when ?? {};
    if (scenario !== undefined && applied?.effect.state !== undefined) this.#states.set(scenario, applied.effect.state);
    return applied;
  }

  #meets({ on, when }: Rule, read: ReadRequest): boolean {
    const state = when.scenario === undefined ? undefined : (this.#states.get(when.scenario) ?? firstState);
    return (
      on &&
      (when.operation === undefined || hasOperation(read, when.operation)) &&
      (when.protocol === undefined || read.protocol === when.protocol) &&
      (when.service === undefined || read.service === when.service) &&
      (when.layer === undefined || read.layers.includes(when.layer)) &&
      (when.method === undefined || read.method === when.method) &&
      (when.state === undefined || state === when.state)
    );
  }

  #has(id: string): boolean {
    return this.#entries.some(({ rule }) => rule.id === id);
  }

  #randomOf(id: string): () => number {
    return makeSeededRandom(`${this.#seed}/${id}`);
  }
}

/**
 * Check whether a request has an operation, by its name in the request's interface, in any case, or by an equivalent
 * operation of the contract.
 */
const hasOperation = ({ operation, operations }: ReadRequest, name: string): boolean =>
  operation?.toLowerCase() === name.toLowerCase() || operations.includes(name);

/**
 * Return a generator of numbers in [0, 1). The same seed gives the same numbers on every machine (mulberry32).
 *
 * @param seed any text
 */
export function makeSeededRandom(seed: string): () => number {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draw from a log-normal distribution: most values are near the median, a few are far above. */
export function logNormal(median: number, sigma: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(sigma * normal);
}
