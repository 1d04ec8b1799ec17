import type { Steps } from '../../scheduler.ts';

/** Cuts tried between two yields, and ends whose cuts are found without a yield. */
const cutsAtOnce = 65_536;
const endsAtOnce = 512;

/**
 * Divide values into classes with the least sum of squared deviations from the class means. This is the true optimum,
 * not the approximation of Jenks' exchange. Equal values stay together. Yields regularly, because time grows with the
 * number of distinct values.
 *
 * @param sorted ascending, finite
 * @param count maximum number of classes
 * @returns the greatest value of each class, ascending; fewer than `count` if there are fewer distinct values, empty if
 *   there are none
 * @see Fisher 1958; divide and conquer over monotone cuts as in Wang & Song 2011
 */
export function* naturalBreaks(sorted: Float64Array, count: number): Steps<number[]> {
  const { values, weights } = distinct(sorted);
  const n = values.length;
  const classes = Math.min(count, n);
  if (classes === 0) return [];
  const deviation = deviations(values, weights);
  let cost = Float64Array.from({ length: n + 1 }, (_, end) => (end === 0 ? 0 : deviation(0, end)));
  const cuts: Int32Array[] = [];
  for (let k = 1; k < classes; k++) {
    const next = new Float64Array(n + 1).fill(Infinity);
    const cut = new Int32Array(n + 1);
    yield* fillCuts({ cost, next, cut, deviation }, k + 1, n, k, n - 1);
    cuts.push(cut);
    cost = next;
  }
  const breaks: number[] = [];
  for (let k = classes - 1, end = n; k >= 0; k--) {
    breaks.unshift(values[end - 1]!);
    end = k > 0 ? cuts[k - 1]![end]! : 0;
  }
  return breaks;
}

interface Stage {
  /** Least cost of the first `end` values with one class fewer. */
  readonly cost: Float64Array;
  readonly next: Float64Array;
  readonly cut: Int32Array;
  readonly deviation: (from: number, end: number) => number;
}

/** The best cut never moves left as the end moves right, so the middle end halves the search on both sides. */
function* fillCuts(stage: Stage, firstEnd: number, lastEnd: number, firstCut: number, lastCut: number): Steps<void> {
  if (lastEnd - firstEnd < endsAtOnce) return fillFewCuts(stage, firstEnd, lastEnd, firstCut, lastCut);
  const end = (firstEnd + lastEnd) >> 1;
  const stop = Math.min(end, lastCut + 1);
  for (let from = firstCut; from < stop; from += cutsAtOnce) {
    yield;
    tryCuts(stage, end, from, Math.min(stop, from + cutsAtOnce));
  }
  yield* fillCuts(stage, firstEnd, end - 1, firstCut, stage.cut[end]!);
  yield* fillCuts(stage, end + 1, lastEnd, stage.cut[end]!, lastCut);
}

function fillFewCuts(stage: Stage, firstEnd: number, lastEnd: number, firstCut: number, lastCut: number): void {
  if (firstEnd > lastEnd) return;
  const end = (firstEnd + lastEnd) >> 1;
  tryCuts(stage, end, firstCut, Math.min(end, lastCut + 1));
  fillFewCuts(stage, firstEnd, end - 1, firstCut, stage.cut[end]!);
  fillFewCuts(stage, end + 1, lastEnd, stage.cut[end]!, lastCut);
}

function tryCuts(stage: Stage, end: number, firstCut: number, stop: number): void {
  for (let from = firstCut; from < stop; from++) {
    const total = stage.cost[from]! + stage.deviation(from, end);
    if (total < stage.next[end]!) {
      stage.next[end] = total;
      stage.cut[end] = from;
    }
  }
}

function distinct(sorted: Float64Array): { values: number[]; weights: number[] } {
  const values: number[] = [];
  const weights: number[] = [];
  for (const value of sorted) {
    if (value === values.at(-1)) weights[weights.length - 1]!++;
    else {
      values.push(value);
      weights.push(1);
    }
  }
  return { values, weights };
}

/**
 * Return a function for the squared deviation of a range from its mean. Values are relative to the median; otherwise
 * large values would lose precision by cancellation.
 */
function deviations(values: readonly number[], weights: readonly number[]): Stage['deviation'] {
  const n = values.length;
  const origin = values[n >> 1] ?? 0;
  const weight = new Float64Array(n + 1);
  const sum = new Float64Array(n + 1);
  const squares = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) {
    const x = values[i]! - origin;
    weight[i + 1] = weight[i]! + weights[i]!;
    sum[i + 1] = sum[i]! + weights[i]! * x;
    squares[i + 1] = squares[i]! + weights[i]! * x * x;
  }
  return (from, end) => {
    const part = sum[end]! - sum[from]!;
    return Math.max(0, squares[end]! - squares[from]! - (part * part) / (weight[end]! - weight[from]!));
  };
}
