import { diagnostic } from './diagnostic.ts';
import { type Diagnostic, ReadFault } from './read-fault.ts';

/** Maximum number of bad rows that are reported one by one. */
const maxReported = 5;

/** Collects the problems of single rows, which don't stop the reading of a file. */
export interface BadRows {
  /** Count a bad row. `make` is called only for the first few. */
  add(make: () => Diagnostic): void;
  /**
   * Run a job and return its result. If it throws a `ReadFault` other than `too-large`, count it and return undefined.
   */
  attempt<Result>(job: () => Result): Result | undefined;
  /** Return the first problems. If there are more, the last diagnostic gives their number. */
  notes(): Diagnostic[];
}

export function badRows(): BadRows {
  const first: Diagnostic[] = [];
  let count = 0;
  const add = (make: () => Diagnostic): void => void (count++ < maxReported && first.push(make()));
  return {
    add,
    attempt(job) {
      try {
        return job();
      } catch (error) {
        // An exceeded limit concerns the whole file, not one row.
        if (!(error instanceof ReadFault) || error.code === 'too-large') throw error;
        add(() => error.diagnostic);
        return undefined;
      }
    },
    notes: () => (count > first.length ? [...first, diagnostic('moreRows', count - first.length)] : [...first]),
  };
}
