import { Budget, type BudgetUnit } from '../../contract/budget.ts';
import { diagnostic, readFault } from './diagnostic.ts';
import { type SourceFile, sizeOf } from './source-table.ts';

/** Names of the units in the language of the reader. */
const unitKeys = {
  vertices: 'unitVertices',
  cells: 'unitCells',
  columns: 'unitColumns',
  bytes: 'unitBytes',
  pixels: 'unitPixels',
  letters: 'unitLetters',
  elements: 'unitElements',
  entries: 'unitEntries',
  steps: 'unitSteps',
} as const satisfies Record<BudgetUnit, string>;

/**
 * Make the budget of one file. A vertex takes a byte at least in every format that is packed no further, so that what has more
 * of them is made of repetitions. Cells may be empty, which takes no byte in some formats.
 */
export function readBudget(file: SourceFile, limits: Partial<Record<BudgetUnit, number>> = {}): Budget {
  return new Budget(
    (unit, limit, found) => readFault('too-large', 'overBudget', file.name, limit, diagnostic(unitKeys[unit]), found),
    { vertices: 2_000_000 + 8 * sizeOf(file), cells: 20_000_000 + 4 * sizeOf(file), ...limits },
  );
}
