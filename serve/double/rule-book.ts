import { badInput } from './check.ts';
import type { ReadRequest } from './read-request.ts';
import { checkRule, type Effect, type Rule } from './rule.ts';

/** What a rule does to one request. */
export interface Applied {
  readonly rule: Rule;
  readonly effect: Effect;
  /** Numbers from 0 up to 1 for what is left to chance. */
  readonly random: () => number;
}

interface Entry {
  rule: Rule;
  /** Requests that met the conditions but for count and chance. */
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
const mostRules = 1000;

/** The rules in force, their counts, and the states of the scenarios. */
export class RuleBook {
  #entries: Entry[] = [];
  readonly #states = new Map<string, string>();
  #seed: string;
  #nextId = 1;
  readonly #initial: readonly Rule[];

  /** @param initial rules that are there again after `reset` */
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

  /** Begin all that is left to chance anew. */
  set seed(seed: string) {
    this.#seed = seed;
    for (const entry of this.#entries) entry.random = this.#randomOf(entry.rule.id);
  }

  list(): ListedRule[] {
    return this.#entries.map(({ rule, seen, applied }) => ({ ...rule, seen, applied }));
  }

  /** States of the scenarios that rules name. */
  states(): Record<string, string> {
    const names = this.#entries.flatMap(({ rule }) => rule.when.scenario ?? []);
    return Object.fromEntries(names.map((name) => [name, this.#states.get(name) ?? firstState]));
  }

  /**
   * Add a rule, or replace the one with its id.
   *
   * @param value as `checkRule`
   * @throws {Fault} `bad-value`
   */
  add(value: unknown, path = 'rule'): Rule {
    while (this.#has(`rule-${this.#nextId}`)) this.#nextId++;
    const rule = checkRule(value, path, `rule-${this.#nextId}`);
    if (this.#entries.length >= mostRules) throw badInput(path, `at most ${mostRules} rules`, this.#entries.length + 1);
    const entry = { rule, seen: 0, applied: 0, random: this.#randomOf(rule.id) };
    const index = this.#entries.findIndex((one) => one.rule.id === rule.id);
    if (index < 0) this.#entries.push(entry);
    else this.#entries[index] = entry;
    return rule;
  }

  /** @returns whether there was one */
  remove(id: string): boolean {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter(({ rule }) => rule.id !== id);
    return this.#entries.length < before;
  }

  /** Switch a rule on or off. @returns whether there is one */
  turn(id: string, on: boolean): boolean {
    const entry = this.#entries.find(({ rule }) => rule.id === id);
    if (entry) entry.rule = { ...entry.rule, on };
    return entry !== undefined;
  }

  clear(): void {
    this.#entries = [];
    this.#states.clear();
  }

  /** Go back to the first rules, counts of zero and the first state of each scenario. */
  reset(): void {
    this.#states.clear();
    this.#entries = this.#initial.map((rule) => ({ rule, seen: 0, applied: 0, random: this.#randomOf(rule.id) }));
  }

  /**
   * Find what is done to a request, and count it. Of several rules the first one counts; the others count the request as seen.
   *
   * @returns undefined when no rule is for it
   */
  take(read: ReadRequest): Applied | undefined {
    let applied: Applied | undefined;
    // States change after all rules were looked at.
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
      (when.face === undefined || read.face === when.face) &&
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
    return seededRandom(`${this.#seed}/${id}`);
  }
}

/** By its name in the interface that was used, in any case, or by that of an operation of the contract that answers the same. */
const hasOperation = ({ operation, operations }: ReadRequest, name: string): boolean =>
  operation?.toLowerCase() === name.toLowerCase() || operations.includes(name);

/**
 * Make a source of numbers from 0 up to 1, which are the same for the same seed on every machine (mulberry32).
 *
 * @param seed any text
 */
export function seededRandom(seed: string): () => number {
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
