import { diagnostic } from './diagnostic.ts';
import { type Diagnostic, ReadFault } from './read-fault.ts';

/** So many are named one by one. */
const mostNamed = 5;

/** What was wrong with rows of a file that are read all the same. */
export interface BadRows {
  /** Count what is wrong with a row; it is made only for the first ones. */
  add(make: () => Diagnostic): void;
  /** What a job gives; undefined, and counted, where it throws a fault of the geometry or the file. */
  attempt<Result>(job: () => Result): Result | undefined;
  /** The first ones, and how many more there are. */
  notes(): Diagnostic[];
}

export function badRows(): BadRows {
  const first: Diagnostic[] = [];
  let count = 0;
  const add = (make: () => Diagnostic): void => void (count++ < mostNamed && first.push(make()));
  return {
    add,
    attempt(job) {
      try {
        return job();
      } catch (error) {
        // What takes too much is no matter of one row.
        if (!(error instanceof ReadFault) || error.code === 'too-large') throw error;
        add(() => error.diagnostic);
        return undefined;
      }
    },
    notes: () => (count > first.length ? [...first, diagnostic('moreRows', count - first.length)] : [...first]),
  };
}
