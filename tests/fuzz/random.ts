/** A generator of random numbers, repeatable by its seed (mulberry32), with functions to choose inputs. */
export interface Random {
  /** Return a number from 0 up to, but not including, 1. */
  next(): number;
  /** Return a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Return true once in `times` calls on average. */
  once(times: number): boolean;
}

/** Create a generator with a seed. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, pick: (choices) => choices[below(choices.length)]!, once: (times) => below(times) === 0 };
}
